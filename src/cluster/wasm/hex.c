/* What games of Hex need in a browser: the engines of the module, memory, and the functions of the solvers' library
 * that engines call. The result of a unit does not depend on them. */
#include <solvers/hex/engines/engine.h>
#include <solvers/hex/match/game.h>
#include <solvers/hex/match/unit.h>

enum { PAGE = 64 << 10 };

const struct hex_engine *const hex_engines[] = {&hex_engine_random, &hex_engine_resistance, NULL};

/* The memory of the module grows with its first game of Hex, behind all else, and is used again. */
void *hex_unit_block_new(void)
{
    static void *block;
    uintptr_t pages = __builtin_wasm_memory_size(0);
    if (!block && __builtin_wasm_memory_grow(0, HEX_GAME_MEMORY / PAGE) != SIZE_MAX)
        block = (void *)(pages * PAGE);
    return block;
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
