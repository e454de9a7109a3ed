/* The entry points of the kind "whist" (nash/solver.h describes them). */
#ifndef WHIST_KIND_H
#define WHIST_KIND_H

#include "answer.h"

/* read/ */
enum nash_status whist_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                             struct nash_error *error);
enum nash_status whist_parse_text(const char *text, size_t len, const struct nash_json *members,
                                  struct nash_arena *arena, void **problem, struct nash_error *error);
/* canon.c */
void whist_canon(const void *problem, struct nash_sha256 *sha);
/* solve.c */
enum nash_status whist_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                             struct nash_error *error);
/* Writes the matching bounds of the value of a word: for any k, a player who holds d more of the k lowest cards than
 * the other loses d tricks with them. */
void whist_matching_bounds(const int8_t *word, uint32_t order, uint32_t *low, uint32_t *high);
/* verify/ */
enum nash_status whist_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
/* write/ */
void whist_describe(const void *problem, struct nash_buf *out);
void whist_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void whist_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
void whist_text_of(const cJSON *result, struct nash_buf *out);

#endif
