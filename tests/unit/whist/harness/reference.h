/* The reference for the closed rule of whist: deals of several families, the values of all deals of small orders by
 * minimax over all leads and replies, and the rule implemented as it is stated, with its constants as parameters.
 *
 * A word has +1 or -1 for the owner of each card, from the highest card on; a mask has these owners as bits. The order
 * of a deal is the number of cards of a hand. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <nash/rng.h>
#include <solvers/whist/methods/engine.h>

enum {
    REFERENCE_ORDER = 10, /* computing this order takes a tenth of a second */
    REFERENCE_LIMIT = 13, /* largest order; computing it takes ten seconds and 90 MB */
    REFERENCE_FAMILIES = 8
};

/* Writes a random deal: family 0 is uniform; 1..7 have structure (runs, pairs, blocks). word: room for 2 * order. */
void reference_deal(int8_t *word, uint32_t order, unsigned family, struct nash_rng *rng);

/* Returns the next larger mask with the same number of bits. The masks of an order begin with (1 << order) - 1 and are
 * below 1 << 2 * order. */
uint32_t reference_next(uint32_t mask);

/* reference_fill() computes the values of all masks up to `order` <= REFERENCE_LIMIT. reference_value() returns a value
 * by minimax over one card of each interval, reference_all_cards() by minimax over every card of both players. */
void reference_fill(uint32_t order);
unsigned reference_value(uint32_t mask, uint32_t order);
unsigned reference_all_cards(uint32_t mask, uint32_t order);

/* Returns the mask without two of its bits, the higher ones moved down. */
uint32_t reference_without(uint32_t mask, uint32_t one, uint32_t two);
/* Return the leader's tricks after a lead and a reply, and after a lead with the best reply, by reference_all_cards().
 * lead, reply: bit numbers in the mask. */
uint32_t reference_after_trick(uint32_t mask, uint32_t order, uint32_t lead, uint32_t reply);
uint32_t reference_after_lead(uint32_t mask, uint32_t order, uint32_t lead);

/* An engine that returns the values of reference_value(). */
extern const struct whist_engine reference_engine;

/* The constants of the rule. */
struct reference_rule {
    int top_k, top_g;        /* A owns the top card: an attack matters if K == top_k and G(0) <= top_g */
    int top_value;           /* and then nu is this */
    int low_g;               /* B owns the top card: an attack matters if G(K) >= low_g */
    int drop_high, drop_low; /* cards dropped before the search for an attack, besides K */
    int zero_value;          /* B owns the top card and G(K) = 0: nu is K plus this */
    int far_value;           /* ... and G(K) < low_g: K plus this */
    int no_attack_value;     /* ... between, without an attack: K plus this; with one: K */
    int margin_one, margin;  /* margin of the attack: if its number is 1, and otherwise */
    int later;               /* excursions from this one on, inclusive, at least */
    bool ends;               /* the attacker owns the top and the other the lowest card */
    int lead_cost;           /* of wrong parity: nu less this if A leads */
};
extern const struct reference_rule reference_rule;

/* Returns the tricks of +1 by the rule with these constants, O(n^2). */
int reference_tricks(const struct reference_rule *rule, const int8_t *word, uint32_t order, bool leads);

#endif
