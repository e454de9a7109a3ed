#include "match.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <cluster/program.h>
#include <nash/nash.h>

#include "../../base/test.h"
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

/* Adds the credit of all members up; fails if it cannot be true. */
static void read_credit(const cJSON *game, struct match_end *end)
{
    const cJSON *of;
    uint64_t used = 0;
    cJSON_ArrayForEach(of, cJSON_GetObjectItemCaseSensitive(game, "credit"))
    {
        bool hub = end->members++ == 0;
        used += number(of, "used");
        end->verified += hub ? 0 : number(of, "verified");
        end->used += hub ? 0 : number(of, "used");
        end->late += (unsigned)number(of, "late");
        end->wrong += (unsigned)number(of, "wrong");
        if (number(of, "used") + number(of, "wasted") > number(of, "computed") ||
            number(of, "verified") + number(of, "wasted") > number(of, "computed"))
            fail_msg("credit of member %u of %s does not add up", end->members - 1, cJSON_PrintUnformatted(game));
    }
    if (end->members > 0 && used != end->updates)
        fail_msg("%llu updates are credited, %llu were played", (unsigned long long)used,
                 (unsigned long long)end->updates);
}

static void read_game(const cJSON *game, struct match_end *end)
{
    const cJSON *shard;
    copy_string(end->trajectory, sizeof end->trajectory, game, "trajectory");
    end->ticks = number(game, "ticks");
    end->updates = number(game, "updates");
    end->exchanges = number(game, "exchanges");
    end->messages = number(game, "messages");
    end->bytes = number(game, "bytes");
    const cJSON *pace = cJSON_GetObjectItemCaseSensitive(game, "pace");
    end->shared = number(pace, "shared");
    end->led = number(pace, "led");
    end->waits = number(pace, "waits");
    read_credit(game, end);
    cJSON_ArrayForEach(shard, cJSON_GetObjectItemCaseSensitive(game, "shards"))
    {
        end->shards++;
        end->faults += (unsigned)number(shard, "faults");
        end->hedged += (unsigned)number(shard, "hedged");
        end->leases += (unsigned)number(shard, "leases");
        end->replayed += (unsigned)number(shard, "replayed");
    }
}

/* Reads the quarantines of a game of one trajectory ("game") or of work in units ("farm"). */
static void read_quarantines(const cJSON *report, struct match_end *end)
{
    const cJSON *entry;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(report, "quarantined"))
    {
        char name[128], why[160];
        copy_string(name, sizeof name, entry, "member");
        copy_string(why, sizeof why, entry, "why");
        size_t len = strlen(end->quarantined);
        snprintf(end->quarantined + len, sizeof end->quarantined - len, "%s: %s; ", name, why);
    }
}

void match_end_fill(struct match_end *end, enum nash_status status, bool final, struct nash_buf *out,
                    const struct nash_error *error)
{
    *end = (struct match_end){.status = status, .final = final};
    if (status != NASH_OK) {
        snprintf(end->type, sizeof end->type, "%s", nash_error_type(error));
        snprintf(end->detail, sizeof end->detail, "%s", error->detail);
        nash_buf_free(out);
        return;
    }
    size_t len;
    end->json = nash_buf_steal(out, &len);
    cJSON *root = cJSON_Parse(end->json);
    copy_string(end->verdict, sizeof end->verdict, root, "verdict");
    read_game(cJSON_GetObjectItemCaseSensitive(root, "game"), end);
    read_quarantines(cJSON_GetObjectItemCaseSensitive(root, "game"), end);
    read_quarantines(cJSON_GetObjectItemCaseSensitive(root, "farm"), end);
    cJSON_Delete(root);
}

/* A host that steps one game in the calling thread. */
struct thread_host {
    struct cluster_host host; /* must be the first field: thread_host_wake() casts it */
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool woken;
};

static void thread_host_wake(struct cluster_host *host)
{
    struct thread_host *thread = (struct thread_host *)host;
    pthread_mutex_lock(&thread->lock);
    thread->woken = true;
    pthread_cond_signal(&thread->wake);
    pthread_mutex_unlock(&thread->lock);
}

static void thread_host_wait(struct thread_host *thread, int64_t until_ns)
{
    struct timespec until = {.tv_sec = until_ns / 1000000000, .tv_nsec = until_ns % 1000000000};
    int timed_out = 0;
    pthread_mutex_lock(&thread->lock);
    while (!thread->woken && timed_out == 0)
        timed_out = pthread_cond_timedwait(&thread->wake, &thread->lock, &until);
    thread->woken = false;
    pthread_mutex_unlock(&thread->lock);
}

/* Plays the game as the executor does, without a loop. */
static enum nash_status play_shared(const void *problem, struct nash_run *run, struct nash_result *result,
                                    struct nash_error *error)
{
    struct thread_host *thread = run->host;
    struct cluster_game *game = NULL;
    int64_t next_ns;
    const struct cluster_program *program = cluster_program_for(NULL, "sudoku", problem);
    enum nash_status status = program->check(problem, thread->host.cluster, error);
    if (status == NASH_OK)
        status = program->begin(problem, run, result, error, &game);
    if (game == NULL)
        return status;
    while ((next_ns = program->step(game)) != CLUSTER_GAME_OVER)
        if (next_ns > 0)
            thread_host_wait(thread, next_ns);
    return program->end(game, result, error);
}

static enum nash_status play_in(struct cluster *cluster, const struct match *match, struct nash_run *run,
                                struct nash_buf *out, bool *final, struct nash_error *error)
{
    extern const struct nash_solver nash_solver_sudoku;
    struct thread_host thread = {.host = {.cluster = cluster, .wake = thread_host_wake},
                                 .lock = PTHREAD_MUTEX_INITIALIZER};
    struct nash_result result = {0};
    pthread_condattr_t monotonic;
    void *problem = NULL;
    if (cluster == NULL)
        return nash_solve_run(&nash_solver_sudoku, NASH_FORMAT_JSON, match->request, strlen(match->request), false, run,
                              out, final, error);
    enum nash_status status = nash_solve_begin(&nash_solver_sudoku, NASH_FORMAT_JSON, match->request,
                                               strlen(match->request), run, &problem, error);
    if (status != NASH_OK)
        return status;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&thread.wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    run->host = &thread;
    status = play_shared(problem, run, &result, error);
    pthread_cond_destroy(&thread.wake);
    return nash_solve_end(&nash_solver_sudoku, problem, status, &result, false, out, final, error);
}

void match_play(const struct match *match, struct cluster *cluster, const _Atomic int *cancel, struct match_end *end)
{
    extern const struct nash_solver nash_solver_sudoku;
    struct nash_arena *arena = nash_arena_new(nash_solver_sudoku.limits.memory_bytes);
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    struct nash_run run = {.arena = arena,
                           .seed = match->seed,
                           .cancel = cancel,
                           .deadline_ns = clock_mono_ns() + match->timeout_ms * INT64_C(1000000)};
    bool final = false;
    enum nash_status status = play_in(cluster, match, &run, &out, &final, &error);
    nash_arena_free(arena);
    match_end_fill(end, status, final, &out, &error);
}
