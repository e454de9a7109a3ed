/* Where to guess, when propagation rests.
 *
 * A guess is a digit and a triad of it: in or out. (As tdoku found, triads make better guesses than cells: one fixes
 * about a third of a digit's band.) Taken is a triad of the tightest band or stack, that is where the digits have the
 * fewest open triads together; there of the digit with the fewest; and there in the box with the fewest, mostly two. */
#ifndef SUDOKU_NINE_BRANCH_H
#define SUDOKU_NINE_BRANCH_H

/* A candidate is graded by one word: the open triads of the band (27..81), of the digit in it (3..9), of the digit in
 * the box (2 or 3), and whether it is a stack. */
enum { BAND_GRADE = 128, DIGIT_GRADE = 8, BOX_GRADE = 2, STACK_GRADE = 1, NO_GRADE = 0x7fff };

static inline void grade(const vec triads[VECS], const vec line[VECS], uint16_t stack, vec best[VECS])
{
    vec band = add_digits(line);
    for (unsigned k = 0; k < VECS; k++) {
        vec this = band * BAND_GRADE + line[k] * DIGIT_GRADE + triads[k] * BOX_GRADE + stack;
        best[k] = v_min(best[k], this | v_unless(triads[k], all(2), all(NO_GRADE)));
    }
}

/* The word to divide, and the cells of the triad that is guessed. */
static inline unsigned choose(const struct grid *grid, uint16_t *triad)
{
    vec rows[VECS], columns[VECS], in_band[VECS], in_stack[VECS], best[VECS];
    uint16_t least;
    for (unsigned k = 0; k < VECS; k++) {
        vec can = with_margins(grid->digit[k]), row = can >> 3 & 0x111, column = can >> 12;
        rows[k] = (row + (row >> 4) + (row >> 8)) & 3;
        columns[k] = (column & 1) + (column >> 1 & 1) + (column >> 2);
        in_band[k] = rows[k] + band_next(rows[k]) + band_last(rows[k]);
        in_stack[k] = columns[k] + stack_next(columns[k]) + stack_last(columns[k]);
        best[k] = all(NO_GRADE);
    }
    grade(rows, in_band, 0, best);
    grade(columns, in_stack, STACK_GRADE, best);
    unsigned at = least_word(best, &least);
    *triad = least & STACK_GRADE ? 0x111 : 0x007;
    while (!(grid->word[at] & *triad))
        *triad = (uint16_t)(*triad << (least & STACK_GRADE ? 1 : 4));
    return at;
}

#endif
