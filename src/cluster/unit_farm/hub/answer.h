/* What becomes of an answer. */
#ifndef CLUSTER_FARM_ANSWER_H
#define CLUSTER_FARM_ANSWER_H

#include "internal.h"

/* Takes the answer to lease i of the member, and removes the lease unless the member has ended. */
void answer_take(struct farm_member *member, unsigned i, const uint8_t *bytes, size_t len, int64_t took_ns);
/* Gives a unit a valid answer: draws its audit and adds its children. `verdict` is that of the job's check(). */
void answer_accept(struct farm *farm, struct node *node, struct farm_member *by, const uint8_t *bytes, size_t len,
                   enum farm_verdict verdict);
/* Quarantines the member, and takes all its answers back that are not proved. */
void answer_quarantine(struct farm_member *member, const char *why);
/* Handles farm->overflow, if it is set: fails the farm, unless the limit may have been exceeded by false answers; then
 * takes all answers back that are not proved, and continues with trusted members only. `dividing` is the unit whose
 * children were added; NULL: none. */
void answer_overflow(struct farm *farm, struct node *dividing);

#endif
