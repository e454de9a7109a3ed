/* Assumptions that lead to a contradiction by way of others: after the propagation of the engines' board, each
 * remaining candidate is assumed in turn, and those that fail are removed, until nothing changes or the first
 * assumption has failed. The first assumption that fails is used. */
#include <solvers/sudoku/explain/finders.h>
#include <solvers/sudoku/stops.h>

/* Open candidates up to which nested assumptions are tried, about those of a 16x16 puzzle; above, they would take
 * minutes. */
enum { NESTED_CANDIDATES_MAX = 1024 };

static bool too_many(const struct sudoku_logic *l)
{
    unsigned candidates = 0;
    for (unsigned cell = 0; cell < l->cells; cell++)
        candidates += explain_count(l->open[cell]);
    return candidates > NESTED_CANDIDATES_MAX;
}

/* Returns a board with the candidates of the logic, propagated. NULL: they contradict each other, or the arena is
 * exhausted (l->spent). */
static struct sudoku_board *board_of_logic(struct sudoku_logic *l)
{
    struct sudoku_board *b = l->board ? l->board : sudoku_board_new(l->arena, l->geometry);
    l->spent |= !b;
    if (l->spent)
        return NULL;
    l->board = b;
    sudoku_board_undo(b, 0);
    for (unsigned cell = 0; cell < l->cells; cell++) {
        uint64_t open = l->value[cell] ? explain_bit(l->value[cell] - 1U) : l->open[cell];
        for (uint64_t gone = (explain_bit(l->size) - 1) & ~open; gone;)
            sudoku_board_remove(b, cell, explain_pop(&gone));
    }
    return sudoku_board_propagate(b) ? b : NULL;
}

static bool fails(struct sudoku_board *b, unsigned cell, unsigned value)
{
    return !sudoku_board_assign(b, cell, value) || !sudoku_board_propagate(b);
}

/* Removes the candidates that fail in the present state until nothing changes. True: the present state itself fails. */
static bool fails_further(struct sudoku_logic *l, struct sudoku_board *b)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned cell = 0; cell < l->cells; cell++) {
            for (uint64_t open = explain_count(b->open[cell]) > 1 ? b->open[cell] : 0; open;) {
                unsigned value = explain_pop(&open), mark = b->removed;
                if (nash_stop(l->run, SUDOKU_CHECK_EXPLAIN))
                    return false;
                if (!(b->open[cell] >> value & 1) || explain_count(b->open[cell]) < 2)
                    continue;
                bool failed = fails(b, cell, value);
                sudoku_board_undo(b, mark);
                if (failed && (!sudoku_board_remove(b, cell, value) || !sudoku_board_propagate(b)))
                    return true;
                changed |= failed;
            }
        }
    }
    return false;
}

bool explain_nested_trial(struct sudoku_logic *l)
{
    struct sudoku_board *b = too_many(l) ? NULL : board_of_logic(l);
    unsigned root = b ? b->removed : 0;
    for (unsigned cell = 0; b && cell < l->cells; cell++) {
        for (uint64_t open = l->open[cell]; open;) {
            unsigned value = explain_pop(&open);
            if (nash_stop(l->run, SUDOKU_CHECK_EXPLAIN))
                return false;
            bool failed = fails(b, cell, value) || fails_further(l, b);
            sudoku_board_undo(b, root);
            if (!failed || l->run->stopped != NASH_STOP_NONE)
                continue;
            explain_start(l, SUDOKU_NESTED_TRIAL);
            explain_add_cell(l, cell);
            l->step.values = explain_bit(value);
            return explain_eliminate(l, cell, l->step.values);
        }
    }
    return false;
}
