/* Chains among the candidates that an assumption leaves. Nested forcing chains use what these inner chains remove, as
 * they use patterns (patterns.h). All chains of the easiest kind that removes something are used, the easiest chain
 * first, as in Sudoku Explainer. */
#ifndef SUDOKU_EXPLAIN_INNER_H
#define SUDOKU_EXPLAIN_INNER_H

#include "links.h"
#include "patterns.h"

struct explain_inner;

struct explain_inner_chain {
    const uint32_t *removal; /* [removals] the candidates that it removes */
    const uint16_t *group;   /* [groups] groups (patterns.h) whose missing candidates it depends on */
    unsigned removals, groups;
    uint16_t nodes;
    uint64_t identity;              /* equal for chains of equal nodes */
    const struct sudoku_step *step; /* the chain, in the arena; NULL unless chains are kept */
};

/* Returns the memory for searches by rules of EXPLAIN_NESTED or above, from the arena; NULL when it is exhausted
 * (l->spent). keep: chains are kept. */
struct explain_inner *explain_inner_new(struct sudoku_logic *l, enum explain_rules rules, bool keep);

/* Calls found() for each chain, until a kind of chains has one for which found() returns true. Returns whether there is
 * one. */
typedef bool explain_inner_found(void *context, const struct explain_inner_chain *chain);
bool explain_inner_find(struct explain_inner *inner, const struct explain_rest *rest, explain_inner_found *found,
                        void *context);

#endif
