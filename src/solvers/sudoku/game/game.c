/* The rules, the state and the hash of a trajectory. */
#include "game.h"

bool game_rules_init(struct game_rules *rules, uint32_t side, uint32_t box_rows, uint32_t box_cols,
                     const uint64_t *allowed)
{
    if (side < 4 || side > GAME_SIDE_MAX || !box_rows || !box_cols || box_rows > side || box_cols > side ||
        box_rows * box_cols != side)
        return false;
    rules->side = side;
    rules->cells = side * side;
    rules->players = 0;
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        uint32_t row = cell / side, column = cell % side;
        if (!allowed[cell] || allowed[cell] >> side)
            return false;
        rules->row[cell] = (uint8_t)row;
        rules->column[cell] = (uint8_t)column;
        rules->box[cell] = (uint8_t)(row / box_rows * box_rows + column / box_cols);
        rules->allowed[cell] = allowed[cell];
        if (allowed[cell] & (allowed[cell] - 1))
            rules->player[rules->players++] = (uint16_t)cell;
    }
    return true;
}

bool game_begin(struct game_state *state, const struct game_rules *rules, const uint8_t *values)
{
    __builtin_memset(state, 0, sizeof *state);
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        uint8_t value = values[cell];
        if (value >= rules->side || !(rules->allowed[cell] >> value & 1))
            return false;
        state->value[cell] = value;
        /* each equal value that is counted already makes a pair with this one */
        state->conflicts += state->in_row[rules->row[cell]][value]++;
        state->conflicts += state->in_column[rules->column[cell]][value]++;
        state->conflicts += state->in_box[rules->box[cell]][value]++;
    }
    return true;
}

bool game_is_nash(const struct game_state *state, const struct game_rules *rules)
{
    for (uint32_t i = 0; i < rules->players; i++) {
        uint32_t cell = rules->player[i], own = game_cost(state, rules, cell, state->value[cell]);
        for (uint64_t left = rules->allowed[cell]; left && own; left &= left - 1)
            if (game_cost(state, rules, cell, (uint32_t)__builtin_ctzll(left)) < own)
                return false;
    }
    return true;
}

void game_hash_init(struct game_hash *hash)
{
    hash->lane[0] = 0x811c9dc5U;
    hash->lane[1] = 0xc59d1c81U;
}

static void game_hash_add_byte(struct game_hash *hash, uint32_t byte)
{
    uint32_t turned = hash->lane[1] << 5 | hash->lane[1] >> 27;
    hash->lane[0] = (hash->lane[0] ^ byte) * 0x01000193U;
    hash->lane[1] = (turned ^ byte) * 0x01000193U;
}

void game_hash_add(struct game_hash *hash, uint64_t tick, const struct game_event *event)
{
    for (unsigned shift = 0; shift < 64; shift += 8)
        game_hash_add_byte(hash, (uint32_t)(tick >> shift) & 0xffU);
    game_hash_add_byte(hash, event->cell & 0xffU);
    game_hash_add_byte(hash, event->cell >> 8);
    game_hash_add_byte(hash, event->from);
    game_hash_add_byte(hash, event->to);
}
