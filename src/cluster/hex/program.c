/* The course of a match whose games members play. */
#include "program.h"

#include <cluster/cluster.h>
#include <cluster/program.h>
#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/shard.h>
#include <solvers/hex/net/play_net.h>

#include "report.h"
#include "works.h"

_Static_assert(HEX_TASK_MAX <= (int)FARM_TASK_MAX, "the task of a match is that of a farm");

enum { MIB = 1 << 20 };

static const struct hex_match *match_of(const void *problem)
{
    return form_problem_of(&hex_form_match, problem);
}

static bool match_accepts(const void *problem)
{
    const struct hex_match *match = match_of(problem);
    return match != NULL && match->members.count > 0;
}

static enum nash_status match_check_members(const void *problem, struct cluster *cluster, struct nash_error *error)
{
    const struct hex_match *match = match_of(problem);
    return cluster_check_members(cluster, match->members.name, match->members.count, "/match/shards", error);
}

static enum nash_status match_no_memory(const struct hex_match *match, struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, "", "a match of %u games does not fit into the memory of this job",
                     match->games);
}

/* Returns the multiplications of a move of an engine that plays by a net. */
static uint64_t net_work(const struct hex_player *player, const struct hex_rules *rules)
{
    const uint8_t *bytes;
    size_t len;
    struct hex_net_shape shape;
    if (hex_player_net(&player->settings, &bytes, &len, &shape))
        return UINT64_MAX;
    uint64_t evaluations = player->engine == &hex_engine_dqn_search ? player->settings.simulations : 1;
    return evaluations * hex_net_products(&shape, rules->rows, rules->cols);
}

/* Returns whether browsers play such games: their module has the engine (the list of wasm/hex.c), and a move takes a
 * few seconds at most on a slow phone. */
static bool is_portable(const struct hex_player *player, const struct hex_rules *rules)
{
    if (player->engine == &hex_engine_uct)
        return player->settings.iterations <= HEX_PORTABLE_ITERATIONS;
    if (player->engine->plays_net)
        return net_work(player, rules) <= HEX_PORTABLE_PRODUCTS;
    return player->engine == &hex_engine_random || player->engine == &hex_engine_resistance;
}

/* Browsers have no default net, so the task has it. Returns false if it is too large. */
static bool name_nets(struct hex_rules *rules)
{
    for (unsigned i = 0; i < 2; i++)
        if (rules->player[i].engine->plays_net && !rules->player[i].settings.net) {
            rules->player[i].settings.net = hex_default_net;
            rules->player[i].settings.net_bytes = (uint32_t)hex_default_net_len;
        }
    return hex_task_bytes(rules) <= HEX_TASK_MAX;
}

static bool has_portable_games(const struct hex_rules *rules)
{
    return is_portable(&rules->player[0], rules) && is_portable(&rules->player[1], rules) &&
           hex_game_memory(rules) <= HEX_PORTABLE_MEMORY;
}

/* Returns the time of a game on a slow phone: 30 us for an iteration on 11x11, in proportion to the cells;
 * HEX_PHONE_PRODUCTS_PER_MS for nets. Each engine has half of the moves, and half of the cells are empty at the end. */
static uint32_t game_ms(const struct hex_rules *rules)
{
    uint64_t cells = (uint64_t)rules->rows * rules->cols, iterations = 0, products = 0;
    for (unsigned i = 0; i < 2; i++)
        if (rules->player[i].engine == &hex_engine_uct)
            iterations += rules->player[i].settings.iterations;
        else if (rules->player[i].engine->plays_net && is_portable(&rules->player[i], rules))
            products += net_work(&rules->player[i], rules);
    uint64_t ms =
        iterations * (cells / 4 + 1) / 1000 * (cells / 4 + 1) + products / HEX_PHONE_PRODUCTS_PER_MS * (cells / 4 + 1);
    return ms < HEX_GAME_MS_MAX ? (uint32_t)ms : HEX_GAME_MS_MAX;
}

static enum nash_status match_begin(const void *problem, struct nash_run *run, struct nash_result *result,
                                    struct nash_error *error, struct cluster_game **game)
{
    const struct hex_match *match = match_of(problem);
    struct hex_farm *own = NASH_NEW(run->arena, struct hex_farm, 1);
    if (own == NULL || (own->answer = hex_match_answer_new(match, run->arena)) == NULL)
        return match_no_memory(match, error);
    own->match = match;
    own->run = run;
    own->host = run->host;
    own->begin_ns = cluster_now(own->host->cluster);
    result->answer = own->answer;
    own->job = hex_match_job;
    own->job.unit_ms = game_ms(&match->rules);
    struct hex_rules rules = match->rules, named = match->rules;
    if (has_portable_games(&match->rules) && name_nets(&named)) {
        rules = named;
        own->job.work = HEX_MATCH_WORK;
        own->job.memory_mib = (uint8_t)(hex_game_memory(&match->rules) / MIB);
    }
    struct farm_request request = {.program = &hex_program,
                                   .job = &own->job,
                                   .self = own,
                                   .task = own->task,
                                   .task_len = hex_task_write(&rules, own->task),
                                   .member = match->members.name,
                                   .members = match->members.count,
                                   .audit = match->members.audit,
                                   .wait_ms = match->members.wait_ms,
                                   .check = HEX_CHECK_MATCH,
                                   .progress = hex_match_progress};
    enum nash_status status = farm_game_begin(&own->farm, &request, run, error);
    if (status == NASH_OK)
        *game = &own->farm.game;
    return status;
}

static enum nash_status match_end(struct cluster_game *game, struct nash_result *result, struct nash_error *error)
{
    struct hex_farm *own = (struct hex_farm *)game;
    enum nash_status status = farm_game_end(&own->farm, error);
    if (status != NASH_OK)
        return status;
    if (!hex_farm_report(&own->farm, &own->answer->farm))
        return match_no_memory(own->match, error);
    own->answer->stopped = !hex_match_is_complete(own->match, own->answer);
    own->answer->solve_us = (uint64_t)(cluster_now(own->host->cluster) - own->begin_ns) / 1000;
    result->answer = own->answer;
    result->final = !own->answer->stopped;
    return NASH_OK;
}

const struct cluster_program hex_program = {
    .kind = "hex",
    .protocol = FARM_PROTOCOL,
    .task_type = FARM_TASK,
    .check = match_check_members,
    .accepts = match_accepts,
    .begin = match_begin,
    .step = farm_game_step,
    .end = match_end,
    .describe = farm_game_describe,
    .shard_bytes = farm_shard_bytes,
    .shard_init = farm_shard_init,
    .shard_is_background = farm_shard_is_background,
    .shard_on_stop = farm_shard_on_stop,
    .shard_take = farm_shard_take,
};
