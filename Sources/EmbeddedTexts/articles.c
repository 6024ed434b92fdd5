// The measured numbers of the articles.
#include "Embedding.h"

EMBEDDED_TEXT(decel_damping_article_csv) {
#embed "../../Fixtures/data/decel_damping_article.csv" suffix(, 0)
};

EMBEDDED_TEXT(bounce_damping_article_csv) {
#embed "../../Fixtures/data/bounce_damping_article.csv" suffix(, 0)
};

EMBEDDED_TEXT(ios_bounce_levisonnn_csv) {
#embed "../../Fixtures/data/ios_bounce_levisonnn.csv" suffix(, 0)
};

EMBEDDED_TEXT(ios265_sim_target_offsets_csv) {
#embed "../../Fixtures/data/ios265_sim_target_offsets.csv" suffix(, 0)
};

EMBEDDED_TEXT(rubberband_habr_article_csv) {
#embed "../../Fixtures/data/rubberband_habr_article.csv" suffix(, 0)
};

EMBEDDED_TEXT(ios265_sim_rubberband_drag_csv) {
#embed "../../Fixtures/data/ios265_sim_rubberband_drag.csv" suffix(, 0)
};
