/* The payoff each player can guarantee: with pure strategies by enumeration, with mixed strategies as the value of the
 * zero-sum game in which the opponent minimises it. If the payoffs have a constant sum, that value is the value of the
 * game. */
#include "analysis.h"

static void find_pure_level(const struct matrix_side *side, struct matrix_security *security)
{
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t own = 0; own < side->own; own++) {
            const int64_t *pay = side->pay + (size_t)own * side->other;
            int64_t worst = pay[0];
            for (uint32_t other = 1; other < side->other; other++)
                worst = pay[other] < worst ? pay[other] : worst;
            if (pass)
                security->best[own] = worst == security->level;
            else if (!own || worst > security->level)
                security->level = worst;
        }
}

enum nash_status matrix_find_security(const struct matrix_sides *sides, struct nash_run *run,
                                      struct matrix_answer *answer, struct nash_error *error)
{
    for (int s = 0; s < 2; s++) {
        const struct matrix_side *side = &sides->side[s];
        struct matrix_security *security = &answer->security[s];
        if (nash_stop(run, MATRIX_STOP_BETWEEN))
            return NASH_STOPPED;
        security->best = NASH_NEW(run->arena, bool, side->own);
        if (!security->best)
            return nash_fail(error, NASH_NOMEM, "", "the security levels do not fit into the memory of this job");
        find_pure_level(side, security);
        enum nash_status status = matrix_zero_sum(side->own, side->other, side->pay, run, &security->mixed, error);
        if (status != NASH_OK)
            return status;
        if (!s && answer->classification.sum != MATRIX_SUM_NONE)
            answer->value = security->mixed;
    }
    return NASH_OK;
}
