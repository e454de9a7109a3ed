#include "settle.h"

#include <string.h>

#include <solvers/holdem/evaluate/evaluate.h>

/* The claims of the players on the pots. */
struct settle_claims {
    unsigned players;
    uint32_t in;                      /* a bit for each player who can win */
    int64_t paid[HISTORY_SEATS];      /* what counts for side pots */
    uint16_t strength[HISTORY_SEATS]; /* of the players who can win */
};

static unsigned settle_count(uint32_t set)
{
    return (unsigned)__builtin_popcount(set);
}

/* Returns the players who can win: those who neither folded nor mucked. If all mucked, those who did not fold. */
static uint32_t settle_contenders(const struct history_play *play)
{
    const struct holdem_history_hand *hand = play->hand;
    uint32_t in = ((1u << hand->players) - 1) & ~play->folded, kept = in;
    for (unsigned i = 0; i < hand->players; i++)
        if (hand->seat[i].mucked)
            kept &= ~(1u << i);
    return kept ? kept : in;
}

/* Evaluates the hands of the players who can win. Returns false if one of them is not known. */
static bool settle_evaluate(const struct history_play *play, struct settle_claims *claims)
{
    const struct holdem_history_hand *hand = play->hand;
    struct holdem_hand board = holdem_hand_empty();
    if (settle_count(claims->in) == 1)
        return true;
    if (hand->board_count < HISTORY_BOARD)
        return false;
    for (unsigned i = 0; i < HISTORY_BOARD; i++)
        board = holdem_hand_add(board, hand->board[i]);
    for (unsigned i = 0; i < hand->players; i++) {
        const struct history_seat *seat = &hand->seat[i];
        if (!(claims->in >> i & 1))
            continue;
        if (!history_hole_known(seat))
            return false;
        claims->strength[i] =
            holdem_hand_strength(holdem_hand_add(holdem_hand_add(board, seat->hole[0]), seat->hole[1]));
    }
    return true;
}

/* Returns the best of the players of a set. */
static uint32_t settle_winners(const struct settle_claims *claims, uint32_t set)
{
    uint32_t winners = 0;
    uint16_t best = 0;
    for (unsigned i = 0; i < claims->players; i++) {
        if (!(set >> i & 1) || (winners && claims->strength[i] < best))
            continue;
        winners = claims->strength[i] > best || !winners ? 1u << i : winners | 1u << i;
        best = claims->strength[i];
    }
    return winners;
}

static void settle_share(uint32_t winners, int64_t pot, int64_t unit, int64_t finish[HISTORY_SEATS])
{
    const unsigned count = settle_count(winners);
    const int64_t share = pot / count / unit * unit;
    int64_t left = pot - share * count;
    for (; winners; winners &= winners - 1) {
        const int64_t odd = left < unit ? left : unit;
        finish[__builtin_ctz(winners)] += share + odd;
        left -= odd;
    }
}

/* Returns the smallest payment above `level` of a player of the set, or -1. */
static int64_t settle_next_level(const struct settle_claims *claims, int64_t level)
{
    int64_t next = -1;
    for (unsigned i = 0; i < claims->players; i++)
        if (claims->in >> i & 1 && claims->paid[i] > level && (next < 0 || claims->paid[i] < next))
            next = claims->paid[i];
    return next;
}

/* Returns what all players have paid between two levels; above the last one everything. */
static int64_t settle_pot(const struct settle_claims *claims, int64_t from, int64_t to, bool last)
{
    int64_t pot = 0;
    for (unsigned i = 0; i < claims->players; i++) {
        const int64_t top = claims->paid[i] < to || last ? claims->paid[i] : to;
        if (top > from)
            pot += top - from;
    }
    return pot;
}

bool history_settle(const struct history_play *play, int64_t unit, int64_t finish[static HISTORY_SEATS])
{
    const struct holdem_history_hand *hand = play->hand;
    struct settle_claims claims = {.players = hand->players, .in = settle_contenders(play)};
    int64_t dead = 0, level = 0;
    if (!hand->complete || !settle_evaluate(play, &claims))
        return false;
    for (unsigned i = 0; i < hand->players; i++) {
        finish[i] = play->stack[i];
        claims.paid[i] = play->paid[i] + (hand->antes_trimmed ? play->ante[i] : 0);
        dead += hand->antes_trimmed ? 0 : play->ante[i];
    }
    for (int64_t next; (next = settle_next_level(&claims, level)) >= 0; level = next) {
        uint32_t set = 0;
        for (unsigned i = 0; i < hand->players; i++)
            if (claims.in >> i & 1 && claims.paid[i] >= next)
                set |= 1u << i;
        const int64_t pot = dead + settle_pot(&claims, level, next, settle_next_level(&claims, next) < 0);
        settle_share(settle_winners(&claims, set), pot, unit, finish);
        dead = 0;
    }
    if (dead > 0) /* nobody who can win has paid anything but antes */
        settle_share(settle_winners(&claims, claims.in), dead, unit, finish);
    return true;
}

void history_settle_hand(const struct history_play *play)
{
    int64_t finish[HISTORY_SEATS];
    struct holdem_history_hand *hand = play->hand;
    if (hand->seat[0].finish_known || !history_settle(play, 1, finish))
        return;
    for (unsigned i = 0; i < hand->players; i++) {
        hand->seat[i].finish = finish[i];
        hand->seat[i].finish_known = true;
    }
}
