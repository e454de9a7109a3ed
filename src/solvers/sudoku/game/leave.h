/* Who might leave its letter: for each player an upper bound of the draws on which it does, kept while others change.
 *
 * A draw above the bound needs no further look; heat->play() decides the others exactly. Hence whatever the bounds are,
 * the trajectory is the same, and they may be kept carelessly. When a neighbour goes from letter `from` to letter `to`,
 *
 *   - who may not play either of them is not concerned;
 *   - who may play `to` but has another letter leaves less gladly: its bound still holds;
 *   - who has `to` or `from` itself is to be found out anew (LEAVE_STALE);
 *   - who may play `from` at a cost k while its own letter costs it j < k leaves with a probability that grows by less
 *     than exp(-beta k) / exp(-beta j): its bound is raised by of[k - j]. Else it is to be found out anew.
 *
 * So a change costs a few additions, and its neighbours are computed only when a draw really comes low. The inequality
 * is one of real numbers; weights are rounded to 2^-24 of the largest, which moves a probability by less than
 * (49 + 1) / 2^24, and HEAT_SLACK in every bound is more than twice that, for the two ends of the inequality. */
#ifndef SUDOKU_GAME_LEAVE_H
#define SUDOKU_GAME_LEAVE_H

#include "game.h"
#include "heat.h"
#include "weights.h"

enum {
    LEAVE_GROUP = 16, /* players of which the sum is kept */
    LEAVE_GROUPS = (GAME_CELLS_MAX + LEAVE_GROUP - 1) / LEAVE_GROUP,
    LEAVE_IMMUTABLE = 0xffff
};
#define LEAVE_STALE UINT32_MAX

struct leave_bounds {
    uint32_t of[GAME_CELLS_MAX]; /* [player's number] no draw above it changes the letter */
    uint64_t sum[LEAVE_GROUPS];  /* of a group's bounds */
};

/* Which players care for a change of a cell. */
struct leave {
    struct leave_bounds bounds;
    const struct game_rules *rules;
    const struct game_weights *weights;
    uint16_t number[GAME_CELLS_MAX];       /* [cell] its player's number, or LEAVE_IMMUTABLE */
    uint16_t row_first[GAME_SIDE_MAX + 1]; /* [row] the number of the first player in it or behind */
    /* [unit][letter] which of the unit's players may play it: bit p for the unit's p-th cell */
    uint64_t in_row[GAME_SIDE_MAX][GAME_SIDE_MAX], in_column[GAME_SIDE_MAX][GAME_SIDE_MAX],
        in_box[GAME_SIDE_MAX][GAME_SIDE_MAX];
    uint16_t box_cell[GAME_SIDE_MAX][GAME_SIDE_MAX]; /* [box] its cells, ascending */
};

/* Players by number: those from first up to last, exclusive. */
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

void leave_init(struct leave *leave, const struct game_rules *rules, const struct game_weights *weights);

/* All are to be found out anew, by these weights. */
void leave_reweigh(struct leave *leave, const struct game_weights *weights);

/* `cell` plays `to` in `state`; its own bound is `bound` now, and its neighbours of the range take notice. */
void leave_change(struct leave *leave, struct game_state *state, struct leave_range range, uint32_t cell, uint32_t to,
                  uint32_t bound);

#endif
