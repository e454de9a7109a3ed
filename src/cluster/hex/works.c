/* The work that browsers carry out too. Freestanding. */
#include "works.h"

#include <solvers/hex/match/unit.h>

const struct farm_work hex_match_work = {.number = HEX_MATCH_WORK,
                                         .name = "hex match",
                                         .bytes = hex_unit_bytes,
                                         .open = hex_unit_open,
                                         .reserve = hex_unit_reserve,
                                         .run = hex_unit_run,
                                         .on_stop = hex_unit_on_stop};
