/* The entry points of the kind "bridge" (nash/solver.h describes them), and helpers of its writers. */
#ifndef BRIDGE_KIND_H
#define BRIDGE_KIND_H

#include "problem.h"

/* The results that need a strain and a leader. */
enum { BRIDGE_WANT_STRAIN = BRIDGE_WANT_CARD | BRIDGE_WANT_LINE | BRIDGE_WANT_PLAY | BRIDGE_WANT_SAMPLE };

enum nash_status bridge_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error);
enum nash_status bridge_parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error);
bool bridge_seeded(const void *problem);
void bridge_canon(const void *problem, struct nash_sha256 *sha);
enum nash_status bridge_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
enum nash_status bridge_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void bridge_describe(const void *problem, struct nash_buf *out);
void bridge_write_problem(const void *problem, struct nash_jsonw *out);
void bridge_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
void bridge_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out);
bool bridge_text_next(struct nash_records *records, bool last);
void bridge_text_failed(const char *problem, size_t len, const struct nash_error *error, struct nash_buf *out);
void bridge_text_of(const cJSON *result, struct nash_buf *out);

/* Writes the member "summary". */
void bridge_summary(const struct bridge_problem *problem, const struct bridge_answer *answer, struct nash_jsonw *out);

/* Returns the parts that were not finished in time: bits of bridge_want. */
unsigned bridge_unknown(const struct bridge_problem *problem, const struct bridge_answer *answer);

/* Returns whether all 20 results are known. */
bool bridge_table_whole(const struct bridge_answer *answer);
/* Writes a member with an array of cards. */
void bridge_write_cards(struct nash_jsonw *out, const char *key, const struct bridge_card *card, uint32_t count);
/* Return the words of JSON: "N", "ns". */
const char *bridge_seat_word(unsigned seat);
const char *bridge_vulnerable_word(unsigned vulnerable);
/* Writes the digits of the PBN tag DoubleDummyTricks: by N, S, E, W in NT, S, H, D, C. Returns out. */
enum { BRIDGE_DIGITS_LEN = 21 };
char *bridge_table_digits(const struct bridge_table *table, char out[BRIDGE_DIGITS_LEN]);
const char *bridge_strain_name(unsigned strain); /* "NT", "S" */

#endif
