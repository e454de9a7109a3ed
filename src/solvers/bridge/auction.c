#include "auction.h"

#include <string.h>
#include <strings.h>

void bridge_auction_begin(struct bridge_auction *auction, unsigned dealer)
{
    *auction = (struct bridge_auction){.to_call = dealer};
    memset(auction->first, -1, sizeof auction->first);
}

static bool is_over(const struct bridge_auction *a)
{
    return a->passes >= (a->last.level ? 3u : 4u);
}

static void pass(struct bridge_auction *a)
{
    a->broken |= is_over(a);
    a->passes++;
    a->to_call = (a->to_call + 1) % BRIDGE_SEATS;
}

static unsigned bid_order(const struct bridge_contract *c)
{
    static const uint8_t order[BRIDGE_STRAINS] = {
        [BRIDGE_CLUBS] = 0, [BRIDGE_DIAMONDS] = 1, [BRIDGE_HEARTS] = 2, [BRIDGE_SPADES] = 3, [BRIDGE_NOTRUMP] = 4};
    return c->level * (unsigned)BRIDGE_STRAINS + order[c->strain];
}

static void bid(struct bridge_auction *a, unsigned level, unsigned strain)
{
    int8_t *first = &a->first[a->to_call % 2][strain];
    struct bridge_contract next = {.level = (uint8_t)level, .strain = (uint8_t)strain};
    a->broken |= is_over(a) || (a->last.level && bid_order(&next) <= bid_order(&a->last));
    if (*first < 0)
        *first = (int8_t)a->to_call;
    next.declarer = (uint8_t)*first;
    a->last = next;
    a->passes = 0;
    a->to_call = (a->to_call + 1) % BRIDGE_SEATS;
}

/* times: 1 double, 2 redouble. */
static void redouble(struct bridge_auction *a, unsigned times)
{
    bool ours = a->last.declarer % 2 == a->to_call % 2;
    a->broken |= is_over(a) || !a->last.level || a->last.doubled != times - 1 || ours != (times == 2);
    a->last.doubled = (uint8_t)times;
    a->passes = 0;
    a->to_call = (a->to_call + 1) % BRIDGE_SEATS;
}

static bool starts(const char *text, size_t len, const char *word)
{
    size_t count = strlen(word);
    return len >= count && strncasecmp(text, word, count) == 0;
}

size_t bridge_auction_call(struct bridge_auction *a, const char *text, size_t len)
{
    size_t used;
    if (starts(text, len, "pass") || starts(text, len, "p")) {
        pass(a);
        return starts(text, len, "pass") ? 4 : 1;
    }
    if (starts(text, len, "AP")) {
        while (!is_over(a))
            pass(a);
        return 2;
    }
    if (starts(text, len, "xx") || starts(text, len, "r")) {
        redouble(a, 2);
        return starts(text, len, "r") ? 1 : 2;
    }
    if (starts(text, len, "x") || starts(text, len, "d")) {
        redouble(a, 1);
        return 1;
    }
    int strain = len > 1 && text[0] >= '1' && text[0] <= '7' ? bridge_strain_of(text + 1, len - 1, &used) : -1;
    if (strain < 0)
        return 0;
    bid(a, (unsigned)(text[0] - '0'), (unsigned)strain);
    return 1 + used;
}

bool bridge_auction_contract(const struct bridge_auction *auction, struct bridge_contract *contract)
{
    *contract = auction->last;
    return is_over(auction) && !auction->broken;
}
