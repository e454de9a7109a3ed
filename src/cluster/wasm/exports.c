/* The Sudoku's shard as a WebAssembly module without imports. kernel.js writes a message into input(), calls take(),
 * and reads the answer from output(). A module contains one shard, whose memory begins at __heap_base. */
#include <cluster/sudoku/shard/protocol.h>
#include <cluster/sudoku/shard/shard.h>

#define EXPORT(name) __attribute__((export_name(name)))

enum { PAGE = 64 << 10, ALIGNED = 64 };

extern uint8_t __heap_base; /* set by the linker: the end of the module's own data */

static uint8_t message_in[MESSAGE_MAX], message_out[MESSAGE_MAX];
static struct shard *shard;
static uint32_t shown_side, shown_row, shown_row_end;

uint8_t *input(void);
uint8_t *output(void);
uint32_t take(uint32_t len);
const uint8_t *values(void);
uint32_t side(void);
uint32_t row(void);
uint32_t row_end(void);
uint32_t conflicts(void);

/* Returns the buffer for a message, MESSAGE_MAX bytes. The first call makes the shard; returns NULL if the browser has
 * no memory for it. */
EXPORT("input") uint8_t *input(void)
{
    if (!shard) {
        uintptr_t at = ((uintptr_t)&__heap_base + ALIGNED - 1) / ALIGNED * ALIGNED, end = at + shard_bytes();
        uintptr_t pages = (end + PAGE - 1) / PAGE, there = __builtin_wasm_memory_size(0);
        if (pages > there && __builtin_wasm_memory_grow(0, pages - there) == SIZE_MAX)
            return NULL;
        shard = shard_init((void *)at);
    }
    return message_in;
}

EXPORT("output") uint8_t *output(void)
{
    return message_out;
}

/* Carries out the message of `len` bytes in input(). Returns the length of the answer in output(); 0 = no answer. */
EXPORT("take") uint32_t take(uint32_t len)
{
    return len <= sizeof message_in ? shard_take(shard, message_in, len, message_out, sizeof message_out) : 0;
}

/* Returns side() * side() values; NULL without a lease. Sets what side(), row() and row_end() return. */
EXPORT("letters") const uint8_t *values(void)
{
    return shard_values(shard, &shown_side, &shown_row, &shown_row_end);
}

EXPORT("side") uint32_t side(void)
{
    return shown_side;
}

EXPORT("row") uint32_t row(void)
{
    return shown_row;
}

EXPORT("row_end") uint32_t row_end(void)
{
    return shown_row_end;
}

EXPORT("conflicts") uint32_t conflicts(void)
{
    return shard_conflicts(shard);
}
