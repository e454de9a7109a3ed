/* The row player's weights make the columns of the support pay the same, and the column player's weights the rows.
 * These are two systems of equations, with one equation for each choice of the opponent and one for the sum of the
 * weights. */
#include "support.h"

#include "dixon.h"
#include "ratio.h"

enum { STOP_SUPPORT = 7 };

bool support_read(struct support *support, const struct float_tableau *approx, uint32_t side, struct nash_arena *arena)
{
    uint32_t own = 0, other = 0, max = approx->own < approx->other ? approx->own : approx->other;
    support->choice[0] = NASH_NEW(arena, uint32_t, max);
    support->choice[1] = NASH_NEW(arena, uint32_t, max);
    if (!support->choice[0] || !support->choice[1])
        return false;
    for (uint32_t k = 0; k < approx->own + approx->other; k++) {
        bool basic = approx->place[k] < approx->rows;
        if (k < approx->own ? !basic : basic)
            continue;
        if (k < approx->own)
            support->choice[side][own++] = k;
        else
            support->choice[!side][other++] = k - approx->own;
    }
    support->count = own; /* the support of the opponent has the same size, because `own` variables are nonbasic */
    return true;
}

/* The strategy of one side over a common denominator. */
struct solution {
    mpz_t *num;            /* [count + 1]: the weights, then the responses' payoff minus `middle` */
    mpz_t den, sum, value; /* common denominator; scratch; numerator of the responses' payoff */
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

/* Returns the middle of the payoffs; payoffs minus it have smaller determinants. */
static int64_t payoff_middle(const struct polyhedron *polyhedron)
{
    int64_t min = polyhedron->pay[0], max = polyhedron->pay[0];
    for (size_t k = 1; k < (size_t)polyhedron->own * polyhedron->other; k++) {
        min = polyhedron->pay[k] < min ? polyhedron->pay[k] : min;
        max = polyhedron->pay[k] > max ? polyhedron->pay[k] : max;
    }
    return min / 2 + max / 2;
}

static bool solution_equalize(struct solution *solution, const struct polyhedron *polyhedron, const uint32_t *own,
                              const uint32_t *other, struct nash_run *run)
{
    uint32_t count = solution->count, n = count + 1;
    int64_t middle = payoff_middle(polyhedron), *m = NASH_NEW(run->arena, int64_t, (size_t)n * n);
    if (!m)
        return false;
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t e = 0; e < count; e++)
            m[(size_t)k * n + e] = polyhedron->pay[(size_t)own[e] * polyhedron->other + other[k]] - middle;
        m[(size_t)k * n + count] = -1;
        m[(size_t)count * n + k] = 1;
    }
    if (!dixon_solve(n, m, count, solution->num, solution->den, run))
        return false;
    mpz_set_si(solution->value, middle);
    mpz_mul(solution->value, solution->value, solution->den);
    mpz_add(solution->value, solution->value, solution->num[count]);
    return true;
}

/* Checks that the weights are probabilities, that the responses in `other` pay the value, and that no response pays
 * more. */
static bool solution_is_optimal(struct solution *solution, const struct polyhedron *polyhedron, const uint32_t *own,
                                const uint32_t *other, struct nash_run *run)
{
    mpz_set_ui(solution->sum, 0);
    for (uint32_t k = 0; k < solution->count; k++) {
        if (mpz_sgn(solution->num[k]) < 0)
            return false;
        mpz_add(solution->sum, solution->sum, solution->num[k]);
    }
    if (mpz_cmp(solution->sum, solution->den) != 0)
        return false;
    uint32_t next = 0; /* `other` is ascending */
    for (uint32_t j = 0; j < polyhedron->other; j++) {
        run->clock_in = 0; /* numbers may be long: poll the clock each time */
        if (nash_stop(run, STOP_SUPPORT))
            return false;
        mpz_neg(solution->sum, solution->value);
        for (uint32_t k = 0; k < solution->count; k++) {
            int64_t pay = polyhedron->pay[(size_t)own[k] * polyhedron->other + j];
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

static bool solution_write_mix(struct matrix_mix *mix, const char **value, const struct solution *solution,
                               const uint32_t *own, uint32_t choices, struct nash_arena *arena)
{
    const char **weight = NASH_NEW(arena, const char *, choices);
    if (!weight)
        return false;
    for (uint32_t i = 0; i < choices; i++)
        weight[i] = "0";
    for (uint32_t k = 0; k < solution->count; k++)
        if (mpz_sgn(solution->num[k]) && !(weight[own[k]] = ratio_text(solution->num[k], solution->den, arena)))
            return false;
    *mix = (struct matrix_mix){.count = choices, .weight = weight};
    *value = ratio_text(solution->value, solution->den, arena);
    return *value != NULL;
}

enum nash_status support_mix(const struct support *support, const struct polyhedron *polyhedron, uint32_t side,
                             struct matrix_mix *mix, const char **value, struct nash_run *run)
{
    const uint32_t *own = support->choice[side], *other = support->choice[!side];
    struct solution solution;
    if (!solution_init(&solution, support->count, run->arena))
        return NASH_NOMEM;
    enum nash_status status = NASH_NOT_FOUND;
    if (solution_equalize(&solution, polyhedron, own, other, run) &&
        solution_is_optimal(&solution, polyhedron, own, other, run))
        status = solution_write_mix(mix, value, &solution, own, polyhedron->own, run->arena) ? NASH_OK : NASH_NOMEM;
    solution_clear(&solution);
    return status == NASH_NOT_FOUND && run->stopped != NASH_STOP_NONE ? NASH_STOPPED : status;
}

enum nash_status support_solve(const struct support *support, const struct polyhedron polyhedra[2],
                               struct matrix_equilibrium *equilibrium, struct nash_run *run)
{
    enum nash_status status = support_mix(support, &polyhedra[0], 0, &equilibrium->row, &equilibrium->col_value, run);
    if (status == NASH_OK)
        status = support_mix(support, &polyhedra[1], 1, &equilibrium->col, &equilibrium->row_value, run);
    return status;
}
