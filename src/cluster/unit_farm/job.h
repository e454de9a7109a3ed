/* Work that a farm distributes, as the hub sees it: how it is divided, checked and merged.
 *
 * Units form a tree. supply() adds roots; an answer whose budget was spent is divided into children, which hold the
 * rest of their parent. Answers are checked as they come, and merged at the end of the farm in the order of the tree
 * (roots in the order in which they were added, children in the order of divide()), so that the result does not depend
 * on which member answered what, or when. An answer that turns out wrong is dropped with all its descendants, and its
 * unit waits again. */
#ifndef CLUSTER_FARM_JOB_H
#define CLUSTER_FARM_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct farm;

struct farm_unit {
    uint32_t number; /* ascending in the order of farm_add(); unique in the farm */
    uint32_t parent; /* number of the unit that was divided; FARM_ROOT: none */
    uint32_t depth;  /* number of ancestors */
    uint32_t len;
    const uint8_t *bytes; /* [len] */
};

enum { FARM_ROOT = 0xffffffff };

enum farm_verdict {
    FARM_VALID, /* nothing speaks against the answer */
    FARM_WRONG, /* the answer contradicts its unit: its member is quarantined */
    FARM_LAST,  /* valid, and no unit after this one in the order of the tree is needed */
    FARM_FINAL  /* valid by a certificate that was checked here, and no other unit is needed */
};

struct farm_job {
    uint16_t work;      /* number of the struct farm_work */
    uint8_t memory_mib; /* memory that reserve() of the work needs: a member that has not so much, and refuses, may
                           still carry out units that need less */
    uint32_t unit_ms; /* time of a unit on a slow member, ms, if it is above 10 s: so long a member may be silent before
                         its first answer */
    bool certified;   /* check() alone proves an answer, so that none is computed a second time */
    /* Adds up to `wanted` further roots by farm_add(). Returns false when there are no more. Called when fewer units
     * wait than members could take. The roots are a fixed sequence: `wanted` does not change their bytes or order. */
    bool (*supply)(void *self, struct farm *farm, unsigned wanted);
    /* Checks an answer at a small part of the cost of its unit. Sets *why (a string constant) with FARM_WRONG. */
    enum farm_verdict (*check)(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                               const char **why);
    /* Adds the children of a valid answer by farm_add_child(), which follow from unit and answer alone. NULL: answers
     * have no children. Not called for an answer that is FARM_LAST or FARM_FINAL. */
    void (*divide)(void *self, struct farm *farm, const struct farm_unit *unit, const uint8_t *answer, size_t len);
    /* Returns the steps of the algorithm that the answer reports, for the credit of its member. */
    uint64_t (*steps)(void *self, const uint8_t *answer, size_t len);
    /* If not NULL: called after an answer of this member was accepted, to show it. It may be dropped later. */
    void (*accepted)(void *self, const char *member, const uint8_t *answer, size_t len);
    /* If not NULL: returns how many of the `limit` results that the request wants are in the answer. As soon as the
     * units at the begin of the tree, without a gap, have `limit` results, no unit after them is needed. */
    uint64_t (*yield)(void *self, const uint8_t *answer, size_t len);
    uint64_t limit;
    /* If not NULL: the same for a decision that follows from the answers in order. Called for each answered unit at the
     * begin of the tree; `first`: the unit is the first one of all, again if an answer was taken back. Returns whether
     * no unit after this one is needed. */
    bool (*decides)(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len, bool first);
    /* Adds an accepted answer to the result. Called at the end of the farm only; after FARM_FINAL for the final answer
     * first. Returns false when no further answer is needed. */
    bool (*merge)(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len);
};

/* Adds a root, or a child of the unit that divide() is called with; copies bytes[len]. A farm that runs out of memory
 * ends with an error of its own. */
void farm_add(struct farm *farm, const uint8_t *bytes, size_t len);
void farm_add_child(struct farm *farm, const uint8_t *bytes, size_t len);

#endif
