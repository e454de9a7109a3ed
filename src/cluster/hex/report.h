/* What a result of Hex says about the members that played. */
#ifndef CLUSTER_HEX_REPORT_H
#define CLUSTER_HEX_REPORT_H

#include <cluster/unit_farm/coordinator.h>
#include <solvers/hex/members.h>

/* Makes the report of a farm that has ended, in the run's arena. Returns false when that is full. */
bool hex_farm_report(const struct farm_game *farm, const struct hex_members_report **out);

#endif
