/* One problem through the plug-in, as a worker would take it: parse, solve, verify, write. */
#ifndef TEST_WHIST_KIND_H
#define TEST_WHIST_KIND_H

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/whist/problem.h>

#include "../base/test.h"

extern const struct nash_solver nash_solver_whist;

struct kind_case {
    struct nash_arena *arena;
    struct nash_error error;
    struct nash_run run;
    struct nash_result result;
    struct whist_problem *problem;
    struct whist_answer *answer;
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

/* A member by its path, as "tricks/a" or "leads/0/card"; fails the test when there is none. */
const cJSON *kind_at(const struct kind_case *c, const char *path);
int64_t kind_int(const struct kind_case *c, const char *path);
double kind_number(const struct kind_case *c, const char *path);
const char *kind_word(const struct kind_case *c, const char *path);
bool kind_has(const struct kind_case *c, const char *path);

/* A random deal of an order as JSON members "a" and "b", labels as they come from 1 to 2n; word gets its letters. */
void kind_random_deal(struct nash_rng *rng, uint32_t order, struct nash_buf *members, char *word);

#endif
