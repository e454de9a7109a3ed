/* Set-up and search of the 9x9 engine. This file is compiled once for each path: NINE_COUNT names its function, and the
 * compiler's target decides the layout. */
#ifdef __AVX512BW__
#include "layout_wide.inc"
#else
#include "layout_narrow.inc"
#endif

#include <endian.h>

#include <solvers/sudoku/problem.h>
#include <solvers/sudoku/stops.h>

#include "nine.h"

/* after the layout */
#include "propagate.inc"
/* after propagation */
#include "branch.inc"

/* A guess puts a digit into a triad, and two guesses fix the digit in that band or stack, of which there are six.
 * DEPTH is the largest number of open grids. */
enum { DEPTH = 9 * 6 * 2 + 1 };

/* ---- cells and words ---- */

#define THREES(a, b, c) a, a, a, b, b, b, c, c, c
#define BAND(a)         THREES(WORD_OF_BOX(a), WORD_OF_BOX(a + 1), WORD_OF_BOX(a + 2))
static const uint8_t word_of_cell[NINE_CELLS] = {BAND(0), BAND(0), BAND(0), BAND(3), BAND(3),
                                                 BAND(3), BAND(6), BAND(6), BAND(6)};
#define BITS(a) 1 << (a), 2 << (a), 4 << (a), 1 << (a), 2 << (a), 4 << (a), 1 << (a), 2 << (a), 4 << (a)
static const uint16_t bit_of_cell[NINE_CELLS] = {BITS(0), BITS(4), BITS(8), BITS(0), BITS(4),
                                                 BITS(8), BITS(0), BITS(4), BITS(8)};
static const uint8_t word_of_value[10] = {0,          WORD_OF(0), WORD_OF(1), WORD_OF(2), WORD_OF(3),
                                          WORD_OF(4), WORD_OF(5), WORD_OF(6), WORD_OF(7), WORD_OF(8)};

/* Returns a mask: bit k is set when byte k of eight, below 128, is not 0. */
static inline uint64_t given_mask(const uint8_t *byte)
{
    const uint64_t each = UINT64_C(0x0101010101010101);
    uint64_t eight;
    memcpy(&eight, byte, sizeof eight);
    eight = le64toh(eight);
    return ((eight + 0x7f * each) >> 7 & each) * UINT64_C(0x0102040810204080) >> 56;
}

/* Adds the clues `cells`, as bits from cell `from` on, to the words of their digits and to the cells taken in each
 * box. */
static inline void place_clues(struct grid *grid, uint16_t *taken, const uint8_t *clue, unsigned from, uint64_t cells)
{
    for (; cells; cells &= cells - 1) {
        unsigned cell = from + (unsigned)__builtin_ctzll(cells), box = word_of_cell[cell];
        uint16_t bit = bit_of_cell[cell];
        grid->word[word_of_value[clue[cell]] + box] |= bit;
        taken[box] |= bit;
    }
}

/* Removes the candidates that the marks exclude. */
static void apply_marks(struct grid *grid, const uint16_t *marks)
{
    for (unsigned cell = 0; cell < NINE_CELLS; cell++)
        for (unsigned not = ~(unsigned)marks[cell] & NINE_ALL; not ; not &= not -1)
            grid->word[word_of_value[__builtin_ctz(not ) + 1] + word_of_cell[cell]] &= (uint16_t)~bit_of_cell[cell];
}

/* Sets up the grid: a digit can be in the cells where it is given or, if it is not given in a box, in the box's open
 * cells. */
static void grid_init(struct grid *grid, const uint8_t *clue, const uint16_t *marks)
{
    uint16_t taken[BOX_WORDS] = {0};
    uint64_t cells = 0;
    for (unsigned k = 0; k < VECS; k++)
        grid->digit[k] = all(0);
    for (unsigned k = 0; k < 8; k++)
        cells |= given_mask(clue + 8 * k) << 8 * k;
    place_clues(grid, taken, clue, 0, cells);
    place_clues(grid, taken, clue, 64, given_mask(clue + 64) | given_mask(clue + 72) << 8 | (clue[80] ? 1U << 16 : 0));
    vec open = all(CELLS) & ~in_boxes(taken) & used;
    for (unsigned k = 0; k < VECS; k++)
        grid->digit[k] |= v_unless(grid->digit[k], grid->digit[k], open);
    if (marks)
        apply_marks(grid, marks);
}

/* Returns the first cell of a word, as a cell of the grid. */
static inline unsigned cell_of(unsigned box, unsigned cells)
{
    unsigned bit = (unsigned)__builtin_ctz(cells), cell = box / 3 * 27 + box % 3 * 3 + bit + bit / 4 * 5;
    if (cell >= NINE_CELLS)
        __builtin_unreachable(); /* words hold no margins, which the compiler cannot derive */
    return cell;
}

/* Reads the values of a grid with one cell in every word. */
static void read_solution(const struct grid *grid, uint8_t *value)
{
    for (unsigned digit = 0; digit < 9; digit++)
        for (unsigned box = 0; box < 9; box++)
            value[cell_of(box, grid->word[WORD_OF(digit) + WORD_OF_BOX(box)])] = (uint8_t)(digit + 1);
}

/* Reads the values of cells that are alone in their word, else 0. */
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

/* Marks the result as halted. Without a solution, propagates the root again and reads the values that are forced. */
static void stop_at(const uint8_t *clue, const uint16_t *marks, struct sudoku_nine *out)
{
    struct grid root;
    out->halted = true;
    if (out->count)
        return;
    grid_init(&root, clue, marks);
    propagate(&root);
    read_forced(&root, out->forced);
}

/* Records a solution. False: stop. */
static bool record_solution(const struct grid *grid, uint32_t limit, struct nash_run *run, struct sudoku_nine *out)
{
    if (out->count < 2)
        read_solution(grid, out->count ? out->second : out->first);
    if (++out->count == limit)
        return false;
    out->halted = run && nash_stop(run, SUDOKU_CHECK_MODEL);
    return !out->halted;
}

/* Splits the top grid: top[0] loses the digit in the triad, top[1] keeps it only there. */
static void split_top(struct grid *top)
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
    struct grid stack[DEPTH], *top = stack; /* the grids from stack to top are open */
    out->count = 0;
    out->nodes = out->dead_ends = 0;
    out->complete = out->halted = false;
    grid_init(top, clue, marks);
    while (top >= stack) {
        enum verdict verdict = propagate(top);
        if (verdict == OPEN) {
            if (run && nash_stop(run, SUDOKU_CHECK_SEARCH)) {
                stop_at(clue, marks, out);
                return;
            }
            split_top(top++);
            out->nodes++;
            if (run)
                run->nodes++;
            continue;
        }
        if (verdict == DEAD)
            out->dead_ends += out->nodes > 0;
        else if (!record_solution(top, limit, run, out))
            return;
        top--;
    }
    out->complete = true;
}
