/* Monte Carlo: hands drawn by their joint weights, then a board.
 *
 * A deal of hands has the probability of the product of its weights, if no card occurs twice in it. Drawing each hand
 * by its own weights and starting again after a clash gives exactly that distribution; drawing only the hand that
 * clashes again would not. Players whose combos all have one weight get their cards last, straight from the deck: the
 * number of ways to deal them depends on no other hand. If the deals are few, they are listed, because ranges that
 * clash nearly always would make the first method slow. */
#include <inttypes.h>
#include <math.h>

#include <nash/rng.h>

#include "boards.h"
#include "hands.h"

enum { BLOCK = 1 << 10, LISTED_MAX = 1 << 16 };

struct drawn_deal {
    uint16_t item[HOLDEM_PLAYERS_MAX]; /* index in the player's hands */
    uint64_t cards;
};

struct sampling {
    const struct holdem_table *table;
    struct nash_run *run;
    struct holdem_outcome *out;
    struct nash_rng rng;
    struct hands hands[HOLDEM_PLAYERS_MAX];
    double *until[HOLDEM_PLAYERS_MAX]; /* sums of the weights up to each hand; NULL: dealt from the deck */
    struct drawn_deal *listed;         /* all deals of the players with until[]; NULL: too many */
    double *listed_until;
    unsigned listed_count;
    uint64_t shared[HOLDEM_PLAYERS_MAX][HOLDEM_PLAYERS_MAX + 1]; /* samples in which a player is one of n winners */
};

/* ---- preparation ---- */

/* Returns whether all combos without a known card have one weight above 0. */
static bool is_uniform(const struct holdem_range *range, uint64_t known)
{
    float weight = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        if (combo_mask(i) & known)
            continue;
        weight = weight > 0 ? weight : range->weight[i];
        if (range->weight[i] <= 0 || range->weight[i] != weight)
            return false;
    }
    return true;
}

/* Lists the deals from a player on. Returns false if there are too many. */
static bool list_deals(struct sampling *s, unsigned player, struct drawn_deal *deal, double weight)
{
    if (player == s->table->players) {
        if (s->listed_count == LISTED_MAX)
            return false;
        s->listed_until[s->listed_count] = weight + (s->listed_count ? s->listed_until[s->listed_count - 1] : 0);
        s->listed[s->listed_count++] = *deal;
        return true;
    }
    if (!s->until[player])
        return list_deals(s, player + 1, deal, weight);
    for (unsigned i = 0; i < s->hands[player].count; i++) {
        const struct hand_item *item = &s->hands[player].item[i];
        if (item->mask & deal->cards)
            continue;
        deal->item[player] = (uint16_t)i;
        deal->cards |= item->mask;
        const bool fits = list_deals(s, player + 1, deal, weight * item->weight);
        deal->cards &= ~item->mask;
        if (!fits)
            return false;
    }
    return true;
}

/* Sums the weights of each player, and lists the deals if their number before clashes is small. */
static enum nash_status sampling_begin(struct sampling *s)
{
    const uint64_t known = s->table->spot.board | s->table->spot.dead;
    double deals = 1;
    for (unsigned player = 0; player < s->table->players; player++) {
        struct hands *hands = &s->hands[player];
        double sum = 0;
        if (!hands_list(&s->table->range[player], s->run->arena, hands))
            return NASH_NOMEM;
        if (is_uniform(&s->table->range[player], known))
            continue;
        if (!(s->until[player] = NASH_NEW(s->run->arena, double, hands->count)))
            return NASH_NOMEM;
        for (unsigned i = 0; i < hands->count; i++)
            s->until[player][i] = sum += hands->item[i].weight;
        deals *= hands->count;
    }
    if (deals > 64 * (double)LISTED_MAX)
        return NASH_OK;
    struct drawn_deal deal = {.cards = 0};
    s->listed = NASH_NEW(s->run->arena, struct drawn_deal, LISTED_MAX);
    s->listed_until = NASH_NEW(s->run->arena, double, LISTED_MAX);
    if (!s->listed || !s->listed_until)
        return NASH_NOMEM;
    if (!list_deals(s, 0, &deal, 1))
        s->listed = NULL;
    return NASH_OK;
}

/* ---- one sample ---- */

/* Draws an index by the sums until[count]. */
static unsigned draw_index(struct nash_rng *rng, const double *until, unsigned count)
{
    const double at = nash_rng_unit(rng) * until[count - 1];
    unsigned from = 0, to = count - 1;
    while (from < to) {
        const unsigned middle = (from + to) / 2;
        if (until[middle] > at)
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

static uint64_t draw_card(struct nash_rng *rng, uint64_t used)
{
    for (;;) {
        const uint64_t bits = nash_rng_next(rng);
        for (unsigned shift = 0; shift < 60; shift += 6) { /* ten numbers of six bits */
            const unsigned card = (unsigned)(bits >> shift & 63);
            if (card < CARD_DECK && !(used >> card & 1))
                return card_bit(card);
        }
    }
}

/* Draws the hands: their combos. Returns the used cards; 0: the hands clash. */
static uint64_t draw_hands(struct sampling *s, uint64_t used, uint16_t combo[static HOLDEM_PLAYERS_MAX])
{
    const struct drawn_deal *deal = NULL;
    if (s->listed) {
        deal = &s->listed[draw_index(&s->rng, s->listed_until, s->listed_count)];
        used |= deal->cards;
    }
    for (unsigned player = 0; player < s->table->players; player++) {
        const struct hands *hands = &s->hands[player];
        if (!s->until[player])
            continue;
        const struct hand_item *item =
            &hands->item[deal ? deal->item[player] : draw_index(&s->rng, s->until[player], hands->count)];
        if (!deal && item->mask & used)
            return 0;
        used |= item->mask;
        combo[player] = item->combo;
    }
    for (unsigned player = 0; player < s->table->players; player++) {
        if (s->until[player])
            continue;
        const uint64_t one = draw_card(&s->rng, used), two = draw_card(&s->rng, used | one);
        used |= one | two;
        combo[player] = (uint16_t)combo_of((unsigned)__builtin_ctzll(one), (unsigned)__builtin_ctzll(two));
    }
    return used;
}

/* Draws one sample and counts it. Returns false after a clash. */
static bool draw_sample(struct sampling *s)
{
    const struct holdem_spot *spot = &s->table->spot;
    const unsigned players = s->table->players;
    uint16_t combo[HOLDEM_PLAYERS_MAX], strength[HOLDEM_PLAYERS_MAX], best = 0;
    unsigned winners = 0;
    uint64_t board = spot->board;
    uint64_t used = draw_hands(s, spot->board | spot->dead, combo);
    if (!used)
        return false;
    for (unsigned cards = (unsigned)__builtin_popcountll(board); cards < HOLDEM_BOARD; cards++) {
        const uint64_t card = draw_card(&s->rng, used);
        used |= card;
        board |= card;
    }
    const struct holdem_hand hand = hands_sum(board);
    for (unsigned player = 0; player < players; player++) {
        const struct holdem_hand with = holdem_hand_add(hand, holdem_combo_high[combo[player]]);
        strength[player] = holdem_hand_strength(holdem_hand_add(with, holdem_combo_low[combo[player]]));
        winners = strength[player] > best ? 1 : winners + (strength[player] == best);
        best = strength[player] > best ? strength[player] : best;
    }
    for (unsigned player = 0; player < players; player++) {
        struct holdem_seat *seat = &s->out->seat[player];
        seat->all[combo[player]]++;
        if (strength[player] < best)
            continue;
        seat->share[combo[player]] += 1.0 / winners;
        s->shared[player][winners]++;
    }
    return true;
}

/* ---- the whole ---- */

/* Fills the numbers of a player from the samples so far. The standard error is that of the mean share, from the
 * variance of the shares. */
static void estimate(const struct sampling *s, unsigned player, struct holdem_seat *seat)
{
    const double count = (double)s->out->samples;
    double sum = 0, squares = 0, tied = 0;
    for (unsigned winners = 1; winners <= s->table->players; winners++) {
        const double samples = (double)s->shared[player][winners];
        sum += samples / winners;
        squares += samples / winners / winners;
        tied += winners > 1 ? samples : 0;
    }
    const double variance = count > 1 ? (squares - sum * sum / count) / (count - 1) : 0.25;
    seat->win = (double)s->shared[player][1] / count;
    seat->tie = tied / count;
    seat->equity = sum / count;
    seat->error = sqrt((variance > 0 ? variance : 0) / count);
}

static void report_progress(struct sampling *s, uint64_t samples)
{
    struct nash_buf json = NASH_BUF_INIT(0);
    struct holdem_seat seat;
    if (s->out->samples == 0 || !nash_progress_due(s->run))
        return;
    estimate(s, 0, &seat);
    nash_buf_printf(&json, "{\"samples\":%" PRIu64 ",\"of\":%" PRIu64 ",\"equity\":%.6f,\"stderr\":%.6f}",
                    s->out->samples, samples, seat.equity, seat.error);
    nash_progress_send(s->run, &json);
}

enum nash_status holdem_samples_solve(const struct holdem_table *table, uint64_t samples, struct nash_run *run,
                                      struct holdem_outcome *out)
{
    struct sampling s = {.table = table, .run = run, .out = out};
    uint64_t draws = 0;
    nash_rng_seed(&s.rng, run->seed);
    const enum nash_status status = sampling_begin(&s);
    if (status != NASH_OK)
        return status;
    while (out->samples < samples && !out->stopped) {
        out->samples += draw_sample(&s);
        if (++draws % BLOCK)
            continue;
        out->stopped = nash_stop(run, HOLDEM_STOP_SAMPLES);
        report_progress(&s, samples);
    }
    if (out->samples == 0)
        return NASH_STOPPED;
    out->showdowns = (double)out->samples;
    for (unsigned player = 0; player < table->players; player++)
        estimate(&s, player, &out->seat[player]);
    return NASH_OK;
}
