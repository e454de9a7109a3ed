/* Passes one problem through the plug-in of a kind, as a worker does: parse, solve, verify, write. */
#ifndef TEST_KIND_CASE_H
#define TEST_KIND_CASE_H

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>

#include "../base/test.h"

/* The kind under test, defined by each program. */
extern const struct nash_solver *const kind_solver;

struct kind_case {
    struct nash_arena *arena;
    struct nash_error error;
    struct nash_run run;
    struct nash_result result;
    void *problem;
    cJSON *json; /* the written result */
};

/* Parses a text in a new arena; kind_free() frees it. */
enum nash_status kind_parse(struct kind_case *c, enum nash_format format, const char *text);

/* Parses, solves with c->run as the caller has set it up, verifies, writes, and parses the result. Fails the test
 * unless all steps succeed. */
void kind_solve(struct kind_case *c, enum nash_format format, const char *text);

void kind_free(struct kind_case *c);

/* Fails the test unless the text is refused with this status at this pointer, and the detail contains the word. */
void kind_refuses(enum nash_format format, const char *text, enum nash_status status, const char *pointer,
                  const char *word);

/* Returns the canonical key of a valid text. */
struct nash_hash kind_key(enum nash_format format, const char *text);
/* Fails the test unless the canonical keys of two valid texts are the same (same), or differ (!same). */
void kind_keys(enum nash_format one_format, const char *one, enum nash_format two_format, const char *two, bool same);

/* Returns a member by its path, such as "tricks/a" or "leads/0/card", or NULL. */
const cJSON *kind_find(const struct kind_case *c, const char *path);
/* Returns a member; fails the test if it is absent. */
const cJSON *kind_at(const struct kind_case *c, const char *path);
double kind_number(const struct kind_case *c, const char *path);
int kind_int(const struct kind_case *c, const char *path);
const char *kind_word(const struct kind_case *c, const char *path);
bool kind_has(const struct kind_case *c, const char *path);

#endif
