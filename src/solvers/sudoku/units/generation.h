/* Generation in units: one attempt of the generator each, a full grid from which clues are removed. Not freestanding,
 * since digging uses CaDiCaL.
 *
 *   task    u8 size, u8 box_rows, u8 box_cols, u8 flags (enum generation_flag), u16 clues, u8 symmetry, u8 level
 *           with GENERATION_REGIONS [size^2] u8 region of a cell
 *   unit    u64 seed
 *   answer  u8 1 if there is a puzzle, u8 1 if it meets the request, u16 clues above the wanted number, u16 levels from
 *           the wanted one, u16 0, u64 nodes, [size^2] u8 clues, 0 = empty
 *
 * The answer follows from task and unit alone, with one version of CaDiCaL: members of the same release agree. */
#ifndef SUDOKU_UNITS_GENERATION_H
#define SUDOKU_UNITS_GENERATION_H

#include <solvers/sudoku/answer.h>

enum generation_flag {
    GENERATION_DIAGONAL = 1,
    GENERATION_DISJOINT = 2,
    GENERATION_REGIONS = 4,
    GENERATION_UNIQUE = 8,
    GENERATION_MINIMAL = 16
};

enum {
    GENERATION_TASK_HEAD = 8,
    GENERATION_UNIT = 8,
    GENERATION_ANSWER_HEAD = 16,
    GENERATION_SIZE_MAX = 25,        /* above, an attempt takes longer than a unit may */
    GENERATION_MINIMAL_SIZE_MAX = 16 /* the same for puzzles without a redundant clue */
};

/* The functions of a struct farm_work (cluster/unit_farm/work.h). */
size_t generation_bytes(void);
bool generation_open(void *memory, const uint8_t *task, size_t len);
size_t generation_run(void *memory, const uint8_t *unit, size_t len, uint8_t *answer);
void generation_on_stop(void *memory, _Atomic int *stop);

/* Generation as its owner sees it. */
struct generation_job {
    const struct sudoku_problem *problem;
    uint64_t seed;
    const uint8_t *bytes; /* [len] the task */
    size_t len;
    void *runner;    /* repeats the attempts that meet the request */
    uint8_t *repeat; /* [GENERATION_ANSWER_HEAD + cells] */
    uint32_t merged; /* number of attempts merged */
    uint64_t nodes;
    bool found; /* the values below are set */
    bool reached;
    uint64_t best;       /* seed of the best attempt */
    uint32_t best_grade; /* its distance from the request; 0 if it meets it */
};

/* True for the problems that are generated in units. */
bool generation_is_wanted(const struct sudoku_problem *problem);

/* True for the requests whose attempts take longer than a unit may. */
bool generation_is_too_long(const struct sudoku_problem *problem);

/* Writes the task. False: out of memory. */
bool generation_job_begin(struct generation_job *job, const struct sudoku_problem *problem, uint64_t seed,
                          struct nash_arena *arena);

/* Writes unit i into unit[GENERATION_UNIT]. */
void generation_job_unit(const struct generation_job *job, uint32_t i, uint8_t *unit);

enum generation_verdict { GENERATION_WRONG, GENERATION_VALID, GENERATION_REACHED };

/* Checks an answer. An attempt that meets the request is made a second time here, which costs as much as the unit. */
enum generation_verdict generation_job_check(struct generation_job *job, const uint8_t *unit, size_t unit_len,
                                             const uint8_t *answer, size_t len, const char **why);

uint64_t generation_job_steps(const uint8_t *answer);

/* Adds a valid answer, in the order of the units. False: it meets the request. */
bool generation_job_merge(struct generation_job *job, const uint8_t *unit, const uint8_t *answer);

/* Makes the best attempt again and answers with it. */
enum nash_status generation_job_end(struct generation_job *job, struct nash_run *run, struct nash_result *result,
                                    struct nash_error *error);

/* Makes the attempts in this process, one after the other. */
enum nash_status generation_alone(const struct sudoku_problem *problem, struct nash_run *run,
                                  struct nash_result *result, struct nash_error *error);

#endif
