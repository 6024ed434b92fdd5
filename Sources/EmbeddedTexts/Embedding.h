// The definition of a text whose bytes follow in braces, from a file by #embed.
#include "EmbeddedTexts.h"

#define EMBEDDED_TEXT(name) const char *const _Nonnull name = (const char[])
