// A report's page: its style, scripts and templates; the outlines of its font.
#include "Embedding.h"

EMBEDDED_TEXT(page_css) {
#embed "../Reports/Page/Templates/page.css" suffix(, 0)
};

EMBEDDED_TEXT(axis_js) {
#embed "../Reports/Page/Templates/axis.js" suffix(, 0)
};

EMBEDDED_TEXT(chooser_js) {
#embed "../Reports/Page/Templates/chooser.js" suffix(, 0)
};

EMBEDDED_TEXT(curves_js) {
#embed "../Reports/Page/Templates/curves.js" suffix(, 0)
};

EMBEDDED_TEXT(easings_js) {
#embed "../Reports/Page/Templates/easings.js" suffix(, 0)
};

EMBEDDED_TEXT(feel_controls_js) {
#embed "../Reports/Page/Templates/feel-controls.js" suffix(, 0)
};

EMBEDDED_TEXT(feel_js) {
#embed "../Reports/Page/Templates/feel.js" suffix(, 0)
};

EMBEDDED_TEXT(frames_js) {
#embed "../Reports/Page/Templates/frames.js" suffix(, 0)
};

EMBEDDED_TEXT(pointer_js) {
#embed "../Reports/Page/Templates/pointer.js" suffix(, 0)
};

EMBEDDED_TEXT(legend_js) {
#embed "../Reports/Page/Templates/legend.js" suffix(, 0)
};

EMBEDDED_TEXT(overscrolls_js) {
#embed "../Reports/Page/Templates/overscrolls.js" suffix(, 0)
};

EMBEDDED_TEXT(phases_js) {
#embed "../Reports/Page/Templates/phases.js" suffix(, 0)
};

EMBEDDED_TEXT(picture_js) {
#embed "../Reports/Page/Templates/picture.js" suffix(, 0)
};

EMBEDDED_TEXT(range_js) {
#embed "../Reports/Page/Templates/range.js" suffix(, 0)
};

EMBEDDED_TEXT(replay_js) {
#embed "../Reports/Page/Templates/replay.js" suffix(, 0)
};

EMBEDDED_TEXT(scrollview_js) {
#embed "../Reports/Page/Templates/scrollview.js" suffix(, 0)
};

EMBEDDED_TEXT(session_js) {
#embed "../Reports/Page/Templates/session.js" suffix(, 0)
};

EMBEDDED_TEXT(snippets_js) {
#embed "../Reports/Page/Templates/snippets.js" suffix(, 0)
};

EMBEDDED_TEXT(sort_js) {
#embed "../Reports/Page/Templates/sort.js" suffix(, 0)
};

EMBEDDED_TEXT(thumbnails_js) {
#embed "../Reports/Page/Templates/thumbnails.js" suffix(, 0)
};

EMBEDDED_TEXT(trace_js) {
#embed "../Reports/Page/Templates/trace.js" suffix(, 0)
};

EMBEDDED_TEXT(bars_mustache) {
#embed "../Reports/Page/Templates/bars.mustache" suffix(, 0)
};

EMBEDDED_TEXT(cards_mustache) {
#embed "../Reports/Page/Templates/cards.mustache" suffix(, 0)
};

EMBEDDED_TEXT(chooser_mustache) {
#embed "../Reports/Page/Templates/chooser.mustache" suffix(, 0)
};

EMBEDDED_TEXT(details_mustache) {
#embed "../Reports/Page/Templates/details.mustache" suffix(, 0)
};

EMBEDDED_TEXT(facts_mustache) {
#embed "../Reports/Page/Templates/facts.mustache" suffix(, 0)
};

EMBEDDED_TEXT(feel_mustache) {
#embed "../Reports/Page/Templates/feel.mustache" suffix(, 0)
};

EMBEDDED_TEXT(heading_mustache) {
#embed "../Reports/Page/Templates/heading.mustache" suffix(, 0)
};

EMBEDDED_TEXT(page_mustache) {
#embed "../Reports/Page/Templates/page.mustache" suffix(, 0)
};

EMBEDDED_TEXT(paragraph_mustache) {
#embed "../Reports/Page/Templates/paragraph.mustache" suffix(, 0)
};

EMBEDDED_TEXT(phases_mustache) {
#embed "../Reports/Page/Templates/phases.mustache" suffix(, 0)
};

EMBEDDED_TEXT(picture_mustache) {
#embed "../Reports/Page/Templates/picture.mustache" suffix(, 0)
};

EMBEDDED_TEXT(replay_mustache) {
#embed "../Reports/Page/Templates/replay.mustache" suffix(, 0)
};

EMBEDDED_TEXT(table_mustache) {
#embed "../Reports/Page/Templates/table.mustache" suffix(, 0)
};

EMBEDDED_TEXT(thumbnails_mustache) {
#embed "../Reports/Page/Templates/thumbnails.mustache" suffix(, 0)
};

EMBEDDED_TEXT(title_mustache) {
#embed "../Reports/Page/Templates/title.mustache" suffix(, 0)
};

EMBEDDED_TEXT(verdict_mustache) {
#embed "../Reports/Page/Templates/verdict.mustache" suffix(, 0)
};

EMBEDDED_TEXT(warnings_mustache) {
#embed "../Reports/Page/Templates/warnings.mustache" suffix(, 0)
};

EMBEDDED_TEXT(glyphs_txt) {
#embed "../Drawing/Figures/Outlines/glyphs.txt" suffix(, 0)
};
