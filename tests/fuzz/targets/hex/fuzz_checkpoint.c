/* Fuzzes the reader of checkpoints. Inputs have no hash: it is appended here, for a fuzzer cannot find one. A
 * checkpoint that is accepted is written again as the same bytes, and has finite weights of the right number. */
#include <math.h>
#include <string.h>

#include <nash/hash.h>
#include <solvers/hex/checkpoint/checkpoint.h>

#include "../fuzz.h"

enum { ARENA_BYTES = 8 << 20 };

static void check_accepted(const struct hex_checkpoint *checkpoint, const uint8_t *bytes, size_t len)
{
    struct nash_buf again = NASH_BUF_INIT(0);
    hex_checkpoint_write(checkpoint, &again);
    if (again.failed || again.len != len || memcmp(again.data, bytes, len) != 0)
        fuzz_fail("a checkpoint differs when it is written again", checkpoint->training);
    nash_buf_free(&again);
    const struct hex_checkpoint_part *weights = hex_checkpoint_part(checkpoint, "weights");
    if (weights == NULL || weights->len != 4 * hex_net_weights(&checkpoint->shape))
        fuzz_fail("the number of weights", "");
    float *value = malloc(weights->len);
    hex_checkpoint_floats(weights, value);
    for (size_t i = 0; i < weights->len / sizeof *value; i++)
        if (!isfinite(value[i]))
            fuzz_fail("a weight is not finite", "");
    free(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_error error = {0};
    struct hex_checkpoint checkpoint;
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    uint8_t *file = malloc(size + NASH_HASH_BYTES);
    struct nash_hash hash = nash_sha256_of(data, size);
    if (size > 0)
        memcpy(file, data, size);
    memcpy(file + size, hash.byte, sizeof hash.byte);
    if (hex_checkpoint_read(file, size + NASH_HASH_BYTES, arena, &checkpoint, &error) == NASH_OK)
        check_accepted(&checkpoint, file, size + NASH_HASH_BYTES);
    else if (error.detail[0] == '\0')
        fuzz_fail("a refusal without a reason", "");
    free(file);
    nash_arena_free(arena);
    return 0;
}
