/* Checks the probabilities of a tree as it was written. Sums are exact, so they are 1 or they are not. */
#include "chance.h"

#include <stdio.h>

#include "scores.h"

/* The probabilities of the children of a node. */
struct chance_sum {
    struct rational sum; /* den 0: the common denominator exceeds 2^62 */
    uint32_t children, given;
};

#define chance_fail(fault, at, ...)                                                                                    \
    ((fault)->node = (at), snprintf((fault)->what, sizeof(fault)->what, __VA_ARGS__), NASH_UNPROCESSABLE)

static bool is_chance(const struct stored_input *input, uint32_t node)
{
    return input->player[node] == STORED_CHANCE;
}

/* Adds p to the sum, which stays below 2^62 as long as it is at most 1; larger sums are cut off at 2. */
static void add_probability(struct rational *sum, struct rational p)
{
    int64_t den = sum->den ? rational_common(sum->den, p.den) : 0;
    if (den) {
        __int128 num = (__int128)sum->num * (den / sum->den) + (__int128)p.num * (den / p.den);
        sum->num = num > 2 * (__int128)den ? 2 * den : (int64_t)num;
    }
    sum->den = den;
}

static enum nash_status add_children(const struct stored_input *input, const struct rational *p,
                                     struct chance_sum *sums, struct chance_fault *fault)
{
    for (uint32_t v = 0; v < input->nodes; v++) {
        uint32_t parent = input->parent[v];
        bool of_chance = parent != UINT32_MAX && is_chance(input, parent);
        if (p[v].den && !of_chance)
            return chance_fail(fault, v, "has a probability, but is no child of a chance node");
        if (!of_chance)
            continue;
        struct chance_sum *s = &sums[parent];
        if (s->children++ == 0)
            s->sum = (struct rational){0, 1};
        s->given += p[v].den != 0;
        if (p[v].den)
            add_probability(&s->sum, p[v]);
    }
    return NASH_OK;
}

static enum nash_status check_sum(const struct chance_sum *s, uint32_t node, struct chance_fault *fault)
{
    char text[RATIONAL_TEXT];
    if (s->given == 0 || (s->given == s->children && s->sum.num == s->sum.den && s->sum.den))
        return NASH_OK;
    if (s->given < s->children)
        return chance_fail(fault, node,
                           "%u of the %u children of this chance node have a probability: give it to all, "
                           "or to none if they are equally likely",
                           s->given, s->children);
    if (!s->sum.den)
        return chance_fail(fault, node, "the common denominator of the probabilities exceeds 2^62");
    if (s->sum.num >= 2 * s->sum.den)
        return chance_fail(fault, node, "the probabilities of the children add up to 2 or more, not to 1");
    return chance_fail(fault, node, "the probabilities of the children add up to %s, not to 1",
                       rational_text(text, s->sum.num, s->sum.den));
}

enum nash_status chance_complete(const struct stored_input *input, struct rational *p, struct nash_arena *arena,
                                 struct chance_fault *fault)
{
    struct rational number;
    if (input->nodes > CHANCE_NODES_MAX)
        return chance_fail(fault, 0, "a tree with chance nodes has at most %d nodes, not %u", CHANCE_NODES_MAX,
                           input->nodes);
    struct chance_sum *sums = NASH_NEW(arena, struct chance_sum, input->nodes);
    if (!sums)
        return NASH_NOMEM;
    enum nash_status status = add_children(input, p, sums, fault);
    for (uint32_t v = 0; v < input->nodes && status == NASH_OK; v++)
        status = check_sum(&sums[v], v, fault);
    for (uint32_t v = 0; v < input->nodes && status == NASH_OK; v++) {
        uint32_t parent = input->parent[v];
        if (parent != UINT32_MAX && is_chance(input, parent) && sums[parent].given == 0)
            p[v] = (struct rational){1, sums[parent].children};
        if (rational_of_double(stored_number(input, v), &number) != RATIONAL_READ)
            status = chance_fail(fault, v,
                                 "a tree with chance nodes is computed in fractions: a value has at most 18 "
                                 "digits before and after the point");
    }
    return status;
}
