/* Tabu search over the players. */
#include "tabu.h"

#include <string.h>

#include <solvers/sudoku/loglinear/chance.h>

#include "tabu_core.h"

/* The counts give the change of the potential by every candidate move: the three rows of bytes of a cell's units, added
 * lane by lane, are the cost of each value. Each value has one key, cost + 64 - own cost, with the top bit set where
 * the value is barred (tabu_core.h): two vector additions and a minimum for sixteen values.
 *
 * The players in conflict are updated from move to move: for each unit and value a mask has the places of the players
 * with it, so that a move touches only the few players whose own cost it changes. */

enum {
    TENURE_CHANCE = 8, /* the random part of a tenure is below it */
    NONE = 0xffff      /* no player */
};
_Static_assert((int)TENURE_CHANCE <= (int)TENURE_CHANCE_MAX, "a bar must end before its place is used again");

enum unit_kind { ROW, COLUMN, BOX, KINDS };

struct tabu {
    const struct game_rules *rules;
    uint32_t best; /* fewest conflicts seen */
    struct game_state state;
    struct tabu_core core;

    uint16_t number[GAME_CELLS_MAX]; /* [cell] number of its player, or NONE */
    uint8_t own[GAME_CELLS_MAX];     /* [player] cost of its value */

    uint8_t place[KINDS][GAME_CELLS_MAX];               /* [kind][cell] its place in the unit */
    uint16_t cell[KINDS][GAME_SIDE_MAX][GAME_SIDE_MAX]; /* [kind][unit][place] the cell there */
    uint64_t holders[KINDS][GAME_SIDE_MAX][GAME_LANES]; /* [kind][unit][value] places of the players with it */
};

size_t tabu_bytes(void)
{
    return sizeof(struct tabu);
}

const struct game_state *tabu_state(const struct tabu *tabu)
{
    return &tabu->state;
}

uint32_t tabu_best(const struct tabu *tabu)
{
    return tabu->best;
}

/* ---- players in conflict ---- */

/* Counts one more equal value for the players at `places` (a mask) of a unit with the cells `cell`. */
static inline void gain_conflicts(struct tabu *t, const uint16_t *cell, uint64_t places)
{
    for (; places; places &= places - 1) {
        uint32_t player = t->number[cell[__builtin_ctzll(places)]];
        if (!t->own[player]++)
            tabu_core_add(&t->core, player);
    }
}

static inline void lose_conflicts(struct tabu *t, const uint16_t *cell, uint64_t places)
{
    for (; places; places &= places - 1) {
        uint32_t player = t->number[cell[__builtin_ctzll(places)]];
        if (!--t->own[player])
            tabu_core_remove(&t->core, player);
    }
}

static inline uint32_t unit_of(const struct game_rules *r, enum unit_kind kind, uint32_t cell)
{
    return kind == ROW ? r->row[cell] : kind == COLUMN ? r->column[cell] : r->box[cell];
}

static void change_value(struct tabu *t, uint32_t player, uint32_t value)
{
    uint32_t cell = t->rules->player[player], old = t->state.value[cell], was = t->own[player];
    for (enum unit_kind kind = ROW; kind < KINDS; kind++) {
        uint32_t unit = unit_of(t->rules, kind, cell);
        uint64_t here = UINT64_C(1) << t->place[kind][cell], *holders = t->holders[kind][unit];
        holders[old] &= ~here;
        lose_conflicts(t, t->cell[kind][unit], holders[old]);
        gain_conflicts(t, t->cell[kind][unit], holders[value]);
        holders[value] |= here;
    }
    game_change(&t->state, t->rules, cell, value);
    t->own[player] = (uint8_t)game_cost(&t->state, t->rules, cell, value);
    if (!was && t->own[player])
        tabu_core_add(&t->core, player);
    else if (was && !t->own[player])
        tabu_core_remove(&t->core, player);
}

/* ---- a move ---- */

/* Returns the cost of a player with another value. */
static uint32_t cost_with(const void *game, uint32_t player, uint32_t value)
{
    const struct tabu *t = game;
    return game_cost(&t->state, t->rules, t->rules->player[player], value);
}

/* Computes the keys of all candidate moves. Returns the least, BARRED when there is none. */
static uint32_t compute_keys(struct tabu *t)
{
    const struct game_rules *r = t->rules;
    lanes low = lanes_all(BARRED);
    uint32_t aspired = BARRED;
    for (uint32_t i = 0; i < t->core.conflicting; i++) {
        uint32_t player = t->core.list[i], cell = r->player[player], own = t->own[player];
        const uint8_t *row = t->state.in_row[r->row[cell]], *column = t->state.in_column[r->column[cell]],
                      *box = t->state.in_box[r->box[cell]], *barred = t->core.barred[player];
        lanes base = lanes_all((uint8_t)(KEY_SAME - (own < OWN_MAX ? own : OWN_MAX)));
        for (uint32_t k = 0; k < t->core.vectors; k++) {
            uint32_t at = k * VECTOR;
            lanes key = (lanes_load(row + at) + lanes_load(column + at) + lanes_load(box + at) + base) |
                        lanes_load(barred + at);
            lanes_store(t->core.key[i] + at, key);
            low = lanes_least(low, key);
        }
        if (t->state.conflicts < t->best + own && t->core.recent[player])
            aspired = tabu_core_aspire(&t->core, i, own, t->best + own - t->state.conflicts, aspired, cost_with, t);
    }
    uint32_t best = lanes_least_of(low);
    return aspired < best ? aspired : best;
}

static void make_move(struct tabu *t)
{
    struct tabu_move move;
    tabu_core_lift_expired(&t->core);
    if (tabu_core_choose(&t->core, compute_keys(t), &move)) {
        tabu_core_take(&t->core, &move, t->state.value[t->rules->player[move.player]]);
        change_value(t, move.player, move.strategy);
        t->best = t->state.conflicts < t->best ? t->state.conflicts : t->best;
    }
    t->core.move++;
}

uint64_t tabu_play(struct tabu *t, uint64_t n)
{
    uint64_t made = 0;
    for (; made < n && t->state.conflicts; made++)
        make_move(t);
    return made;
}

/* ---- initialization ---- */

static void init_units(struct tabu *t)
{
    const struct game_rules *r = t->rules;
    uint8_t filled[KINDS][GAME_SIDE_MAX] = {{0}};
    for (uint32_t cell = 0; cell < r->cells; cell++) {
        t->number[cell] = NONE;
        for (enum unit_kind kind = ROW; kind < KINDS; kind++) {
            uint32_t unit = unit_of(r, kind, cell);
            t->place[kind][cell] = filled[kind][unit];
            t->cell[kind][unit][filled[kind][unit]++] = (uint16_t)cell;
        }
    }
}

static void init_player(struct tabu *t, uint32_t player)
{
    const struct game_rules *r = t->rules;
    uint32_t cell = r->player[player], value = t->state.value[cell];
    t->number[cell] = (uint16_t)player;
    tabu_core_allow(&t->core, player, r->allowed[cell], value);
    for (enum unit_kind kind = ROW; kind < KINDS; kind++)
        t->holders[kind][unit_of(r, kind, cell)][value] |= UINT64_C(1) << t->place[kind][cell];
    t->own[player] = (uint8_t)game_cost(&t->state, r, cell, value);
    if (t->own[player])
        tabu_core_add(&t->core, player);
}

struct tabu *tabu_init(void *memory, const struct game_rules *rules, uint64_t seed, const uint8_t *values)
{
    struct tabu *t = memory;
    memset(t, 0, sizeof *t);
    t->rules = rules;
    tabu_core_init(&t->core, seed, rules->side, TENURE_CHANCE);
    if (!game_begin(&t->state, rules, values))
        return NULL;
    t->best = t->state.conflicts;
    init_units(t);
    for (uint32_t player = 0; player < rules->players; player++)
        init_player(t, player);
    return t;
}
