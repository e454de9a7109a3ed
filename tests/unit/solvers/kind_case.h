/* One problem through the plug-in of a kind, as a worker would take it: parse, solve, verify, write. */
#ifndef TEST_KIND_CASE_H
#define TEST_KIND_CASE_H

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>

#include "../base/test.h"

/* The kind under test; each program says which. */
extern const struct nash_solver *const kind_solver;

struct kind_case {
    struct nash_arena *arena;
    struct nash_error error;
    struct nash_run run;
    struct nash_result result;
    void *problem;
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

/* A member by its path, as "tricks/a" or "leads/0/card"; NULL when there is none. */
const cJSON *kind_find(const struct kind_case *c, const char *path);
/* The same; fails the test when there is none. */
const cJSON *kind_at(const struct kind_case *c, const char *path);
bool kind_has(const struct kind_case *c, const char *path);

#endif
