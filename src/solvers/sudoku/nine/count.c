/* Set-up and search of the 9x9 engine. This file is compiled once for each path: NINE_COUNT names its function and the
 * compiler's target decides the layout. */
#ifdef __AVX512BW__
#include "layout_wide.h"
#else
#include "layout_narrow.h"
#endif

#include <endian.h>

#include "../sudoku.h"
#include "nine.h"

/* after the layout */
#include "propagate.h"
/* after propagation */
#include "branch.h"

/* A guess puts a digit into a triad, and two such settle the digit in that band or stack, of which there are six. */
enum { DEPTH = 9 * 6 * 2 + 1 };

/* ---- from cells to words and back ---- */

#define THREES(a, b, c) a, a, a, b, b, b, c, c, c
#define BAND(a)         THREES(WORD_OF_BOX(a), WORD_OF_BOX(a + 1), WORD_OF_BOX(a + 2))
static const uint8_t word_of_cell[NINE_CELLS] = {BAND(0), BAND(0), BAND(0), BAND(3), BAND(3),
                                                 BAND(3), BAND(6), BAND(6), BAND(6)};
#define BITS(a) 1 << (a), 2 << (a), 4 << (a), 1 << (a), 2 << (a), 4 << (a), 1 << (a), 2 << (a), 4 << (a)
static const uint16_t bit_of_cell[NINE_CELLS] = {BITS(0), BITS(4), BITS(8), BITS(0), BITS(4),
                                                 BITS(8), BITS(0), BITS(4), BITS(8)};
static const uint8_t word_of_value[10] = {0,          WORD_OF(0), WORD_OF(1), WORD_OF(2), WORD_OF(3),
                                          WORD_OF(4), WORD_OF(5), WORD_OF(6), WORD_OF(7), WORD_OF(8)};

/* Bit k: byte k of eight, below 128, is not 0. */
static inline uint64_t given(const uint8_t *byte)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t eight;
    memcpy(&eight, byte, sizeof eight);
    eight = le64toh(eight);
    return ((eight + 0x7f * each) >> 7 & each) * UINT64_C(0x0102040810204080) >> 56;
}

/* Clues, as bits from cell `from` on, into the words of their digits; and which cells of each box are taken. */
static inline void place(struct grid *grid, uint16_t *taken, const uint8_t *clue, unsigned from, uint64_t cells)
{
    for (; cells; cells &= cells - 1) {
        unsigned cell = from + (unsigned)__builtin_ctzll(cells), box = word_of_cell[cell];
        uint16_t bit = bit_of_cell[cell];
        grid->word[word_of_value[clue[cell]] + box] |= bit;
        taken[box] |= bit;
    }
}

/* Takes away what marks do not allow. */
static void mark(struct grid *grid, const uint16_t *marks)
{
    for (unsigned cell = 0; cell < NINE_CELLS; cell++)
        for (unsigned not = ~(unsigned)marks[cell] & NINE_ALL; not ; not &= not -1)
            grid->word[word_of_value[__builtin_ctz(not ) + 1] + word_of_cell[cell]] &= (uint16_t)~bit_of_cell[cell];
}

/* A digit can be in the cells where it is given or, if there are none in a box, where nothing is. */
static void set_up(struct grid *grid, const uint8_t *clue, const uint16_t *marks)
{
    uint16_t taken[BOX_WORDS] = {0};
    uint64_t cells = 0;
    for (unsigned k = 0; k < VECS; k++)
        grid->digit[k] = all(0);
    for (unsigned k = 0; k < 8; k++)
        cells |= given(clue + 8 * k) << 8 * k;
    place(grid, taken, clue, 0, cells);
    place(grid, taken, clue, 64, given(clue + 64) | given(clue + 72) << 8 | (clue[80] ? 1U << 16 : 0));
    vec open = all(CELLS) & ~in_boxes(taken) & used;
    for (unsigned k = 0; k < VECS; k++)
        grid->digit[k] |= v_unless(grid->digit[k], grid->digit[k], open);
    if (marks)
        mark(grid, marks);
}

/* The first cell of a word, as a cell of the grid. */
static inline unsigned cell_of(unsigned box, unsigned cells)
{
    unsigned bit = (unsigned)__builtin_ctz(cells), cell = box / 3 * 27 + box % 3 * 3 + bit + bit / 4 * 5;
    if (cell >= NINE_CELLS)
        __builtin_unreachable(); /* words hold no margins; the compiler cannot know */
    return cell;
}

/* The values of a grid that has one cell in every word. */
static void read_solution(const struct grid *grid, uint8_t *value)
{
    for (unsigned digit = 0; digit < 9; digit++)
        for (unsigned box = 0; box < 9; box++)
            value[cell_of(box, grid->word[WORD_OF(digit) + WORD_OF_BOX(box)])] = (uint8_t)(digit + 1);
}

/* The values of cells that are alone in their word, else 0. */
static void read_forced(const struct grid *grid, uint8_t *value)
{
    memset(value, 0, NINE_CELLS);
    for (unsigned digit = 0; digit < 9; digit++) {
        for (unsigned box = 0; box < 9; box++) {
            unsigned cells = grid->word[WORD_OF(digit) + WORD_OF_BOX(box)];
            if (!(cells & (cells - 1)))
                value[cell_of(box, cells)] = (uint8_t)(digit + 1);
        }
    }
}

/* ---- search ---- */

/* Halts: without a solution, what holds at the root is worked out anew. */
static void halt(const uint8_t *clue, const uint16_t *marks, struct sudoku_nine *out)
{
    struct grid root;
    out->halted = true;
    if (out->count)
        return;
    set_up(&root, clue, marks);
    propagate(&root);
    read_forced(&root, out->forced);
}

/* One solution more. false: go no further. */
static bool found(const struct grid *grid, uint32_t limit, struct nash_run *run, struct sudoku_nine *out)
{
    if (out->count < 2)
        read_solution(grid, out->count ? out->second : out->first);
    if (++out->count == limit)
        return false;
    out->halted = run && nash_stop(run, SUDOKU_CHECK_MODEL);
    return !out->halted;
}

/* Takes the top grid apart: below, with the digit out of the triad, and above, with the digit in it. */
static void guess(struct grid *top)
{
    uint16_t triad;
    unsigned at = choose(top, &triad);
    top[1] = top[0];
    top[0].word[at] &= (uint16_t)~triad;
    top[1].word[at] &= triad;
}

void NINE_COUNT(const uint8_t clue[NINE_CELLS], const uint16_t *marks, uint32_t limit, struct nash_run *run,
                struct sudoku_nine *out)
{
    struct grid stack[DEPTH], *top = stack; /* the grids from stack to top are still to be looked at */
    out->count = 0;
    out->nodes = out->dead_ends = 0;
    out->complete = out->halted = false;
    set_up(top, clue, marks);
    while (top >= stack) {
        enum verdict verdict = propagate(top);
        if (verdict == OPEN) {
            if (run && nash_stop(run, SUDOKU_CHECK_SEARCH)) {
                halt(clue, marks, out);
                return;
            }
            guess(top++);
            out->nodes++;
            if (run)
                run->nodes++;
            continue;
        }
        if (verdict == DEAD)
            out->dead_ends += out->nodes > 0;
        else if (!found(top, limit, run, out))
            return;
        top--;
    }
    out->complete = true;
}
