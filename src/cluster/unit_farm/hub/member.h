/* Members of a farm: their messages, leases and measured times. */
#ifndef CLUSTER_FARM_MEMBER_H
#define CLUSTER_FARM_MEMBER_H

#include "internal.h"

/* Adds a member that is not present. Returns NULL when out of memory. */
struct farm_member *farm_member_new(struct farm *farm, const struct farm_member_options *options);

/* Sends message[len]; counts it. */
void member_send(struct farm_member *member, const uint8_t *message, size_t len);
/* Gives the member a new epoch and the task; its units wait again. */
void member_renew(struct farm_member *member, int64_t now);
/* Counts a fault. Ends the member after too many without a valid answer between. */
void member_fault(struct farm_member *member);
/* Counts a fault and renews the member, which has lost the task or an answer. */
void member_restart(struct farm_member *member, int64_t now);
void member_ping(struct farm_member *member, int64_t now);
/* Ends the member: its units wait again, the caller of the farm is notified. */
void member_end(struct farm_member *member, enum farm_end end, const char *why);
/* Adds a lease. Returns NULL when out of memory. */
struct lease *lease_add(struct farm_member *member, struct node *node, uint32_t batch, bool audit);
/* Removes lease i; the unit waits again if it has neither an answer nor another lease. */
void lease_remove(struct farm_member *member, unsigned i);
/* Removes all leases. */
void member_drop_leases(struct farm_member *member);
bool member_holds(const struct farm_member *member, const struct node *node);

/* Adds the time since the last call to the time of busy processors. Called before `batches` changes. */
void member_account(struct farm_member *member, int64_t now);
/* Notes that a batch with `units` answers has come. */
void member_measure(struct farm_member *member, unsigned units, int64_t sent_ns, int64_t now);
/* Notes a measured round trip. */
void member_measure_trip(struct farm_member *member, int64_t ns);
/* Returns the expected time of a unit with this member, in ns; a guess before the first answer of any member. */
int64_t member_unit_ns(const struct farm_member *member);

#endif
