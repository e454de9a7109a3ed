/* The runner of farms as a WebAssembly module without imports, apart from the shard so that a phone loads it only when
 * a farm begins. There is a module for each kind of problem: units.wasm with sudoku.c, hex.wasm with hex.c. They have
 * the exports of exports.c by which kernel.js passes messages: input, take, output. The runner lies at __heap_base. */
#include "units.h"

#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/runner.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { PAGE = 64 << 10, ALIGNED = 64 };

extern uint8_t __heap_base; /* set by the linker: the end of the module's own data */

static uint8_t message_in[MESSAGE_MAX], message_out[MESSAGE_MAX];
static struct runner *runner;

uint8_t *units_input(void);
uint8_t *units_output(void);
uint32_t units_take(uint32_t len);

/* Returns the buffer for a message, MESSAGE_MAX bytes. The first call makes the runner; returns NULL if the browser has
 * no memory for it. */
EXPORT("input") uint8_t *units_input(void)
{
    if (!runner) {
        uintptr_t at = ((uintptr_t)&__heap_base + ALIGNED - 1) / ALIGNED * ALIGNED, end = at + runner_bytes(unit_works);
        uintptr_t pages = (end + PAGE - 1) / PAGE, there = __builtin_wasm_memory_size(0);
        if (pages > there && __builtin_wasm_memory_grow(0, pages - there) == SIZE_MAX)
            return NULL;
        runner = runner_init((void *)at, unit_works);
    }
    return message_in;
}

EXPORT("output") uint8_t *units_output(void)
{
    return message_out;
}

/* Carries out the message of `len` bytes in input(). Returns the length of the answer in output(); 0 = no answer. */
EXPORT("take") uint32_t units_take(uint32_t len)
{
    return len <= sizeof message_in ? runner_take(runner, message_in, len, message_out, sizeof message_out) : 0;
}
