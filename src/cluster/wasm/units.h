/* The works of a module for farms; each module has its own list. */
#ifndef CLUSTER_WASM_UNITS_H
#define CLUSTER_WASM_UNITS_H

#include <cluster/unit_farm/work.h>

extern const struct farm_work *const unit_works[]; /* ended by NULL */

#endif
