/* The entries of the table are in the order of the keys, and their columns are those of the position of the key. */
#include "openings.h"

#include <stdlib.h>

enum { SEQUENCES = 16807 }; /* of five moves */

static const char entries[] =
#include "openings.inc"
    ;

_Static_assert(sizeof entries == C4_OPENING_COUNT * C4_OPENING_ENTRY + 1, "an entry for each position");

/* ---- keys ---- */

static uint64_t canonical_key(const struct c4_board *board)
{
    return c4_key_of_both(board->own, board->all);
}

static int compare_keys(const void *one, const void *two)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)two;
    return (a > b) - (a < b);
}

/* Appends the key at the end of each sequence of moves from the board. */
static void collect_keys(const struct c4_board *board, uint64_t *key, size_t *count)
{
    if (board->stones == C4_OPENING_STONES) {
        key[(*count)++] = canonical_key(board);
        return;
    }
    for (int column = 0; column < C4_COLUMNS; column++) {
        struct c4_board next = c4_play(board, column);
        collect_keys(&next, key, count);
    }
}

const struct c4_openings *c4_openings_list(struct nash_arena *arena)
{
    struct c4_openings *openings = NASH_NEW(arena, struct c4_openings, 1);
    struct nash_arena_mark mark = nash_arena_mark(arena);
    uint64_t *all = NASH_NEW(arena, uint64_t, SEQUENCES);
    struct c4_board empty = {0};
    size_t count = 0, kept = 0;
    if (!openings || !all)
        return NULL;
    collect_keys(&empty, all, &count);
    qsort(all, count, sizeof *all, compare_keys);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || all[i] != all[i - 1])
            openings->key[kept++] = all[i];
    nash_arena_release(arena, mark);
    return openings;
}

struct c4_board c4_openings_board(uint64_t key)
{
    struct c4_board board = {0};
    for (int column = 0; column < C4_COLUMNS; column++) {
        uint64_t cells = key >> C4_STRIDE * column & 127; /* own stones, and a bit above the highest stone */
        int height = 63 - __builtin_clzll(cells);
        board.own |= (cells ^ UINT64_C(1) << height) << C4_STRIDE * column;
        board.all |= ((UINT64_C(1) << height) - 1) << C4_STRIDE * column;
        board.stones += height;
    }
    return board;
}

/* ---- entries ---- */

static const char *find_entry(const struct c4_openings *openings, const struct c4_board *board)
{
    uint64_t key = canonical_key(board);
    const uint64_t *found = bsearch(&key, openings->key, C4_OPENING_COUNT, sizeof key, compare_keys);
    return entries + (size_t)(found - openings->key) * C4_OPENING_ENTRY;
}

int c4_openings_score(const struct c4_openings *openings, const struct c4_board *board)
{
    int best = -C4_CELLS;
    if (board->stones == C4_OPENING_STONES)
        return *find_entry(openings, board) - C4_OPENING_ZERO;
    for (int column = 0; column < C4_COLUMNS; column++) {
        struct c4_board next = c4_play(board, column);
        int score = -c4_openings_score(openings, &next);
        best = score > best ? score : best;
    }
    return best;
}

int c4_openings_move(const struct c4_openings *openings, const struct c4_board *board, int moves)
{
    char move = moves < C4_OPENING_MOVES ? find_entry(openings, board)[1 + moves] : '.';
    if (move == '.')
        return -1;
    bool mirrored = canonical_key(board) != c4_key(board->own, board->all);
    return mirrored ? C4_COLUMNS - (move - '0') : move - '1';
}
