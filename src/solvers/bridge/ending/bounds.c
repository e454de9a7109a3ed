/* Tricks that are sure without looking.
 *
 * Quick: the leader cashes the highest cards of its suits. Once the others' cards of the suit are gone, its small ones
 * win too. Where opponents have trumps, a side suit is safe as often as both of them must follow, unless the leader's
 * own trumps draw theirs first. (A partner with nothing but trumps ruffs the winner and has the lead: that this loses
 * no trick is judged by libdds on lopsided endings, not proved.) If the leader has a card in a suit that its partner
 * tops, the partner's winners come on top of its own: the partner follows and discards with cards of suits it does not
 * top, and has enough of them, since all its cards and the leader's tricks together are no more than there are tricks.
 *
 * Later: a hand of the other side that tops trumps takes so many tricks; without trumps, if the other side tops every
 * suit that the leader has, it wins the first trick, and if that is one hand, all it can cash then. */
#include "search.h"

struct run {
    unsigned tricks; /* in a row, without a ruff */
    uint16_t lowest; /* the lowest card whose rank that needs; 0: none */
};

static unsigned min_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Highest cards of the suit that the hand holds, and the lower ones when these have drawn all others. */
static struct run run_of(const struct ending *e, unsigned seat, unsigned suit)
{
    uint16_t own = e->hand[seat][suit], others = (uint16_t)(e->all.of[suit] & ~own);
    struct run run = {0};
    if (own <= others)
        return run;
    unsigned above = others ? highest(others) + 1 : 0, longest = 0;
    uint16_t tops = (uint16_t)(own >> above << above);
    for (unsigned rest = tops; rest; rest &= rest - 1)
        run.tricks++;
    for (unsigned i = 1; i < BRIDGE_SEATS; i++) {
        unsigned len = length_of(e, (seat + i) % BRIDGE_SEATS, suit);
        longest = len > longest ? len : longest;
    }
    if (run.tricks >= longest) { /* only as many of the tops matter as the others can follow to */
        for (unsigned i = run.tricks; i > longest; i--)
            tops &= (uint16_t)(tops - 1);
        run.tricks = length_of(e, seat, suit);
    }
    run.lowest = tops & (uint16_t)-tops;
    return run;
}

/* Does the leader's run of trumps leave the other side none? */
static bool draws_trumps(const struct ending *e, unsigned leader, struct run trumps)
{
    unsigned left = length_of(e, (leader + 1) % 4, e->strain), right = length_of(e, (leader + 3) % 4, e->strain);
    return trumps.tricks >= left && trumps.tricks >= right;
}

/* How often a suit can be led before one of the other side might ruff. */
static unsigned safe_rounds(const struct ending *e, unsigned leader, unsigned suit)
{
    unsigned rounds = BRIDGE_RANKS;
    for (unsigned turn = 1; turn < BRIDGE_SEATS; turn += 2) {
        unsigned seat = (leader + turn) % BRIDGE_SEATS;
        if (e->hand[seat][e->strain])
            rounds = min_of(rounds, length_of(e, seat, suit));
    }
    return rounds;
}

/* What the seat cashes; safe: no ruff is to be feared. */
static unsigned cash(const struct ending *e, unsigned seat, bool safe, unsigned sum, unsigned enough,
                     union suits *relevant)
{
    for (unsigned s = 0; s < BRIDGE_SUITS && sum < enough; s++) {
        struct run run = run_of(e, seat, s);
        unsigned tricks = safe || s == e->strain ? run.tricks : min_of(run.tricks, safe_rounds(e, seat, s));
        if (tricks == 0)
            continue;
        sum += tricks;
        relevant->of[s] |= run.lowest;
    }
    return sum;
}

unsigned ending_quick(const struct ending *e, unsigned leader, unsigned left, unsigned enough, union suits *relevant)
{
    unsigned partner = (leader + 2) % BRIDGE_SEATS;
    bool safe = e->strain == BRIDGE_NOTRUMP;
    if (!safe) {
        struct run trumps = run_of(e, leader, e->strain);
        safe = draws_trumps(e, leader, trumps);
        if (safe)
            relevant->of[e->strain] |= trumps.lowest;
    }
    unsigned sum = cash(e, leader, safe, 0, enough, relevant);
    if (sum >= enough)
        return min_of(sum, left);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        if (!e->hand[leader][s] || !e->hand[partner][s] || highest(e->hand[partner][s]) != highest(e->all.of[s]))
            continue;
        if (!safe && s != e->strain && safe_rounds(e, leader, s) == 0)
            continue;
        relevant->of[s] |= (uint16_t)(1u << highest(e->all.of[s]));
        sum = cash(e, partner, safe, sum, enough, relevant);
        break;
    }
    return min_of(sum, left);
}

/* The highest trumps of one hand win whenever they are played; its small ones might never be led to. */
static unsigned later_trumps(const struct ending *e, unsigned leader, union suits *relevant)
{
    unsigned most = 0, lowest = 0;
    for (unsigned turn = 1; turn < BRIDGE_SEATS; turn += 2) {
        uint16_t own = e->hand[(leader + turn) % BRIDGE_SEATS][e->strain],
                 others = (uint16_t)(e->all.of[e->strain] & ~own);
        if (own <= others)
            continue;
        unsigned above = others ? highest(others) + 1 : 0, tops = (unsigned)own >> above << above;
        most = (unsigned)__builtin_popcount(tops);
        lowest = tops & -tops;
    }
    relevant->of[e->strain] |= (uint16_t)lowest;
    return most;
}

unsigned ending_later(const struct ending *e, unsigned leader, unsigned left, unsigned enough, union suits *relevant)
{
    if (e->strain != BRIDGE_NOTRUMP)
        return min_of(later_trumps(e, leader, relevant), left);
    unsigned owner = BRIDGE_SEATS;
    bool one = true;
    union suits tops = {.bits = 0};
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        if (!e->hand[leader][s])
            continue;
        unsigned top = highest(e->all.of[s]), seat = (leader + 1) % BRIDGE_SEATS;
        if (!(e->hand[seat][s] >> top & 1))
            seat = (leader + 3) % BRIDGE_SEATS;
        if (!(e->hand[seat][s] >> top & 1))
            return 0;
        one &= owner == BRIDGE_SEATS || owner == seat;
        owner = seat;
        tops.of[s] = (uint16_t)(1u << top);
    }
    unsigned sum = 1;
    relevant->bits |= tops.bits;
    if (one && enough > 1) {
        union suits runs = {.bits = 0};
        unsigned cashed = cash(e, owner, true, 0, enough, &runs);
        if (cashed > sum) {
            sum = cashed;
            relevant->bits |= runs.bits;
        }
    }
    return min_of(sum, left);
}
