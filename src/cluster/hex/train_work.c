/* The work of trainings: games by the net or its mentor. Browsers carry it out too. Freestanding. */
#include <solvers/hex/train/games/unit.h>

#include "works.h"

const struct farm_work hex_train_work = {.number = HEX_TRAIN_WORK,
                                         .name = "hex training",
                                         .bytes = hex_train_unit_bytes,
                                         .open = hex_train_unit_open,
                                         .reserve = hex_train_unit_reserve,
                                         .run = hex_train_unit_run,
                                         .background = true,
                                         .on_stop = hex_train_unit_on_stop};
