/* Computes the requested parts in the order of their cost, so that a budget cuts the most expensive ones. */
#include <string.h>

#include <base/clock.h>
#include <solvers/matrix/analysis/analysis.h>

enum {
    EQUILIBRIA_BYTES = 12 << 20
}; /* approximate size limit of the equilibria in the result; more are counted but not listed */

struct solving {
    const struct matrix_problem *p;
    struct matrix_sides sides;
    struct nash_run *run;
    struct matrix_answer *answer;
    struct nash_error *error;
};

static size_t mix_text_bytes(const struct matrix_mix *mix)
{
    size_t bytes = 0;
    for (uint32_t i = 0; i < mix->count; i++)
        bytes += strlen(mix->weight[i]) + 3 + 8; /* the weight in quotes with a comma; an index in the support */
    return bytes;
}

static enum nash_status find_equilibria(const struct solving *t)
{
    struct matrix_equilibria *found = &t->answer->equilibria;
    enum nash_status status = matrix_all_equilibria(&t->p->game, t->p->limit, t->run, found, t->error);
    size_t bytes = 0;
    for (uint32_t i = 0; i < found->count && bytes <= EQUILIBRIA_BYTES; i++) {
        bytes += mix_text_bytes(&found->list[i].row) + mix_text_bytes(&found->list[i].col);
        t->answer->equilibria_listed = i + 1;
    }
    return status;
}

static enum nash_status find_want(const struct solving *t, enum matrix_want what)
{
    switch (what) {
    case MATRIX_PURE:
        return matrix_find_pure(t->p, &t->sides, t->run, t->answer, t->error);
    case MATRIX_CLASSIFICATION:
        t->answer->classification = matrix_classify(&t->p->game);
        return NASH_OK;
    case MATRIX_PARETO:
        return matrix_find_pareto(t->p, t->run, t->answer, t->error);
    case MATRIX_SECURITY:
        return matrix_find_security(&t->sides, t->run, t->answer, t->error);
    case MATRIX_DOMINANCE:
        return matrix_find_dominance(&t->sides, t->run, t->answer, t->error);
    case MATRIX_ONE:
        return matrix_one_equilibrium(&t->p->game, t->run, &t->answer->one, t->error);
    default:
        return find_equilibria(t);
    }
}

static enum nash_status find_wants(const struct solving *t)
{
    uint32_t needed =
        t->p->want | 1U << MATRIX_PURE | 1U << MATRIX_CLASSIFICATION; /* the other parts depend on these */
    for (uint32_t what = 0; what < MATRIX_WANTS; what++) {
        if (!(needed >> what & 1))
            continue;
        bool stopped = nash_stop(t->run, MATRIX_STOP_BETWEEN);
        enum nash_status status = stopped ? NASH_STOPPED : find_want(t, what);
        if (status != NASH_OK && status != NASH_STOPPED)
            return status;
        /* equilibria found before a stop are valid; other parts are dropped if incomplete */
        if (status == NASH_OK || (what == MATRIX_EQUILIBRIA && !stopped))
            t->answer->found |= 1U << what;
        if (status == NASH_STOPPED || (what == MATRIX_EQUILIBRIA && t->run->stopped))
            t->answer->unfinished |= 1U << what;
    }
    return NASH_OK;
}

static enum nash_status solve_decision(const struct solving *t)
{
    enum nash_status status = matrix_decide(t->p, t->run, t->answer, t->error);
    t->answer->unfinished = status == NASH_STOPPED ? 1U << MATRIX_DOMINANCE : 0;
    return status == NASH_STOPPED ? NASH_OK : status;
}

enum nash_status matrix_solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct matrix_problem *p = problem;
    int64_t begun = clock_mono_ns();
    struct solving t = {p, .run = run, .answer = NASH_NEW(run->arena, struct matrix_answer, 1), .error = error};
    if (!t.answer || !matrix_sides_of(&p->game, run->arena, &t.sides))
        return nash_fail(error, NASH_NOMEM, "", "the answer does not fit into the memory of this job");
    t.answer->arena = run->arena;
    enum nash_status status = p->form == MATRIX_DECISION ? solve_decision(&t) : find_wants(&t);
    t.answer->solve_us = (uint64_t)(clock_mono_ns() - begun) / 1000;
    result->answer = t.answer;
    result->final = status == NASH_OK && !t.answer->unfinished;
    return status;
}
