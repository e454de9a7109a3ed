/* The text form of problems and answers. */
#ifndef GAMETREE_TEXT_H
#define GAMETREE_TEXT_H

#include "problem.h"

enum nash_status gametree_parse_text(const char *text, size_t len, const struct nash_json *members,
                                     struct nash_arena *arena, void **problem, struct nash_error *error);
void gametree_text_of(const cJSON *result, struct nash_buf *out);

#endif
