/* The board of candidates: singles, cages, locked candidates, undo.
 *
 * Every removal of a candidate changes its cell and its units: four constraints of a plain grid. A constraint with one
 * member left forces it (naked single for a cell, hidden single for a unit); one with none is a contradiction. So
 * propagation is unit propagation of the exact cover problem and needs no further rule for singles. Locked candidates
 * (pointing and claiming) follow when the queue of singles is empty, since they cost more and remove less. Undo
 * restores candidates from a trail: a node of the search costs what it changed, not a copy of the board. */
#include "board.h"

/* Allocates the queue of cages and puts all cages into it. */
static bool board_add_cages(struct sudoku_board *board, struct nash_arena *arena)
{
    unsigned n = board->geometry->size, cages = board->geometry->cages->count;
    board->cage = NASH_NEW(arena, uint16_t, cages);
    board->is_marked = NASH_NEW(arena, uint8_t, cages);
    board->sums = NASH_NEW(arena, struct sudoku_sums, (size_t)(n + 1) * (n + 1));
    if (!board->cage || !board->is_marked || !board->sums)
        return false;
    for (unsigned i = 0; i < cages; i++) {
        board->cage[i] = (uint16_t)i;
        board->is_marked[i] = 1;
    }
    board->cage_len = cages;
    return true;
}

struct sudoku_board *sudoku_board_new(struct nash_arena *arena, const struct sudoku_geometry *g)
{
    unsigned n = g->size;
    uint64_t all = (UINT64_C(1) << n) - 1;
    struct sudoku_board *board = NASH_NEW(arena, struct sudoku_board, 1);
    if (!board)
        return NULL;
    board->geometry = g;
    board->constraints = g->cells + g->units * n;
    board->open = NASH_NEW(arena, uint64_t, board->constraints);
    board->trail = NASH_NEW(arena, uint32_t, g->cells * n);
    board->queue = NASH_NEW(arena, uint32_t, 2 * board->constraints);
    board->dirty = NASH_NEW(arena, uint32_t, board->constraints);
    board->is_dirty = NASH_NEW(arena, uint8_t, board->constraints);
    board->failed = SUDOKU_NO_CONSTRAINT;
    if (!board->open || !board->trail || !board->queue || !board->dirty || !board->is_dirty)
        return NULL;
    for (unsigned i = 0; i < board->constraints; i++)
        board->open[i] = all;
    if (g->cages && !board_add_cages(board, arena))
        return NULL;
    return board;
}

static bool board_fail(struct sudoku_board *board, unsigned constraint)
{
    board->failed = constraint;
    return false;
}

static inline void mark_dirty(struct sudoku_board *board, unsigned constraint)
{
    if (board->is_dirty[constraint])
        return;
    board->is_dirty[constraint] = 1;
    unsigned tail = board->dirty_head + board->dirty_len++;
    board->dirty[tail >= board->constraints ? tail - board->constraints : tail] = constraint;
}

/* Removes a member of a constraint; queues the last one as forced. False when none is left. */
static inline bool constraint_shrink(struct sudoku_board *board, unsigned constraint, unsigned member)
{
    uint64_t open = board->open[constraint] &= ~(UINT64_C(1) << member);
    if (__builtin_expect((open & (open - 1)) != 0, 1))
        return true;
    if (open == 0)
        return board_fail(board, constraint);
    board->queue[board->queue_len++] = sudoku_board_member(board, constraint, (unsigned)__builtin_ctzll(open));
    return true;
}

/* Inline, because it is the hottest function of the search, and position-independent code may not inline a public
 * one. */
static inline bool remove_candidate(struct sudoku_board *board, unsigned cell, unsigned value)
{
    const struct sudoku_geometry *g = board->geometry;
    if (!(board->open[cell] >> value & 1))
        return true;
    board->trail[board->removed++] = SUDOKU_LITERAL(cell, value);
    bool fine = constraint_shrink(board, cell, value);
    for (unsigned kind = 0; kind < g->kinds; kind++) {
        if (g->unit[cell][kind] == SUDOKU_NO_UNIT)
            continue;
        unsigned constraint = g->cells + g->unit[cell][kind] * g->size + value;
        fine &= constraint_shrink(board, constraint, g->place[cell][kind]);
        mark_dirty(board, constraint);
    }
    return fine;
}

bool sudoku_board_remove(struct sudoku_board *board, unsigned cell, unsigned value)
{
    return remove_candidate(board, cell, value);
}

bool sudoku_board_assign(struct sudoku_board *board, unsigned cell, unsigned value)
{
    if (!(board->open[cell] >> value & 1))
        return board_fail(board, cell);
    board->queue[board->queue_len++] = SUDOKU_LITERAL(cell, value);
    return true;
}

bool sudoku_board_load(struct sudoku_board *board, const struct sudoku_problem *p)
{
    unsigned cells = board->geometry->cells;
    uint64_t all = (UINT64_C(1) << p->size) - 1;
    for (unsigned cell = 0; p->allowed && cell < cells; cell++)
        for (uint64_t gone = all & ~p->allowed[cell]; gone; gone &= gone - 1)
            if (!remove_candidate(board, cell, (unsigned)__builtin_ctzll(gone)))
                return false;
    for (unsigned cell = 0; cell < cells; cell++)
        if (p->clue[cell] && !sudoku_board_assign(board, cell, p->clue[cell] - 1U))
            return false;
    return true;
}

/* Removes value from all places of `mask` in unit. */
static bool clear_places(struct sudoku_board *board, unsigned unit, unsigned value, uint64_t mask)
{
    const uint16_t *cells = &board->geometry->cell[unit * board->geometry->size];
    while (mask) {
        if (!remove_candidate(board, cells[__builtin_ctzll(mask)], value))
            return false;
        mask &= mask - 1;
    }
    return true;
}

/* Removes all other values of the cell, and value from the rest of its units. */
static bool place_value(struct sudoku_board *board, unsigned cell, unsigned value)
{
    const struct sudoku_geometry *g = board->geometry;
    uint64_t others = board->open[cell] & ~(UINT64_C(1) << value);
    if (!(board->open[cell] >> value & 1))
        return board_fail(board, cell);
    for (; others; others &= others - 1)
        if (!remove_candidate(board, cell, (unsigned)__builtin_ctzll(others)))
            return false;
    for (unsigned kind = 0; kind < g->kinds; kind++) {
        unsigned unit = g->unit[cell][kind];
        if (unit == SUDOKU_NO_UNIT)
            continue;
        uint64_t rest = board->open[g->cells + unit * g->size + value] & ~(UINT64_C(1) << g->place[cell][kind]);
        if (!clear_places(board, unit, value, rest))
            return false;
    }
    return true;
}

/* Finds the unit of `kind` that contains the first place of value in `unit`. If it contains all places of value in
 * `unit`, removes value from its other cells. */
static bool lock_into_unit(struct sudoku_board *board, unsigned unit, unsigned value, unsigned kind)
{
    const struct sudoku_geometry *g = board->geometry;
    uint64_t open = board->open[g->cells + unit * g->size + value];
    const uint16_t *cells = &g->cell[unit * g->size];
    unsigned other = g->unit[cells[__builtin_ctzll(open)]][kind];
    if (other == SUDOKU_NO_UNIT || other == unit)
        return true;
    uint64_t inside = 0; /* the cells of `open`, as places of the other unit */
    for (; open; open &= open - 1) {
        unsigned cell = cells[__builtin_ctzll(open)];
        if (g->unit[cell][kind] != other)
            return true;
        inside |= UINT64_C(1) << g->place[cell][kind];
    }
    return clear_places(board, other, value, board->open[g->cells + other * g->size + value] & ~inside);
}

static bool locked_candidates(struct sudoku_board *board, unsigned constraint)
{
    const struct sudoku_geometry *g = board->geometry;
    unsigned unit = (constraint - g->cells) / g->size, value = (constraint - g->cells) % g->size;
    if (!(board->open[constraint] & (board->open[constraint] - 1)))
        return true; /* a single, whose consequences are drawn already */
    /* a row and a column share one cell, so neither can lock a value in the other */
    unsigned first = g->kind[unit] < SUDOKU_BOX ? SUDOKU_BOX : SUDOKU_ROW;
    for (unsigned kind = first; kind < g->kinds; kind++)
        if (!lock_into_unit(board, unit, value, kind))
            return false;
    return true;
}

/* Marks the cages that lost candidates. */
static void mark_cages(struct sudoku_board *board)
{
    const struct sudoku_cages *cages = board->geometry->cages;
    for (; board->looked < board->removed; board->looked++) {
        const uint16_t *of = cages->of[SUDOKU_LITERAL_CELL(board->trail[board->looked])];
        for (unsigned i = 0; i < SUDOKU_CAGES_OF_CELL; i++) {
            if (of[i] == SUDOKU_NO_CAGE || board->is_marked[of[i]])
                continue;
            board->is_marked[of[i]] = 1;
            board->cage[(board->cage_head + board->cage_len++) % cages->count] = of[i];
        }
    }
}

static bool propagate_next_cage(struct sudoku_board *board)
{
    unsigned cage = board->cage[board->cage_head++];
    board->cage_head = board->cage_head == board->geometry->cages->count ? 0 : board->cage_head;
    board->cage_len--;
    board->is_marked[cage] = 0;
    return sudoku_cage_propagate(board, &board->geometry->cages->cage[cage]);
}

static void unmark_cages(struct sudoku_board *board, unsigned removed)
{
    board->looked = board->looked < removed ? board->looked : removed;
    for (; board->cage_len; board->cage_len--) {
        board->is_marked[board->cage[board->cage_head++]] = 0;
        board->cage_head = board->cage_head == board->geometry->cages->count ? 0 : board->cage_head;
    }
}

bool sudoku_board_propagate(struct sudoku_board *board)
{
    bool has_cages = board->geometry->cages;
    if (board->failed != SUDOKU_NO_CONSTRAINT)
        return false;
    for (;;) {
        while (board->queue_len) {
            uint32_t literal = board->queue[--board->queue_len];
            if (!place_value(board, SUDOKU_LITERAL_CELL(literal), SUDOKU_LITERAL_VALUE(literal)))
                return false;
        }
        if (has_cages)
            mark_cages(board);
        if (board->cage_len) {
            if (!propagate_next_cage(board))
                return false;
            continue;
        }
        if (!board->dirty_len)
            return true;
        unsigned constraint = board->dirty[board->dirty_head++];
        board->dirty_head = board->dirty_head == board->constraints ? 0 : board->dirty_head;
        board->dirty_len--;
        board->is_dirty[constraint] = 0;
        if (!locked_candidates(board, constraint))
            return false;
    }
}

void sudoku_board_undo(struct sudoku_board *board, unsigned removed)
{
    const struct sudoku_geometry *g = board->geometry;
    while (board->removed > removed) {
        uint32_t literal = board->trail[--board->removed];
        unsigned cell = SUDOKU_LITERAL_CELL(literal), value = SUDOKU_LITERAL_VALUE(literal);
        board->open[cell] |= UINT64_C(1) << value;
        for (unsigned kind = 0; kind < g->kinds; kind++)
            if (g->unit[cell][kind] != SUDOKU_NO_UNIT)
                board->open[g->cells + g->unit[cell][kind] * g->size + value] |= UINT64_C(1) << g->place[cell][kind];
    }
    board->queue_len = 0;
    board->failed = SUDOKU_NO_CONSTRAINT;
    if (g->cages)
        unmark_cages(board, removed);
    for (; board->dirty_len; board->dirty_len--) {
        board->is_dirty[board->dirty[board->dirty_head++]] = 0;
        board->dirty_head = board->dirty_head == board->constraints ? 0 : board->dirty_head;
    }
    board->dirty_head = 0;
}

unsigned sudoku_board_count(const struct sudoku_board *board)
{
    unsigned set = 0;
    for (unsigned cell = 0; cell < board->geometry->cells; cell++)
        set += board->open[cell] && !(board->open[cell] & (board->open[cell] - 1));
    return set;
}

unsigned sudoku_board_grid(const struct sudoku_board *board, uint8_t *grid)
{
    unsigned set = 0;
    for (unsigned cell = 0; cell < board->geometry->cells; cell++) {
        uint64_t open = board->open[cell];
        bool single = open && !(open & (open - 1));
        grid[cell] = single ? (uint8_t)(__builtin_ctzll(open) + 1) : 0;
        set += single;
    }
    return set;
}
