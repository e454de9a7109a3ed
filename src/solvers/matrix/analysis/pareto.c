/* The Pareto front of the pure profiles: those that no other profile improves for one player without loss for the
 * other.
 *
 * In the order of falling row payoffs, then falling column payoffs, a profile is on the front if its column payoff
 * exceeds those of all profiles with a larger row payoff and is the largest among equal row payoffs: one pass after
 * sorting. */
#include <stdlib.h>

#include "analysis.h"

struct outcome {
    int64_t a, b;
    uint32_t profile;
};

static int compare_outcomes(const void *left, const void *right)
{
    const struct outcome *x = left, *y = right;
    if (x->a != y->a)
        return x->a > y->a ? -1 : 1;
    if (x->b != y->b)
        return x->b > y->b ? -1 : 1;
    return (x->profile > y->profile) - (x->profile < y->profile);
}

/* Appends the profiles of the front, by falling row payoff. `outcome` is sorted by compare_outcomes(). */
static void front_sweep(const struct matrix_problem *p, const struct outcome *outcome, size_t count,
                        struct matrix_profiles *front)
{
    int64_t above = INT64_MIN; /* largest column payoff among profiles with a larger row payoff */
    for (size_t first = 0, next; first < count; first = next) {
        int64_t best = outcome[first].b;
        for (next = first; next < count && outcome[next].a == outcome[first].a; next++) {
            if (outcome[next].b < best || best <= above)
                continue;
            if (front->count++ < p->limit)
                front->list[front->listed++] = (struct matrix_profile){outcome[next].profile / p->game.cols,
                                                                       outcome[next].profile % p->game.cols, false};
        }
        above = best > above ? best : above;
    }
}

/* Appends the profiles that are at least as good as the equilibrium for both players and better for one. */
static void add_better_profiles(const struct matrix_problem *p, uint32_t than, struct matrix_answer *answer)
{
    const struct matrix_profile *e = &answer->pure.list[than];
    size_t at = (size_t)e->row * p->game.cols + e->col;
    for (size_t i = 0; i < (size_t)p->game.rows * p->game.cols; i++) {
        bool no_less = p->game.a[i] >= p->game.a[at] && p->game.b[i] >= p->game.b[at];
        if (!no_less || (p->game.a[i] == p->game.a[at] && p->game.b[i] == p->game.b[at]))
            continue;
        if (answer->better.listed < p->limit) {
            answer->better_than[answer->better.listed] = than;
            answer->better.list[answer->better.listed++] =
                (struct matrix_profile){(uint32_t)(i / p->game.cols), (uint32_t)(i % p->game.cols), false};
        }
        answer->better.count++;
    }
}

enum nash_status matrix_find_pareto(const struct matrix_problem *p, struct nash_run *run, struct matrix_answer *answer,
                                    struct nash_error *error)
{
    size_t profiles = (size_t)p->game.rows * p->game.cols, most = profiles < p->limit ? profiles : p->limit;
    struct outcome *outcome = nash_arena_alloc_raw(run->arena, profiles * sizeof *outcome, _Alignof(struct outcome));
    answer->pareto.list = NASH_NEW(run->arena, struct matrix_profile, most);
    answer->better.list = NASH_NEW(run->arena, struct matrix_profile, p->limit);
    answer->better_than = NASH_NEW(run->arena, uint32_t, p->limit);
    if (!outcome || !answer->pareto.list || !answer->better.list || !answer->better_than)
        return nash_fail(error, NASH_NOMEM, "", "the Pareto front does not fit into the memory of this job");
    for (size_t i = 0; i < profiles; i++)
        outcome[i] = (struct outcome){p->game.a[i], p->game.b[i], (uint32_t)i};
    qsort(outcome, profiles, sizeof *outcome, compare_outcomes);
    front_sweep(p, outcome, profiles, &answer->pareto);
    for (uint32_t k = 0; k < answer->pure.listed && answer->better.listed < p->limit; k++) {
        if (nash_stop(run, MATRIX_STOP_PROFILES))
            return NASH_STOPPED;
        add_better_profiles(p, k, answer);
    }
    return NASH_OK;
}
