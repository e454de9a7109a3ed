/* A problem of bridge from JSON or text, and random deals. */
#ifndef TEST_BRIDGE_HARNESS_H
#define TEST_BRIDGE_HARNESS_H

#include "../base/test.h"

/* after the others */
#include <stdio.h>
#include <string.h>

#include <nash/nash.h>
#include <solvers/bridge/bridge.h>
#include <solvers/bridge/notation.h>

enum { ARENA_BYTES = 32 << 20 };

extern const struct nash_solver nash_solver_bridge;

/* Parses text; the problem lives in *arena, which the caller frees. */
static inline enum nash_status parse(const char *text, size_t len, enum nash_format format, struct nash_arena **arena,
                                     void **problem, struct nash_error *error)
{
    struct nash_json doc;
    enum nash_status status;
    *arena = nash_arena_new(ARENA_BYTES);
    *error = (struct nash_error){0};
    if (format == NASH_FORMAT_TEXT)
        return nash_solver_bridge.parse_text(text, len, *arena, problem, error);
    status = nash_json_parse(&doc, text, len, *arena, error);
    if (status == NASH_OK)
        status = nash_solver_bridge.parse(&doc, *arena, problem, error);
    nash_json_free(&doc);
    return status;
}

static inline enum nash_format format_of(const char *text)
{
    return *text == '{' ? NASH_FORMAT_JSON : NASH_FORMAT_TEXT;
}

/* The problem, which must be one. */
static inline const struct bridge_problem *accept(const char *text, struct nash_arena **arena)
{
    struct nash_error error;
    void *problem = NULL;
    if (parse(text, strlen(text), format_of(text), arena, &problem, &error) != NASH_OK)
        fail_msg("%s: %s (%s)", text, error.detail, error.pointer);
    return problem;
}

/* It is refused with this status at this pointer, and the reason says `word`. */
static inline void refuse(const char *text, enum nash_status wanted, const char *pointer, const char *word)
{
    struct nash_arena *arena;
    struct nash_error error;
    void *problem;
    enum nash_status status = parse(text, strlen(text), format_of(text), &arena, &problem, &error);
    if (status != wanted || strcmp(error.pointer, pointer) != 0 || !strstr(error.detail, word))
        fail_msg("%s: %s at \"%s\": %s", text, nash_status_name(status), error.pointer, error.detail);
    nash_arena_free(arena);
}

static inline struct nash_hash key_of(const char *text)
{
    struct nash_arena *arena;
    struct nash_hash hash = nash_canonical_key(&nash_solver_bridge, accept(text, &arena), 0);
    nash_arena_free(arena);
    return hash;
}

/* `cards` cards a hand of a shuffled pack. */
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

/* A legal card, each as likely. */
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
