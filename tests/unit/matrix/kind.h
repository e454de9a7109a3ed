/* One problem through the plug-in, as a worker would take it: parse, solve, verify, write. */
#ifndef TEST_MATRIX_KIND_H
#define TEST_MATRIX_KIND_H

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/matrix/problem.h>

#include "../base/test.h"

extern const struct nash_solver nash_solver_matrix;

struct kind_case {
    struct nash_arena *arena;
    struct nash_error error;
    struct nash_run run;
    struct nash_result result;
    struct matrix_problem *problem;
    struct matrix_answer *answer;
    cJSON *json; /* of the result */
};

/* Parses text in an arena of its own; kind_free() ends it. */
enum nash_status kind_parse(struct kind_case *c, enum nash_format format, const char *text);

/* Parses, solves with c->run as the caller left it, verifies, writes and reads the result. Fails the test where
 * anything but a good answer comes. */
void kind_solve(struct kind_case *c, enum nash_format format, const char *text);

void kind_free(struct kind_case *c);

/* The key of a text that can be parsed. */
struct nash_hash kind_key(enum nash_format format, const char *text);

/* A member by its path, as "security/row/pure/level"; fails the test when there is none. */
const cJSON *kind_at(const struct kind_case *c, const char *path);
/* Fails the test unless that member, printed without blanks, is this. */
void kind_is(const struct kind_case *c, const char *path, const char *json);
bool kind_has(const struct kind_case *c, const char *path);

/* Fails the test unless this spelling is refused with that status at that pointer. */
void kind_refused(enum nash_format format, const char *text, enum nash_status status, const char *pointer);

/* A matrix of random entries from lo to hi, as JSON, and into entry. */
void kind_random_table(struct nash_rng *rng, uint32_t rows, uint32_t cols, int lo, int hi, struct nash_buf *out,
                       int64_t *entry);

#endif
