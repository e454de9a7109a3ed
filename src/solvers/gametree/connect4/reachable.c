/* Decides whether a board can occur. Stones are removed from the tops of the columns, the last mover's first. The
 * heights of the columns determine the remaining stones, so at most 7^7 boards are visited, each once. In most cases
 * the first path succeeds. */
#include "connect4.h"

enum { BOARDS = 823543 };

struct step {
    uint64_t all;
    int column; /* next column to try */
};

static uint32_t heights_of(uint64_t all)
{
    uint32_t number = 0;
    for (int column = 0; column < C4_COLUMNS; column++)
        number = number * 7 + (uint32_t)__builtin_popcountll(all & c4_column(column));
    return number;
}

bool c4_reachable(const struct c4_board *board, const struct reader *r)
{
    struct nash_arena_mark mark = nash_arena_mark(r->root->arena);
    uint8_t *seen = READER_NEW(r, uint8_t, BOARDS / 8 + 1);
    struct step way[C4_CELLS + 1] = {{board->all, 0}};
    int depth = 0;
    if (!seen)
        return false;
    while (depth >= 0 && depth < board->stones) {
        struct step *at = &way[depth];
        if (at->column == C4_COLUMNS) {
            depth--;
            continue;
        }
        uint64_t last = c4_side(board, (board->stones - depth) % 2 == 1);
        uint64_t top = at->all & ~(at->all >> 1) & c4_column(at->column++) & last, left = at->all & ~top;
        uint32_t number = heights_of(left);
        if (!top || seen[number / 8] >> number % 8 & 1)
            continue;
        seen[number / 8] |= (uint8_t)(1 << number % 8);
        way[++depth] = (struct step){left, 0};
    }
    nash_arena_release(r->root->arena, mark);
    return depth >= 0;
}
