/* Can a board come about? The stones are taken off again, the last mover's first, always one from the top of a column:
 * what is left is told by the heights alone, so there are at most 7^7 boards on the way, each looked at once. Nearly
 * always the first way down is one. */
#include "connect4.h"

enum { BOARDS = 823543 };

struct step {
    uint64_t all;
    int column; /* to be tried next */
};

static uint32_t heights_of(uint64_t all)
{
    uint32_t number = 0;
    for (int column = 0; column < C4_COLUMNS; column++)
        number = number * 7 + (uint32_t)__builtin_popcountll(all & c4_column(column));
    return number;
}

enum nash_status c4_reachable(const struct c4_board *board, struct nash_arena *arena, bool *reachable,
                              struct nash_error *error)
{
    struct nash_arena_mark mark = nash_arena_mark(arena);
    uint8_t *seen = nash_arena_array(arena, BOARDS / 8 + 1, 1);
    struct step way[C4_CELLS + 1] = {{board->all, 0}};
    int depth = 0;
    if (!seen)
        return nash_fail(error, NASH_NOMEM, "/board", "no memory to see how the board came about");
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
    *reachable = depth >= 0;
    nash_arena_release(arena, mark);
    return NASH_OK;
}
