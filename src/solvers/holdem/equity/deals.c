/* Exact equities of any number of players: on each board, all deals of the hands. */
#include "boards.h"
#include "hands.h"

enum { STOP_EVERY = 1 << 10 };

struct deals {
    const struct holdem_table *table;
    struct nash_run *run;
    struct holdem_outcome *out;
    struct hands all[HOLDEM_PLAYERS_MAX], live[HOLDEM_PLAYERS_MAX];
    double times;                                      /* what the board counts */
    const struct hand_item *dealt[HOLDEM_PLAYERS_MAX]; /* the hands of the players before the last one */
    double boards_done, boards;                        /* weighted by times */
    uint32_t polls;
};

/* What the last player's hands do to those before. */
struct last_sums {
    double weaker, equal, stronger; /* weights */
};

/* Deals all hands of the last player. best: the greatest strength before; winners: the players who have it. */
static struct last_sums deal_last(struct deals *d, uint64_t used, double weight, uint16_t best, unsigned winners)
{
    const unsigned last = d->table->players - 1;
    const struct hands *hands = &d->live[last];
    struct holdem_seat *seat = &d->out->seat[last];
    struct last_sums sums = {0, 0, 0};
    for (unsigned i = 0; i < hands->count; i++) {
        const struct hand_item *item = &hands->item[i];
        if (item->mask & used)
            continue;
        const double deal = weight * item->weight;
        d->out->showdowns += d->times;
        seat->all[item->combo] += deal;
        if (item->strength < best) {
            sums.weaker += deal;
        } else if (item->strength == best) {
            sums.equal += deal;
            seat->share[item->combo] += deal / (winners + 1);
        } else {
            sums.stronger += deal;
            seat->share[item->combo] += deal;
        }
    }
    seat->win += sums.stronger;
    seat->tie += sums.equal;
    return sums;
}

/* Credits the players before the last one with the outcomes. */
static void credit(struct deals *d, const struct last_sums *sums, uint16_t best, unsigned winners)
{
    for (unsigned player = 0; player + 1 < d->table->players; player++) {
        const struct hand_item *item = d->dealt[player];
        struct holdem_seat *seat = &d->out->seat[player];
        seat->all[item->combo] += sums->weaker + sums->equal + sums->stronger;
        if (item->strength < best)
            continue;
        seat->share[item->combo] += sums->weaker / winners + sums->equal / (winners + 1);
        seat->win += winners == 1 ? sums->weaker : 0;
        seat->tie += (winners == 1 ? 0 : sums->weaker) + sums->equal;
    }
}

static bool deal_player(struct deals *d, unsigned player, uint64_t used, double weight, uint16_t best, unsigned winners)
{
    const struct hands *hands = &d->live[player];
    if (player + 1 == d->table->players) {
        const struct last_sums sums = deal_last(d, used, weight, best, winners);
        credit(d, &sums, best, winners);
        d->polls += hands->count;
        if (d->polls < STOP_EVERY)
            return true;
        d->polls = 0;
        return !nash_stop(d->run, HOLDEM_STOP_TUPLES);
    }
    for (unsigned i = 0; i < hands->count; i++) {
        const struct hand_item *item = &hands->item[i];
        if (item->mask & used)
            continue;
        d->dealt[player] = item;
        const bool better = item->strength > best;
        const unsigned sharing = better ? 1 : winners + (item->strength == best);
        if (!deal_player(d, player + 1, used | item->mask, weight * item->weight, better ? item->strength : best,
                         sharing))
            return false;
    }
    return true;
}

static enum nash_status show_board(void *context, uint64_t board, unsigned times)
{
    struct deals *d = context;
    const struct holdem_hand hand = hands_sum(board);
    if (nash_stop(d->run, HOLDEM_STOP_DEALS))
        return NASH_STOPPED;
    for (unsigned player = 0; player < d->table->players; player++)
        hands_on_board(&d->all[player], board, hand, &d->live[player]);
    d->times = times;
    if (!deal_player(d, 0, 0, times, 0, 0))
        return NASH_STOPPED;
    d->boards_done += times;
    if (++d->run->nodes % STOP_EVERY == 0)
        boards_progress(d->run, d->boards_done, d->boards);
    return NASH_OK;
}

enum nash_status holdem_deals_solve(const struct holdem_table *table, struct nash_run *run, struct holdem_outcome *out)
{
    struct deals d = {.table = table, .run = run, .out = out, .boards = boards_count(&table->spot)};
    const struct boards_visitor visitor = {NULL, NULL, show_board, &d};
    const struct holdem_range *ranges[HOLDEM_PLAYERS_MAX];
    struct symmetry symmetry;
    for (unsigned player = 0; player < table->players; player++) {
        ranges[player] = &table->range[player];
        if (!hands_list(ranges[player], run->arena, &d.all[player]) ||
            !(d.live[player].item = NASH_NEW(run->arena, struct hand_item, d.all[player].count)))
            return NASH_NOMEM;
    }
    boards_symmetry(&table->spot, ranges, table->players, &symmetry);
    const enum nash_status status = boards_visit(&table->spot, &symmetry, &visitor);
    for (unsigned player = 0; player < table->players && status == NASH_OK; player++) {
        struct holdem_seat *seat = &out->seat[player];
        double all = 0;
        symmetry_average(&symmetry, seat->share);
        symmetry_average(&symmetry, seat->all);
        for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
            seat->equity += seat->share[i];
            all += seat->all[i];
        }
        seat->equity /= all;
        seat->win /= all;
        seat->tie /= all;
    }
    return status;
}
