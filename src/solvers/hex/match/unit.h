/* Games as units of a farm: the member's side. The bytes are those of game.h. Freestanding, with the engines of this
 * build. */
#ifndef HEX_MATCH_UNIT_H
#define HEX_MATCH_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The functions of a struct farm_work (cluster/unit_farm/work.h). */
size_t hex_unit_bytes(void);
bool hex_unit_open(void *memory, const uint8_t *task, size_t len);
bool hex_unit_reserve(void *memory);
size_t hex_unit_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer);
void hex_unit_on_stop(void *memory, _Atomic int *stop);

/* Memory for the engines of one game, aligned to 64: unit_memory.c, and in browsers src/cluster/wasm/hex.c. NULL: there
 * is none. */
void *hex_unit_block_new(size_t bytes);
void hex_unit_block_free(void *block);

#endif
