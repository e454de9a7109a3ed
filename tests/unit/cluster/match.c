#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <cluster/program.h>
#include <nash/nash.h>

#include "../base/test.h"
#include "board.h"

void match_make(struct match *match, struct nash_rng *rng, uint32_t box_rows, uint32_t box_cols, uint32_t fixed,
                const char *options)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    struct board board;
    board_make(&board, rng, box_rows, box_cols, fixed, false);
    nash_buf_printf(&text, "{\"size\":%u,\"box\":[%u,%u],\"puzzle\":[", board.side, box_rows, box_cols);
    for (uint32_t cell = 0; cell < board.side * board.side; cell++) {
        uint64_t mask = board.allowed[cell];
        int clue = (mask & (mask - 1)) == 0 ? __builtin_ctzll(mask) + 1 : 0;
        nash_buf_printf(&text, "%s%d", cell > 0 ? "," : "", clue);
    }
    nash_buf_printf(&text, "]%s}", options);
    size_t len;
    match->request = nash_buf_steal(&text, &len);
    match->seed = nash_rng_next(rng) >> 11;
    match->timeout_ms = 20000;
}

void match_release(struct match *match)
{
    free(match->request);
}

static uint64_t number(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? (uint64_t)item->valuedouble : 0;
}

static void copy_string(char *out, size_t room, const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    snprintf(out, room, "%s", cJSON_IsString(item) ? item->valuestring : "");
}

static void read_game(const cJSON *game, struct match_end *end)
{
    const cJSON *shard, *entry;
    copy_string(end->trajectory, sizeof end->trajectory, game, "trajectory");
    end->ticks = number(game, "ticks");
    end->updates = number(game, "updates");
    end->exchanges = number(game, "exchanges");
    end->messages = number(game, "messages");
    end->bytes = number(game, "bytes");
    cJSON_ArrayForEach(shard, cJSON_GetObjectItemCaseSensitive(game, "shards"))
    {
        end->shards++;
        end->faults += (unsigned)number(shard, "faults");
        end->hedged += (unsigned)number(shard, "hedged");
        end->leases += (unsigned)number(shard, "leases");
        end->replayed += (unsigned)number(shard, "replayed");
    }
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(game, "quarantined"))
    {
        char name[128], why[160];
        copy_string(name, sizeof name, entry, "member");
        copy_string(why, sizeof why, entry, "why");
        size_t len = strlen(end->quarantined);
        snprintf(end->quarantined + len, sizeof end->quarantined - len, "%s: %s; ", name, why);
    }
}

void match_play(const struct match *match, struct cluster *cluster, const _Atomic int *cancel, struct match_end *end)
{
    extern const struct nash_solver nash_solver_sudoku;
    struct cluster_host host = {.cluster = cluster};
    struct nash_arena *arena = nash_arena_new(nash_solver_sudoku.limits.memory_bytes);
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct nash_run run = {.arena = arena,
                           .seed = match->seed,
                           .cancel = cancel,
                           .deadline_ns = clock_mono_ns() + match->timeout_ms * INT64_C(1000000),
                           .host = &host,
                           .solve = cluster != NULL ? sudoku_program.coordinate : NULL};
    *end = (struct match_end){0};
    end->status = nash_solve_run(&nash_solver_sudoku, NASH_FORMAT_JSON, match->request, strlen(match->request), false,
                                 &run, &out, &end->final, &error);
    nash_arena_free(arena);
    if (end->status != NASH_OK) {
        snprintf(end->type, sizeof end->type, "%s", nash_error_type(&error));
        snprintf(end->detail, sizeof end->detail, "%s", error.detail);
        nash_buf_free(&out);
        return;
    }
    size_t len;
    end->json = nash_buf_steal(&out, &len);
    cJSON *root = cJSON_Parse(end->json);
    copy_string(end->verdict, sizeof end->verdict, root, "verdict");
    read_game(cJSON_GetObjectItemCaseSensitive(root, "game"), end);
    cJSON_Delete(root);
}
