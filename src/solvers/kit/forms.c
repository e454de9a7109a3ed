#include "forms.h"

#include <stdio.h>

/* A problem of the kind: its form and the problem of that form. */
struct form_problem {
    const struct form *form;
    void *problem;
};

/* Reports that the request has the member of no form, which the detail lists. */
static void report_no_form(struct reader *r, const struct form *const forms[])
{
    char list[200] = "";
    size_t len = 0;
    for (size_t i = 0; forms[i] && len < sizeof list; i++) {
        const char *before = i == 0 ? "" : forms[i + 1] ? ", " : " or ";
        len += (size_t)snprintf(list + len, sizeof list - len, "%s\"%s\"", before, forms[i]->member);
    }
    reader_fail(r, NASH_INVALID, NULL, "expected an object with the member %s", list);
}

static const struct form *select_form(struct reader *r, const struct form *const forms[])
{
    size_t i = 0;
    while (forms[i] && forms[i]->member && !reader_has(r, forms[i]->member))
        i++;
    if (!forms[i])
        report_no_form(r, forms);
    return forms[i];
}

void *form_problem_new(const struct form *form, void *problem, struct nash_arena *arena)
{
    struct form_problem *whole = NASH_NEW(arena, struct form_problem, 1);
    if (whole)
        *whole = (struct form_problem){form, problem};
    return whole;
}

enum nash_status forms_parse(const struct form *const forms[], const struct nash_json *doc, struct nash_arena *arena,
                             void **problem, struct nash_error *error)
{
    struct reader r;
    void *own = NULL;
    reader_root(&r, doc, arena, error);
    const struct form *form = select_form(&r, forms);
    if (form)
        form->read(&r, &own);
    if (reader_status(&r) == NASH_OK && !(*problem = form_problem_new(form, own, arena)))
        reader_nomem(&r);
    return reader_status(&r);
}

const void *form_problem_of(const struct form *form, const void *problem)
{
    const struct form_problem *p = problem;
    return p->form == form ? p->problem : NULL;
}

bool form_seeded(const void *problem)
{
    const struct form_problem *p = problem;
    return p->form->seeded && p->form->seeded(p->problem);
}

void form_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct form_problem *p = problem;
    nash_sha256_string(sha, p->form->name);
    p->form->canon(p->problem, sha);
}

enum nash_status form_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                            struct nash_error *error)
{
    const struct form_problem *p = problem;
    return p->form->solve(p->problem, run, result, error);
}

enum nash_status form_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct form_problem *p = problem;
    return p->form->verify(p->problem, result, error);
}

void form_describe(const void *problem, struct nash_buf *out)
{
    const struct form_problem *p = problem;
    p->form->describe(p->problem, out);
}

void form_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct form_problem *p = problem;
    p->form->write(p->problem, result, out);
}
