/* For each player an upper bound of the draws on which it leaves its value, kept while others change. */
#ifndef SUDOKU_LOGLINEAR_LEAVE_H
#define SUDOKU_LOGLINEAR_LEAVE_H

#include <solvers/sudoku/game/game.h>

#include "heat.h"
#include "weights.h"

/* A draw above the bound needs no further work; heat->play() decides the others exactly. So the trajectory does not
 * depend on the bounds, and they may be loose. When a neighbour goes from value `from` to value `to`, a player
 *
 *   - that may play neither of them is not affected;
 *   - that may play `to` but has another value leaves less often: its bound still holds;
 *   - that has `to` or `from` itself needs a new bound (LEAVE_STALE);
 *   - that may play `from` at a cost k while its own value costs j < k leaves with a probability that grows by less
 *     than exp(-beta k) / exp(-beta j): its bound is raised by of[k - j]. Else it needs a new bound.
 *
 * So a change costs a few additions, and a neighbour is computed only when its draw is low. The inequality is one of
 * real numbers; weights are rounded to 2^-24 of the largest, which moves a probability by less than (49 + 1) / 2^24,
 * and HEAT_SLACK in every bound is more than twice that, for the two ends of the inequality. */

enum {
    LEAVE_GROUP = 16, /* players whose bounds are added up in one sum */
    LEAVE_GROUPS = (GAME_CELLS_MAX + LEAVE_GROUP - 1) / LEAVE_GROUP,
    LEAVE_IMMUTABLE = 0xffff /* number of a cell that has no player */
};
#define LEAVE_STALE UINT32_MAX /* the bound that no draw exceeds; the player's next tick computes a new one */

struct leave_bounds {
    uint32_t of[GAME_CELLS_MAX]; /* [player's number] no draw above it changes the value */
    uint64_t sum[LEAVE_GROUPS];  /* [group] sum of its bounds */
};

/* The bounds, and the players that a change of a cell affects. */
struct leave {
    struct leave_bounds bounds;
    const struct game_rules *rules;
    const struct game_weights *weights;
    uint16_t number[GAME_CELLS_MAX];       /* [cell] its player's number, or LEAVE_IMMUTABLE */
    uint16_t row_first[GAME_SIDE_MAX + 1]; /* [row] the number of the first player in it or after it */
    uint16_t box_cell[GAME_CELLS_MAX];     /* [box * side + place] its cells, ascending */
    /* [(kind * side + unit) * side + value] the players of the unit that may play it: bit p for the unit's p-th
     * cell. The three kinds lie one behind the other without gaps, so that a small board touches few pages. */
    uint64_t may_play[3 * GAME_CELLS_MAX];
};

/* The players with numbers first..last - 1. */
struct leave_range {
    uint32_t first, last;
};

static inline bool leave_within(struct leave_range range, uint32_t number)
{
    return number - range.first < range.last - range.first;
}

static inline void leave_set(struct leave *leave, uint32_t number, uint32_t bound)
{
    leave->bounds.sum[number / LEAVE_GROUP] += (uint64_t)bound - leave->bounds.of[number];
    leave->bounds.of[number] = bound;
}

/* Copies the bounds of so many players. */
static inline void leave_bounds_copy(struct leave_bounds *to, const struct leave_bounds *from, uint32_t players)
{
    __builtin_memcpy(to->of, from->of, players * sizeof to->of[0]);
    __builtin_memcpy(to->sum, from->sum, sizeof to->sum);
}

void leave_init(struct leave *leave, const struct game_rules *rules, const struct game_weights *weights);

/* Makes all bounds stale, and uses these weights from now on. */
void leave_reweigh(struct leave *leave, const struct game_weights *weights);

/* Sets `cell` to `to` in `state` and its own bound to `bound`, and updates the bounds of its neighbours in the
 * range. */
void leave_change(struct leave *leave, struct game_state *state, struct leave_range range, uint32_t cell, uint32_t to,
                  uint32_t bound);

#endif
