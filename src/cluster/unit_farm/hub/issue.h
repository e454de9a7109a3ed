#ifndef CLUSTER_FARM_ISSUE_H
#define CLUSTER_FARM_ISSUE_H

#include "internal.h"

/* Sends units to all members that have room for them. */
void issue_units(struct farm *farm, int64_t now);
/* Sends heartbeats and ends silent members. Returns the time of the next check, at most INT64_MAX. */
int64_t issue_check(struct farm *farm, int64_t now);

#endif
