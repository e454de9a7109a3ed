/* Fuzzes the parsers of Hold'em, and solves accepted problems of a flop or later briefly.
 *
 * An accepted problem of the form "equity" has weights from 0 to 1, none on a known card, and a hand for each player;
 * its ranges written as text read as the same ranges. */
#include <string.h>

#include <nash/nash.h>
#include <solvers/holdem/model/forms/forms.h>
#include <solvers/holdem/problem.h>
#include <solvers/holdem/range/range.h>

#include "fuzz_kind.h"

enum { ARENA_BYTES = 64 << 20, NODES = 2000, SOLVED_STEPS = 2000000, SOLVED_SAMPLES = 2000 };

extern const struct nash_solver nash_solver_holdem;

static void check_range(const struct holdem_range *range)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct holdem_range again;
    struct range_fault fault;
    range_write(range, &text);
    if (!range_read((struct text_span){text.data, text.data + text.len}, &again, &fault))
        fuzz_fail("a written range is refused", nash_buf_cstr(&text));
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        if (again.weight[i] != range->weight[i])
            fuzz_fail("a written range reads as another one", nash_buf_cstr(&text));
    nash_buf_free(&text);
}

static void check_problem(const struct holdem_problem *p)
{
    const struct holdem_spot *spot = &p->table.spot;
    const int cards = __builtin_popcountll(spot->board);
    if (p->table.players < 2 || p->table.players > HOLDEM_PLAYERS_MAX || spot->board & spot->dead)
        fuzz_fail("a table is not in its normal form", "");
    if (cards > HOLDEM_BOARD || cards == 1 || cards == 2)
        fuzz_fail("a board has an odd number of cards", "");
    for (unsigned player = 0; player < p->table.players; player++) {
        unsigned hands = 0;
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
            const float weight = p->table.range[player].weight[i];
            if (!(weight >= 0 && weight <= 1) || (weight > 0 && combo_mask(i) & (spot->board | spot->dead)))
                fuzz_fail("a weight is impossible", "");
            hands += weight > 0;
        }
        if (!hands)
            fuzz_fail("a player has no hand", "");
        check_range(&p->asked[player]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_run run = {.arena = arena, .node_limit = NODES};
    const void *problem = fuzz_parse(&nash_solver_holdem, data, size, arena);
    const struct holdem_problem *p = problem ? form_problem_of(&holdem_form_equity, problem) : NULL;
    const bool learns = problem && form_problem_of(&holdem_form_learn, problem);
    const bool line =
        problem && (form_problem_of(&holdem_form_line, problem) || form_problem_of(&holdem_form_hand, problem));
    if (learns || line)
        fuzz_solve(&nash_solver_holdem, problem, &run, false);
    if (p) {
        double steps;
        check_problem(p);
        holdem_table_method(&p->table, &steps);
        if (p->method == HOLDEM_MONTE_CARLO ? p->samples <= SOLVED_SAMPLES : steps <= SOLVED_STEPS)
            fuzz_solve(&nash_solver_holdem, problem, &run, false);
    }
    nash_arena_free(arena);
    return 0;
}
