#ifndef EMBEDDED_TEXTS_H
#define EMBEDDED_TEXTS_H

// Files that are part of the program, each a text in UTF-8 without a zero that ends with one. The compiler takes
// them in as they are: as literals of Swift arrays they would be optimized byte for byte, for half a minute.

#pragma clang assume_nonnull begin

// The measured numbers of the articles.
extern const char *const decel_damping_article_csv;
extern const char *const bounce_damping_article_csv;
extern const char *const ios_bounce_levisonnn_csv;
extern const char *const ios265_sim_target_offsets_csv;
extern const char *const rubberband_habr_article_csv;
extern const char *const ios265_sim_rubberband_drag_csv;

// A report's page: its style, scripts and templates; the outlines of its font.
extern const char *const page_css;
extern const char *const axis_js;
extern const char *const chooser_js;
extern const char *const curves_js;
extern const char *const easings_js;
extern const char *const feel_controls_js;
extern const char *const feel_js;
extern const char *const frames_js;
extern const char *const pointer_js;
extern const char *const legend_js;
extern const char *const overscrolls_js;
extern const char *const phases_js;
extern const char *const picture_js;
extern const char *const range_js;
extern const char *const replay_js;
extern const char *const scrollview_js;
extern const char *const session_js;
extern const char *const snippets_js;
extern const char *const sort_js;
extern const char *const thumbnails_js;
extern const char *const trace_js;
extern const char *const bars_mustache;
extern const char *const cards_mustache;
extern const char *const chooser_mustache;
extern const char *const details_mustache;
extern const char *const facts_mustache;
extern const char *const feel_mustache;
extern const char *const heading_mustache;
extern const char *const page_mustache;
extern const char *const paragraph_mustache;
extern const char *const phases_mustache;
extern const char *const picture_mustache;
extern const char *const replay_mustache;
extern const char *const table_mustache;
extern const char *const thumbnails_mustache;
extern const char *const title_mustache;
extern const char *const verdict_mustache;
extern const char *const warnings_mustache;
extern const char *const glyphs_txt;

// Recorders for toolkits, and the page that records in a browser.
extern const char *const android_kt;
extern const char *const appkit_swift_txt;
extern const char *const compose_kt;
extern const char *const electron_js;
extern const char *const flutter_dart;
extern const char *const godot_gd;
extern const char *const gtk_py;
extern const char *const page_recorder_js;
extern const char *const qt_qml;
extern const char *const react_native_tsx;
extern const char *const swiftui_swift_txt;
extern const char *const uikit_swift_txt;
extern const char *const unity_cs;
extern const char *const web_js;
extern const char *const windows_cs;
extern const char *const recorder_html;

#pragma clang assume_nonnull end

#endif
