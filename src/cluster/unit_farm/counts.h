/* What a farm counts, and the credit of its members. */
#ifndef CLUSTER_FARM_COUNTS_H
#define CLUSTER_FARM_COUNTS_H

#include <stdint.h>

#include <nash/jsonw.h>

struct farm;

struct farm_counts {
    uint64_t rounds;                                   /* tasks so far, with that of this round */
    uint64_t units, waiting, leased, answered, proved; /* units in the tree, by state; answered includes proved */
    uint64_t audits, audits_open;                      /* units drawn for an audit; those without a second answer yet */
    uint64_t dropped;                                  /* answers that were taken back */
    uint64_t kept;            /* answers of quarantined members that earlier rounds have merged without a proof */
    uint64_t reissued;        /* leases beyond the first of a unit */
    uint64_t restored;        /* answers read by farm_restore() */
    uint64_t messages, bytes; /* to and from members */
    unsigned members;         /* present */
    int64_t critical_ns;      /* longest path from a root, in measured times */
};
struct farm_counts farm_counts(const struct farm *farm);

/* Writes the array of credit: an object for each member that ever joined. computed, used, verified and wasted are in
 * the job's steps; used sums to the steps of the accepted answers. */
void farm_write_credit(const struct farm *farm, struct nash_jsonw *out);
/* Writes keys and values of farm_counts() into an object. */
void farm_write_counts(const struct farm *farm, struct nash_jsonw *out);

#endif
