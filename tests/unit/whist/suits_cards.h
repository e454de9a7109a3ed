/* Two hands of several suits, card by card: random deals and the plain minimax over all cards, by the book and with no
 * thought of the search's. */
#ifndef TEST_SUITS_CARDS_H
#define TEST_SUITS_CARDS_H

#include <nash/rng.h>
#include <solvers/whist/suits/suits.h>

/* A deal of `order` cards a hand from `ranks` ranks in `suits` suits (2 * order <= suits * ranks). */
struct suits_deal deal_random(struct nash_rng *rng, unsigned order, unsigned suits, unsigned ranks, int trump);

/* The leader's tricks; lead: for a lead given, NULL: for the best. Time grows with the square of the factorial of the
 * order. */
int brute_tricks(const struct suits_deal *deal, const struct suits_card *lead);

unsigned deal_order(const struct suits_deal *deal);

/* The deal as a person reads it, in a static buffer. */
const char *deal_text(const struct suits_deal *deal);

/* suits_solve() in an arena of its own. lead and line have room for a hand and two. */
struct solved {
    struct suits_answer answer;
    struct suits_value lead[WHIST_SUITS_CARDS];
    struct suits_card line[2 * WHIST_SUITS_CARDS];
    uint32_t low, high;
    enum nash_status status;
    enum nash_stop_reason stopped;
};
struct solved deal_solve(const struct suits_deal *deal, unsigned force_check, size_t memory);

#endif
