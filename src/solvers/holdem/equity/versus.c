/* Range against range, all combos of the hero at once: visits the boards and adds up their showdowns. */
#include <math.h>

#include "blocks.h"
#include "boards.h"

struct versus {
    struct blocks *blocks;
    struct nash_run *run;
    struct block_sums saved[HOLDEM_BOARD][CARD_RANKS];
};

static void deal_card(void *context, unsigned level, unsigned card)
{
    struct versus *v = context;
    blocks_kill(v->blocks, card, v->saved[level]);
}

static void take_card_back(void *context, unsigned level, unsigned card)
{
    struct versus *v = context;
    blocks_revive(v->blocks, card, v->saved[level]);
}

static enum nash_status show_board(void *context, uint64_t board, unsigned times)
{
    struct versus *v = context;
    if (nash_stop(v->run, HOLDEM_STOP_VERSUS))
        return NASH_STOPPED;
    return blocks_showdown(v->blocks, board, times) ? NASH_OK : NASH_NOMEM;
}

/* Copies the sums of the blocks, and sets all[]: the weight of the combos without a card of the hero's, times the
 * boards. */
static void take_sums(const struct blocks *b, const struct holdem_spot *spot, const struct holdem_range *range,
                      struct holdem_versus *out)
{
    const uint64_t known = spot->board | spot->dead;
    const double boards = boards_beside(spot, 2);
    double card[CARD_DECK] = {0}, total = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        const double weight = combo_mask(i) & known ? 0 : (double)range->weight[i];
        card[holdem_combo_high[i]] += weight;
        card[holdem_combo_low[i]] += weight;
        total += weight;
    }
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        const unsigned high = holdem_combo_high[i], low = holdem_combo_low[i];
        const unsigned entry = CARD_SUITS * card_suit(high) + card_suit(low);
        const unsigned block = block_of(card_rank(high), card_rank(low));
        const bool possible = !(combo_mask(i) & known);
        const double others = total - card[high] - card[low] + (double)range->weight[i];
        /* rounding must not leave a trace of a weight where there is none */
        out->all[i] = possible && others > 1e-12 * total ? boards * others : 0;
        out->win[i] = out->all[i] > 0 ? b->win[block][entry] : 0;
        out->tie[i] = out->all[i] > 0 ? b->held[block][entry] - b->win[block][entry] : 0;
    }
}

/* Adds the hero's own combo, which the ties lack, and removes the traces of rounding. */
static void add_own(const struct holdem_range *range, const struct holdem_spot *spot, struct holdem_versus *out)
{
    const double boards = boards_beside(spot, 1);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        if (out->all[i] <= 0)
            continue;
        const double tie = out->tie[i] + (double)range->weight[i] * boards;
        out->tie[i] = tie > 1e-12 * out->all[i] ? tie : 0;
        out->win[i] = out->win[i] > 1e-12 * out->all[i] ? out->win[i] : 0;
    }
}

enum nash_status holdem_equity_range_v_range(const struct holdem_range *range, const struct holdem_spot *spot,
                                             struct nash_run *run, struct holdem_versus *out)
{
    const struct nash_arena_mark mark = nash_arena_mark(run->arena);
    const uint64_t sets[] = {spot->board, spot->dead};
    const unsigned on_board = (unsigned)__builtin_popcountll(spot->board);
    struct versus v = {.blocks = nash_arena_alloc_raw(run->arena, sizeof *v.blocks, 64), .run = run};
    struct rank_order **order = NASH_NEW(run->arena, struct rank_order *, on_board == HOLDEM_BOARD ? 1 : RANK_BOARDS);
    const struct boards_visitor visitor = {deal_card, take_card_back, show_board, &v};
    struct symmetry symmetry;
    enum nash_status status = NASH_NOMEM;
    if (v.blocks && order) {
        blocks_begin(v.blocks, range, spot->board | spot->dead);
        v.blocks->order = order;
        v.blocks->one_board = on_board == HOLDEM_BOARD;
        v.blocks->arena = run->arena;
        /* on the turn the search for symmetries would take longer than it saves */
        symmetry_find(&range, 1, sets, 2, on_board > 3 ? 1 : SYMMETRY_MAX, &symmetry);
        status = boards_visit(spot, &symmetry, &visitor);
        take_sums(v.blocks, spot, range, out);
        symmetry_average(&symmetry, out->win);
        symmetry_average(&symmetry, out->tie);
        add_own(range, spot, out);
    }
    nash_arena_release(run->arena, mark);
    return status;
}

double holdem_versus_equity(const struct holdem_versus *versus, unsigned combo)
{
    return versus->all[combo] > 0 ? (versus->win[combo] + versus->tie[combo] / 2) / versus->all[combo] : (double)NAN;
}

double holdem_versus_range_equity(const struct holdem_versus *versus, const struct holdem_range *hero)
{
    double share = 0, all = 0;
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        share += (double)hero->weight[i] * (versus->win[i] + versus->tie[i] / 2);
        all += (double)hero->weight[i] * versus->all[i];
    }
    return all > 0 ? share / all : (double)NAN;
}
