/* A kind whose problems have several forms, each with its own plug-in functions. The members of a request select the
 * form.
 *
 *     static const struct form *const forms[] = {&form_tables, &form_game, NULL};
 *     enum nash_status parse(...) { return forms_parse(forms, doc, arena, problem, error); }
 *     const struct nash_solver nash_solver_x = {.parse = parse, .canon = form_canon, .solve = form_solve, ...};
 *
 * The functions of a form receive the form's own problem and have the meaning of those in struct nash_solver. */
#ifndef KIT_FORMS_H
#define KIT_FORMS_H

#include <nash/solver.h>

#include "reader.h"

struct form {
    const char *name;   /* part of the canonical key, with the form's problem */
    const char *member; /* a request with this member has this form; NULL, for the last one: all others */
    /* Reads and checks the request at the root reader, which keeps the errors. *problem is used only if none occurred.
     */
    void (*read)(struct reader *r, void **problem);
    bool (*seeded)(const void *problem); /* may be NULL */
    void (*canon)(const void *problem, struct nash_sha256 *sha);
    enum nash_status (*solve)(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error);
    enum nash_status (*verify)(const void *problem, const struct nash_result *result, struct nash_error *error);
    void (*describe)(const void *problem, struct nash_buf *out);
    void (*write)(const void *problem, const struct nash_result *result, struct nash_jsonw *out);
};

/* Reads a request of one of the forms of the NULL-terminated list. Reports NASH_INVALID if no form takes it. */
enum nash_status forms_parse(const struct form *const forms[], const struct nash_json *doc, struct nash_arena *arena,
                             void **problem, struct nash_error *error);
/* Makes a problem of this form, for a text form of the kind. Returns NULL if the arena is full. */
void *form_problem_new(const struct form *form, void *problem, struct nash_arena *arena);
/* Returns the form's own problem if the problem has this form, else NULL. */
const void *form_problem_of(const struct form *form, const void *problem);

/* The functions of struct nash_solver for problems that forms_parse() or form_problem_new() made. */
bool form_seeded(const void *problem);
void form_canon(const void *problem, struct nash_sha256 *sha);
enum nash_status form_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error);
enum nash_status form_verify(const void *problem, const struct nash_result *result, struct nash_error *error);
void form_describe(const void *problem, struct nash_buf *out);
void form_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out);

#endif
