/* Fuzzes the members' side of units with tasks and units from an untrusted hub. Two runners, whose memory has different
 * contents at first, must give the same answers, and the owner's reader must accept them.
 *
 * The input: u8 work (even: proof, odd: luck), u16 length of the task, the task, then units, each u16 length and bytes.
 * Budgets are limited so that a run takes little time. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <solvers/sudoku/units/luck.h>
#include <solvers/sudoku/units/proof.h>
#include <solvers/sudoku/units/proof_wire.h>

#include "../fuzz.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "units"))

enum { RUNNERS = 2, ALIGNED = 64, NODES = 200, MOVES = 200, UNITS_MAX = 16, TASK_MEMORY = 1 << 20 };

struct work {
    size_t (*bytes)(void);
    bool (*open)(void *memory, const uint8_t *task, size_t len);
    size_t (*run)(void *memory, const uint8_t *unit, size_t len, uint8_t *answer);
    size_t budget; /* offset of the budget in a unit */
    uint64_t most;
};

static const struct work works[] = {{proof_bytes, proof_open, proof_run, 0, NODES},
                                    {luck_bytes, luck_open, luck_run, 8, MOVES}};

static uint8_t answer[RUNNERS][PROOF_ANSWER_MAX];

/* The answer of a proof can be read with the task that the runner has read. */
static void check_proof(const uint8_t *task, size_t task_len, const uint8_t *bytes, size_t len)
{
    struct nash_arena *arena = nash_arena_new(TASK_MEMORY);
    struct proof_task read;
    struct proof_answer found;
    MUST(arena && proof_task_read(&read, task, task_len, arena) && proof_answer_read(&found, &read, bytes, len));
    nash_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes_reader reader = {.at = data, .left = size};
    const struct work *work = &works[bytes_next(&reader, 1) & 1];
    size_t task_len = (size_t)bytes_next(&reader, 2);
    const uint8_t *task = bytes_skip(&reader, task_len);
    void *memory[RUNNERS];
    bool open[RUNNERS] = {false};
    if (!task)
        return 0;
    for (unsigned i = 0; i < RUNNERS; i++) {
        size_t bytes = (work->bytes() + ALIGNED - 1) / ALIGNED * ALIGNED;
        memory[i] = aligned_alloc(ALIGNED, bytes);
        MUST(memory[i]);
        memset(memory[i], i ? 0x5a : 0, bytes);
        open[i] = work->open(memory[i], task, task_len);
    }
    MUST(open[0] == open[1]);
    for (unsigned k = 0; open[0] && k < UNITS_MAX && reader.left; k++) {
        size_t len = (size_t)bytes_next(&reader, 2), answered[RUNNERS];
        const uint8_t *given = bytes_skip(&reader, len);
        uint8_t unit[UINT16_MAX];
        if (!given)
            break;
        memcpy(unit, given, len);
        if (len >= work->budget + 8)
            bytes_put(unit + work->budget, 8, bytes_get(unit + work->budget, 8) % work->most);
        for (unsigned i = 0; i < RUNNERS; i++)
            answered[i] = work->run(memory[i], unit, len, answer[i]);
        MUST(answered[0] == answered[1] && memcmp(answer[0], answer[1], answered[0]) == 0);
        if (answered[0] && work == works)
            check_proof(task, task_len, answer[0], answered[0]);
    }
    for (unsigned i = 0; i < RUNNERS; i++)
        free(memory[i]);
    return 0;
}
