/* Propagation over the whole grid at once.
 *
 * A digit's places in a box are one word, a lane of 16 bits, laid out as a square of four by four:
 *
 *     bits  0  1  2 |  3        the nine cells of the box, and at the margins, which follow from them,
 *           4  5  6 |  7        whether the digit can stand in this row of the box (3, 7, 11)
 *           8  9 10 | 11        and in this column of the box (12, 13, 14)
 *          ---------+
 *          12 13 14
 *
 * The three cells of a row or column of a box are a *triad*. Cells and triads are both *slots* for digits: a cell has
 * room for one and a triad for three. So two rules, over the nine digits of a box, hold for all 15 slots alike:
 *   - when just as many digits as have room *can* be in a slot, each of them must be there;
 *   - when as many digits as have room *must* be in a slot, no other can be.
 * A digit must be in a cell when it is its only one in the box, and in a triad when the two beside it are closed.
 * Between boxes only triads matter: a digit that must be in a row of one box cannot be in this row of the two boxes
 * beside it, and where those two cannot have it in that row, this box must. (For three boxes and three rows these two,
 * repeated, are all that can be concluded about one digit.) Naked and hidden singles, locked candidates both ways and
 * some naked and hidden triples are cases of these rules; that they make for few guesses is what tdoku (T. Dillon) and
 * its triads showed.
 *
 * A step draws all conclusions for all 81 words at once, in about 250 instructions without a branch, first from what
 * must be and then from what can be. It only ever takes away, so that a grid that a step leaves as it was is at the
 * fixpoint. A grid at the fixpoint with one cell in every word is a solution: two digits in one cell, or a digit twice
 * in a row or column, would have been seen. */
#ifndef SUDOKU_NINE_PROPAGATE_H
#define SUDOKU_NINE_PROPAGATE_H

enum {
    CELLS = 0x0777,
    ROWS = 0x0888,
    COLUMNS = 0x7000,
    TRIADS = ROWS | COLUMNS,
    SLOTS = CELLS | TRIADS,
    FIRST_COLUMN = 0x1000
};

struct grid {
    union {
        vec digit[VECS]; /* cells only: the margins are 0 */
        uint16_t word[VECS * LANES];
    };
};

enum verdict { DEAD, OPEN, SOLVED };

static inline vec all(uint16_t word)
{
    return (vec){0} + word;
}

/* Cells with the margins that follow from them: every slot with a cell in it. */
static inline vec with_margins(vec cells)
{
    vec rows = cells + all(CELLS); /* carries into the margin from every nibble but 0 */
    vec columns = v_or3(cells << 4, cells << 8, cells << 12);
    return v_or_part(v_or_part(cells, rows, all(ROWS)), columns, all(COLUMNS));
}

/* cells without those of triads, given as rows and columns. */
static inline vec without_triads(vec cells, vec rows, vec columns)
{
    return v_without(cells, rows - (rows >> 3), v_top_down(columns));
}

/* The slots where the digit must be: of those it can be in, a lone row, a lone column and, by both, a lone cell. */
static inline vec musts(vec can)
{
    vec rows = can & all(ROWS), columns = can & all(COLUMNS);
    return v_and3(can, v_ones_unless(rows, rows - 1, all(COLUMNS)),
                  v_ones_unless(columns, columns - FIRST_COLUMN, all(ROWS)));
}

/* What the other two boxes of the band (for rows) and of the stack (for columns) say about triads. */
static inline vec beside(vec slots)
{
    return v_select(all(ROWS), band_next(slots) | band_last(slots), stack_next(slots) | stack_last(slots));
}

/* Slots with exactly as many digits as they have room. */
static inline vec just_enough(const struct sums *can)
{
    vec none = ~(can->twos | can->more_twos), one = can->twos ^ can->more_twos;
    return v_and3(v_select(all(CELLS), none, one), can->ones, ~can->fours);
}

/* Slots that too few digits can be in. */
static inline vec too_few(const struct sums *can)
{
    vec cells = v_or3(can->ones, can->twos, can->more_twos);
    vec triads = v_majority(can->ones, can->twos, can->more_twos);
    return v_without(used & all(SLOTS), v_select(all(CELLS), cells, triads), can->fours);
}

/* Slots that are full. */
static inline vec full(const struct sums *must)
{
    vec twos = must->twos | must->more_twos;
    return v_select(all(CELLS), twos | must->ones, twos & must->ones);
}

/* Slots that too many digits must be in. */
static inline vec too_many(const struct sums *must)
{
    return v_or_part(must->fours, must->twos | must->more_twos, all(CELLS));
}

/* cells without what other digits take: slots that are full, and triads where the digit must be in a box beside. */
static inline vec shut_out(vec cells, vec filled, vec must)
{
    vec slots = filled & ~must, triads = beside(must);
    return without_triads(cells & ~slots, v_either(slots, triads, all(ROWS)), v_either(slots, triads, all(COLUMNS)));
}

/* cells with the digit put into slots, if any: into one cell, and into one of three rows and columns. *wrong: there are
 * several cells. */
static inline vec put(vec cells, vec slots, vec *wrong)
{
    vec rows = v_without(all(ROWS), slots, v_unless(slots, all(ROWS), all(ROWS)));
    vec columns = v_without(all(COLUMNS), slots, v_unless(slots, all(COLUMNS), all(COLUMNS)));
    vec into = slots & all(CELLS);
    *wrong = v_or_part(*wrong, into, into - 1);
    return without_triads(cells, rows, columns) & v_ones_unless(into, into, into);
}

/* All conclusions, once. DEAD: there is a contradiction; OPEN: something has changed; SOLVED: nothing has. */
static inline enum verdict step(vec cells[VECS])
{
    vec can[VECS], must[VECS], left[VECS];
    for (unsigned k = 0; k < VECS; k++)
        must[k] = musts(with_margins(cells[k]));
    struct sums must_be = count_digits(must);
    vec filled = full(&must_be);
    for (unsigned k = 0; k < VECS; k++) {
        left[k] = shut_out(cells[k], filled, must[k]);
        can[k] = with_margins(left[k]);
    }
    struct sums can_be = count_digits(can);
    vec enough = just_enough(&can_be), wrong = too_few(&can_be) | too_many(&must_be);
    vec changed = all(0), least = all(CELLS);
    for (unsigned k = 0; k < VECS; k++) {
        vec now = put(left[k], can[k] & v_or_rest(enough, beside(can[k]), all(TRIADS)), &wrong);
        changed = v_or_change(changed, now, cells[k]);
        least = v_min(least, now);
        cells[k] = now;
    }
    return v_any(wrong | v_unless(least, least, used)) ? DEAD : v_any(changed) ? OPEN : SOLVED;
}

/* To the fixpoint. */
static inline enum verdict propagate(struct grid *grid)
{
    vec cells[VECS], open = all(0);
    enum verdict verdict;
    for (unsigned k = 0; k < VECS; k++)
        cells[k] = grid->digit[k];
    do
        verdict = step(cells);
    while (verdict == OPEN);
    if (verdict == DEAD)
        return DEAD;
    for (unsigned k = 0; k < VECS; k++) {
        grid->digit[k] = cells[k];
        open |= cells[k] & (cells[k] - 1);
    }
    return v_any(open) ? OPEN : SOLVED;
}

#endif
