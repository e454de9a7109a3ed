/* What one player's strategy makes of the other's answers.
 *
 * `own` choices are mixed, the other player has `other` answers, and pay[i * other + j] is what the other gets who
 * answers choice i with j. The pairs (x, v), x a mixed strategy and v at least what any answer to it pays, are a
 * polyhedron of dimension `own`, described by own + other variables that are never negative:
 *
 *     0 .. own-1              x_i, whose sum is 1
 *     own .. own+other-1      s_j = v - sum_i pay[i][j] x_i, what answer j falls short of v
 *
 * A vertex is a strategy with `own` of them 0, and its v is what the best answers pay. Labels of a game are numbered
 * rows first; in the row player's polyhedron label k is variable k, in the column player's his own choices come first.
 */
#ifndef MATRIX_EXACT_ANSWERS_H
#define MATRIX_EXACT_ANSWERS_H

#include <solvers/matrix/game.h>

struct answers {
    uint32_t own, other;
    const int64_t *pay;      /* |pay| < 2^62 */
    const int64_t *handicap; /* [other], taken off what an answer gets, or NULL: |handicap| < 2^62 */
};

/* Of the row player's mixtures (the column player answers), and of the column player's, whose payoffs are copied.
 * False: the arena is spent. */
void answers_of_rows(struct answers *answers, const struct matrix_game *game);
bool answers_of_cols(struct answers *answers, const struct matrix_game *game, struct nash_arena *arena);

/* The variable of a label in the polyhedron of side 0, the row player's mixtures, or 1; and back. `row` is side 0. */
static inline uint32_t answers_variable(const struct answers *row, uint32_t side, uint32_t label)
{
    if (side == 0)
        return label;
    return label < row->own ? row->other + label : label - row->own;
}

static inline uint32_t answers_label(const struct answers *row, uint32_t side, uint32_t variable)
{
    if (side == 0)
        return variable;
    return variable < row->other ? row->own + variable : variable - row->other;
}

/* The best answer to choice i, the first of them. */
uint32_t answers_best(const struct answers *answers, uint32_t choice);

#endif
