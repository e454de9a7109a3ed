/* The steps decide what the farm does: a round begins when they have its task, and its games are merged when they wait
 * for them. Until then the farm rests. */
#include "training.h"

#include <cluster/cluster.h>
#include <cluster/program.h>
#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/shard.h>
#include <solvers/hex/train/games/unit.h>

#include "report.h"
#include "works.h"

_Static_assert((int)HEX_TRAIN_TASK_MAX <= (int)FARM_TASK_MAX, "the task of a training is that of a farm");

enum {
    STEP_MS = 100, /* longest time between two steps of the game */
    CHECK = 46,    /* number of the nash_stop() of this farm; the trainer has 45 */
    NS_PER_MS = 1000000,
    MIB = 1 << 20
};

static const struct hex_training *training_of(const void *problem)
{
    return form_problem_of(&hex_form_train, problem);
}

static bool training_accepts(const void *problem)
{
    const struct hex_training *training = training_of(problem);
    return training != NULL && training->members.count > 0;
}

static enum nash_status training_check_members(const void *problem, struct cluster *cluster, struct nash_error *error)
{
    const struct hex_members *members = &training_of(problem)->members;
    return cluster_check_members(cluster, members->name, members->count, "/train/shards", error);
}

/* ---- the job of the farm ---- */

static bool training_supply(void *self, struct farm *farm, unsigned wanted)
{
    struct hex_farm_training *own = self;
    uint8_t unit[HEX_TRAIN_UNIT];
    for (; wanted > 0 && own->supplied < own->round.count; wanted--) {
        hex_train_unit_write(own->round.first + own->supplied++, unit);
        farm_add(farm, unit, sizeof unit);
    }
    return own->supplied < own->round.count;
}

/* Plays the moves again. That the net would play them is proved by audits only. */
static enum farm_verdict training_check(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                                        const char **why)
{
    struct hex_farm_training *own = self;
    *why = hex_train_answer_read(&own->config, unit->bytes, unit->len, answer, len, &own->game);
    return *why != NULL ? FARM_WRONG : FARM_VALID;
}

static uint64_t training_steps(void *self, const uint8_t *answer, size_t len)
{
    (void)self;
    return hex_train_answer_nodes(answer, len);
}

/* At the end of the farm, games of a round that is not complete are not learnt. */
static bool training_merge(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    struct hex_farm_training *own = self;
    uint8_t head[4];
    (void)unit;
    if (!own->merging)
        return false;
    message_put32(head, (uint32_t)len);
    nash_buf_add(&own->answers, head, sizeof head);
    nash_buf_add(&own->answers, answer, len);
    own->taken++;
    return true;
}

static void training_progress(void *self, const struct farm *farm, struct nash_jsonw *out)
{
    struct hex_farm_training *own = self;
    (void)farm;
    steps_write_progress(own->steps, out);
}

/* ---- rounds ---- */

/* Returns the multiplications, or with a mentor the iterations, of a move on the largest board. */
static uint64_t move_work(const struct hex_train_config *config, bool mentor, uint64_t *cells)
{
    unsigned size = 0;
    for (unsigned i = 0; i < config->sizes; i++)
        size = config->size[i] > size ? config->size[i] : size;
    *cells = (uint64_t)size * size;
    return mentor ? config->mentor_iterations : config->simulations * hex_net_products(&config->shape, size, size);
}

/* Sets what the farm must know of the games: whether phones play them, and their time on a slow one. */
static void job_prepare(struct hex_farm_training *own, bool mentor)
{
    uint64_t cells, work = move_work(&own->config, mentor, &cells);
    uint64_t memory = hex_train_game_memory(&own->config, mentor);
    uint64_t ms = mentor ? work * (cells / 4 + 1) / 1000 * cells : work / HEX_PHONE_PRODUCTS_PER_MS * cells;
    bool portable = work <= (mentor ? HEX_PORTABLE_ITERATIONS : HEX_PORTABLE_PRODUCTS) && memory <= HEX_PORTABLE_MEMORY;
    own->job.unit_ms = ms < HEX_GAME_MS_MAX ? (uint32_t)ms : HEX_GAME_MS_MAX;
    own->job.work = portable ? HEX_TRAIN_WORK : HEX_SERVER_TRAIN_WORK;
    own->job.memory_mib = portable ? (uint8_t)(memory / MIB + 1) : 0;
}

/* Gives the games of a complete round to the steps. */
static void merge_round(struct hex_farm_training *own, struct farm *farm)
{
    own->answers = (struct nash_buf)NASH_BUF_INIT(0);
    own->merging = true;
    farm_merge(farm, false);
    own->merging = false;
    steps_take(own->steps, &own->answers);
    nash_buf_free(&own->answers);
    own->round.count = 0;
}

static enum farm_next training_next(void *self, struct farm *farm, struct farm_round *round)
{
    struct hex_farm_training *own = self;
    enum steps_state state = steps_continue(own->steps);
    if (state == STEPS_ENDED)
        return FARM_ENDS;
    if (state == STEPS_GAMES && own->round.count > 0) {
        merge_round(own, farm);
        return FARM_RESTS;
    }
    if (own->round.count > 0 || !steps_next_round(own->steps, &own->round))
        return FARM_RESTS;
    own->supplied = 0;
    job_prepare(own, own->round.mentor);
    *round = (struct farm_round){.task = own->round.task, .task_len = own->round.task_len};
    return FARM_GOES_ON;
}

/* ---- the course ---- */

static enum nash_status training_begin(const void *problem, struct nash_run *run, struct nash_result *result,
                                       struct nash_error *error, struct cluster_game **game)
{
    const struct hex_training *training = training_of(problem);
    const struct hex_members *members = &training->members;
    struct hex_farm_training *own = NASH_NEW(run->arena, struct hex_farm_training, 1);
    size_t targets = hex_train_game_targets(HEX_TRAIN_SHARED_SIZE_MAX);
    (void)result;
    if (own == NULL || (own->game.target = nash_arena_alloc(run->arena, targets)) == NULL ||
        (own->steps = steps_new(training, run, run->host)) == NULL)
        return nash_fail(error, NASH_NOMEM, "", "a training does not fit into the memory of this job");
    own->training = training;
    own->run = run;
    own->config = training->config;
    if (run->seed != 0)
        own->config.seed = run->seed;
    own->job = (struct farm_job){
        .supply = training_supply, .check = training_check, .steps = training_steps, .merge = training_merge};
    job_prepare(own, false);
    struct farm_request request = {.program = &hex_training_program,
                                   .job = &own->job,
                                   .self = own,
                                   .member = members->name,
                                   .members = members->count,
                                   .audit = members->audit,
                                   .wait_ms = members->wait_ms,
                                   .check = CHECK,
                                   .next = training_next,
                                   .progress = training_progress};
    enum nash_status status = farm_game_begin(&own->farm, &request, run, error);
    if (status == NASH_OK)
        *game = &own->farm.game;
    else
        steps_free(own->steps);
    return status;
}

/* The farm may end before the steps, when the run is stopped, and after them, when it has games that are not needed. */
static int64_t training_step(struct cluster_game *game)
{
    struct hex_farm_training *own = (struct hex_farm_training *)game;
    if (!own->is_over) {
        int64_t next = farm_game_step(game);
        if (next != CLUSTER_GAME_OVER && steps_continue(own->steps) != STEPS_ENDED)
            return next;
        own->is_over = true;
        farm_game_stop(&own->farm); /* its units take no time from the last steps */
        steps_stop(own->steps);
    }
    return steps_continue(own->steps) == STEPS_RUN ? cluster_now(game->cluster) + (int64_t)STEP_MS * NS_PER_MS
                                                   : CLUSTER_GAME_OVER;
}

static enum nash_status training_end(struct cluster_game *game, struct nash_result *result, struct nash_error *error)
{
    struct hex_farm_training *own = (struct hex_farm_training *)game;
    enum nash_status status = farm_game_end(&own->farm, error);
    struct nash_error own_error = {0};
    struct hex_train_answer *answer = steps_end(own->steps, &own_error);
    if (status != NASH_OK)
        return status;
    if (answer == NULL) {
        *error = own_error;
        return own_error.status;
    }
    answer->stopped |= own->run->stopped != NASH_STOP_NONE;
    answer->farm_units = own->taken;
    if (!hex_farm_report(&own->farm, &answer->farm))
        return nash_fail(error, NASH_NOMEM, "", "a training does not fit into the memory of this job");
    result->answer = answer;
    result->final = false; /* a job that took the answer of another would have no checkpoints of its own */
    return NASH_OK;
}

static void training_free(struct cluster_game *game)
{
    steps_free(((struct hex_farm_training *)game)->steps);
}

const struct cluster_program hex_training_program = {
    .kind = "hex",
    .protocol = FARM_PROTOCOL,
    .task_type = FARM_TASK,
    .check = training_check_members,
    .accepts = training_accepts,
    .begin = training_begin,
    .step = training_step,
    .end = training_end,
    .free = training_free,
    .checks_long = true,
    .describe = farm_game_describe,
    .shard_bytes = farm_shard_bytes,
    .shard_init = farm_shard_init,
    .shard_is_background = farm_shard_is_background,
    .shard_on_stop = farm_shard_on_stop,
    .shard_take = farm_shard_take,
};
