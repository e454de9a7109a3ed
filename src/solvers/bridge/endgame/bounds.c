/* Tricks that are certain without a search.
 *
 * Quick tricks: the leader cashes the highest cards of its suits. Once the other hands have no card of the suit, its
 * small cards win too. Where opponents have trumps, a side suit is safe as often as both of them must follow, unless
 * the leader's trumps draw theirs first. If the leader has a card in a suit in which its partner has the top card, the
 * partner's winners are added: the partner follows and discards with cards of suits in which it has no winner, and has
 * enough of them, since all its cards and the leader's tricks together are no more than the remaining tricks.
 *
 * Ruffs within the side: a hand whose side suits are used up ruffs its partner's winner, and then has the lead. If the
 * opponents have no trumps left, all further tricks are the side's, since that hand plays a trump to each. Else this
 * ends the run, with the trick that was ruffed. So while the partner has a trump that the leader's trumps do not draw,
 * the leader cashes at most one more trick in side suits than the partner has cards there; if the partner's winners
 * are added, these too are among those cards, and none may be ruffed. For the partner's run the same holds of the
 * cards that the leader has left in side suits; the card that it led to the partner is one of them, and its trick is
 * one of the run.
 *
 * Later tricks: a hand of the other side with the top trumps takes as many tricks as it has of them. Without trumps,
 * if the other side has the top card of every suit that the leader has, it wins the first trick. If one hand has all
 * these top cards, it also takes all tricks that it can cash in a row. */
#include "search.h"

/* Tricks in side suits that no ruff of the side ends: more than there are, also when a hand's tricks are subtracted. */
enum { UNLIMITED = BRIDGE_CARDS };

struct winners {
    unsigned tricks; /* number that the hand can cash in a row, without a ruff */
    uint16_t lowest; /* the lowest card that the tricks depend on, as a bit; 0: none */
};

static unsigned min_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Counts the top cards of the suit in the hand, and its lower cards if the top cards draw all others. */
static struct winners find_winners(const struct endgame *e, unsigned seat, unsigned suit)
{
    uint16_t own = e->hand[seat][suit], others = (uint16_t)(e->all.of[suit] & ~own);
    struct winners winners = {0};
    if (own <= others)
        return winners;
    unsigned above = others ? highest(others) + 1 : 0, longest = 0;
    uint16_t tops = (uint16_t)(own >> above << above);
    for (unsigned rest = tops; rest; rest &= rest - 1)
        winners.tricks++;
    for (unsigned i = 1; i < BRIDGE_SEATS; i++) {
        unsigned len = length_of(e, (seat + i) % BRIDGE_SEATS, suit);
        longest = len > longest ? len : longest;
    }
    if (winners.tricks >= longest) { /* only as many top cards are relevant as the other hands can follow to */
        for (unsigned i = winners.tricks; i > longest; i--)
            tops &= (uint16_t)(tops - 1);
        winners.tricks = length_of(e, seat, suit);
    }
    winners.lowest = tops & (uint16_t)-tops;
    return winners;
}

/* Returns whether the leader's run of trumps draws all trumps of the other side. */
static bool draws_trumps(const struct endgame *e, unsigned leader, struct winners trumps)
{
    unsigned left = length_of(e, (leader + 1) % 4, e->strain), right = length_of(e, (leader + 3) % 4, e->strain);
    return trumps.tricks >= left && trumps.tricks >= right;
}

/* Returns how often a suit can be led before an opponent may ruff. */
static unsigned safe_rounds(const struct endgame *e, unsigned leader, unsigned suit)
{
    unsigned rounds = BRIDGE_RANKS;
    for (unsigned turn = 1; turn < BRIDGE_SEATS; turn += 2) {
        unsigned seat = (leader + turn) % BRIDGE_SEATS;
        if (e->hand[seat][e->strain])
            rounds = min_of(rounds, length_of(e, seat, suit));
    }
    return rounds;
}

/* Adds the tricks that the seat can cash to `sum`, until it reaches `enough`, and returns the sum. safe: the opponents
 * cannot ruff; else at most `sides` of the tricks are in side suits. */
static unsigned add_cashed_tricks(const struct endgame *e, unsigned seat, bool safe, unsigned sides, unsigned sum,
                                  unsigned enough, union suits *relevant)
{
    for (unsigned s = 0; s < BRIDGE_SUITS && sum < enough; s++) {
        struct winners winners = find_winners(e, seat, s);
        unsigned tricks = winners.tricks;
        if (!safe && s != e->strain && tricks > 0) {
            tricks = min_of(tricks, min_of(safe_rounds(e, seat, s), sides));
            sides -= tricks;
        }
        if (tricks == 0)
            continue;
        sum += tricks;
        relevant->of[s] |= winners.lowest;
    }
    return sum;
}

/* Returns how many tricks in side suits a hand can cash before its partner must ruff one, if the opponents have trumps:
 * the partner's other cards besides the `used` ones, and the ruff. drawn: rounds of trumps that were led. */
static unsigned unruffed_rounds(const struct endgame *e, unsigned partner, unsigned left, unsigned drawn, unsigned used)
{
    unsigned trumps = length_of(e, partner, e->strain);
    return trumps > drawn ? left - trumps - used + 1 : UNLIMITED;
}

unsigned endgame_quick_tricks(const struct endgame *e, unsigned leader, unsigned left, unsigned enough,
                              union suits *relevant)
{
    unsigned partner = (leader + 2) % BRIDGE_SEATS, sides = UNLIMITED;
    bool safe = e->strain == BRIDGE_NOTRUMP;
    struct winners trumps = {0};
    if (!safe) {
        trumps = find_winners(e, leader, e->strain);
        safe = draws_trumps(e, leader, trumps);
        if (safe)
            relevant->of[e->strain] |= trumps.lowest;
        else
            sides = unruffed_rounds(e, partner, left, trumps.tricks, 0);
    }
    unsigned sum = add_cashed_tricks(e, leader, safe, sides, 0, enough, relevant);
    if (sum >= enough)
        return min_of(sum, left);
    for (unsigned s = 0; s < BRIDGE_SUITS; s++) {
        if (!e->hand[leader][s] || !e->hand[partner][s] || highest(e->hand[partner][s]) != highest(e->all.of[s]))
            continue;
        if (!safe && s != e->strain && safe_rounds(e, leader, s) == 0)
            continue;
        if (!safe) {
            unsigned cashed = sum - trumps.tricks; /* in side suits */
            if (sides <= cashed + 1)
                break; /* the partner has no card for its own tricks left, or has ruffed */
            sides = min_of(sides - cashed - 1, unruffed_rounds(e, leader, left, trumps.tricks, cashed));
        }
        relevant->of[s] |= (uint16_t)(1u << highest(e->all.of[s]));
        sum = add_cashed_tricks(e, partner, safe, sides, sum, enough, relevant);
        break;
    }
    return min_of(sum, left);
}

/* Returns the number of top trumps of an opponent: they win whenever they are played. Its small trumps might never
 * be led to. */
static unsigned later_trumps(const struct endgame *e, unsigned leader, union suits *relevant)
{
    unsigned tricks = 0, lowest = 0;
    for (unsigned turn = 1; turn < BRIDGE_SEATS; turn += 2) {
        uint16_t own = e->hand[(leader + turn) % BRIDGE_SEATS][e->strain],
                 others = (uint16_t)(e->all.of[e->strain] & ~own);
        if (own <= others)
            continue;
        unsigned above = others ? highest(others) + 1 : 0, tops = (unsigned)own >> above << above;
        tricks = (unsigned)__builtin_popcount(tops);
        lowest = tops & -tops;
    }
    relevant->of[e->strain] |= (uint16_t)lowest;
    return tricks;
}

unsigned endgame_later_tricks(const struct endgame *e, unsigned leader, unsigned left, unsigned enough,
                              union suits *relevant)
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
        unsigned cashed = add_cashed_tricks(e, owner, true, UNLIMITED, 0, enough, &runs);
        if (cashed > sum) {
            sum = cashed;
            relevant->bits |= runs.bits;
        }
    }
    return min_of(sum, left);
}
