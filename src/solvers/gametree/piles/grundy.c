/* Grundy's game: values from the table, their exclusive or, and the splits that make it 0. In misere play the positions
 * are searched instead (misere.h). */
#include <string.h>

#include "misere.h"
#include "state_graph.h"

/* Returns the smallest x > after for which the split x, pile - x has the value `target`, or 0 if there is none or the
 * run is stopped. */
static uint32_t next_split(const struct mex_values *values, uint32_t pile, uint32_t target, uint32_t after,
                           struct nash_run *run)
{
    for (uint32_t x = after + 1; 2 * x < pile; x++) {
        if ((x - after) % 4096 == 1 && nash_stop(run, PILES_CHECK_FIND))
            return 0;
        if ((mex_value(values, x) ^ mex_value(values, pile - x)) == target)
            return x;
    }
    return 0;
}

/* Finds all winning splits of all piles if they are few, otherwise the first winning split of the first pile that must
 * have one, because its value has to decrease. (A split may also increase the value: of 3 and 4, 4 into 1 and 3.) */
static void find_wins(const struct mex_values *values, const uint32_t *pile, size_t count, struct nash_run *run,
                      struct piles_answer *a)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count && sum <= PILES_ALL_MOVES; i++)
        sum += pile[i];
    a->all_winning = sum <= PILES_ALL_MOVES;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = mex_value(values, pile[i]), target = value ^ a->value, x = 0;
        if (!a->all_winning && target > value)
            continue;
        while ((x = next_split(values, pile[i], target, x, run)) != 0) {
            piles_add_win(a, (struct piles_move){pile[i], {x, pile[i] - x}});
            if (!a->all_winning)
                return;
        }
    }
}

static void find_moves(const struct piles_problem *p, const struct mex_values *values, const uint32_t *pile,
                       size_t count, struct nash_run *run, struct piles_answer *a)
{
    uint32_t largest = pile[count - 1];
    for (size_t i = 0; i < p->count; i++) {
        a->value ^= mex_value(values, p->pile[i]);
        a->moves += piles_moves(p, p->pile[i]);
    }
    a->mover_wins = a->value != 0;
    a->all_winning = true;
    if (a->mover_wins)
        find_wins(values, pile, count, run, a);
    a->all_winning &= run->stopped == NASH_STOP_NONE;
    a->has_best = a->listed > 0 || (!a->mover_wins && largest > 2);
    if (a->listed > 0)
        a->best = a->win[0];
    else if (a->has_best)
        a->best = (struct piles_move){largest, {1, largest - 1}};
}

static bool state_wins(const struct piles_problem *p, const uint32_t *pile, uint32_t count)
{
    struct mex_values values = grundy_table();
    uint32_t value = 0;
    (void)p;
    for (uint32_t i = 0; i < count; i++)
        value ^= mex_value(&values, pile[i]);
    return value != 0;
}

static enum nash_status solve_normal(const struct piles_problem *p, const uint32_t *pile, size_t count,
                                     struct nash_run *run, struct piles_answer *a, struct nash_error *error)
{
    enum nash_status status = grundy_table_fill(pile[count - 1], run, error);
    a->filled = grundy_table_verified(pile[count - 1] + 1);
    if (status != NASH_OK)
        return status;
    struct mex_values values = grundy_table();
    a->known = true;
    find_moves(p, &values, pile, count, run, a);
    return NASH_OK;
}

/* ---- misere play ---- */

/* Searches the positions after each split of a pile, which is replaced in `after` and has one more place at its end. */
static enum nash_status search_splits(struct misere_search *search, const struct piles_problem *p, uint32_t *after,
                                      uint32_t pile, struct piles_answer *a)
{
    enum nash_status status = NASH_OK;
    size_t at = 0;
    while (after[at] != pile)
        at++;
    for (uint32_t x = 1; 2 * x < pile && status == NASH_OK; x++) {
        bool opponent_wins;
        after[at] = pile - x;
        after[p->count] = x;
        status = misere_wins(search, after, p->count + 1, &opponent_wins);
        if (status == NASH_OK && !opponent_wins)
            piles_add_win(a, (struct piles_move){pile, {x, pile - x}});
    }
    after[at] = pile;
    return status;
}

/* Finds all winning splits; without a move the mover wins. */
static enum nash_status solve_misere(const struct piles_problem *p, const uint32_t *pile, size_t count,
                                     struct nash_run *run, struct piles_answer *a)
{
    struct misere_search *search = misere_new(true, run);
    uint32_t *after = NASH_NEW(run->arena, uint32_t, p->count + 1), largest = pile[count - 1];
    enum nash_status status = search && after ? NASH_OK : NASH_NOMEM;
    for (size_t i = 0; i < p->count; i++)
        a->moves += piles_moves(p, p->pile[i]);
    if (status == NASH_OK)
        memcpy(after, p->pile, p->count * sizeof *after);
    for (size_t i = 0; i < count && status == NASH_OK; i++)
        status = search_splits(search, p, after, pile[i], a);
    a->positions = search ? misere_positions(search) : 0;
    if (status != NASH_OK)
        return NASH_STOPPED; /* no time, or no memory for more positions */
    a->known = a->all_winning = true;
    a->mover_wins = a->winning > 0 || largest <= 2;
    a->has_best = largest > 2;
    if (a->has_best)
        a->best = a->listed > 0 ? a->win[0] : (struct piles_move){largest, {1, largest - 1}};
    return NASH_OK;
}

/* ---- the whole ---- */

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct piles_problem *p = problem;
    size_t count;
    struct piles_states *states = NULL;
    struct piles_answer *a = piles_answer_new(run->arena, error);
    uint32_t *pile = piles_distinct(p, run->arena, &count);
    if (!a || !pile)
        return nash_fail(error, NASH_NOMEM, "", "no memory for %zu piles", p->count);
    result->answer = a;
    enum nash_status status =
        p->misere ? solve_misere(p, pile, count, run, a) : solve_normal(p, pile, count, run, a, error);
    if (status != NASH_OK)
        return status == NASH_STOPPED ? NASH_OK : status;
    if (p->tree)
        status = piles_states_make(p, p->misere ? NULL : state_wins, run, &states, error);
    a->states = states;
    result->final = run->stopped == NASH_STOP_NONE;
    return status;
}

/* ---- the check ---- */

/* Returns the value of a pile by its definition, from the values below. */
static uint32_t value_again(const struct mex_values *values, uint32_t pile)
{
    bool seen[512] = {false};
    uint32_t value = 0;
    for (uint32_t x = 1; 2 * x < pile; x++)
        seen[mex_value(values, x) ^ mex_value(values, pile - x)] = true;
    while (seen[value])
        value++;
    return value;
}

/* The verification recomputes piles up to this number of splits. */
enum { CHECKED_SPLITS = 4000000 };

static bool values_hold(const struct piles_problem *p, const struct mex_values *values, uint32_t whole)
{
    uint64_t splits = 0;
    for (size_t i = 0; i < p->count; i++) {
        splits += p->pile[i] / 2;
        if (splits <= CHECKED_SPLITS && value_again(values, p->pile[i]) != mex_value(values, p->pile[i]))
            return false;
        whole ^= mex_value(values, p->pile[i]);
    }
    return whole == 0;
}

static bool move_holds(const struct mex_values *values, uint32_t whole, const struct piles_move *move)
{
    return move->into[0] > 0 && move->into[0] < move->into[1] && move->into[0] + move->into[1] == move->pile &&
           (whole ^ mex_value(values, move->pile) ^ mex_value(values, move->into[0]) ^
            mex_value(values, move->into[1])) == 0;
}

static enum nash_status verify_normal(const struct piles_problem *p, const struct piles_answer *a,
                                      struct nash_error *error)
{
    struct mex_values values = grundy_table();
    if (!values_hold(p, &values, a->value))
        return nash_fail(error, NASH_INTERNAL, "", "a Grundy value does not follow from those below it");
    if (a->mover_wins != (a->value != 0))
        return nash_fail(error, NASH_INTERNAL, "", "the winner does not follow from the value %u", a->value);
    for (size_t i = 0; i < a->listed; i++)
        if (!move_holds(&values, a->value, &a->win[i]))
            return nash_fail(error, NASH_INTERNAL, "", "splitting %u into %u and %u does not win", a->win[i].pile,
                             a->win[i].into[0], a->win[i].into[1]);
    if (a->states && !piles_states_hold(a->states, p, state_wins))
        return nash_fail(error, NASH_INTERNAL, "", "the state graph has another winner than the values");
    return NASH_OK;
}

/* The verification of misere play searches positions of up to this many coins again, without equal piles. */
enum { CHECKED_COINS = 40 };

static enum nash_status verify_misere(const struct piles_problem *p, const struct piles_answer *a,
                                      struct nash_error *error)
{
    struct nash_run run = {.arena = a->arena};
    bool wins;
    uint64_t coins = 0;
    for (size_t i = 0; i < p->count; i++)
        coins += p->pile[i] > 2 ? p->pile[i] : 0;
    if (a->states && a->states->complete && a->states->state[0].mover_wins != a->mover_wins)
        return nash_fail(error, NASH_INTERNAL, "", "the state graph has another winner");
    if (coins > CHECKED_COINS)
        return NASH_OK;
    struct misere_search *search = misere_new(false, &run);
    if (!search || misere_wins(search, p->pile, p->count, &wins) != NASH_OK)
        return nash_fail(error, NASH_NOMEM, "", "no memory to check the answer");
    if (wins != a->mover_wins)
        return nash_fail(error, NASH_INTERNAL, "", "the game played out has another winner");
    return NASH_OK;
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct piles_problem *p = problem;
    const struct piles_answer *a = result->answer;
    if (!a->known)
        return NASH_OK;
    return p->misere ? verify_misere(p, a, error) : verify_normal(p, a, error);
}

const struct gametree_game gametree_grundy = {
    .name = "grundy",
    .members = grundy_members,
    .parse = grundy_parse,
    .canon = grundy_canon,
    .solve = solve,
    .verify = verify,
    .write = grundy_write,
};

enum nash_status gametree_prepare(const char *data_dir, struct nash_error *error)
{
    return grundy_table_open(data_dir, error);
}
