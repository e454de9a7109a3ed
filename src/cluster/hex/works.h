/* The works of matches and trainings of Hex. Numbers are never reused; those of the Sudoku are below 16. */
#ifndef CLUSTER_HEX_WORKS_H
#define CLUSTER_HEX_WORKS_H

#include <cluster/unit_farm/work.h>

/* Games of engines that browsers have too, games of any engines of a server, and games of trainings. */
enum { HEX_MATCH_WORK = 16, HEX_SERVER_MATCH_WORK = 17, HEX_TRAIN_WORK = 18 };

extern const struct farm_work hex_match_work, hex_server_match_work, hex_train_work;

#endif
