/* See part.h. This file is compiled once for each instruction set, as count.c is. */
#ifdef __AVX512BW__
#include "layout_wide.inc"
#else
#include "layout_narrow.inc"
#endif

#include <stddef.h>

#include "part.h"

/* after the layout */
#include "propagate.inc"
/* after propagation */
#include "branch.inc"
#include "setup.inc"

enum { STACK = 2 * DEPTH /* a path from outside may have open guesses that fix nothing */ };
enum { ROW_CELLS = 0x007, COLUMN_CELLS = 0x111, TRIADS_OF_BOX = 6, TRIADS_OF_DIGIT = 9 * TRIADS_OF_BOX };

/* A guess whose other side is open. */
struct open_side {
    uint16_t step;
    uint16_t at; /* its place in the path */
};

static inline uint16_t triad_cells(unsigned triad)
{
    return (uint16_t)(triad < 3 ? ROW_CELLS << 4 * triad : COLUMN_CELLS << (triad - 3));
}

static inline unsigned word_of_step(unsigned step)
{
    return WORD_OF(step / TRIADS_OF_DIGIT) + WORD_OF_BOX(step % TRIADS_OF_DIGIT / TRIADS_OF_BOX);
}

static inline uint16_t step_of(unsigned word, uint16_t cells)
{
    unsigned first = (unsigned)__builtin_ctz(cells), triad = cells >> first == ROW_CELLS ? first / 4 : 3 + first;
    return (uint16_t)(DIGIT_OF_WORD(word) * TRIADS_OF_DIGIT + BOX_OF_WORD(word) * TRIADS_OF_BOX + triad);
}

/* Goes along the path. Returns the top of the stack. */
static struct grid *follow_path(struct grid *stack, struct open_side *open, struct sudoku_nine_part *part)
{
    struct grid *top = stack;
    for (unsigned i = 0; i < part->steps; i++) {
        unsigned step = part->path[i] % NINE_OPEN, word = word_of_step(step);
        uint16_t cells = triad_cells(step % TRIADS_OF_BOX);
        if (part->path[i] & NINE_NOT) {
            top->word[word] &= (uint16_t)~cells;
        } else if (part->path[i] & NINE_OPEN) {
            open[top - stack] = (struct open_side){.step = (uint16_t)step, .at = (uint16_t)i};
            split_top(top++, word, cells);
        } else {
            top->word[word] &= cells;
        }
        part->path[i] &= (uint16_t)~NINE_OPEN;
    }
    return top;
}

/* Writes the node to go on at. */
static enum sudoku_nine_ending stop_at_top(const struct grid *stack, const struct grid *top,
                                           const struct open_side *open, struct sudoku_nine_part *part,
                                           enum sudoku_nine_ending ending)
{
    if (top < stack)
        return NINE_EXHAUSTED;
    for (ptrdiff_t i = 0; i < top - stack; i++)
        part->path[open[i].at] |= NINE_OPEN;
    return ending;
}

enum sudoku_nine_ending NINE_PART(const uint16_t marks[NINE_CELLS], struct sudoku_nine_part *part)
{
    static const uint8_t no_clue[NINE_CELLS];
    struct grid stack[STACK];
    struct open_side open[STACK];
    uint64_t left = part->budget;
    grid_init(stack, no_clue, marks);
    for (struct grid *top = follow_path(stack, open, part); top >= stack;) {
        enum verdict verdict = propagate(top);
        if (verdict == OPEN) {
            if (left-- == 0)
                return stop_at_top(stack, top, open, part, NINE_SPENT);
            uint16_t cells;
            unsigned word = choose(top, &cells);
            open[top - stack] = (struct open_side){.step = step_of(word, cells), .at = (uint16_t)part->steps};
            part->path[part->steps++] = open[top - stack].step;
            split_top(top++, word, cells);
            part->nodes++;
            continue;
        }
        bool enough = false;
        if (verdict == SOLVED) {
            part->count++;
            if (part->each) {
                uint8_t value[NINE_CELLS];
                read_solution(top, value);
                enough = !part->each(part, value);
            }
        }
        if (--top >= stack) {
            part->steps = open[top - stack].at;
            part->path[part->steps++] = open[top - stack].step | NINE_NOT;
        }
        if (enough)
            return stop_at_top(stack, top, open, part, NINE_ENOUGH);
    }
    return NINE_EXHAUSTED;
}
