/* The work that only servers carry out: its engines are not in the browsers' module. A number of its own lets browsers
 * refuse it as work that they do not have. */
#include <solvers/hex/match/unit.h>

#include "works.h"

const struct farm_work hex_server_match_work = {.number = HEX_SERVER_MATCH_WORK,
                                                .name = "hex match of a server",
                                                .bytes = hex_unit_bytes,
                                                .open = hex_unit_open,
                                                .run = hex_unit_run,
                                                .on_stop = hex_unit_on_stop};
