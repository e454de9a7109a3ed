/* Backtracking with an explicit stack: tries a value, and excludes it when it fails (binary branching).
 *
 * Branches on the constraint with the fewest open members over all kinds (cell, and value in row, column, box), among
 * equals on the one that failed most often (dom/wdeg: Boussemart et al., ECAI 2004), with old failures fading as in
 * VSIDS. Where a puzzle has its difficulty in one region, the search stays there: of 500 irreducible 16x16 boards the
 * worst takes about 1,800 nodes. The member with the heaviest constraints is tried first: all but one have to be
 * refuted in any case. */
#include "search.h"

#include <string.h>

struct sudoku_search *sudoku_search_new(struct nash_arena *arena, struct sudoku_board *board)
{
    struct sudoku_search *search = NASH_NEW(arena, struct sudoku_search, 1);
    if (!search)
        return NULL;
    search->board = board;
    search->frame = NASH_NEW(arena, struct sudoku_frame, board->geometry->cells + 1);
    search->weight = NASH_NEW(arena, float, board->constraints);
    if (!search->frame || !search->weight)
        return NULL;
    sudoku_search_reset(search);
    return search;
}

void sudoku_search_reset(struct sudoku_search *search)
{
    search->depth = search->steps = 0;
    search->at_solution = false;
    search->nodes = search->dead_ends = 0;
    search->increment = 1;
    for (unsigned i = 0; i < search->board->constraints; i++)
        search->weight[i] = 1; /* above 0, see heaviest_pair() */
}

/* The weights are the same on every machine, although they are floats: no product is added to anything, so that there
 * is nothing to contract. Units depend on it (units/proof.c). */
static void bump_weight(struct sudoku_search *search, uint32_t failed)
{
    static const float fading = 1.005F, ceiling = 1e20F;
    search->weight[failed] += search->increment;
    search->increment *= fading;
    if (search->increment < ceiling)
        return;
    for (unsigned i = 0; i < search->board->constraints; i++)
        search->weight[i] /= ceiling;
    search->increment /= ceiling;
}

/* Returns the heaviest constraint with exactly two members, or SUDOKU_NO_CONSTRAINT. Most nodes have one, so this loop
 * is the hottest of the search. Whether a constraint is a pair must not become a branch, since it is unpredictable.
 * Positive floats compare as their bits do, so the weight of every other constraint is masked to 0. */
static uint32_t heaviest_pair(const struct sudoku_search *search)
{
    const struct sudoku_board *board = search->board;
    uint32_t best = SUDOKU_NO_CONSTRAINT, best_key = 0;
    for (uint32_t i = 0; i < board->constraints; i++) {
        uint64_t rest = board->open[i] & (board->open[i] - 1);
        uint32_t pair = (uint32_t)(rest != 0) & (uint32_t)((rest & (rest - 1)) == 0), key;
        memcpy(&key, &search->weight[i], sizeof key);
        key &= 0U - pair;
        if (__builtin_expect(key > best_key, 0)) {
            best = i;
            best_key = key;
        }
    }
    return best;
}

/* Returns the open constraint with the fewest members; among equals the heaviest. SUDOKU_NO_CONSTRAINT: none is
 * open. */
static uint32_t tightest_constraint(const struct sudoku_search *search)
{
    const struct sudoku_board *board = search->board;
    uint32_t best = heaviest_pair(search);
    int best_count = SUDOKU_MAX + 1;
    float best_weight = 0;
    if (best != SUDOKU_NO_CONSTRAINT)
        return best;
    for (uint32_t i = 0; i < board->constraints; i++) {
        uint64_t open = board->open[i];
        if (!(open & (open - 1)))
            continue;
        int count = __builtin_popcountll(open);
        if (count < best_count || (count == best_count && search->weight[i] > best_weight)) {
            best = i;
            best_count = count;
            best_weight = search->weight[i];
        }
    }
    return best;
}

static float literal_weight(const struct sudoku_search *search, uint32_t literal)
{
    const struct sudoku_geometry *g = search->board->geometry;
    unsigned cell = SUDOKU_LITERAL_CELL(literal), value = SUDOKU_LITERAL_VALUE(literal);
    float weight = search->weight[cell];
    for (unsigned kind = 0; kind < g->kinds; kind++)
        if (g->unit[cell][kind] != SUDOKU_NO_UNIT)
            weight += search->weight[g->cells + g->unit[cell][kind] * g->size + value];
    return weight;
}

static uint32_t random_member(const struct sudoku_search *search, uint32_t constraint)
{
    uint64_t open = search->board->open[constraint];
    for (uint64_t skip = search->below(search->rng, (uint64_t)__builtin_popcountll(open)); skip; skip--)
        open &= open - 1;
    return sudoku_board_member(search->board, constraint, (unsigned)__builtin_ctzll(open));
}

/* Returns the member of the constraint to try first. */
static uint32_t choose_member(const struct sudoku_search *search, uint32_t constraint)
{
    uint32_t best = 0;
    float best_weight = -1;
    if (search->below)
        return random_member(search, constraint);
    for (uint64_t open = search->board->open[constraint]; open; open &= open - 1) {
        uint32_t literal = sudoku_board_member(search->board, constraint, (unsigned)__builtin_ctzll(open));
        float weight = literal_weight(search, literal);
        if (search->hint && search->hint[SUDOKU_LITERAL_CELL(literal)] == SUDOKU_LITERAL_VALUE(literal) + 1)
            return literal;
        if (weight > best_weight) {
            best = literal;
            best_weight = weight;
        }
    }
    return best;
}

static inline void path_add(struct sudoku_search *search, uint32_t step)
{
    if (search->path)
        search->path[search->steps++] = step;
}

/* Undoes the last decision and excludes it. False: there was none, so the search space is exhausted. */
static bool backtrack(struct sudoku_search *search)
{
    if (!search->depth)
        return false;
    struct sudoku_frame frame = search->frame[--search->depth];
    sudoku_board_undo(search->board, frame.removed);
    search->dead_ends++;
    search->steps = frame.steps;
    path_add(search, frame.decision | SUDOKU_STEP_NOT);
    sudoku_board_remove(search->board, SUDOKU_LITERAL_CELL(frame.decision), SUDOKU_LITERAL_VALUE(frame.decision));
    return true;
}

static void push_decision(struct sudoku_search *search, uint32_t constraint)
{
    uint32_t literal = choose_member(search, constraint);
    sudoku_search_push(search, literal);
    search->nodes++;
}

void sudoku_search_push(struct sudoku_search *search, uint32_t literal)
{
    search->frame[search->depth++] =
        (struct sudoku_frame){.decision = literal, .removed = search->board->removed, .steps = search->steps};
    path_add(search, literal);
    sudoku_board_assign(search->board, SUDOKU_LITERAL_CELL(literal), SUDOKU_LITERAL_VALUE(literal));
}

enum sudoku_outcome sudoku_search_next(struct sudoku_search *search, uint64_t allowance)
{
    struct sudoku_board *board = search->board;
    if (search->at_solution && !backtrack(search))
        return SUDOKU_EXHAUSTED;
    search->at_solution = false;
    for (;;) {
        if (!sudoku_board_propagate(board)) {
            bump_weight(search, board->failed);
            if (!backtrack(search))
                return SUDOKU_EXHAUSTED;
            continue;
        }
        uint32_t constraint = tightest_constraint(search);
        if (constraint == SUDOKU_NO_CONSTRAINT) {
            search->at_solution = true;
            return SUDOKU_FOUND;
        }
        if (search->halted && search->halted(search))
            return SUDOKU_HALTED;
        if (allowance-- == 0)
            return SUDOKU_SPENT;
        push_decision(search, constraint);
    }
}

void sudoku_search_rewind(struct sudoku_search *search)
{
    if (search->depth)
        sudoku_board_undo(search->board, search->frame[0].removed);
    search->steps = search->depth ? search->frame[0].steps : search->steps;
    search->depth = 0;
    search->at_solution = false;
}
