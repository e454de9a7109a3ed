/* The best-response polyhedron of one player.
 *
 * The player mixes `own` choices; the opponent has `other` responses, and pay[i * other + j] is the opponent's payoff
 * of response j to choice i. The pairs (x, v) of a mixed strategy x and a payoff v that no response exceeds form a
 * polyhedron of dimension `own`, described by own + other nonnegative variables:
 *
 *     0 .. own-1              x_i, with sum 1
 *     own .. own+other-1      s_j = v - sum_i pay[i][j] x_i, the slack of response j
 *
 * At a vertex, `own` variables are 0, and v is the payoff of the best responses. Labels of a game are numbered rows
 * first: label k is variable k of the row player's polyhedron; in the column player's polyhedron the own choices come
 * first. */
#ifndef MATRIX_EXACT_POLYHEDRON_H
#define MATRIX_EXACT_POLYHEDRON_H

#include <solvers/matrix/game.h>

struct polyhedron {
    uint32_t own, other;
    const int64_t *pay;      /* |pay| < 2^62 */
    const int64_t *handicap; /* [other], subtracted from the payoff of a response; may be NULL; |handicap| < 2^62 */
};

/* Make the polyhedron of the row player (the column player responds) and of the column player, whose payoffs are
 * copied. Return false if the arena is full. */
void polyhedron_of_rows(struct polyhedron *polyhedron, const struct matrix_game *game);
bool polyhedron_of_cols(struct polyhedron *polyhedron, const struct matrix_game *game, struct nash_arena *arena);

/* Map a label to its variable in the polyhedron of side 0 (the row player) or 1, and back. `row` is side 0. */
static inline uint32_t polyhedron_variable(const struct polyhedron *row, uint32_t side, uint32_t label)
{
    if (side == 0)
        return label;
    return label < row->own ? row->other + label : label - row->own;
}

static inline uint32_t polyhedron_label(const struct polyhedron *row, uint32_t side, uint32_t variable)
{
    if (side == 0)
        return variable;
    return variable < row->other ? row->own + variable : variable - row->other;
}

/* Returns the first best response to choice i. */
uint32_t polyhedron_best_response(const struct polyhedron *polyhedron, uint32_t choice);

#endif
