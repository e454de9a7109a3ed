/* Shifts of sets, and the sets that a board of rows by cols cells needs. Compiled for each HEX_WORDS. */
#ifndef HEX_UCT_BITS_H
#define HEX_UCT_BITS_H

#include <solvers/hex/board/board.h>
#include <solvers/hex/board/set.h>

/* Moves each cell c to c + n, 0 <= n < 64. Cells beyond the last word are lost. */
static inline struct hex_set set_up(struct hex_set s, unsigned n)
{
    for (unsigned i = HEX_WORDS - 1; i > 0; i--)
        s.word[i] = s.word[i] << n | s.word[i - 1] >> 1 >> (63 - n);
    s.word[0] <<= n;
    return s;
}

/* Moves each cell c to c - n, 0 <= n < 64. */
static inline struct hex_set set_down(struct hex_set s, unsigned n)
{
    for (unsigned i = 0; i < HEX_WORDS - 1; i++)
        s.word[i] = s.word[i] >> n | s.word[i + 1] << 1 << (63 - n);
    s.word[HEX_WORDS - 1] >>= n;
    return s;
}

static inline struct hex_set set_and(struct hex_set a, struct hex_set b)
{
    return hex_set_and(a, &b);
}

static inline struct hex_set set_or(struct hex_set a, struct hex_set b)
{
    return hex_set_or(a, &b);
}

static inline struct hex_set set_minus(struct hex_set a, struct hex_set b)
{
    return hex_set_minus(a, &b);
}

struct cells {
    unsigned rows, cols, count;
    struct hex_set all, not_first, not_last; /* columns */
    struct hex_set edge[3][2];               /* [color]: the cells of its two edges */
};

static inline void cells_init(struct cells *c, unsigned rows, unsigned cols)
{
    *c = (struct cells){.rows = rows, .cols = cols, .count = rows * cols};
    for (unsigned i = 0; i < c->count; i++) {
        unsigned row = i / cols, col = i % cols;
        hex_set_add(&c->all, i);
        if (row == 0)
            hex_set_add(&c->edge[HEX_BLACK][0], i);
        if (row == rows - 1)
            hex_set_add(&c->edge[HEX_BLACK][1], i);
        if (col == 0)
            hex_set_add(&c->edge[HEX_WHITE][0], i);
        else
            hex_set_add(&c->not_first, i);
        if (col == cols - 1)
            hex_set_add(&c->edge[HEX_WHITE][1], i);
        else
            hex_set_add(&c->not_last, i);
    }
}

/* Returns the cells that touch s. Some of s may be among them. */
static inline struct hex_set cells_around(const struct cells *c, struct hex_set s)
{
    struct hex_set inner = set_and(s, c->not_last), outer = set_and(s, c->not_first), next = set_up(s, c->cols);
    next = set_or(next, set_down(s, c->cols));
    next = set_or(next, set_or(set_up(inner, 1), set_down(outer, 1)));
    next = set_or(next, set_or(set_down(inner, c->cols - 1), set_up(outer, c->cols - 1)));
    return set_and(next, c->all);
}

/* Returns the stones among `own` that are joined to `from`. */
static inline struct hex_set cells_flood(const struct cells *c, struct hex_set own, struct hex_set from)
{
    struct hex_set reached = set_and(own, from);
    for (;;) {
        struct hex_set more = set_or(reached, set_and(own, cells_around(c, reached)));
        if (hex_set_equal(&more, &reached))
            return reached;
        reached = more;
    }
}

/* Returns whether stones of the side join its edges. */
static inline bool cells_joined(const struct cells *c, struct hex_set own, enum hex_color side)
{
    struct hex_set end = set_and(cells_flood(c, own, c->edge[side][0]), c->edge[side][1]);
    return !hex_set_is_empty(&end);
}

/* Returns the empty cells where one stone of the side joins its edges. */
static inline struct hex_set cells_winning(const struct cells *c, struct hex_set own, struct hex_set empty,
                                           enum hex_color side)
{
    struct hex_set touch[2];
    for (unsigned i = 0; i < 2; i++)
        touch[i] = set_or(c->edge[side][i], cells_around(c, cells_flood(c, own, c->edge[side][i])));
    return set_and(empty, set_and(touch[0], touch[1]));
}

#endif
