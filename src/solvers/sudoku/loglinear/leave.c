/* The bounds, and the players that a change affects; leave.h says why the bounds hold. */
#include "leave.h"

void leave_init(struct leave *leave, const struct game_rules *rules, const struct game_weights *weights)
{
    uint8_t filled[GAME_SIDE_MAX] = {0};
    uint32_t players = 0;
    uint64_t *in_row = leave->may_play, *in_column = in_row + rules->cells, *in_box = in_column + rules->cells;
    /* Only what is read later is set, so that a small board does not occupy the pages of the largest. */
    __builtin_memset(leave->bounds.of, 0, rules->players * sizeof leave->bounds.of[0]);
    __builtin_memset(leave->bounds.sum, 0, sizeof leave->bounds.sum);
    __builtin_memset(leave->may_play, 0, 3 * rules->cells * sizeof leave->may_play[0]);
    leave->rules = rules;
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        uint32_t row = rules->row[cell], column = rules->column[cell], box = rules->box[cell], place = filled[box]++;
        uint64_t allowed = rules->allowed[cell];
        bool mutable = allowed & (allowed - 1);
        if (column == 0)
            leave->row_first[row] = (uint16_t)players;
        leave->box_cell[box * rules->side + place] = (uint16_t)cell;
        leave->number[cell] = mutable ? (uint16_t)players++ : LEAVE_IMMUTABLE;
        for (; mutable && allowed; allowed &= allowed - 1) {
            uint32_t value = (uint32_t)__builtin_ctzll(allowed);
            in_row[row * rules->side + value] |= UINT64_C(1) << column;
            in_column[column * rules->side + value] |= UINT64_C(1) << row;
            in_box[box * rules->side + value] |= UINT64_C(1) << place;
        }
    }
    leave->row_first[rules->side] = (uint16_t)players;
    leave_reweigh(leave, weights);
}

void leave_reweigh(struct leave *leave, const struct game_weights *weights)
{
    leave->weights = weights;
    for (uint32_t i = 0; i < leave->rules->players; i++)
        leave_set(leave, i, LEAVE_STALE);
}

/* Updates the bound of the player of `cell`, if it is in the range, after a neighbour has left `from`. */
static void value_got_cheaper(struct leave *leave, const struct game_state *state, struct leave_range range,
                              uint32_t cell, uint32_t from)
{
    uint32_t number = leave->number[cell], own = state->value[cell];
    uint64_t bound = LEAVE_STALE;
    if (!leave_within(range, number))
        return;
    uint32_t k = game_cost(state, leave->rules, cell, from), j = game_cost(state, leave->rules, cell, own);
    if (own != from && k > j)
        bound = leave->bounds.of[number] + ((uint64_t)leave->weights->of[k - j] + 1) * HEAT_SCALE;
    leave_set(leave, number, bound < LEAVE_STALE ? (uint32_t)bound : LEAVE_STALE);
}

/* Makes the bound of the player of `cell` stale, if it is in the range and has the value `to` that a neighbour took. */
static void value_got_costlier(struct leave *leave, const struct game_state *state, struct leave_range range,
                               uint32_t cell, uint32_t to)
{
    uint32_t number = leave->number[cell];
    if (leave_within(range, number) && state->value[cell] == to)
        leave_set(leave, number, LEAVE_STALE);
}

void leave_change(struct leave *leave, struct game_state *state, struct leave_range range, uint32_t cell, uint32_t to,
                  uint32_t bound)
{
    const struct game_rules *rules = leave->rules;
    uint32_t row = rules->row[cell], column = rules->column[cell], box = rules->box[cell], from = state->value[cell];
    const uint16_t *box_cell = &leave->box_cell[box * rules->side];
    const uint64_t *in_row = &leave->may_play[row * rules->side],
                   *in_column = &leave->may_play[rules->cells + column * rules->side],
                   *in_box = &leave->may_play[2 * rules->cells + box * rules->side];
    uint64_t left;
    game_change(state, rules, cell, to);

    for (left = in_row[from]; left; left &= left - 1)
        value_got_cheaper(leave, state, range, row * rules->side + (uint32_t)__builtin_ctzll(left), from);
    for (left = in_column[from]; left; left &= left - 1)
        value_got_cheaper(leave, state, range, (uint32_t)__builtin_ctzll(left) * rules->side + column, from);
    for (left = in_box[from]; left; left &= left - 1)
        value_got_cheaper(leave, state, range, box_cell[__builtin_ctzll(left)], from);

    /* players with the same value, besides this cell */
    for (left = state->in_row[row][to] > 1 ? in_row[to] : 0; left; left &= left - 1)
        value_got_costlier(leave, state, range, row * rules->side + (uint32_t)__builtin_ctzll(left), to);
    for (left = state->in_column[column][to] > 1 ? in_column[to] : 0; left; left &= left - 1)
        value_got_costlier(leave, state, range, (uint32_t)__builtin_ctzll(left) * rules->side + column, to);
    for (left = state->in_box[box][to] > 1 ? in_box[to] : 0; left; left &= left - 1)
        value_got_costlier(leave, state, range, box_cell[__builtin_ctzll(left)], to);

    leave_set(leave, leave->number[cell], bound);
}
