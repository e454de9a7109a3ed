/* The member's side of generation. */
#include "generation.h"

#include <string.h>

#include <base/little_endian.h>
#include <solvers/sudoku/generate/generate.h>

enum { MEMORY_MAX = 256 << 20 };

struct generation {
    const _Atomic int *stop; /* NULL: attempts are not stopped */
    struct sudoku_problem problem;
    struct sudoku_spec spec;
    uint8_t clue[SUDOKU_CELLS_MAX]; /* no clue */
    uint8_t region[SUDOKU_CELLS_MAX];
};

size_t generation_bytes(void)
{
    return sizeof(struct generation);
}

static bool read_regions(struct generation *g, struct bytes_reader *reader)
{
    unsigned count[SUDOKU_MAX] = {0};
    for (unsigned cell = 0; cell < g->problem.size * g->problem.size; cell++) {
        g->region[cell] = (uint8_t)bytes_next(reader, 1);
        if (g->region[cell] >= g->problem.size || ++count[g->region[cell]] > g->problem.size)
            return false;
    }
    g->problem.region = g->region;
    return true;
}

bool generation_open(void *memory, const uint8_t *task, size_t len)
{
    struct generation *g = memory;
    struct bytes_reader reader = {.at = task, .left = len};
    memset(g, 0, sizeof *g);
    struct sudoku_problem *p = &g->problem;
    p->task = SUDOKU_GENERATE;
    p->spec = &g->spec;
    p->limit = SUDOKU_SOLUTIONS_DEFAULT;
    p->clue = g->clue;
    p->size = (unsigned)bytes_next(&reader, 1);
    p->box_rows = (unsigned)bytes_next(&reader, 1);
    p->box_cols = (unsigned)bytes_next(&reader, 1);
    unsigned flags = (unsigned)bytes_next(&reader, 1);
    g->spec.clues = (unsigned)bytes_next(&reader, 2);
    unsigned symmetry = (unsigned)bytes_next(&reader, 1), level = (unsigned)bytes_next(&reader, 1);
    p->diagonal = flags & GENERATION_DIAGONAL;
    p->disjoint = flags & GENERATION_DISJOINT;
    g->spec.unique = flags & GENERATION_UNIQUE;
    g->spec.minimal = flags & GENERATION_MINIMAL;
    g->spec.symmetry = (enum sudoku_symmetry)symmetry;
    g->spec.level = (enum sudoku_level)level;
    bool regions = flags & GENERATION_REGIONS;
    if (p->size < SUDOKU_MIN || p->size > GENERATION_SIZE_MAX || flags > 2 * GENERATION_MINIMAL - 1 ||
        symmetry >= SUDOKU_SYMMETRIES || level >= SUDOKU_LEVELS || g->spec.clues > p->size * p->size ||
        (g->spec.minimal && p->size > GENERATION_MINIMAL_SIZE_MAX) ||
        (regions ? p->box_rows || p->box_cols || p->disjoint
                 : !p->box_rows || !p->box_cols || p->box_rows * p->box_cols != p->size))
        return false;
    return (!regions || read_regions(g, &reader)) && !reader.failed && !reader.left;
}

void generation_on_stop(void *memory, _Atomic int *stop)
{
    ((struct generation *)memory)->stop = stop;
}

static size_t write_answer(const struct generation *g, const struct sudoku_answer *a, uint64_t nodes, uint8_t *answer)
{
    const struct sudoku_generation *made = a->generation;
    size_t cells = (size_t)g->problem.size * g->problem.size;
    bool is_made = a->generated;
    uint8_t *at = bytes_put(bytes_put(answer, 1, is_made), 1, is_made && made->reached);
    at = bytes_put(bytes_put(at, 2, is_made ? made->excess : 0), 2, is_made ? made->distance : 0);
    at = bytes_put(bytes_put(at, 2, 0), 8, nodes);
    memcpy(at, is_made ? a->generated->clue : g->clue, cells);
    return GENERATION_ANSWER_HEAD + cells;
}

size_t generation_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer)
{
    const struct generation *g = memory;
    struct sudoku_answer a = {0};
    struct nash_error error = {0};
    if (len != GENERATION_UNIT)
        return 0;
    struct nash_run run = {.arena = nash_arena_new(MEMORY_MAX), .seed = bytes_get(unit, 8), .cancel = g->stop};
    size_t written = 0;
    if (run.arena && sudoku_generate_attempt(&g->problem, &run, &a, &error) == NASH_OK)
        written = write_answer(g, &a, run.nodes, answer);
    nash_arena_free(run.arena);
    return written;
}
