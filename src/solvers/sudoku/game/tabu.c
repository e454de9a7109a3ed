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
    uint64_t seed;
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
            list_add(&t->core, player);
    }
}

static inline void lose_conflicts(struct tabu *t, const uint16_t *cell, uint64_t places)
{
    for (; places; places &= places - 1) {
        uint32_t player = t->number[cell[__builtin_ctzll(places)]];
        if (!--t->own[player])
            list_remove(&t->core, player);
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
        list_add(&t->core, player);
    else if (was && !t->own[player])
        list_remove(&t->core, player);
}

/* ---- a move ---- */

/* Sets keys without BARRED for the barred values of a player that would lead to fewer conflicts than ever. place: the
 * player's place in list. Returns the least of these keys and `low`. */
static uint32_t add_aspired_keys(struct tabu *t, uint32_t place, uint32_t low)
{
    uint32_t player = t->core.list[place], cell = t->rules->player[player], own = t->own[player];
    uint32_t known = own < OWN_MAX ? own : OWN_MAX;
    for (uint64_t left = t->core.recent[player]; left; left &= left - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(left), cost = game_cost(&t->state, t->rules, cell, value);
        uint32_t key = cost + KEY_SAME - known;
        if (t->state.conflicts + cost >= t->best + own)
            continue;
        t->core.key[place][value] = (uint8_t)key;
        low = key < low ? key : low;
    }
    return low;
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
            aspired = add_aspired_keys(t, i, aspired);
    }
    uint32_t best = lanes_least_of(low);
    return aspired < best ? aspired : best;
}

static void make_move(struct tabu *t)
{
    struct chance chance = chance_at(t->seed, CHANCE_SEARCH, t->core.move);
    uint32_t player, value;
    tabu_core_lift_expired(&t->core);
    uint32_t low = compute_keys(t);
    uint32_t tenure = t->core.conflicting * 3 / 10 + chance_below(chance.draw, TENURE_CHANCE) + 1;
    if (low < BARRED && tabu_core_pick(&t->core, low, chance.who, &player, &value)) {
        uint32_t old = t->state.value[t->rules->player[player]];
        tabu_core_exchange(&t->core, player, old, value, tenure);
        change_value(t, player, value);
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
        list_add(&t->core, player);
}

struct tabu *tabu_init(void *memory, const struct game_rules *rules, uint64_t seed, const uint8_t *values)
{
    struct tabu *t = memory;
    memset(t, 0, sizeof *t);
    t->rules = rules;
    t->seed = seed;
    tabu_core_init(&t->core, rules->side);
    if (!game_begin(&t->state, rules, values))
        return NULL;
    t->best = t->state.conflicts;
    init_units(t);
    for (uint32_t player = 0; player < rules->players; player++)
        init_player(t, player);
    return t;
}
