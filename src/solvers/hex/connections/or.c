/* The OR rule. */
#include "internal.h"

struct or_search {
    struct connections *c;
    const struct link *semi; /* the newest */
    unsigned count;
    bool found;
    struct hex_set carrier[EDGE_SEMIS_MAX];
    struct hex_set rest[EDGE_SEMIS_MAX + 1]; /* common cells of carrier[i] and all after it */
};

static void or_from(struct or_search *s, struct hex_set common, struct hex_set joint, unsigned from, unsigned left)
{
    for (unsigned i = from; i < s->count && !hex_set_meets(&common, &s->rest[i]); i++) {
        if (hex_set_within(&common, &s->carrier[i]))
            continue;
        struct hex_set now = hex_set_and(common, &s->carrier[i]), all = hex_set_or(joint, &s->carrier[i]);
        if (hex_set_is_empty(&now)) {
            s->found = true;
            connections_push(s->c, s->semi->x, s->semi->y, &all, hex_set_count(&all), true, 0);
        } else if (left > 1)
            or_from(s, now, all, i + 1, left - 1);
    }
}

/* Pushes one full connection from as many semi connections as it takes, if OR_MAX are too few. */
static void or_greedy(struct or_search *s)
{
    struct hex_set common = s->semi->carrier, joint = common;
    while (!hex_set_is_empty(&common)) {
        unsigned best = 0, least = 64 * HEX_WORDS;
        for (unsigned i = 0; i < s->count; i++) {
            struct hex_set now = hex_set_and(common, &s->carrier[i]);
            unsigned n = hex_set_count(&now);
            if (n < least) {
                least = n;
                best = i;
            }
        }
        common = hex_set_and(common, &s->carrier[best]);
        joint = hex_set_or(joint, &s->carrier[best]);
    }
    connections_push(s->c, s->semi->x, s->semi->y, &joint, hex_set_count(&joint), true, 0);
}

void connections_or(struct connections *c, const struct pair *pair, const struct link *semi)
{
    struct or_search s = {.c = c, .semi = semi};
    for (uint32_t i = pair->semi; i; i = c->link[i].next)
        s.carrier[s.count++] = c->link[i].carrier;
    for (unsigned w = 0; w < HEX_WORDS; w++)
        s.rest[s.count].word[w] = ~UINT64_C(0);
    for (unsigned i = s.count; i-- > 0;)
        s.rest[i] = hex_set_and(s.rest[i + 1], &s.carrier[i]);
    if (s.count == 0 || hex_set_meets(&semi->carrier, &s.rest[0]))
        return;
    or_from(&s, semi->carrier, semi->carrier, 0, OR_MAX - 1);
    if (!s.found && !pair->fulls)
        or_greedy(&s);
}
