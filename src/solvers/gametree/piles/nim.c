/* Nim, normal and misere (Bouton 1901). In normal play the mover wins if the exclusive or of the piles is not 0. Misere
 * play is the same while some pile is larger than one; with piles of one only, the mover wins if their number is even.
 * The winner of the normal game therefore keeps its strategy until a move would leave no pile larger than one, and then
 * leaves an odd number of ones. */
#include "piles.h"

struct count {
    uint32_t value; /* exclusive or */
    uint64_t sum;
    size_t ones, more; /* piles of one, and of more */
};

static struct count count_piles(const struct piles_problem *p)
{
    struct count c = {0};
    for (size_t i = 0; i < p->count; i++) {
        c.value ^= p->pile[i];
        c.sum += p->pile[i];
        c.ones += p->pile[i] == 1;
        c.more += p->pile[i] > 1;
    }
    return c;
}

static bool mover_wins(const struct count *c, bool misere)
{
    return misere && c->more == 0 ? c->ones % 2 == 0 : c->value != 0;
}

/* Sets *left to the size to which a pile must be reduced so that the opponent loses. Returns false if there is none. */
static bool wins_at(const struct count *c, bool misere, uint32_t pile, uint32_t *left)
{
    *left = pile ^ c->value;
    if (misere && c->more == 0)
        *left = 0;
    else if (misere && c->more == 1)
        *left = c->ones % 2 == 0;
    return *left < pile && (!misere || c->more != 1 || pile > 1);
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct piles_problem *p = problem;
    struct count c = count_piles(p);
    size_t count;
    uint32_t left;
    struct piles_answer *a = piles_answer_new(run->arena, error);
    uint32_t *pile = piles_distinct(p, run->arena, &count);
    if (!a || !pile)
        return nash_fail(error, NASH_NOMEM, "", "no memory for %zu piles", p->count);
    a->known = a->all_winning = true;
    a->value = c.value;
    a->moves = c.sum;
    a->mover_wins = mover_wins(&c, p->misere);
    for (size_t i = 0; i < count && a->mover_wins; i++)
        if (wins_at(&c, p->misere, pile[i], &left))
            piles_add_win(a, (struct piles_move){pile[i], {left, 0}});
    a->has_best = c.sum > 0;
    a->best = a->listed > 0 ? a->win[0] : (struct piles_move){pile[count - 1], {pile[count - 1] - 1, 0}};
    if (!a->has_best)
        a->best = (struct piles_move){0};
    result->answer = a;
    result->final = true;
    return NASH_OK;
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
            for (uint32_t take = at / step[i] % SMALL; take > 0 && !wins[at]; take--)
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

static struct count count_after(struct count c, const struct piles_move *move)
{
    c.value ^= move->pile ^ move->into[0];
    c.ones = c.ones - (move->pile == 1) + (move->into[0] == 1);
    c.more = c.more - (move->pile > 1) + (move->into[0] > 1);
    return c;
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct piles_problem *p = problem;
    const struct piles_answer *a = result->answer;
    struct count c = count_piles(p);
    if (is_small(p) && plays_out(p) != a->mover_wins)
        return nash_fail(error, NASH_INTERNAL, "", "the game played out has another winner");
    if (a->mover_wins && a->winning == 0 && c.sum > 0)
        return nash_fail(error, NASH_INTERNAL, "", "a position that is won has no winning move");
    for (size_t i = 0; i < a->listed; i++) {
        struct count next = count_after(c, &a->win[i]);
        if (a->win[i].into[0] >= a->win[i].pile || mover_wins(&next, p->misere))
            return nash_fail(error, NASH_INTERNAL, "", "reducing %u to %u does not win", a->win[i].pile,
                             a->win[i].into[0]);
    }
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
