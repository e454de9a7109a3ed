/* Range against range, all combos of the hero at once: visits the boards and adds up their showdowns. */
#include <math.h>

#include "blocks.h"
#include "boards.h"

enum { PROGRESS_EVERY = 1 << 10 };

struct versus {
    struct blocks *blocks;
    struct nash_run *run;
    struct block_sums saved[HOLDEM_BOARD][CARD_RANKS];
    double done, boards; /* boards, for the progress */
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
    v->done += times;
    if (++v->run->nodes % PROGRESS_EVERY == 0)
        boards_progress(v->run, v->done, v->boards);
    return blocks_showdown(v->blocks, board, times) ? NASH_OK : NASH_NOMEM;
}

/* Copies the sums of the blocks, and sets all[]: the weight of the combos without a card of the hero's, times the
 * boards. */
static void take_sums(struct blocks *b, const struct holdem_spot *spot, const struct holdem_range *range,
                      struct holdem_versus *out)
{
    const uint64_t known = spot->board | spot->dead;
    const double boards = boards_beside(spot, 2);
    double card[CARD_DECK] = {0}, total = 0;
    for (unsigned block = 0; block < BLOCKS; block++) { /* here all cards but the known ones are alive */
        for (unsigned suit = 0; suit < CARD_SUITS; suit++) {
            card[CARD_SUITS * block_high[block] + suit] += b->sums[block].high[suit];
            card[CARD_SUITS * block_low[block] + suit] += b->sums[block].low[suit];
        }
        total += b->sums[block].total;
    }
    for (unsigned high = 1, i = 0; high < CARD_DECK; high++)
        for (unsigned low = 0; low < high; low++, i++) {
            const bool possible = !((card_bit(high) | card_bit(low)) & known);
            const double others = total - card[high] - card[low] + (double)range->weight[i];
            /* rounding must not leave a trace of a weight where there is none */
            const bool any = possible && others > 1e-12 * total;
            out->all[i] = any ? boards * others : 0;
            out->win[i] = any ? *block_entry(b->win, high, low) : 0;
            out->tie[i] = any ? *block_entry(b->held, high, low) - out->win[i] : 0;
        }
}

/* Adds the hero's own combo, which the ties lack, and removes the traces of rounding. */
static void add_own(const struct holdem_range *range, const struct holdem_spot *spot, struct holdem_versus *out)
{
    const double boards = boards_beside(spot, 1);
    for (unsigned i = 0; i < HOLDEM_COMBOS; i++) {
        const double trace = 1e-12 * out->all[i];
        const double tie = out->tie[i] + (out->all[i] > 0 ? (double)range->weight[i] * boards : 0);
        out->tie[i] = tie > trace ? tie : 0;
        out->win[i] = out->win[i] > trace ? out->win[i] : 0;
    }
}

enum nash_status holdem_equity_range_v_range(const struct holdem_range *range, const struct holdem_spot *spot,
                                             struct nash_run *run, struct holdem_versus *out)
{
    const struct nash_arena_mark mark = nash_arena_mark(run->arena);
    const unsigned on_board = (unsigned)__builtin_popcountll(spot->board);
    struct versus v = {
        .blocks = nash_arena_alloc_raw(run->arena, sizeof *v.blocks, 64), .run = run, .boards = boards_count(spot)};
    struct rank_order **order = NASH_NEW(run->arena, struct rank_order *, on_board == HOLDEM_BOARD ? 1 : RANK_BOARDS);
    const struct boards_visitor visitor = {deal_card, take_card_back, show_board, &v};
    struct symmetry symmetry;
    enum nash_status status = NASH_NOMEM;
    if (v.blocks && order) {
        blocks_begin(v.blocks, range, spot->board | spot->dead);
        v.blocks->order = order;
        v.blocks->one_board = on_board == HOLDEM_BOARD;
        v.blocks->arena = run->arena;
        boards_symmetry(spot, &range, 1, &symmetry);
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
