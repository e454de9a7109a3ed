/* Helpers that parse bridge problems from JSON or text and make random deals. */
#ifndef TEST_BRIDGE_HARNESS_H
#define TEST_BRIDGE_HARNESS_H

#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>

#include "../../solvers/kind_case.h"

extern const struct nash_solver nash_solver_bridge;

static inline enum nash_format format_of(const char *text)
{
    return *text == '{' ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT;
}

/* Parses a valid problem; the caller frees its arena. */
static inline const struct bridge_problem *accept(const char *text, struct nash_arena **arena)
{
    struct kind_case c = {0};
    if (kind_parse(&c, format_of(text), text) != NASH_OK)
        fail_msg("%s: %s (%s)", text, c.error.detail, c.error.pointer);
    *arena = c.arena;
    return c.problem;
}

static inline void refuse(const char *text, enum nash_status status, const char *pointer, const char *word)
{
    kind_refuses(format_of(text), text, status, pointer, word);
}

static inline struct nash_hash key_of(const char *text)
{
    return kind_key(format_of(text), text);
}

/* Deals `cards` cards a hand of a shuffled pack. */
static inline struct bridge_deal random_deal(struct nash_rng *rng, unsigned cards)
{
    uint8_t pack[BRIDGE_CARDS];
    struct bridge_deal deal = {0};
    for (unsigned i = 0; i < BRIDGE_CARDS; i++) {
        unsigned j = (unsigned)nash_rng_below(rng, i + 1);
        pack[i] = pack[j];
        pack[j] = (uint8_t)i;
    }
    for (unsigned i = 0; i < BRIDGE_SEATS * cards; i++)
        deal.hand[i % BRIDGE_SEATS][pack[i] / BRIDGE_RANKS] |= (bridge_ranks)(1u << pack[i] % BRIDGE_RANKS);
    return deal;
}

/* Returns a random legal card. */
static inline struct bridge_card random_card(struct nash_rng *rng, const struct bridge_position *position)
{
    bridge_ranks legal[BRIDGE_SUITS];
    bridge_legal(position, legal);
    for (;;) {
        struct bridge_card card = {(uint8_t)nash_rng_below(rng, BRIDGE_SUITS),
                                   (uint8_t)nash_rng_below(rng, BRIDGE_RANKS)};
        if (legal[card.suit] >> card.rank & 1)
            return card;
    }
}

#endif
