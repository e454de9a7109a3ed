/* Nim, normal and misere (Bouton 1901), where a move takes any number of coins from a pile or at most `take`. The value
 * of a pile is then its rest modulo take + 1, and both winners are those of nim with piles of these values. In normal
 * play the mover wins if the exclusive or of the values is not 0. Misere play is the same while some value is larger
 * than one; with values of 0 and 1 only, the mover wins if the ones are even in number (Ferguson 1974: taking 1 to m
 * coins is as tame as nim). The winner of the normal game therefore keeps its strategy until a move would leave no
 * value larger than one, and then leaves an odd number of ones. */
#include "piles.h"
#include "state_graph.h"

struct count {
    uint32_t value; /* exclusive or of the values */
    uint64_t moves;
    size_t ones, more; /* piles of value one, and of more */
};

/* Adds a pile to the count; sign -1: removes it. */
static void count_add(struct count *c, const struct piles_problem *p, uint32_t pile, int sign)
{
    uint32_t value = nim_value(p, pile);
    c->value ^= value;
    c->moves += (uint64_t)sign * piles_moves(p, pile);
    c->ones += (size_t)(sign * (value == 1));
    c->more += (size_t)(sign * (value > 1));
}

static struct count count_piles(const struct piles_problem *p, const uint32_t *pile, size_t piles)
{
    struct count c = {0};
    for (size_t i = 0; i < piles; i++)
        count_add(&c, p, pile[i], 1);
    return c;
}

static bool mover_wins(const struct count *c, bool misere)
{
    return misere && c->more == 0 ? c->ones % 2 == 0 : c->value != 0;
}

static bool state_wins(const struct piles_problem *p, const uint32_t *pile, uint32_t piles)
{
    struct count c = count_piles(p, pile, piles);
    return mover_wins(&c, p->misere);
}

/* Sets *left to the size to which a pile must be reduced so that the opponent loses. Returns false if there is none.
 * The piles that a move can leave have different values, so there is at most one. */
static bool wins_at(const struct count *c, const struct piles_problem *p, uint32_t pile, uint32_t *left)
{
    struct count others = *c;
    count_add(&others, p, pile, -1);
    uint32_t target = p->misere && others.more == 0 ? others.value ^ 1 : others.value;
    uint64_t modulus = (uint64_t)p->take + 1, taken = (nim_value(p, pile) + modulus - target) % modulus;
    *left = pile - (uint32_t)taken;
    return target < modulus && taken > 0 && taken <= pile;
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct piles_problem *p = problem;
    struct count c = count_piles(p, p->pile, p->count);
    struct piles_states *states = NULL;
    enum nash_status status = NASH_OK;
    size_t count;
    uint32_t left;
    struct piles_answer *a = piles_answer_new(run->arena, error);
    uint32_t *pile = piles_distinct(p, run->arena, &count);
    if (!a || !pile)
        return nash_fail(error, NASH_NOMEM, "", "no memory for %zu piles", p->count);
    a->known = a->all_winning = true;
    a->value = c.value;
    a->moves = c.moves;
    a->mover_wins = mover_wins(&c, p->misere);
    for (size_t i = 0; i < count && a->mover_wins; i++)
        if (wins_at(&c, p, pile[i], &left))
            piles_add_win(a, (struct piles_move){pile[i], {left, 0}});
    a->has_best = c.moves > 0;
    a->best = a->listed > 0 ? a->win[0] : (struct piles_move){pile[count - 1], {pile[count - 1] - 1, 0}};
    if (!a->has_best)
        a->best = (struct piles_move){0};
    if (p->tree)
        status = piles_states_make(p, state_wins, run, &states, error);
    a->states = states;
    result->answer = a;
    result->final = run->stopped == NASH_STOP_NONE;
    return status;
}

/* ---- the check: small positions by playing them out, large ones by what a move leaves ---- */

enum { SMALL = 16, SMALL_PILES = 3 }; /* a small position has at most this many piles, each below SMALL */

/* Returns whether the mover wins, by playing out all positions of three piles below SMALL, the smallest first. */
static bool plays_out(const struct piles_problem *p)
{
    static const uint32_t step[SMALL_PILES] = {1, SMALL, SMALL * SMALL};
    bool wins[SMALL * SMALL * SMALL];
    uint32_t position = 0;
    for (size_t i = 0; i < p->count; i++)
        position += p->pile[i] * step[i];
    for (uint32_t at = 0; at <= position; at++) {
        wins[at] = p->misere && at == 0;
        for (size_t i = 0; i < SMALL_PILES && !wins[at]; i++)
            for (uint32_t take = 1; take <= piles_moves(p, at / step[i] % SMALL) && !wins[at]; take++)
                wins[at] = !wins[at - take * step[i]];
    }
    return wins[position];
}

static bool is_small(const struct piles_problem *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->pile[i] >= SMALL)
            return false;
    return p->count <= SMALL_PILES;
}

static bool move_wins(struct count c, const struct piles_problem *p, const struct piles_move *move)
{
    count_add(&c, p, move->pile, -1);
    count_add(&c, p, move->into[0], 1);
    return move->into[0] < move->pile && move->pile - move->into[0] <= p->take && !mover_wins(&c, p->misere);
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct piles_problem *p = problem;
    const struct piles_answer *a = result->answer;
    struct count c = count_piles(p, p->pile, p->count);
    if (is_small(p) && plays_out(p) != a->mover_wins)
        return nash_fail(error, NASH_INTERNAL, "", "the game played out has another winner");
    if (a->mover_wins && a->winning == 0 && c.moves > 0)
        return nash_fail(error, NASH_INTERNAL, "", "a position that is won has no winning move");
    for (size_t i = 0; i < a->listed; i++)
        if (!move_wins(c, p, &a->win[i]))
            return nash_fail(error, NASH_INTERNAL, "", "reducing %u to %u does not win", a->win[i].pile,
                             a->win[i].into[0]);
    if (a->states && !piles_states_hold(a->states, p, state_wins))
        return nash_fail(error, NASH_INTERNAL, "", "the state graph has another winner than the values");
    return NASH_OK;
}

const struct gametree_game gametree_nim = {
    .name = "nim",
    .members = nim_members,
    .parse = nim_parse,
    .canon = nim_canon,
    .solve = solve,
    .verify = verify,
    .write = nim_write,
};
