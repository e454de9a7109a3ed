/* Bridges on a board: pairs of empty cells of which either is enough for a side. Compiled for each HEX_WORDS. */
#ifndef HEX_UCT_PAIRS_H
#define HEX_UCT_PAIRS_H

#include <solvers/hex/uct/bits.h>

/* Pairs of empty cells that join stones of one side, or a stone and an edge: the two cells of a bridge. */
struct pairs {
    struct hex_set first[3]; /* first cell of each pair, by the direction to the second */
    struct hex_set cells;    /* all cells of pairs; each is in one pair */
    unsigned count, step[3];
};

static inline void pairs_add(struct pairs *p, unsigned way, struct hex_set first, unsigned step)
{
    first = set_minus(first, set_or(p->cells, set_down(p->cells, step)));
    first = set_minus(first, set_up(first, step));
    p->first[way] = first;
    p->step[way] = step;
    p->count += hex_set_count(&first);
    p->cells = set_or(p->cells, set_or(first, set_up(first, step)));
}

/* Finds disjoint pairs: cells side by side in a row, in a column, and along the short diagonal. */
static inline void pairs_find(const struct cells *c, struct hex_set black, struct hex_set white, struct hex_set empty,
                              struct pairs *p)
{
    unsigned cols = c->cols;
    struct hex_set both, a, b;
    p->count = 0;
    p->cells = (struct hex_set){0};

    both = set_and(set_and(empty, set_down(empty, 1)), c->not_last);
    a = set_and(set_or(set_up(black, cols - 1), c->edge[HEX_BLACK][0]),
                set_or(set_down(black, cols), c->edge[HEX_BLACK][1]));
    b = set_and(set_up(white, cols - 1), set_down(white, cols));
    pairs_add(p, 0, set_and(both, set_or(a, b)), 1);

    both = set_and(empty, set_down(empty, cols));
    a = set_and(set_and(set_down(black, 1), c->not_last), set_and(set_down(black, cols - 1), c->not_first));
    b = set_and(set_or(set_and(set_down(white, 1), c->not_last), c->edge[HEX_WHITE][1]),
                set_or(set_and(set_down(white, cols - 1), c->not_first), c->edge[HEX_WHITE][0]));
    pairs_add(p, 1, set_and(both, set_or(a, b)), cols);

    if (cols == 1) {
        p->first[2] = (struct hex_set){0};
        p->step[2] = 0;
        return;
    }
    both = set_and(set_and(empty, set_down(empty, cols - 1)), c->not_first);
    a = set_and(set_up(black, 1), set_down(black, cols));
    b = set_and(set_up(white, 1), set_down(white, cols));
    pairs_add(p, 2, set_and(both, set_or(a, b)), cols - 1);
}

#endif
