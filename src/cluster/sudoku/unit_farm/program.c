/* The course of a Sudoku's work in units: what the hub does before the farm, and the answer after it. */
#include <cluster/program.h>
#include <cluster/sudoku/coordinator.h>
#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/shard.h>
#include <solvers/sudoku/stops.h>
#include <solvers/sudoku/units/proof.h>

#include "jobs.h"

enum { ALIGNED = 64, ROOTS_MAX = 2 * PROOF_CUBES, NS_PER_MS = 1000000 };

static bool farm_accepts(const void *problem)
{
    const struct sudoku_problem *p = problem;
    return p->options && p->options->shards &&
           (generation_is_wanted(p) || proof_is_wanted(p) || p->options->mode == SUDOKU_MODE_REPLICAS);
}

static enum nash_status farm_no_memory(const struct sudoku_farm *own, struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "the work of size %u does not fit into the memory of this job",
                     own->problem->size);
}

static enum nash_status farm_start(struct sudoku_farm *own, const uint8_t *task, size_t len, unsigned check,
                                   struct nash_error *error)
{
    const struct sudoku_options *options = own->problem->options;
    struct farm_request request = {.program = &sudoku_farm_program,
                                   .job = own->job,
                                   .self = own,
                                   .task = task,
                                   .task_len = len,
                                   .member = options->member,
                                   .members = options->shards,
                                   .audit = options->audit,
                                   .wait_ms = options->wait_ms,
                                   .check = check,
                                   .gaps = true,
                                   .progress = own->job == &sudoku_luck_job ? sudoku_luck_progress : NULL};
    return farm_game_begin(&own->farm, &request, own->run, error);
}

/* ---- proof ---- */

/* Tries the whole problem here with a small budget. *ended: that was enough. */
static enum nash_status proof_try_here(struct sudoku_farm *own, bool *ended, struct nash_error *error)
{
    struct proof_answer answer;
    struct nash_arena_mark mark = nash_arena_mark(own->run->arena);
    void *runner = nash_arena_alloc_raw(own->run->arena, proof_bytes(), ALIGNED);
    uint8_t *bytes = NASH_NEW(own->run->arena, uint8_t, PROOF_ANSWER_MAX);
    if (runner == NULL || bytes == NULL || !proof_open(runner, own->proof.bytes, own->proof.len))
        return farm_no_memory(own, error);
    proof_job_try(&own->proof, sudoku_roots_add, own);
    if (own->roots.failed)
        return farm_no_memory(own, error);
    size_t len = proof_run(runner, own->roots.bytes[0], own->roots.len[0], bytes);
    *ended = proof_answer_read(&answer, &own->proof.task, bytes, len) && answer.ending != PROOF_SPENT &&
             answer.ending != PROOF_ABANDONED;
    if (*ended)
        proof_job_merge(&own->proof, bytes, len);
    nash_arena_release(own->run->arena, mark);
    own->roots.count = 0;
    return NASH_OK;
}

static enum nash_status proof_farm_begin(struct sudoku_farm *own, bool *ended, struct nash_error *error)
{
    struct nash_arena *arena = own->run->arena;
    enum nash_status status = proof_begin(&own->proof, own->problem, arena, &own->answer, ended, error);
    own->result->answer = own->answer;
    own->result->final = true;
    if (status != NASH_OK || *ended)
        return status;
    own->roots = (struct sudoku_roots){
        .room = ROOTS_MAX, .bytes = NASH_NEW(arena, uint8_t *, ROOTS_MAX), .len = NASH_NEW(arena, size_t, ROOTS_MAX)};
    if (own->roots.bytes == NULL || own->roots.len == NULL)
        return farm_no_memory(own, error);
    status = proof_try_here(own, ended, error);
    if (status != NASH_OK)
        return status;
    if (*ended) {
        own->report.units = own->proof.units;
        own->report.steps = own->proof.nodes;
        status = proof_end(&own->proof, own->answer, true, own->result, error);
        own->answer->units = &own->report;
        return status;
    }
    own->roots.cut = proof_cut_begin(&own->proof, PROOF_CUBES);
    own->proof_job = sudoku_proof_job;
    own->proof_job.limit = own->proof.task.limit;
    if (!own->proof_job.limit)
        own->proof_job.yield = NULL;
    own->job = &own->proof_job;
    if (own->roots.cut == NULL)
        return farm_no_memory(own, error);
    return farm_start(own, own->proof.bytes, own->proof.len, SUDOKU_CHECK_SEARCH, error);
}

/* Answers with the merged units, or as the whole board if that was settled first. */
static enum nash_status proof_farm_end(struct sudoku_farm *own, struct nash_result *result, struct nash_error *error)
{
    struct sudoku_answer answer = {0};
    enum nash_status status = whole_end(&own->whole, &answer, own->run->arena, error);
    if (status == NASH_OK)
        status = proof_end(&own->proof, own->answer, own->farm.complete, result, error);
    if (status == NASH_OK && !own->farm.complete && whole_has_settled(&own->whole)) {
        *own->answer = answer;
        result->final = true;
    }
    return status;
}

/* ---- luck ---- */

static enum nash_status luck_farm_begin(struct sudoku_farm *own, bool *ended, struct nash_error *error)
{
    enum nash_status status =
        sudoku_game_setup(&own->game, own->problem, own->run->seed, own->run->arena, ended, error);
    own->answer = own->game.answer;
    own->result->answer = own->answer;
    own->result->final = true;
    if (status != NASH_OK || *ended)
        return status;
    if (!luck_job_begin(&own->luck, &own->game))
        return farm_no_memory(own, error);
    own->job = &sudoku_luck_job;
    return farm_start(own, own->luck.bytes, own->luck.len, SUDOKU_CHECK_GAME, error);
}

/* Answers with the best values; those of the first run's start if no run has ended. */
static enum nash_status luck_farm_end(struct sudoku_farm *own)
{
    if (own->luck.conflicts == UINT32_MAX)
        luck_job_start_values(&own->luck);
    return sudoku_game_end(&own->game, own->luck.value, own->farm.complete ? SUDOKU_ENDED : SUDOKU_CUT_OFF,
                           own->result);
}

/* ---- generation ---- */

static enum nash_status generation_farm_begin(struct sudoku_farm *own, struct nash_error *error)
{
    if (!generation_job_begin(&own->generation, own->problem, own->run->seed, own->run->arena))
        return farm_no_memory(own, error);
    own->job = &sudoku_generation_job;
    return farm_start(own, own->generation.bytes, own->generation.len, SUDOKU_CHECK_GENERATE, error);
}

/* ---- the course ---- */

static enum nash_status farm_begin(const void *problem, struct nash_run *run, struct nash_result *result,
                                   struct nash_error *error, struct cluster_game **game)
{
    const struct sudoku_problem *p = problem;
    struct sudoku_farm *own = NASH_NEW(run->arena, struct sudoku_farm, 1);
    bool ended = false;
    if (own == NULL)
        return nash_fail(error, NASH_NOMEM, "", "the work does not fit into the memory of this job");
    own->problem = p;
    own->run = run;
    own->result = result;
    own->host = run->host;
    own->begin_ns = cluster_now(own->host->cluster);
    bool generation = generation_is_wanted(p), proof = !generation && proof_is_wanted(p);
    own->report.work = generation ? "generation" : proof ? "proof" : "luck";
    own->report.credit_unit = generation || proof ? "nodes" : "moves";
    enum nash_status status = generation ? generation_farm_begin(own, error)
                              : proof    ? proof_farm_begin(own, &ended, error)
                                         : luck_farm_begin(own, &ended, error);
    if (status == NASH_OK && !ended)
        *game = &own->farm.game;
    return status;
}

static enum nash_status fill_report(struct sudoku_farm *own, struct nash_error *error)
{
    struct sudoku_unit_report *r = &own->report;
    const struct farm_counts *counts = &own->farm.counts;
    struct sudoku_unit_member *quarantine = NASH_NEW(own->run->arena, struct sudoku_unit_member, own->farm.quarantines);
    if (quarantine == NULL)
        return farm_no_memory(own, error);
    for (unsigned i = 0; i < own->farm.quarantines; i++)
        quarantine[i] = (struct sudoku_unit_member){own->farm.quarantine[i].member, own->farm.quarantine[i].why};
    r->credit = own->farm.credit;
    r->answered = counts->answered;
    r->proved = counts->proved;
    r->audits = counts->audits;
    r->dropped = counts->dropped;
    r->reissued = counts->reissued;
    r->restored = counts->restored;
    r->messages = counts->messages;
    r->bytes = counts->bytes;
    r->critical_ms = (double)counts->critical_ns / NS_PER_MS;
    r->quarantines = own->farm.quarantines;
    r->quarantine = quarantine;
    own->answer->units = r;
    own->answer->statistics.solve_us = (uint64_t)(cluster_now(own->host->cluster) - own->begin_ns) / 1000;
    return NASH_OK;
}

/* Cuts a proof, then steps the farm, until it or the whole board is settled. The whole board begins as soon as there is
 * room for its thread. */
static int64_t farm_step_game(struct cluster_game *game)
{
    struct sudoku_farm *own = (struct sudoku_farm *)game;
    if (whole_has_settled(&own->whole))
        return CLUSTER_GAME_OVER;
    if (own->job == &own->proof_job && proof_has_whole(own->problem))
        whole_start(&own->whole, own->problem, own->run);
    if (own->roots.cut != NULL) {
        sudoku_roots_step(own);
        return 0;
    }
    if (own->roots.failed)
        return CLUSTER_GAME_OVER;
    return farm_game_step(game);
}

static enum nash_status farm_end_game(struct cluster_game *game, struct nash_result *result, struct nash_error *error)
{
    struct sudoku_farm *own = (struct sudoku_farm *)game;
    enum nash_status status = farm_game_end(&own->farm, error);
    if (status == NASH_OK && own->roots.failed)
        status = farm_no_memory(own, error);
    if (status != NASH_OK) {
        whole_end(&own->whole, &(struct sudoku_answer){0}, own->run->arena, &(struct nash_error){0});
        return status;
    }
    if (own->job == &sudoku_luck_job) {
        status = luck_farm_end(own);
        own->report.units = own->game.report->runs;
        own->report.steps = own->game.report->updates;
    } else if (own->job == &sudoku_generation_job) {
        status = generation_job_end(&own->generation, own->run, result, error);
        own->answer = result->answer;
        own->report.units = own->generation.merged;
        own->report.steps = own->generation.nodes;
    } else {
        status = proof_farm_end(own, result, error);
        own->report.units = own->proof.units;
        own->report.steps = own->proof.nodes;
    }
    return status == NASH_OK ? fill_report(own, error) : status;
}

const struct cluster_program sudoku_farm_program = {
    .kind = "sudoku",
    .protocol = FARM_PROTOCOL,
    .task_type = FARM_TASK,
    .check = coordinator_check,
    .accepts = farm_accepts,
    .begin = farm_begin,
    .step = farm_step_game,
    .end = farm_end_game,
    .describe = farm_game_describe,
    .shard_bytes = farm_shard_bytes,
    .shard_init = farm_shard_init,
    .shard_is_background = farm_shard_is_background,
    .shard_on_stop = farm_shard_on_stop,
    .shard_take = farm_shard_take,
};
