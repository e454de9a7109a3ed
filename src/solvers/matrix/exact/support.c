/* The row player's weights make the columns that are played equal for the column player, and the other way round: two
 * systems of as many equations as choices, and one for the sum. */
#include "support.h"

#include "lift.h"
#include "text.h"

enum { STOP_SUPPORT = 7 };

bool support_read(struct support *support, const struct guess *guess, uint32_t side, struct nash_arena *arena)
{
    uint32_t own = 0, other = 0, most = guess->own < guess->other ? guess->own : guess->other;
    support->choice[0] = NASH_NEW(arena, uint32_t, most);
    support->choice[1] = NASH_NEW(arena, uint32_t, most);
    if (!support->choice[0] || !support->choice[1])
        return false;
    for (uint32_t k = 0; k < guess->own + guess->other; k++) {
        bool basic = guess->place[k] < guess->rows;
        if (k < guess->own ? !basic : basic)
            continue;
        if (k < guess->own)
            support->choice[side][own++] = k;
        else
            support->choice[!side][other++] = k - guess->own;
    }
    support->count = own; /* and so many others: as many variables are not basic as there are own choices */
    return true;
}

/* One side's strategy over a common denominator. */
struct solution {
    mpz_t *num; /* [count + 1]: weights, then what the answers get less `middle` */
    mpz_t den, sum, value;
    uint32_t count;
};

static bool solution_init(struct solution *solution, uint32_t count, struct nash_arena *arena)
{
    solution->count = count;
    solution->num = NASH_NEW(arena, mpz_t, count + 1);
    if (!solution->num)
        return false;
    for (uint32_t k = 0; k <= count; k++)
        mpz_init(solution->num[k]);
    mpz_inits(solution->den, solution->sum, solution->value, NULL);
    return true;
}

static void solution_clear(struct solution *solution)
{
    for (uint32_t k = 0; k <= solution->count; k++)
        mpz_clear(solution->num[k]);
    mpz_clears(solution->den, solution->sum, solution->value, NULL);
}

/* Payoffs less their middle have smaller determinants. */
static int64_t middle_of(const struct answers *answers)
{
    int64_t least = answers->pay[0], most = answers->pay[0];
    for (size_t k = 1; k < (size_t)answers->own * answers->other; k++) {
        least = answers->pay[k] < least ? answers->pay[k] : least;
        most = answers->pay[k] > most ? answers->pay[k] : most;
    }
    return least / 2 + most / 2;
}

static bool equalise(struct solution *solution, const struct answers *answers, const uint32_t *own,
                     const uint32_t *other, struct nash_run *run)
{
    uint32_t count = solution->count, n = count + 1;
    int64_t middle = middle_of(answers), *m = NASH_NEW(run->arena, int64_t, (size_t)n * n);
    if (!m)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t e = 0; e < count; e++)
            m[(size_t)k * n + e] = answers->pay[(size_t)own[e] * answers->other + other[k]] - middle;
        m[(size_t)k * n + count] = -1;
        m[(size_t)count * n + k] = 1;
    }
    if (!lift_solve(n, m, count, solution->num, solution->den, run))
        return false;
    mpz_set_si(solution->value, middle);
    mpz_mul(solution->value, solution->value, solution->den);
    mpz_add(solution->value, solution->value, solution->num[count]);
    return true;
}

/* Weights that are none below 0 and add up to 1; all answers of `other` are paid the value, no answer more. */
static bool holds(struct solution *solution, const struct answers *answers, const uint32_t *own, const uint32_t *other,
                  struct nash_run *run)
{
    mpz_set_ui(solution->sum, 0);
    for (uint32_t k = 0; k < solution->count; k++) {
        if (mpz_sgn(solution->num[k]) < 0)
            return false;
        mpz_add(solution->sum, solution->sum, solution->num[k]);
    }
    if (mpz_cmp(solution->sum, solution->den) != 0)
        return false;
    uint32_t next = 0; /* `other` ascends */
    for (uint32_t j = 0; j < answers->other; j++) {
        run->clock_in = 0; /* numbers may be long: look at the clock each time */
        if (nash_stop(run, STOP_SUPPORT))
            return false;
        mpz_neg(solution->sum, solution->value);
        for (uint32_t k = 0; k < solution->count; k++) {
            int64_t pay = answers->pay[(size_t)own[k] * answers->other + j];
            if (pay >= 0)
                mpz_addmul_ui(solution->sum, solution->num[k], (uint64_t)pay);
            else
                mpz_submul_ui(solution->sum, solution->num[k], (uint64_t)-pay);
        }
        bool played = next < solution->count && other[next] == j;
        next += played;
        if (mpz_sgn(solution->sum) > 0 || (played && mpz_sgn(solution->sum) < 0))
            return false;
    }
    return true;
}

static bool write_mix(struct matrix_mix *mix, const char **value, const struct solution *solution, const uint32_t *own,
                      uint32_t choices, struct nash_arena *arena)
{
    const char **weight = NASH_NEW(arena, const char *, choices);
    if (!weight)
        return false;
    for (uint32_t i = 0; i < choices; i++)
        weight[i] = "0";
    for (uint32_t k = 0; k < solution->count; k++)
        if (mpz_sgn(solution->num[k]) && !(weight[own[k]] = text_ratio(solution->num[k], solution->den, arena)))
            return false;
    *mix = (struct matrix_mix){.count = choices, .weight = weight};
    *value = text_ratio(solution->value, solution->den, arena);
    return *value != NULL;
}

enum nash_status support_mix(const struct support *support, const struct answers *answers, uint32_t side,
                             struct matrix_mix *mix, const char **value, struct nash_run *run)
{
    const uint32_t *own = support->choice[side], *other = support->choice[!side];
    struct solution solution;
    if (!solution_init(&solution, support->count, run->arena))
        return NASH_NOMEM;
    enum nash_status status = NASH_NOT_FOUND;
    if (equalise(&solution, answers, own, other, run) && holds(&solution, answers, own, other, run))
        status = write_mix(mix, value, &solution, own, answers->own, run->arena) ? NASH_OK : NASH_NOMEM;
    solution_clear(&solution);
    return status == NASH_NOT_FOUND && run->stopped != NASH_STOP_NONE ? NASH_STOPPED : status;
}

enum nash_status support_solve(const struct support *support, const struct answers answers[2],
                               struct matrix_equilibrium *equilibrium, struct nash_run *run)
{
    enum nash_status status = support_mix(support, &answers[0], 0, &equilibrium->row, &equilibrium->col_value, run);
    if (status == NASH_OK)
        status = support_mix(support, &answers[1], 1, &equilibrium->col, &equilibrium->row_value, run);
    return status;
}
