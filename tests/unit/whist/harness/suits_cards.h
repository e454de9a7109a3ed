/* Two hands of several suits, card by card: random deals and plain minimax over all cards by the rules, independent
 * of the search. */
#ifndef TEST_SUITS_CARDS_H
#define TEST_SUITS_CARDS_H

#include <nash/rng.h>
#include <solvers/whist/suits/suits.h>

/* Makes a deal of `order` cards a hand from `ranks` ranks in `suits` suits (2 * order <= suits * ranks). */
struct suits_deal deal_random(struct nash_rng *rng, unsigned order, unsigned suits, unsigned ranks, int trump);

/* Returns the leader's tricks after `lead`, or after the best lead if it is NULL. The time grows with the square of
 * the factorial of the order. */
int brute_tricks(const struct suits_deal *deal, const struct suits_card *lead);

unsigned deal_order(const struct suits_deal *deal);

/* Returns the deal as text in a static buffer. */
const char *deal_text(const struct suits_deal *deal);

/* The result of suits_solve(), called with a new arena. */
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
