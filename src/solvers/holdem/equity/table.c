/* Selects the method for a table. */
#include "boards.h"
#include "hands.h"

enum { SEARCH_MAX = 1 << 22 };

/* Steps of a showdown of one board in duel.c, of 2 ns. */
#define DUEL_STEPS 1500.0

struct search {
    const struct holdem_table *table;
    unsigned order[HOLDEM_PLAYERS_MAX]; /* players with few combos first */
    uint32_t steps;
};

static bool deal_fits(struct search *s, unsigned place, uint64_t used)
{
    if (place == s->table->players || s->steps > SEARCH_MAX)
        return true;
    const struct holdem_range *range = &s->table->range[s->order[place]];
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        s->steps++;
        if (range->weight[i] > 0 && !(combo_mask(i) & used) && deal_fits(s, place + 1, used | combo_mask(i)))
            return true;
    }
    return false;
}

static unsigned count_combos(const struct holdem_range *range)
{
    unsigned count = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++)
        count += range->weight[i] > 0;
    return count;
}

bool holdem_table_possible(const struct holdem_table *table)
{
    struct search s = {.table = table};
    unsigned count[HOLDEM_PLAYERS_MAX];
    for (unsigned player = 0; player < table->players; player++) {
        unsigned at = player;
        const unsigned combos = count_combos(&table->range[player]);
        for (; at > 0 && count[at - 1] > combos; at--) {
            count[at] = count[at - 1];
            s.order[at] = s.order[at - 1];
        }
        count[at] = combos;
        s.order[at] = player;
    }
    return boards_beside(&table->spot, table->players) >= 1 && deal_fits(&s, 0, 0);
}

/* Returns the boards to visit: all, divided by the symmetries of these ranges. */
static double visited_boards(const struct holdem_table *table, unsigned first, unsigned players)
{
    const struct holdem_range *ranges[HOLDEM_PLAYERS_MAX];
    struct symmetry symmetry;
    for (unsigned i = 0; i < players; i++)
        ranges[i] = &table->range[first + i];
    boards_symmetry(&table->spot, ranges, players, &symmetry);
    return boards_count(&table->spot) / symmetry.count;
}

/* The steps of deals.c: the deals of the hands, and their evaluation. */
static double deals_steps(const struct holdem_table *table)
{
    double deals = 1, hands = 1;
    for (unsigned player = 0; player < table->players; player++) {
        deals *= count_combos(&table->range[player]);
        hands += 4 * (double)count_combos(&table->range[player]);
    }
    return (deals * table->players / 2 + hands) * visited_boards(table, 0, table->players);
}

/* The steps of duel.c; INFINITY for more than two players. */
static double duel_steps(const struct holdem_table *table)
{
    if (table->players != 2)
        return __builtin_inf();
    const bool single = count_combos(&table->range[0]) == 1 || count_combos(&table->range[1]) == 1;
    const double one = visited_boards(table, 0, 1), two = visited_boards(table, 1, 1);
    const double only = count_combos(&table->range[0]) == 1 ? one : two;
    return DUEL_STEPS * (single ? only : one + two);
}

enum holdem_method holdem_table_method(const struct holdem_table *table, double *steps)
{
    if (table->players == 2 && !table->spot.board && !table->spot.dead) {
        *steps = 0;
        return HOLDEM_PREFLOP_TABLE;
    }
    const double deals = deals_steps(table), duel = duel_steps(table);
    *steps = deals < duel ? deals : duel;
    return *steps <= HOLDEM_AUTO_STEPS ? HOLDEM_EXACT : HOLDEM_MONTE_CARLO;
}

enum nash_status holdem_table_solve(const struct holdem_table *table, enum holdem_method method, uint64_t samples,
                                    struct nash_run *run, struct holdem_outcome *out)
{
    *out = (struct holdem_outcome){.method = method};
    for (unsigned player = 0; player < table->players; player++) {
        out->seat[player].share = NASH_NEW(run->arena, double, HOLDEM_COMBOS);
        out->seat[player].all = NASH_NEW(run->arena, double, HOLDEM_COMBOS);
        if (!out->seat[player].share || !out->seat[player].all)
            return NASH_NOMEM;
    }
    if (method == HOLDEM_MONTE_CARLO)
        return holdem_samples_solve(table, samples, run, out);
    if (method == HOLDEM_PREFLOP_TABLE)
        return holdem_duel_solve(table, true, run, out);
    if (duel_steps(table) < deals_steps(table))
        return holdem_duel_solve(table, false, run, out);
    return holdem_deals_solve(table, run, out);
}
