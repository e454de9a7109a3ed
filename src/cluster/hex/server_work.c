/* Works that only servers carry out: the engines are not in the browsers' module, or need too much of a phone. Numbers
 * of their own let browsers refuse them as work that they do not have. */
#include <solvers/hex/match/unit.h>
#include <solvers/hex/train/games/unit.h>

#include "works.h"

const struct farm_work hex_server_match_work = {.number = HEX_SERVER_MATCH_WORK,
                                                .name = "hex match of a server",
                                                .bytes = hex_unit_bytes,
                                                .open = hex_unit_open,
                                                .run = hex_unit_run,
                                                .on_stop = hex_unit_on_stop};

const struct farm_work hex_server_train_work = {.number = HEX_SERVER_TRAIN_WORK,
                                                .name = "hex training of a server",
                                                .bytes = hex_train_unit_bytes,
                                                .open = hex_train_unit_open,
                                                .run = hex_train_unit_run,
                                                .background = true,
                                                .on_stop = hex_train_unit_on_stop};
