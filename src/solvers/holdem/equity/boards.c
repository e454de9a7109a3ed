#include "boards.h"

struct visit {
    const struct boards_visitor *visitor;
    const struct symmetry *symmetry;
    uint64_t known;
    unsigned missing; /* cards of a whole board that the spot has not */
};

/* Returns how many boards the symmetries make of this one, if it has the smallest number of them; else 0. image[p] is
 * the board with its suits permuted. */
static unsigned board_times(const struct symmetry *symmetry, const uint64_t image[static SYMMETRY_MAX])
{
    unsigned same = 1;
    for (unsigned p = 1; p < symmetry->count; p++) {
        if (image[p] < image[0])
            return 0;
        same += image[p] == image[0];
    }
    return symmetry->count / same;
}

/* Deals the cards from `level` on, each below the card before it. */
static enum nash_status deal_from(const struct visit *v, unsigned level, unsigned below,
                                  const uint64_t image[static SYMMETRY_MAX])
{
    const struct boards_visitor *visitor = v->visitor;
    enum nash_status status = NASH_OK;
    if (level == v->missing)
        return visitor->show(visitor->context, image[0], board_times(v->symmetry, image));
    for (unsigned card = below; card-- > v->missing - 1 - level && status == NASH_OK;) {
        uint64_t next[SYMMETRY_MAX];
        if (v->known >> card & 1)
            continue;
        for (unsigned p = 0; p < v->symmetry->count; p++)
            next[p] = image[p] | card_bit(v->symmetry->card[p][card]);
        if (level + 1 == v->missing && board_times(v->symmetry, next) == 0)
            continue;
        if (visitor->deal)
            visitor->deal(visitor->context, level, card);
        status = deal_from(v, level + 1, card, next);
        if (visitor->take_back)
            visitor->take_back(visitor->context, level, card);
    }
    return status;
}

static unsigned cards_in(uint64_t set)
{
    return (unsigned)__builtin_popcountll(set);
}

void boards_symmetry(const struct holdem_spot *spot, const struct holdem_range *const range[], unsigned ranges,
                     struct symmetry *symmetry)
{
    const uint64_t sets[] = {spot->board, spot->dead};
    symmetry_find(range, ranges, sets, 2, cards_in(spot->board) > 3 ? 1 : SYMMETRY_MAX, symmetry);
}

enum nash_status boards_visit(const struct holdem_spot *spot, const struct symmetry *symmetry,
                              const struct boards_visitor *visitor)
{
    const struct visit v = {visitor, symmetry, spot->board | spot->dead, HOLDEM_BOARD - cards_in(spot->board)};
    uint64_t image[SYMMETRY_MAX];
    for (unsigned p = 0; p < symmetry->count; p++)
        image[p] = spot->board;
    return deal_from(&v, 0, CARD_DECK, image);
}

void boards_progress(struct nash_run *run, double done, double boards)
{
    struct nash_buf json = NASH_BUF_INIT(0);
    if (!nash_progress_due(run))
        return;
    nash_buf_printf(&json, "{\"boards\":%.0f,\"of\":%.0f}", done, boards);
    nash_progress_send(run, &json);
}

double boards_choose(unsigned n, unsigned k)
{
    double ways = k <= n ? 1 : 0;
    for (unsigned i = 0; i < k && k <= n; i++)
        ways = ways * (n - i) / (i + 1);
    return ways;
}

double boards_beside(const struct holdem_spot *spot, unsigned players)
{
    const unsigned used = cards_in(spot->board | spot->dead) + 2 * players;
    return used <= CARD_DECK ? boards_choose(CARD_DECK - used, HOLDEM_BOARD - cards_in(spot->board)) : 0;
}

double boards_count(const struct holdem_spot *spot)
{
    return boards_beside(spot, 0);
}
