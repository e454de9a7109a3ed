#include "hand.h"

#include <string.h>

#include <nash/hash.h>

enum { IDENTITY_VERSION = 1 }; /* changes when the bytes below change */

static void hash_seat(struct nash_sha256 *sha, const struct history_seat *seat)
{
    nash_sha256_string(sha, seat->name);
    nash_sha256_u64(sha, (uint64_t)seat->stack);
    nash_sha256_u64(sha, (uint64_t)seat->ante);
    nash_sha256_u64(sha, (uint64_t)seat->blind);
    const bool ordered = seat->hole[0] <= seat->hole[1]; /* cards have no order */
    nash_sha256_add(sha, &seat->hole[ordered ? 0 : 1], 1);
    nash_sha256_add(sha, &seat->hole[ordered ? 1 : 0], 1);
}

uint64_t history_identity(const struct holdem_history_hand *hand)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_u64(&sha, IDENTITY_VERSION);
    nash_sha256_string(&sha, hand->id);
    nash_sha256_u64(&sha, hand->time);
    nash_sha256_u64(&sha, (uint64_t)hand->betting << 8 | hand->players);
    nash_sha256_u64(&sha, (uint64_t)hand->min_bet);
    for (unsigned i = 0; i < hand->players; i++)
        hash_seat(&sha, &hand->seat[i]);
    nash_sha256_u64(&sha, hand->board_count);
    nash_sha256_add(&sha, hand->board, hand->board_count);
    nash_sha256_u64(&sha, hand->actions);
    for (uint32_t i = 0; i < hand->actions; i++) {
        const struct history_action *action = &hand->action[i];
        nash_sha256_u64(&sha, (uint64_t)action->player << 16 | (uint64_t)action->street << 8 | action->move);
        nash_sha256_u64(&sha, (uint64_t)action->to);
    }
    const struct nash_hash hash = nash_sha256_end(&sha);
    uint64_t identity = 0;
    for (unsigned i = 0; i < sizeof identity; i++)
        identity = identity << 8 | hash.byte[i];
    return identity;
}
