/* One problem through the plug-in, as a worker would take it: parse, solve, verify, write. */
#ifndef TEST_ANDOR_KIND_H
#define TEST_ANDOR_KIND_H

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/andor/problem.h>

#include "../base/test.h"

extern const struct nash_solver nash_solver_andor;

struct kind_case {
    struct nash_arena *arena;
    struct nash_error error;
    struct nash_run run;
    struct nash_result result;
    struct andor_problem *problem;
    struct andor_answer *answer;
    cJSON *json; /* of the result */
};

/* Parses text in an arena of its own; kind_free() ends it. */
enum nash_status kind_parse(struct kind_case *c, const char *text);
/* Parses, solves with c->run as the caller left it, verifies, writes and reads the result. Fails the test where
 * anything but a good answer comes. */
void kind_solve(struct kind_case *c, const char *text);
void kind_free(struct kind_case *c);
/* The key of a text that can be parsed. */
struct nash_hash kind_key(const char *text);
/* A member by its path, as "size/nodes" or "nodes/0/id"; NULL when there is none. */
const cJSON *kind_at(const struct kind_case *c, const char *path);

/* A graph as a problem; more: further members, as ",\"trace\":true". Rules name node v as n(v), and count its
 * connectors as rules for n(v); numbered otherwise they would be the same graph. */
void kind_print(const struct andor_graph *g, enum andor_form form, const char *more, struct nash_buf *out);

#endif
