/* Trees as text: see text.c. */
#ifndef GAMETREE_TREE_TEXT_H
#define GAMETREE_TREE_TEXT_H

#include "game.h"

/* NASH_INVALID, NASH_NOMEM. */
enum nash_status tree_parse_text(const char *text, size_t len, struct nash_arena *arena, void **problem,
                                 struct nash_error *error);

#endif
