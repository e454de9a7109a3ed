/* The owner's side of luck.
 *
 * Runs must be long: a hard 25x25 takes tabu search some 10^5 moves, whose times are nearly exponential, so that a
 * restart wins little and loses the way down from random values. With runs of 30,000 moves five members took as long as
 * one without restarts. */
#include "luck_job.h"

#include <string.h>

#include <base/little_endian.h>
#include <solvers/sudoku/loglinear/chain.h>
#include <solvers/sudoku/verify/verify.h>

enum {
    SHORT_PART = 8, /* the shortest runs have this part of a run in one process, some 0.5 s at 25x25 and 45 % */
    LUBY_MAX = 4,   /* longer runs of the sequence are cut to this length */
    PERCENT = 100
};

uint64_t luck_luby(uint64_t i)
{
    uint64_t size = 1, length = 1; /* a block of 2^k - 1 numbers ends with 2^(k-1) */
    while (size < i + 1) {
        size = 2 * size + 1;
        length *= 2;
    }
    while (size - 1 != i) {
        size /= 2;
        length /= 2;
        i %= size;
    }
    return length;
}

static uint8_t *write_task(const struct sudoku_game *game, uint8_t *at)
{
    const struct game_rules *rules = game->rules;
    const struct sudoku_problem *p = game->problem;
    at =
        bytes_put(bytes_put(bytes_put(at, 1, p->size), 1, p->region ? 0 : p->box_rows), 1, p->region ? 0 : p->box_cols);
    at = bytes_put(at, 1, game->options.method == SUDOKU_METHOD_TABU ? LUCK_TABU : LUCK_SAP);
    at = bytes_put(at, 4, 0);
    for (unsigned cell = 0; cell < rules->cells; cell++)
        at = bytes_put(at, (p->size + 7) / 8, rules->allowed[cell]);
    for (unsigned cell = 0; p->region && cell < rules->cells; cell++)
        at = bytes_put(at, 1, p->region[cell]);
    return at;
}

bool luck_job_begin(struct luck_job *job, struct sudoku_game *game)
{
    size_t cells = game->rules->cells, room = LUCK_TASK_HEAD + cells * ((game->problem->size + 7) / 8 + 1);
    bool tabu = game->options.method == SUDOKU_METHOD_TABU;
    uint64_t most = tabu ? (uint64_t)LUCK_MOVES_MAX : luck_updates_max, asked = game->problem->options->updates;
    *job = (struct luck_job){.game = game, .conflicts = UINT32_MAX, .units = UINT64_MAX};
    uint8_t *bytes = NASH_NEW(game->arena, uint8_t, room);
    job->value = NASH_NEW(game->arena, uint8_t, cells);
    job->state = nash_arena_alloc_raw(game->arena, sizeof *job->state, _Alignof(struct game_state));
    if (!bytes || !job->value || !job->state)
        return false;
    job->bytes = bytes;
    job->len = (size_t)(write_task(game, bytes) - bytes);
    job->length = asked ? asked : game->options.updates / SHORT_PART;
    job->length = job->length < most ? job->length : most;
    if (game->options.restarts != UINT32_MAX)
        job->units = (game->options.restarts + UINT64_C(1)) * game->options.shards;
    return true;
}

/* Returns the beta of a run, in per cent of that of the game. */
static uint32_t percent_of_run(const struct sudoku_game *game, uint64_t i)
{
    static const uint8_t percent[] = {100, 98, 102, 99, 101};
    return game->problem->options->beta ? (uint32_t)PERCENT : percent[i % sizeof percent];
}

bool luck_job_unit(const struct luck_job *job, uint64_t i, uint8_t *unit)
{
    const struct sudoku_game *game = job->game;
    bool tabu = game->options.method == SUDOKU_METHOD_TABU;
    if (i >= job->units)
        return false;
    uint64_t times = game->problem->options->updates ? 1 : luck_luby(i);
    uint64_t most = tabu ? (uint64_t)LUCK_MOVES_MAX : luck_updates_max;
    uint64_t moves = job->length * (times < LUBY_MAX ? times : LUBY_MAX);
    uint64_t beta = (uint64_t)game->options.beta * percent_of_run(game, i) / PERCENT;
    bytes_put(unit, 8, sudoku_run_seed(game->seed, (uint32_t)i));
    bytes_put(unit + 8, 8, moves < most ? moves : most);
    bytes_put(unit + 16, 4, tabu ? 0 : beta < 1 ? 1 : beta < BETA_MAX ? beta : BETA_MAX);
    return true;
}

void luck_job_start_values(struct luck_job *job)
{
    chain_start_values(job->game->rules, sudoku_run_seed(job->game->seed, 0), job->value);
}

uint64_t luck_job_steps(const uint8_t *answer)
{
    return bytes_get(answer, 8);
}

uint32_t luck_job_conflicts(const uint8_t *answer)
{
    return (uint32_t)bytes_get(answer + 16, 4);
}

/* Returns what is wrong with an answer, or NULL. */
static const char *answer_fault(struct luck_job *job, const uint8_t *unit, const uint8_t *answer, size_t len)
{
    uint64_t moves = bytes_get(answer, 8), changes = bytes_get(answer + 8, 8), most = bytes_get(unit + 8, 8);
    uint64_t conflicts = bytes_get(answer + 16, 4), fewest = bytes_get(answer + 20, 4);
    bool tabu = job->game->options.method == SUDOKU_METHOD_TABU;
    if (len != LUCK_ANSWER_HEAD + job->game->rules->cells)
        return "its answer cannot be read";
    if (moves > most || changes > moves || fewest > conflicts)
        return "its counts do not fit together";
    if (conflicts && tabu && moves < most)
        return "it stopped before its moves were made";
    if (!game_begin(job->state, job->game->rules, answer + LUCK_ANSWER_HEAD))
        return "its values are not allowed";
    return job->state->conflicts == conflicts ? NULL : "its values have another number of conflicts";
}

enum luck_verdict luck_job_check(struct luck_job *job, const uint8_t *unit, size_t unit_len, const uint8_t *answer,
                                 size_t len, const char **why)
{
    uint8_t digit[GAME_CELLS_MAX];
    *why = unit_len != LUCK_UNIT || len < LUCK_ANSWER_HEAD ? "its answer cannot be read"
                                                           : answer_fault(job, unit, answer, len);
    if (*why)
        return LUCK_WRONG;
    if (job->state->conflicts)
        return LUCK_VALID;
    for (unsigned cell = 0; cell < job->game->rules->cells; cell++)
        digit[cell] = (uint8_t)(job->state->value[cell] + 1);
    if (sudoku_is_solution(job->game->problem, digit))
        return LUCK_SOLVED;
    *why = "its solution does not hold";
    return LUCK_WRONG;
}

bool luck_job_merge(struct luck_job *job, const uint8_t *answer)
{
    struct sudoku_game_report *report = job->game->report;
    uint32_t conflicts = luck_job_conflicts(answer);
    report->runs++;
    report->updates += bytes_get(answer, 8);
    report->changes += bytes_get(answer + 8, 8);
    if (conflicts < job->conflicts) {
        job->conflicts = conflicts;
        memcpy(job->value, answer + LUCK_ANSWER_HEAD, job->game->rules->cells);
    }
    report->potential = -(int64_t)job->conflicts;
    sudoku_game_add_point(job->game, report->updates, report->potential, false);
    return conflicts != 0;
}
