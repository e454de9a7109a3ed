/* Checks an answer: bounds and sums of all numbers; the equities again by another way.
 *
 * Two players on a board of three cards or more: the equities of some combos by dealing all hands and boards one by
 * one, where solve() sorts and subtracts. Otherwise a sample of deals, whose mean must lie within its error. */
#include <math.h>

#include <nash/rng.h>
#include <solvers/holdem/equity/hands.h>
#include <solvers/holdem/problem.h>

enum { SAMPLES_MIN = 4000, SAMPLES_MAX = 1000000, CHECKED_STEPS = 2000000 };

static bool is_share(double x)
{
    return x >= -1e-12 && x <= 1 + 1e-9;
}

/* Returns what is wrong with the numbers by themselves. */
static const char *numbers_fault(const struct holdem_problem *p, const struct holdem_outcome *o)
{
    double sum = 0, wins = 0;
    for (unsigned player = 0; player < p->table.players; player++) {
        const struct holdem_seat *seat = &o->seat[player];
        double share = 0, all = 0;
        if (!is_share(seat->equity) || !is_share(seat->win) || !is_share(seat->tie) || !is_share(seat->win + seat->tie))
            return "a probability is not between 0 and 1";
        if (seat->equity < seat->win - 1e-9 || seat->equity > seat->win + seat->tie / 2 + 1e-9 ||
            seat->equity < seat->win + seat->tie / p->table.players - 1e-9)
            return "an equity is not the wins and a share of the ties";
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
            if (seat->share[i] < -1e-9 * seat->all[i] || seat->share[i] > seat->all[i] * (1 + 1e-9) ||
                (seat->all[i] > 0 && p->table.range[player].weight[i] <= 0))
                return "a combo wins more than all or is not in the range";
            share += seat->share[i];
            all += seat->all[i];
        }
        if (!(all > 0) || fabs(share / all - seat->equity) > 1e-9)
            return "the combos of a player do not add up to the equity";
        sum += seat->equity;
        wins += seat->win;
    }
    return fabs(sum - 1) > 1e-9 ? "the equities do not add up to 1" : wins > 1 + 1e-9 ? "the wins exceed 1" : NULL;
}

/* ---- one combo against all, by dealing ---- */

struct recount {
    uint64_t hero_cards, known;
    const struct holdem_range *range;
    double share, all;
};

static void recount_board(struct recount *c, uint64_t board)
{
    const uint16_t own = holdem_set_strength(board | c->hero_cards);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        if (c->range->weight[i] <= 0 || combo_mask(i) & (board | c->hero_cards | c->known))
            continue;
        const uint16_t other = holdem_set_strength(board | combo_mask(i));
        const double weight = (double)c->range->weight[i];
        c->all += weight;
        c->share += own > other ? weight : own == other ? weight / 2 : 0;
    }
}

static void recount_from(struct recount *c, uint64_t board, unsigned missing, unsigned below)
{
    if (missing == 0)
        recount_board(c, board);
    for (unsigned card = 0; card < below && missing > 0; card++)
        if (!((c->known | c->hero_cards | board) >> card & 1))
            recount_from(c, board | card_bit(card), missing - 1, card);
}

static const char *recount_fault(const struct holdem_problem *p, const struct holdem_outcome *o)
{
    const struct holdem_spot *spot = &p->table.spot;
    const unsigned missing = HOLDEM_BOARD - (unsigned)__builtin_popcountll(spot->board);
    const unsigned steps_each = (missing == 0 ? 1U : missing == 1 ? 45U : 990U) * HOLDEM_COMBOS;
    unsigned left = CHECKED_STEPS / steps_each;
    for (unsigned k = 0; k < HOLDEM_COMBOS && left > 0; k++) {
        const unsigned combo = k * 613 % HOLDEM_COMBOS; /* 613 has no factor in common: all combos, in another order */
        struct recount c = {combo_mask(combo), spot->board | spot->dead, &p->table.range[1], 0, 0};
        if (p->table.range[0].weight[combo] <= 0)
            continue;
        recount_from(&c, spot->board, missing, CARD_DECK);
        const double share = o->seat[0].all[combo] > 0 ? o->seat[0].share[combo] / o->seat[0].all[combo] : 0;
        if ((c.all > 0) != (o->seat[0].all[combo] > 0) || (c.all > 0 && fabs(c.share / c.all - share) > 1e-9))
            return "the equity of a combo is another one when it is counted";
        left--;
    }
    return NULL;
}

/* ---- a sample ---- */

/* Compares with an independent sample, which takes about a tenth of the time of solve(): differences beyond six
 * standard errors are wrong. */
static enum nash_status check_sample(const struct holdem_problem *p, const struct holdem_answer *a,
                                     struct nash_error *error)
{
    struct nash_run run = {.arena = a->arena, .seed = UINT64_C(0x9e3779b97f4a7c15)};
    struct holdem_outcome *again = NASH_NEW(a->arena, struct holdem_outcome, 1);
    const uint64_t least = a->solve_us > SAMPLES_MIN ? a->solve_us : SAMPLES_MIN;
    const uint64_t samples = least < SAMPLES_MAX ? least : SAMPLES_MAX;
    const enum nash_status status =
        again ? holdem_table_solve(&p->table, HOLDEM_MONTE_CARLO, samples, &run, again) : NASH_NOMEM;
    if (status != NASH_OK)
        return nash_fail(error, NASH_NOMEM, "", "the memory of this job does not suffice to check the answer");
    for (unsigned player = 0; player < p->table.players; player++) {
        const double error_of = hypot(again->seat[player].error, a->outcome.seat[player].error);
        /* a rare outcome may be absent from a sample, whose error is then 0 */
        if (fabs(again->seat[player].equity - a->outcome.seat[player].equity) > 6 * error_of + 40 / (double)samples)
            return nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: a sample has another equity");
    }
    return NASH_OK;
}

enum nash_status holdem_equity_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct holdem_problem *p = problem;
    const struct holdem_answer *a = result->answer;
    const bool counted = p->table.players == 2 && p->table.spot.board && a->outcome.method != HOLDEM_MONTE_CARLO;
    const char *fault = numbers_fault(p, &a->outcome);
    if (!fault && counted)
        fault = recount_fault(p, &a->outcome);
    if (fault)
        return nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", fault);
    /* an answer of few samples proves little, and another sample nothing about it */
    return counted || a->outcome.stopped ? NASH_OK : check_sample(p, a, error);
}
