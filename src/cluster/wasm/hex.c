/* What games of Hex need in a browser: the work and the engines of hex.wasm, memory, and the functions of the solvers'
 * library that engines call. The result of a unit does not depend on them. */
#include <string.h>

#include <cluster/hex/works.h>
#include <solvers/hex/match/unit.h>
#include <solvers/hex/net/kernels/kernel.h>
#include <solvers/hex/net/play_layout.h>
#include <solvers/hex/uct/uct.h>

#include "units.h"

enum { PAGE = 64 << 10 };

const struct farm_work *const unit_works[] = {&hex_match_work, NULL};
const struct hex_engine *const hex_engines[] = {&hex_engine_random, &hex_engine_resistance, &hex_engine_uct,
                                                &hex_engine_dqn,    &hex_engine_dqn_search, NULL};

/* The task has the net. */
const uint8_t hex_default_net[HEX_NET_DIGEST];
const size_t hex_default_net_len = sizeof hex_default_net;

extern const struct play_kernel play_kernel_plain;
const struct play_kernel *const play_kernels[] = {&play_kernel_plain, NULL};

/* The server has checked the hash of the net that it sends. */
void hex_play_net_hash(const uint8_t *bytes, size_t len, uint8_t hash[PLAY_HASH_BYTES])
{
    memcpy(hash, bytes + len, PLAY_HASH_BYTES);
}

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
