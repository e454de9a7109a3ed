/* Reads and writes tasks, units and answers of proofs. */
#include "proof_wire.h"

#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/nine/part.h>

/* ---- tasks ---- */

static bool read_shape(struct sudoku_problem *p, struct bytes_reader *reader, unsigned *flags)
{
    p->size = (unsigned)bytes_next(reader, 1);
    p->box_rows = (unsigned)bytes_next(reader, 1);
    p->box_cols = (unsigned)bytes_next(reader, 1);
    *flags = (unsigned)bytes_next(reader, 1);
    p->diagonal = *flags & PROOF_DIAGONAL;
    p->disjoint = *flags & PROOF_DISJOINT;
    if (p->size < SUDOKU_MIN || p->size > SUDOKU_MAX || *flags > 2 * PROOF_LEAST - 1)
        return false;
    if (*flags & PROOF_REGIONS)
        return !p->box_rows && !p->box_cols && !p->disjoint;
    return p->box_rows >= 1 && p->box_cols >= 1 && p->box_rows * p->box_cols == p->size;
}

static bool read_candidates(struct proof_task *task, struct bytes_reader *reader, struct nash_arena *arena)
{
    struct sudoku_problem *p = &task->problem;
    unsigned cells = p->size * p->size, wide = (p->size + 7) / 8;
    uint64_t all = (UINT64_C(1) << p->size) - 1;
    uint64_t *allowed = NASH_NEW(arena, uint64_t, cells);
    uint16_t *cell = NASH_NEW(arena, uint16_t, cells);
    uint8_t *clue = NASH_NEW(arena, uint8_t, cells);
    if (!allowed || !cell || !clue)
        return false;
    for (unsigned i = 0; i < cells; i++) {
        allowed[i] = bytes_next(reader, wide);
        if (!allowed[i] || allowed[i] & ~all)
            return false;
        if (allowed[i] & (allowed[i] - 1))
            cell[task->open++] = (uint16_t)i;
    }
    p->allowed = allowed;
    p->clue = clue;
    task->cell = cell;
    return true;
}

/* Reads regions: each of them must have as many cells as a row. */
static bool read_regions(struct sudoku_problem *p, struct bytes_reader *reader, struct nash_arena *arena)
{
    unsigned cells = p->size * p->size, count[SUDOKU_MAX] = {0};
    uint8_t *region = NASH_NEW(arena, uint8_t, cells);
    for (unsigned i = 0; region && i < cells; i++) {
        region[i] = (uint8_t)bytes_next(reader, 1);
        if (region[i] >= p->size || ++count[region[i]] > p->size)
            return false;
    }
    p->region = region;
    return region != NULL;
}

static bool read_cages(struct sudoku_problem *p, struct bytes_reader *reader, struct nash_arena *arena, size_t cages)
{
    unsigned cells = p->size * p->size;
    struct sudoku_cage *cage = NASH_NEW(arena, struct sudoku_cage, cages);
    uint8_t *taken = NASH_NEW(arena, uint8_t, cells);
    if (!cage || !taken)
        return false;
    for (size_t i = 0; i < cages; i++) {
        cage[i].sum = (unsigned)bytes_next(reader, 2);
        cage[i].count = (unsigned)bytes_next(reader, 1);
        uint16_t *cell = NASH_NEW(arena, uint16_t, cage[i].count);
        if (!cell || !cage[i].count || cage[i].count > p->size || !cage[i].sum ||
            cage[i].sum > p->size * (p->size + 1) / 2)
            return false;
        for (unsigned k = 0; k < cage[i].count; k++) {
            cell[k] = (uint16_t)bytes_next(reader, 2);
            if (cell[k] >= cells || taken[cell[k]]++ || (k && cell[k] <= cell[k - 1]))
                return false;
        }
        cage[i].cell = cell;
    }
    p->cage = cage;
    p->cages = cages;
    return true;
}

bool proof_task_read(struct proof_task *task, const uint8_t *bytes, size_t len, struct nash_arena *arena)
{
    struct bytes_reader reader = {.at = bytes, .left = len};
    unsigned flags;
    *task = (struct proof_task){.problem.limit = 1};
    if (!read_shape(&task->problem, &reader, &flags))
        return false;
    task->least = flags & PROOF_LEAST;
    task->keep = (unsigned)bytes_next(&reader, 2);
    size_t cages = (size_t)bytes_next(&reader, 2);
    task->limit = bytes_next(&reader, 8);
    if (task->keep > proof_keep_max(task->problem.size) || cages > task->problem.size * task->problem.size)
        return false;
    return read_candidates(task, &reader, arena) &&
           (!(flags & PROOF_REGIONS) || read_regions(&task->problem, &reader, arena)) &&
           (!cages || read_cages(&task->problem, &reader, arena, cages)) && !reader.failed && !reader.left;
}

size_t proof_task_write(uint8_t *bytes, const struct sudoku_problem *p, const uint64_t *open, unsigned keep, bool least,
                        uint64_t limit)
{
    unsigned cells = p->size * p->size, wide = (p->size + 7) / 8;
    size_t len = PROOF_TASK_HEAD + (size_t)cells * (wide + (p->region ? 1 : 0));
    for (size_t i = 0; i < p->cages; i++)
        len += 3 + 2 * p->cage[i].count;
    if (len > PROOF_TASK_MAX)
        return 0;
    uint8_t *at = bytes_put(bytes, 1, p->size);
    at = bytes_put(bytes_put(at, 1, p->region ? 0 : p->box_rows), 1, p->region ? 0 : p->box_cols);
    at = bytes_put(at, 1,
                   (p->diagonal ? PROOF_DIAGONAL : 0) | (p->disjoint ? PROOF_DISJOINT : 0) |
                       (p->region ? PROOF_REGIONS : 0) | (least ? PROOF_LEAST : 0));
    at = bytes_put(bytes_put(bytes_put(at, 2, keep), 2, p->cages), 8, limit);
    for (unsigned i = 0; i < cells; i++)
        at = bytes_put(at, wide, open[i]);
    for (unsigned i = 0; p->region && i < cells; i++)
        at = bytes_put(at, 1, p->region[i]);
    for (size_t i = 0; i < p->cages; i++) {
        at = bytes_put(bytes_put(at, 2, p->cage[i].sum), 1, p->cage[i].count);
        for (unsigned k = 0; k < p->cage[i].count; k++)
            at = bytes_put(at, 2, p->cage[i].cell[k]);
    }
    return len;
}

/* ---- paths ---- */

/* True when each step is one of the task's engine. On 9x9 the cells come first, because the engine sets them before it
 * begins. */
static bool path_is_sound(const struct proof_task *task, const uint8_t *path, unsigned steps)
{
    const struct sudoku_problem *p = &task->problem;
    bool nine = proof_is_nine(p), triads = false;
    unsigned open = 0, triad_steps = 0;
    for (unsigned i = 0; i < steps; i++) {
        uint32_t step = proof_step_get(path, i), literal = step & PROOF_LITERAL;
        if ((step & PROOF_NOT) && (step & PROOF_OPEN))
            return false;
        open += (step & PROOF_OPEN) != 0;
        if (literal & PROOF_TRIAD) {
            triads = true;
            if (!nine || literal - PROOF_TRIAD >= NINE_TRIADS || ++triad_steps > NINE_STEPS_MAX)
                return false;
        } else if (SUDOKU_LITERAL_CELL(literal) >= p->size * p->size || SUDOKU_LITERAL_VALUE(literal) >= p->size ||
                   triads || (nine && step & PROOF_OPEN)) {
            return false;
        }
    }
    return open <= (nine ? (unsigned)NINE_OPEN_MAX : p->size * p->size);
}

bool proof_unit_read(struct proof_unit *unit, const struct proof_task *task, const uint8_t *bytes, size_t len)
{
    struct bytes_reader reader = {.at = bytes, .left = len};
    unit->budget = bytes_next(&reader, 8);
    unit->steps = (unsigned)bytes_next(&reader, 2);
    unsigned zero = (unsigned)bytes_next(&reader, 2);
    unit->path = reader.at;
    return !reader.failed && !zero && unit->budget && unit->steps <= PROOF_STEPS_MAX &&
           reader.left == (size_t)unit->steps * PROOF_STEP && path_is_sound(task, unit->path, unit->steps);
}

size_t proof_unit_write(uint8_t *bytes, uint64_t budget, const uint8_t *path, unsigned steps)
{
    uint8_t *at = bytes_put(bytes_put(bytes_put(bytes, 8, budget), 2, steps), 2, 0);
    for (size_t i = 0; i < (size_t)PROOF_STEP * steps; i++)
        at[i] = path[i];
    return PROOF_UNIT_HEAD + (size_t)PROOF_STEP * steps;
}

bool proof_answer_read(struct proof_answer *answer, const struct proof_task *task, const uint8_t *bytes, size_t len)
{
    struct bytes_reader reader = {.at = bytes, .left = len};
    unsigned ending = (unsigned)bytes_next(&reader, 1), zero = (unsigned)bytes_next(&reader, 1);
    answer->ending = (enum proof_ending)ending;
    answer->kept = (unsigned)bytes_next(&reader, 2);
    answer->steps = (unsigned)bytes_next(&reader, 4);
    answer->nodes = bytes_next(&reader, 8);
    answer->count = bytes_next(&reader, 8);
    answer->count |= (unsigned __int128)bytes_next(&reader, 8) << 64;
    answer->solution = bytes_skip(&reader, (size_t)answer->kept * task->open);
    answer->path = reader.at;
    return !reader.failed && !zero && ending <= PROOF_ABANDONED && answer->kept <= task->keep &&
           answer->steps <= PROOF_STEPS_MAX && reader.left == (size_t)answer->steps * PROOF_STEP &&
           path_is_sound(task, answer->path, answer->steps);
}
