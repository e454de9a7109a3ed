/* Tabu search over the players. */
#include "tabu.h"

#include <string.h>

#include <solvers/sudoku/loglinear/chance.h>

#include "tabu_lanes.h"

/* The counts give the change of the potential by every candidate move: the three rows of bytes of a cell's units, added
 * lane by lane, are the cost of each value. Each value has one key, cost + 64 - own cost, with the top bit set where
 * the value is barred, so that the best move is the least byte of all keys of the players in conflict: two vector
 * additions and a minimum for sixteen values. The keys are kept to choose among equals.
 *
 * The players in conflict are updated from move to move: for each unit and value a mask has the places of the players
 * with it, so that a move touches only the few players whose own cost it changes.
 *
 * Bars end by a calendar: a ring of lists, one for each future move. */

enum {
    BARRED = 0x80,          /* bit of the key of a value that is barred or not allowed */
    KEY_SAME = 64,          /* the key of a change that changes no cost */
    OWN_MAX = KEY_SAME - 1, /* higher own costs count as this */
    TENURE_CHANCE = 8,      /* the random part of a tenure is below it */
    CALENDAR = 1024,        /* longer than the longest tenure, 3/10 of 2401 + 8 */
    NONE = 0xffff           /* no player, no bar */
};
_Static_assert(GAME_CELLS_MAX * 3 / 10 + TENURE_CHANCE < CALENDAR, "a bar must end before its place is used again");

/* A value that its player may not take again yet. */
struct bar {
    uint16_t player; /* NONE: lifted early */
    uint8_t value;
    uint16_t next; /* next bar with the same end, or NONE */
};

enum unit_kind { ROW, COLUMN, BOX, KINDS };

struct tabu {
    const struct game_rules *rules;
    uint64_t seed;
    uint64_t move;    /* number of the next move */
    uint32_t best;    /* fewest conflicts seen */
    uint32_t vectors; /* vectors in a row of counts or keys */
    struct game_state state;

    uint16_t number[GAME_CELLS_MAX]; /* [cell] number of its player, or NONE */
    uint8_t own[GAME_CELLS_MAX];     /* [player] cost of its value */
    uint32_t conflicting;            /* number of players in conflict */
    uint16_t list[GAME_CELLS_MAX];   /* [conflicting] players in conflict */
    uint16_t where[GAME_CELLS_MAX];  /* [player] its place in list */

    uint8_t place[KINDS][GAME_CELLS_MAX];                    /* [kind][cell] its place in the unit */
    uint16_t cell[KINDS][GAME_SIDE_MAX][GAME_SIDE_MAX];      /* [kind][unit][place] the cell there */
    uint64_t holders[KINDS][GAME_SIDE_MAX][GAME_LANES];      /* [kind][unit][value] places of the players with it */
    uint64_t recent[GAME_CELLS_MAX];                         /* [player] values barred because it left them */
    _Alignas(64) uint8_t barred[GAME_CELLS_MAX][GAME_LANES]; /* [player][value] BARRED (also its own value) or 0 */
    _Alignas(64) uint8_t key[GAME_CELLS_MAX][GAME_LANES];    /* [place in list][value] keys of the present move */

    struct bar bar[CALENDAR];  /* [move that made it % CALENDAR] */
    uint16_t ending[CALENDAR]; /* [move % CALENDAR] first bar that ends then, or NONE */
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

static void list_add(struct tabu *t, uint32_t player)
{
    t->where[player] = (uint16_t)t->conflicting;
    t->list[t->conflicting++] = (uint16_t)player;
}

static void list_remove(struct tabu *t, uint32_t player)
{
    uint16_t last = t->list[--t->conflicting];
    t->list[t->where[player]] = last;
    t->where[last] = t->where[player];
}

/* Counts one more equal value for the players at `places` (a mask) of a unit with the cells `cell`. */
static inline void gain_conflicts(struct tabu *t, const uint16_t *cell, uint64_t places)
{
    for (; places; places &= places - 1) {
        uint32_t player = t->number[cell[__builtin_ctzll(places)]];
        if (!t->own[player]++)
            list_add(t, player);
    }
}

static inline void lose_conflicts(struct tabu *t, const uint16_t *cell, uint64_t places)
{
    for (; places; places &= places - 1) {
        uint32_t player = t->number[cell[__builtin_ctzll(places)]];
        if (!--t->own[player])
            list_remove(t, player);
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
        list_add(t, player);
    else if (was && !t->own[player])
        list_remove(t, player);
}

/* ---- bars ---- */

/* Lifts the bars that end at the present move. */
static void lift_expired_bars(struct tabu *t)
{
    uint16_t *first = &t->ending[t->move % CALENDAR];
    for (uint32_t at = *first; at != NONE; at = t->bar[at].next) {
        const struct bar *bar = &t->bar[at];
        if (bar->player == NONE)
            continue;
        t->barred[bar->player][bar->value] = 0;
        t->recent[bar->player] &= ~(UINT64_C(1) << bar->value);
    }
    *first = NONE;
}

/* Lifts the bar of a value that is taken in spite of it. */
static void lift_bar(struct tabu *t, uint32_t player, uint32_t value)
{
    for (unsigned i = 0; i < CALENDAR; i++)
        if (t->bar[i].player == player && t->bar[i].value == value)
            t->bar[i].player = NONE;
    t->recent[player] &= ~(UINT64_C(1) << value);
}

static void add_bar(struct tabu *t, uint32_t player, uint32_t value, uint32_t tenure)
{
    uint32_t at = (uint32_t)(t->move % CALENDAR);
    uint16_t *first = &t->ending[(t->move + tenure) % CALENDAR];
    t->bar[at] = (struct bar){.player = (uint16_t)player, .value = (uint8_t)value, .next = *first};
    *first = (uint16_t)at;
    t->recent[player] |= UINT64_C(1) << value;
}

/* ---- a move ---- */

/* Sets keys without BARRED for the barred values of a player that would lead to fewer conflicts than ever. place: the
 * player's place in list. Returns the least of these keys and `low`. */
static uint32_t add_aspired_keys(struct tabu *t, uint32_t place, uint32_t low)
{
    uint32_t player = t->list[place], cell = t->rules->player[player], own = t->own[player];
    uint32_t known = own < OWN_MAX ? own : OWN_MAX;
    for (uint64_t left = t->recent[player]; left; left &= left - 1) {
        uint32_t value = (uint32_t)__builtin_ctzll(left), cost = game_cost(&t->state, t->rules, cell, value);
        uint32_t key = cost + KEY_SAME - known;
        if (t->state.conflicts + cost >= t->best + own)
            continue;
        t->key[place][value] = (uint8_t)key;
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
    for (uint32_t i = 0; i < t->conflicting; i++) {
        uint32_t player = t->list[i], cell = r->player[player], own = t->own[player];
        const uint8_t *row = t->state.in_row[r->row[cell]], *column = t->state.in_column[r->column[cell]],
                      *box = t->state.in_box[r->box[cell]], *barred = t->barred[player];
        lanes base = lanes_all((uint8_t)(KEY_SAME - (own < OWN_MAX ? own : OWN_MAX)));
        for (uint32_t k = 0; k < t->vectors; k++) {
            uint32_t at = k * VECTOR;
            lanes key = (lanes_load(row + at) + lanes_load(column + at) + lanes_load(box + at) + base) |
                        lanes_load(barred + at);
            lanes_store(t->key[i] + at, key);
            low = lanes_least(low, key);
        }
        if (t->state.conflicts < t->best + own && t->recent[player])
            aspired = add_aspired_keys(t, i, aspired);
    }
    uint32_t best = lanes_least_of(low);
    return aspired < best ? aspired : best;
}

/* Picks by the random bits `chance` one of the moves whose key is `low`. */
static bool pick_move(const struct tabu *t, uint32_t low, uint32_t chance, uint32_t *player, uint32_t *value)
{
    uint32_t ties = 0;
    for (uint32_t i = 0; i < t->conflicting; i++)
        for (uint32_t k = 0; k < t->vectors; k++)
            ties += lanes_count(lanes_load(t->key[i] + k * VECTOR), (uint8_t)low);
    uint32_t nth = chance_below(chance, ties);
    for (uint32_t i = 0; i < t->conflicting; i++)
        for (uint32_t k = 0; k < t->vectors; k++) {
            uint32_t here = lanes_count(lanes_load(t->key[i] + k * VECTOR), (uint8_t)low);
            if (nth >= here) {
                nth -= here;
                continue;
            }
            *player = t->list[i];
            for (*value = k * VECTOR; t->key[i][*value] != low || nth--; ++*value)
                ;
            return true;
        }
    return false;
}

static void make_move(struct tabu *t)
{
    struct chance chance = chance_at(t->seed, CHANCE_SEARCH, t->move);
    uint32_t player, value;
    t->bar[t->move % CALENDAR].player = NONE;
    lift_expired_bars(t);
    uint32_t low = compute_keys(t), tenure = t->conflicting * 3 / 10 + chance_below(chance.draw, TENURE_CHANCE) + 1;
    if (low < BARRED && pick_move(t, low, chance.who, &player, &value)) {
        uint32_t old = t->state.value[t->rules->player[player]];
        if (t->recent[player] >> value & 1)
            lift_bar(t, player, value);
        t->barred[player][value] = BARRED;
        add_bar(t, player, old, tenure);
        change_value(t, player, value);
        t->best = t->state.conflicts < t->best ? t->state.conflicts : t->best;
    }
    t->move++;
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
    memset(t->barred[player], BARRED, GAME_LANES);
    for (uint64_t left = r->allowed[cell] & ~(UINT64_C(1) << value); left; left &= left - 1)
        t->barred[player][__builtin_ctzll(left)] = 0;
    for (enum unit_kind kind = ROW; kind < KINDS; kind++)
        t->holders[kind][unit_of(r, kind, cell)][value] |= UINT64_C(1) << t->place[kind][cell];
    t->own[player] = (uint8_t)game_cost(&t->state, r, cell, value);
    if (t->own[player])
        list_add(t, player);
}

struct tabu *tabu_init(void *memory, const struct game_rules *rules, uint64_t seed, const uint8_t *values)
{
    struct tabu *t = memory;
    memset(t, 0, sizeof *t);
    t->rules = rules;
    t->seed = seed;
    t->vectors = (rules->side + VECTOR - 1) / VECTOR;
    if (!game_begin(&t->state, rules, values))
        return NULL;
    t->best = t->state.conflicts;
    memset(t->ending, 0xff, sizeof t->ending);
    for (unsigned i = 0; i < CALENDAR; i++)
        t->bar[i].player = NONE;
    init_units(t);
    for (uint32_t player = 0; player < rules->players; player++)
        init_player(t, player);
    return t;
}
