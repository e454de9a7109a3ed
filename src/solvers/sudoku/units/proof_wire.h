/* The proof of a Sudoku in units: tasks, units and answers, byte by byte. Freestanding; used by members and the hub.
 *
 *   task    u8 size, u8 box_rows, u8 box_cols, u8 flags (enum proof_flag)
 *           u16 keep: solutions in an answer; u16 number of cages; u64 limit of the count in a unit, 0 = none
 *           [size^2] candidates of a cell, (size + 7) / 8 bytes each, bit v for value v (from 0)
 *           with PROOF_REGIONS [size^2] u8 region of a cell
 *           for each cage: u16 sum, u8 cells, u16 for each cell, ascending
 *   unit    u64 budget: nodes; u16 steps, u16 0, then the path
 *   answer  u8 enum proof_ending, u8 0, u16 kept, u32 steps, u64 nodes, u128 count of the solutions
 *           [kept] solutions, each with the value (from 0) of every open cell of the task
 *           the path that is left, unless exhausted
 *
 * A path leads from the task to a node of a search, one step of 3 bytes after the other: a literal (exact/board.h), or,
 * with PROOF_TRIAD, a triad of nine/part.h. A step says that its literal holds; with PROOF_NOT, that it does not. With
 * PROOF_OPEN the literal holds below this step, and the other side is not searched yet. So a path stands for the
 * solutions of its node and of its open sides; without open steps it is a cube. */
#ifndef SUDOKU_UNITS_PROOF_WIRE_H
#define SUDOKU_UNITS_PROOF_WIRE_H

#include <base/little_endian.h>
#include <nash/arena.h>
#include <solvers/sudoku/problem.h>

enum proof_flag {
    PROOF_DIAGONAL = 1,
    PROOF_DISJOINT = 2,
    PROOF_REGIONS = 4,
    PROOF_LEAST = 8 /* answers hold the least solutions of their unit, in lexicographic order; else the first found */
};

enum proof_ending {
    PROOF_EXHAUSTED, /* the unit is searched */
    PROOF_SPENT,     /* the budget is used up */
    PROOF_ENOUGH,    /* the limit is reached */
    PROOF_ABANDONED  /* the budget is used up, and the path that is left does not fit into an answer */
};

enum {
    PROOF_TASK_HEAD = 16,
    PROOF_UNIT_HEAD = 12,
    PROOF_ANSWER_HEAD = 32,
    PROOF_STEP = 3, /* bytes of a step */
    PROOF_TRIAD = 1 << 21,
    PROOF_NOT = 1 << 22, /* SUDOKU_STEP_NOT */
    PROOF_OPEN = 1 << 23,
    PROOF_LITERAL = PROOF_NOT - 1, /* mask of the literal or triad, with PROOF_TRIAD */
    PROOF_STEPS_MAX = 5000,        /* steps of a path */
    PROOF_KEPT_MAX = 48 << 10,     /* bytes of the solutions in an answer */
    PROOF_TASK_MAX = 64 << 10,     /* the limits of a farm (cluster/unit_farm/work.h) */
    PROOF_UNIT_MAX = 16 << 10,
    PROOF_ANSWER_MAX = PROOF_TASK_MAX
};
_Static_assert(PROOF_UNIT_HEAD + PROOF_STEP * PROOF_STEPS_MAX <= PROOF_UNIT_MAX, "a path must fit into a unit");
_Static_assert(PROOF_ANSWER_HEAD + PROOF_KEPT_MAX + PROOF_STEP * PROOF_STEPS_MAX <= PROOF_ANSWER_MAX,
               "a path and the solutions must fit into an answer");

struct proof_task {
    struct sudoku_problem problem; /* its rules and candidates; no clue is set */
    unsigned keep;
    bool least;
    uint64_t limit;
    unsigned open;        /* number of cells with several candidates */
    const uint16_t *cell; /* [open] these cells, ascending */
};

/* Returns the most solutions that an answer can hold. */
static inline unsigned proof_keep_max(unsigned size)
{
    return PROOF_KEPT_MAX / (size * size);
}

/* True for the boards of the 9x9 engine. */
static inline bool proof_is_nine(const struct sudoku_problem *p)
{
    return p->size == 9 && p->box_rows == 3 && !p->diagonal && !p->disjoint && !p->region && !p->cages;
}

/* Reads a task into the arena. False: it is malformed, or does not fit. */
bool proof_task_read(struct proof_task *task, const uint8_t *bytes, size_t len, struct nash_arena *arena);

/* Writes a problem whose candidates are open[cells] into bytes[PROOF_TASK_MAX]. Returns the length; 0: it is too long.
 */
size_t proof_task_write(uint8_t *bytes, const struct sudoku_problem *problem, const uint64_t *open, unsigned keep,
                        bool least, uint64_t limit);

struct proof_unit {
    uint64_t budget;
    unsigned steps;
    const uint8_t *path; /* [steps * PROOF_STEP] */
};

/* Reads a unit of the task in place. False: it is malformed. */
bool proof_unit_read(struct proof_unit *unit, const struct proof_task *task, const uint8_t *bytes, size_t len);

/* Writes a unit into bytes[PROOF_UNIT_MAX], its path as given. Returns its length. */
size_t proof_unit_write(uint8_t *bytes, uint64_t budget, const uint8_t *path, unsigned steps);

struct proof_answer {
    enum proof_ending ending;
    unsigned kept, steps;
    uint64_t nodes;
    unsigned __int128 count;
    const uint8_t *solution, *path; /* [kept * task->open], [steps * PROOF_STEP] */
};

/* Reads the form of an answer in place. False: it is malformed. */
bool proof_answer_read(struct proof_answer *answer, const struct proof_task *task, const uint8_t *bytes, size_t len);

static inline uint32_t proof_step_get(const uint8_t *path, unsigned i)
{
    return (uint32_t)bytes_get(path + (size_t)PROOF_STEP * i, PROOF_STEP);
}

static inline void proof_step_put(uint8_t *path, unsigned i, uint32_t step)
{
    bytes_put(path + (size_t)PROOF_STEP * i, PROOF_STEP, step);
}

#endif
