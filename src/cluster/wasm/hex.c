/* What games of Hex need in a browser: the work of hex.wasm, memory, and the functions of the solvers' library that
 * engines call. The result of a unit does not depend on them. */

#include <cluster/hex/works.h>
#include <solvers/hex/match/unit.h>
#include <solvers/hex/uct/uct.h>

#include "units.h"

enum { PAGE = 64 << 10 };

const struct farm_work *const unit_works[] = {&hex_match_work, &hex_train_work, NULL};

/* The block lies behind all else, so it grows in place. It is as large as the largest match so far needs. */
void *hex_unit_block_new(size_t bytes)
{
    static uintptr_t block, pages;
    uintptr_t need = (bytes + PAGE - 1) / PAGE;
    if (!block)
        block = __builtin_wasm_memory_size(0) * PAGE;
    if (need > pages && __builtin_wasm_memory_grow(0, need - pages) == SIZE_MAX)
        return NULL;
    if (need > pages)
        pages = need;
    return (void *)block;
}

void hex_unit_block_free(void *block)
{
    (void)block;
}

/* A browser ends the worker of a unit instead of stopping it. */
bool nash_stop_slow(struct nash_run *run)
{
    run->clock_in = NASH_CLOCK_EVERY;
    return false;
}

/* A browser reports no progress of a unit, so the second function is not called. */
bool nash_progress_due(struct nash_run *run)
{
    (void)run;
    return false;
}

void hex_uct_report(struct nash_run *run, unsigned rows, unsigned cols, uint64_t nodes, unsigned move, float rate)
{
    (void)run;
    (void)rows;
    (void)cols;
    (void)nodes;
    (void)move;
    (void)rate;
}

/* The reason of a failure is not part of an answer. */
enum nash_status nash_fail(struct nash_error *error, enum nash_status status, const char *pointer, const char *format,
                           ...)
{
    (void)pointer;
    (void)format;
    if (error)
        error->status = status;
    return status;
}
