/* Answers about the edges. */
#include <string.h>

#include "internal.h"

/* Returns the smallest link of the edges that has been listed or, since a build may end at once when its goal is
 * reached, still waits; NULL if there is none. */
static const struct link *edges_link(const struct connections *c, bool full)
{
    uint32_t first = full ? c->pair[0].full : c->pair[0].semi;
    if (first)
        return &c->link[first];
    for (unsigned size = 0; size <= c->cells; size++)
        for (uint32_t i = c->bucket[size]; i; i = c->link[i].next)
            if (c->link[i].y == LAST_EDGE && c->link[i].full == full)
                return &c->link[i];
    return NULL;
}

bool connections_won(const struct connections *c, struct hex_set *carrier)
{
    memset(carrier, 0, sizeof *carrier);
    if (c->joined)
        return true;
    const struct link *link = edges_link(c, true);
    if (link)
        *carrier = link->carrier;
    else if (hex_set_is_empty(&c->common))
        *carrier = c->joint;
    else
        return false;
    return true;
}

bool connections_semi_won(const struct connections *c, unsigned *key, struct hex_set *carrier)
{
    const struct link *link = c->joined ? NULL : edges_link(c, false);
    if (!link)
        return false;
    *key = link->key;
    *carrier = link->carrier;
    return true;
}

struct hex_set connections_must_play(const struct connections *c)
{
    static const struct hex_set none;
    struct hex_set carrier;
    return connections_won(c, &carrier) ? none : c->common;
}

struct hex_set connections_joint(const struct connections *c)
{
    return c->joint;
}
