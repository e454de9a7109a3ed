#include "auction.h"

#include <string.h>
#include <strings.h>

void bridge_auction_init(struct bridge_auction *auction, unsigned dealer)
{
    *auction = (struct bridge_auction){.to_call = dealer};
    memset(auction->first, -1, sizeof auction->first);
}

static bool auction_is_over(const struct bridge_auction *a)
{
    return a->passes >= (a->last.level ? 3u : 4u);
}

static void auction_pass(struct bridge_auction *a)
{
    a->broken |= auction_is_over(a);
    a->passes++;
    a->to_call = (a->to_call + 1) % BRIDGE_SEATS;
}

void bridge_auction_skip(struct bridge_auction *a)
{
    a->to_call = (a->to_call + 1) % BRIDGE_SEATS;
}

static unsigned bid_order(const struct bridge_contract *c)
{
    static const uint8_t order[BRIDGE_STRAINS] = {
        [BRIDGE_CLUBS] = 0, [BRIDGE_DIAMONDS] = 1, [BRIDGE_HEARTS] = 2, [BRIDGE_SPADES] = 3, [BRIDGE_NOTRUMP] = 4};
    return c->level * (unsigned)BRIDGE_STRAINS + order[c->strain];
}

static void auction_bid(struct bridge_auction *a, unsigned level, unsigned strain)
{
    int8_t *first = &a->first[a->to_call % 2][strain];
    struct bridge_contract next = {.level = (uint8_t)level, .strain = (uint8_t)strain};
    a->broken |= auction_is_over(a) || (a->last.level && bid_order(&next) <= bid_order(&a->last));
    if (*first < 0)
        *first = (int8_t)a->to_call;
    next.declarer = (uint8_t)*first;
    a->last = next;
    a->passes = 0;
    a->to_call = (a->to_call + 1) % BRIDGE_SEATS;
}

/* times: 1 for a double, 2 for a redouble. */
static void auction_double(struct bridge_auction *a, unsigned times)
{
    bool ours = a->last.declarer % 2 == a->to_call % 2;
    a->broken |= auction_is_over(a) || !a->last.level || a->last.doubled != times - 1 || ours != (times == 2);
    a->last.doubled = (uint8_t)times;
    a->passes = 0;
    a->to_call = (a->to_call + 1) % BRIDGE_SEATS;
}

static bool starts_with(const char *text, size_t len, const char *word)
{
    size_t count = strlen(word);
    return len >= count && strncasecmp(text, word, count) == 0;
}

size_t bridge_auction_call(struct bridge_auction *a, const char *text, size_t len)
{
    size_t used;
    if (starts_with(text, len, "pass") || starts_with(text, len, "p")) {
        auction_pass(a);
        return starts_with(text, len, "pass") ? 4 : 1;
    }
    if (starts_with(text, len, "AP")) {
        while (!auction_is_over(a))
            auction_pass(a);
        return 2;
    }
    if (starts_with(text, len, "xx") || starts_with(text, len, "r")) {
        auction_double(a, 2);
        return starts_with(text, len, "r") ? 1 : 2;
    }
    if (starts_with(text, len, "x") || starts_with(text, len, "d")) {
        auction_double(a, 1);
        return 1;
    }
    int strain = len > 1 && text[0] >= '1' && text[0] <= '7' ? bridge_strain_of(text + 1, len - 1, &used) : -1;
    if (strain < 0)
        return 0;
    auction_bid(a, (unsigned)(text[0] - '0'), (unsigned)strain);
    return 1 + used;
}

bool bridge_auction_contract(const struct bridge_auction *auction, struct bridge_contract *contract)
{
    *contract = auction->last;
    return auction_is_over(auction) && !auction->broken;
}
