/* The owner's side of a proof.
 *
 * An answer whose budget was spent has a path that stands for what is left. Its open sides near the root are the large
 * ones; each of them becomes a unit, and the rest of the path another one, which resumes the search where it stopped.
 * Whether the searched part was searched truly has no short witness: that is for the farm's audit. */
#include "proof_job.h"

#include <string.h>

#include <solvers/sudoku/exact/board.h>
#include <solvers/sudoku/nine/part.h>
#include <solvers/sudoku/verify/verify.h>

enum {
    NODES_NINE = 100000,   /* budget of a first unit on 9x9, about 40 ms */
    NODES_CELLS = 2500000, /* elsewhere: over the number of cells, about 50 ms */
    TRY_PART = 16,         /* proof_job_try() has this part of it */
    GROWTH_MAX = 16,       /* budgets double from parent to child, up to so many times the first */
    CHILDREN_MAX = 4,
    STRETCH = 16 /* proof.c */
};

static enum nash_status job_no_memory(const struct sudoku_problem *p, struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "a proof of size %u does not fit into the memory of this job", p->size);
}

static enum nash_status write_task(struct proof_job *job, unsigned keep, bool least, uint64_t limit,
                                   struct nash_error *error)
{
    const struct sudoku_problem *p = job->problem;
    uint8_t *bytes = NASH_NEW(job->arena, uint8_t, PROOF_TASK_MAX);
    size_t cells = (size_t)p->size * p->size;
    if (!bytes)
        return job_no_memory(p, error);
    job->bytes = bytes;
    job->len = proof_task_write(bytes, p, job->board->open, keep, least, limit);
    if (!job->len)
        return nash_fail(error, NASH_TOO_LARGE, "", "the problem is too large to be cut into units");
    if (!proof_task_read(&job->task, bytes, job->len, job->arena))
        return job_no_memory(p, error);
    job->budget = proof_is_nine(p) ? NODES_NINE : NODES_CELLS / cells;
    job->solution = NASH_NEW(job->arena, uint8_t, keep * cells);
    job->scratch = NASH_NEW(job->arena, uint8_t, PROOF_UNIT_MAX);
    job->grid = NASH_NEW(job->arena, uint8_t, cells);
    return job->solution && job->scratch && job->grid ? NASH_OK : job_no_memory(p, error);
}

enum nash_status proof_job_begin(struct proof_job *job, const struct sudoku_problem *p, struct nash_arena *arena,
                                 unsigned keep, bool least, uint64_t limit, struct nash_error *error)
{
    *job = (struct proof_job){.problem = p, .arena = arena, .complete = true};
    const struct sudoku_geometry *geometry = sudoku_geometry_new(arena, p);
    job->board = geometry ? sudoku_board_new(arena, geometry) : NULL;
    if (!job->board)
        return job_no_memory(p, error);
    if (sudoku_board_load(job->board, p) && sudoku_board_propagate(job->board))
        return write_task(job, keep, least, limit, error);
    job->board = NULL;
    return NASH_OK;
}

void proof_job_try(struct proof_job *job, proof_add *add, void *context)
{
    uint64_t budget = job->budget / TRY_PART;
    add(context, job->scratch, proof_unit_write(job->scratch, budget ? budget : 1, NULL, 0));
}

/* ---- checking ---- */

/* Writes the values of a shown solution, from 1, into job->grid. False: one is no candidate. */
static bool read_solution(struct proof_job *job, const uint8_t *row)
{
    const struct sudoku_problem *p = &job->task.problem;
    for (unsigned cell = 0; cell < p->size * p->size; cell++)
        job->grid[cell] = (uint8_t)(__builtin_ctzll(p->allowed[cell]) + 1);
    for (unsigned i = 0; i < job->task.open; i++) {
        if (row[i] >= p->size || !(p->allowed[job->task.cell[i]] >> row[i] & 1))
            return false;
        job->grid[job->task.cell[i]] = (uint8_t)(row[i] + 1);
    }
    return true;
}

/* True when the digit of the triad stands in it (nine/part.h). */
static bool triad_holds(const uint8_t *grid, uint32_t triad)
{
    unsigned digit = triad / 54, box = triad % 54 / 6, line = triad % 6;
    unsigned corner = box / 3 * 27 + box % 3 * 3;
    unsigned first = line < 3 ? corner + line * 9 : corner + line - 3, stride = line < 3 ? 1 : 9;
    for (unsigned i = 0; i < 3; i++)
        if (grid[first + i * stride] == digit + 1)
            return true;
    return false;
}

/* True when a solution belongs to the node of the path or to one of its open sides. */
static bool path_has(const uint8_t *path, unsigned steps, const uint8_t *grid)
{
    for (unsigned i = 0; i < steps; i++) {
        uint32_t step = proof_step_get(path, i), literal = step & PROOF_LITERAL;
        bool holds = literal & PROOF_TRIAD ? triad_holds(grid, literal & ~(uint32_t)PROOF_TRIAD)
                                           : grid[SUDOKU_LITERAL_CELL(literal)] == SUDOKU_LITERAL_VALUE(literal) + 1;
        if (holds == !(step & PROOF_NOT))
            continue;
        return step & PROOF_OPEN;
    }
    return true;
}

/* True when a path stands for a later part of the search that begins at the unit's: it goes on at its node, or in one
 * of its open sides. */
static bool path_follows(const struct proof_answer *answer, const struct proof_unit *unit)
{
    for (unsigned i = 0; i < unit->steps; i++) {
        if (i == answer->steps)
            return false;
        uint32_t from = proof_step_get(unit->path, i), to = proof_step_get(answer->path, i);
        if (from == to)
            continue;
        return (from & PROOF_OPEN) && to == ((from & PROOF_LITERAL) | PROOF_NOT);
    }
    return answer->steps > unit->steps;
}

/* Returns what is wrong with the solutions shown, or NULL. */
static const char *solutions_fault(struct proof_job *job, const struct proof_unit *unit,
                                   const struct proof_answer *answer)
{
    size_t open = job->task.open;
    for (unsigned i = 0; i < answer->kept; i++) {
        const uint8_t *row = answer->solution + i * open;
        if (!read_solution(job, row) || !sudoku_is_solution(job->problem, job->grid))
            return "a solution of its answer does not hold";
        if (!path_has(unit->path, unit->steps, job->grid))
            return "a solution of its answer is not of its unit";
        if (answer->ending == PROOF_SPENT && path_has(answer->path, answer->steps, job->grid))
            return "a solution of its answer is in the part that is left";
        for (unsigned k = job->task.least && i ? i - 1 : 0; k < i; k++) {
            int order = memcmp(answer->solution + k * open, row, open);
            if (order == 0 || (job->task.least && order > 0))
                return "the solutions of its answer are not in order";
        }
    }
    return NULL;
}

/* Returns what is wrong with the numbers of an answer, or NULL. */
static const char *numbers_fault(const struct proof_job *job, const struct proof_unit *unit,
                                 const struct proof_answer *answer)
{
    const struct proof_task *task = &job->task;
    bool spent = answer->ending == PROOF_SPENT || answer->ending == PROOF_ABANDONED;
    uint64_t most = spent && !proof_is_nine(&task->problem) ? STRETCH * unit->budget : unit->budget;
    if (answer->nodes > most)
        return "its nodes exceed the budget";
    if (spent && answer->nodes < unit->budget)
        return "it stopped before its budget was spent";
    if (answer->kept != (answer->count < task->keep ? (unsigned)answer->count : task->keep))
        return "its count contradicts the solutions shown";
    if (task->limit &&
        (answer->count > task->limit || (answer->count == task->limit) != (answer->ending == PROOF_ENOUGH)))
        return "its count contradicts the limit";
    if (!task->limit && answer->ending == PROOF_ENOUGH)
        return "its count has no limit";
    if ((answer->ending == PROOF_SPENT) != (answer->steps > 0))
        return "its path contradicts its ending";
    return NULL;
}

enum proof_verdict proof_job_check(struct proof_job *job, const uint8_t *unit_bytes, size_t unit_len,
                                   const uint8_t *bytes, size_t len, const char **why)
{
    struct proof_unit unit;
    struct proof_answer answer;
    if (!proof_unit_read(&unit, &job->task, unit_bytes, unit_len) ||
        !proof_answer_read(&answer, &job->task, bytes, len)) {
        *why = "its answer cannot be read";
        return PROOF_WRONG;
    }
    *why = numbers_fault(job, &unit, &answer);
    if (!*why && answer.steps && !path_follows(&answer, &unit))
        *why = "what it left is not of its unit";
    if (!*why)
        *why = solutions_fault(job, &unit, &answer);
    return *why ? PROOF_WRONG : answer.ending == PROOF_ENOUGH ? PROOF_LAST : PROOF_VALID;
}

uint64_t proof_job_steps(const struct proof_job *job, const uint8_t *bytes, size_t len)
{
    struct proof_answer answer;
    return proof_answer_read(&answer, &job->task, bytes, len) ? answer.nodes : 0;
}

uint64_t proof_job_yield(const struct proof_job *job, const uint8_t *bytes, size_t len)
{
    struct proof_answer answer;
    if (!proof_answer_read(&answer, &job->task, bytes, len))
        return 0;
    return answer.count < UINT64_MAX ? (uint64_t)answer.count : UINT64_MAX;
}

/* ---- dividing ---- */

/* Writes the first `steps` steps of a path without their open sides, but keeps those from the step `from` on. */
static void copy_path(uint8_t *to, const uint8_t *path, unsigned steps, unsigned from)
{
    for (unsigned i = 0; i < steps; i++)
        proof_step_put(to, i, proof_step_get(path, i) & (i < from ? ~(uint32_t)PROOF_OPEN : ~0U));
}

void proof_job_divide(struct proof_job *job, const uint8_t *unit_bytes, size_t unit_len, const uint8_t *bytes,
                      size_t len, proof_add *add, void *context)
{
    struct proof_unit unit;
    struct proof_answer answer;
    if (!proof_unit_read(&unit, &job->task, unit_bytes, unit_len) ||
        !proof_answer_read(&answer, &job->task, bytes, len) || answer.ending != PROOF_SPENT)
        return;
    uint64_t most = GROWTH_MAX * job->budget;
    uint64_t budget = unit.budget < job->budget ? job->budget : unit.budget < most ? 2 * unit.budget : most;
    unsigned side[CHILDREN_MAX - 1], sides = 0;
    uint8_t path[PROOF_STEP * PROOF_STEPS_MAX];
    for (unsigned i = 0; i < answer.steps && sides < CHILDREN_MAX - 1; i++)
        if (proof_step_get(answer.path, i) & PROOF_OPEN)
            side[sides++] = i;
    copy_path(path, answer.path, answer.steps, sides ? side[sides - 1] + 1 : 0);
    add(context, job->scratch, proof_unit_write(job->scratch, budget, path, answer.steps));
    while (sides-- > 0) {
        unsigned at = side[sides];
        copy_path(path, answer.path, at, at);
        proof_step_put(path, at, (proof_step_get(answer.path, at) & PROOF_LITERAL) | PROOF_NOT);
        add(context, job->scratch, proof_unit_write(job->scratch, budget, path, at + 1));
    }
}

/* ---- merging ---- */

/* Adds a solution that follows all of those kept in the order of the tree; with task.least at its place. */
static void merge_solution(struct proof_job *job, const uint8_t *row)
{
    size_t cells = (size_t)job->task.problem.size * job->task.problem.size;
    unsigned keep = job->task.keep, at = job->kept;
    read_solution(job, row);
    while (job->task.least && at && memcmp(job->solution + (at - 1) * cells, job->grid, cells) > 0)
        at--;
    if (at == keep)
        return;
    unsigned behind = (job->kept < keep ? job->kept : keep - 1) - at;
    memmove(job->solution + (at + 1) * cells, job->solution + at * cells, behind * cells);
    memcpy(job->solution + at * cells, job->grid, cells);
    job->kept += job->kept < keep;
}

bool proof_job_merge(struct proof_job *job, const uint8_t *bytes, size_t len)
{
    struct proof_answer answer;
    if (!proof_answer_read(&answer, &job->task, bytes, len))
        return true;
    job->units++;
    job->nodes += answer.nodes;
    if (job->enough)
        return false;
    job->count += answer.count;
    for (unsigned i = 0; i < answer.kept; i++)
        merge_solution(job, answer.solution + (size_t)i * job->task.open);
    job->complete = job->complete && answer.ending != PROOF_ABANDONED;
    if (job->task.limit && job->count >= job->task.limit) {
        job->count = job->task.limit;
        job->enough = true;
        job->complete = false;
    }
    return !job->enough;
}
