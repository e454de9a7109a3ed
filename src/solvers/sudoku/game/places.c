/* Tabu search over the places of values in boxes. */
#include "places.h"

#include <string.h>

#include "tabu_core.h"

/* Local search keeps one kind of constraints by its moves and counts violations of the others. Where the players are
 * cells, two cells of a box and a row break two constraints at once by equal values. Where they are values in boxes,
 * two players break at most one. The portfolio then makes a quarter of the moves on boards of 25x25 with 45 % clues and
 * a tenth on 36x36 with 40 % (medians of ten, meson test --benchmark sudoku-methods). With values in rows as players
 * the search makes more moves than with cells.
 *
 * A candidate is a (player, place); it belongs to three groups, of which at most one candidate may be taken: its cell,
 * its value in its row, and in its column. The cost of each candidate is kept, so that a move adds and subtracts one
 * for the members of six groups, half a dozen each. */

enum {
    GROUPS = 3,        /* of a candidate */
    TENURE_CHANCE = 14 /* the random part of a tenure is below it */
};
_Static_assert((int)TENURE_CHANCE <= (int)TENURE_CHANCE_MAX, "a bar must end before its place is used again");

/* Candidates are numbered player * GAME_LANES + place. Groups: cells, then N * row + value, then N * column + value. */
struct sudoku_places {
    const struct game_rules *rules;
    uint32_t players;
    uint32_t conflicts, best;                    /* now; the fewest seen */
    uint16_t cell[GAME_SIDE_MAX][GAME_LANES];    /* [box][place] in the order of the cells */
    uint8_t box[GAME_CELLS_MAX];                 /* [player] */
    uint8_t value[GAME_CELLS_MAX];               /* [player] 0..N-1 */
    uint64_t allowed[GAME_CELLS_MAX];            /* [player] places, bit p for place p */
    uint8_t place[GAME_CELLS_MAX];               /* [player] the present one */
    uint32_t first[GROUPS * GAME_CELLS_MAX + 1]; /* [group] of its members in `member`; ends with their number */
    uint32_t *member;                            /* candidates, group by group */
    uint8_t cost[GAME_CELLS_MAX * GAME_LANES];   /* [candidate] */
    struct tabu_core core;
};

/* Returns one of the groups of a candidate. */
static uint32_t group_of(const struct sudoku_places *t, uint32_t player, uint32_t place, unsigned kind)
{
    const struct game_rules *r = t->rules;
    uint32_t cell = t->cell[t->box[player]][place], value = t->value[player];
    return kind == 0   ? cell
           : kind == 1 ? r->cells + r->row[cell] * r->side + value
                       : 2 * r->cells + r->column[cell] * r->side + value;
}

/* ---- setting up ---- */

static void init_players(struct sudoku_places *t)
{
    const struct game_rules *r = t->rules;
    uint64_t allowed[GAME_SIDE_MAX][GAME_SIDE_MAX] = {{0}}, set[GAME_SIDE_MAX] = {0};
    uint8_t filled[GAME_SIDE_MAX] = {0};
    for (uint32_t cell = 0; cell < r->cells; cell++) {
        uint32_t box = r->box[cell], place = filled[box]++;
        uint64_t values = r->allowed[cell];
        t->cell[box][place] = (uint16_t)cell;
        if (!(values & (values - 1)))
            set[box] |= values;
        for (; values; values &= values - 1)
            allowed[box][__builtin_ctzll(values)] |= UINT64_C(1) << place;
    }
    for (uint32_t box = 0; box < r->side; box++)
        for (uint32_t value = 0; value < r->side; value++) {
            if (set[box] >> value & 1 || !allowed[box][value])
                continue;
            t->box[t->players] = (uint8_t)box;
            t->value[t->players] = (uint8_t)value;
            t->allowed[t->players++] = allowed[box][value];
        }
}

/* Lists the members of all groups: counts them, then fills each group from its end. */
static bool init_groups(struct sudoku_places *t, struct nash_arena *arena)
{
    uint32_t groups = GROUPS * t->rules->cells;
    for (unsigned pass = 0; pass < 2; pass++) {
        for (uint32_t player = 0; player < t->players; player++)
            for (uint64_t left = t->allowed[player]; left; left &= left - 1)
                for (unsigned kind = 0; kind < GROUPS; kind++) {
                    uint32_t place = (uint32_t)__builtin_ctzll(left), group = group_of(t, player, place, kind);
                    if (pass == 0)
                        t->first[group]++;
                    else
                        t->member[--t->first[group]] = player * GAME_LANES + place;
                }
        if (pass == 1)
            break;
        for (uint32_t group = 0; group < groups; group++)
            t->first[group + 1] += t->first[group];
        t->member = NASH_NEW(arena, uint32_t, t->first[groups] + 1);
        if (!t->member)
            return false;
    }
    return true;
}

struct sudoku_places *sudoku_places_new(struct nash_arena *arena, const struct game_rules *rules)
{
    struct sudoku_places *t = nash_arena_alloc_raw(arena, sizeof *t, _Alignof(struct sudoku_places));
    if (!t)
        return NULL;
    memset(t, 0, sizeof *t);
    t->rules = rules;
    init_players(t);
    return init_groups(t, arena) ? t : NULL;
}

/* ---- costs ---- */

/* Adds one to the cost of the members of a group, except those of the player itself, which has now moved there. */
static inline void enter_group(struct sudoku_places *t, uint32_t group, uint32_t player)
{
    for (uint32_t i = t->first[group]; i < t->first[group + 1]; i++) {
        uint32_t candidate = t->member[i], other = candidate / GAME_LANES;
        if (other != player && !t->cost[candidate]++ && t->place[other] == candidate % GAME_LANES)
            tabu_core_add(&t->core, other);
    }
}

static inline void leave_group(struct sudoku_places *t, uint32_t group, uint32_t player)
{
    for (uint32_t i = t->first[group]; i < t->first[group + 1]; i++) {
        uint32_t candidate = t->member[i], other = candidate / GAME_LANES;
        if (other != player && !--t->cost[candidate] && t->place[other] == candidate % GAME_LANES)
            tabu_core_remove(&t->core, other);
    }
}

static void change_place(struct sudoku_places *t, uint32_t player, uint32_t place)
{
    uint32_t old = t->place[player], was = t->cost[player * GAME_LANES + old];
    uint32_t is = t->cost[player * GAME_LANES + place];
    for (unsigned kind = 0; kind < GROUPS; kind++)
        leave_group(t, group_of(t, player, old, kind), player);
    for (unsigned kind = 0; kind < GROUPS; kind++)
        enter_group(t, group_of(t, player, place, kind), player);
    t->place[player] = (uint8_t)place;
    t->conflicts = t->conflicts + is - was;
    if (!was && is)
        tabu_core_add(&t->core, player);
    else if (was && !is)
        tabu_core_remove(&t->core, player);
}

void sudoku_places_begin(struct sudoku_places *t, uint64_t seed)
{
    t->conflicts = 0;
    tabu_core_init(&t->core, seed, t->rules->side, TENURE_CHANCE);
    memset(t->cost, 0, sizeof t->cost);
    memset(t->place, 0xff, sizeof t->place); /* nowhere */
    for (uint32_t player = 0; player < t->players; player++) {
        uint64_t left = t->allowed[player];
        uint32_t nth = chance_below(chance_at(seed, CHANCE_START, player).draw, (uint32_t)__builtin_popcountll(left));
        for (; nth; nth--)
            left &= left - 1;
        uint32_t place = (uint32_t)__builtin_ctzll(left), cost = t->cost[player * GAME_LANES + place];
        for (unsigned kind = 0; kind < GROUPS; kind++)
            enter_group(t, group_of(t, player, place, kind), player);
        t->place[player] = (uint8_t)place;
        t->conflicts += cost;
        if (cost)
            tabu_core_add(&t->core, player);
        tabu_core_allow(&t->core, player, t->allowed[player], place);
    }
    t->best = t->conflicts;
}

/* ---- a move ---- */

/* Returns the cost of a player at another place. */
static uint32_t cost_at(const void *game, uint32_t player, uint32_t place)
{
    const struct sudoku_places *t = game;
    return t->cost[player * GAME_LANES + place];
}

/* Computes the keys of all candidate moves. Returns the least, BARRED when there is none. */
static uint32_t compute_keys(struct sudoku_places *t)
{
    lanes low = lanes_all(BARRED);
    uint32_t aspired = BARRED;
    for (uint32_t i = 0; i < t->core.conflicting; i++) {
        uint32_t player = t->core.list[i], own = t->cost[player * GAME_LANES + t->place[player]];
        lanes base = lanes_all((uint8_t)(KEY_SAME - (own < OWN_MAX ? own : OWN_MAX)));
        for (uint32_t at = 0; at < t->core.vectors * VECTOR; at += VECTOR) {
            lanes key =
                (lanes_load(t->cost + player * GAME_LANES + at) + base) | lanes_load(t->core.barred[player] + at);
            lanes_store(t->core.key[i] + at, key);
            low = lanes_least(low, key);
        }
        if (t->conflicts < t->best + own && t->core.recent[player])
            aspired = tabu_core_aspire(&t->core, i, own, t->best + own - t->conflicts, aspired, cost_at, t);
    }
    uint32_t best = lanes_least_of(low);
    return aspired < best ? aspired : best;
}

static void make_move(struct sudoku_places *t)
{
    struct tabu_move move;
    tabu_core_lift_expired(&t->core);
    if (tabu_core_choose(&t->core, compute_keys(t), &move)) {
        tabu_core_take(&t->core, &move, t->place[move.player]);
        change_place(t, move.player, move.strategy);
        t->best = t->conflicts < t->best ? t->conflicts : t->best;
    }
    t->core.move++;
}

uint64_t sudoku_places_play(struct sudoku_places *t, uint64_t n)
{
    uint64_t made = 0;
    for (; made < n && t->conflicts; made++)
        make_move(t);
    return made;
}

uint32_t sudoku_places_conflicts(const struct sudoku_places *t)
{
    return t->conflicts;
}

uint32_t sudoku_places_cell(const struct sudoku_places *t, uint32_t box, uint32_t value)
{
    for (uint32_t player = 0; player < t->players; player++)
        if (t->box[player] == box && t->value[player] == value)
            return t->cell[box][t->place[player]];
    return GAME_CELLS_MAX;
}

void sudoku_places_grid(const struct sudoku_places *t, uint8_t *grid)
{
    const struct game_rules *r = t->rules;
    for (uint32_t cell = 0; cell < r->cells; cell++) {
        uint64_t allowed = r->allowed[cell];
        grid[cell] = allowed & (allowed - 1) ? 0 : (uint8_t)(__builtin_ctzll(allowed) + 1);
    }
    for (uint32_t player = 0; player < t->players; player++)
        grid[t->cell[t->box[player]][t->place[player]]] = (uint8_t)(t->value[player] + 1);
}
