#include "sum.h"

#include <cluster/envelope.h>
#include <cluster/game.h>
#include <cluster/registry.h>
#include <solvers/kit/reader.h>

enum { MEMBERS_MAX = 8, CANCEL_MS = 10, STOP_CHECK = 1 };

/* ---- the solver ---- */

struct sum_problem {
    int64_t n, members;
};

struct sum_answer {
    uint64_t sum;
    unsigned answers; /* number of answers from members */
};

static enum nash_status sum_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                                  struct nash_error *error)
{
    struct sum_problem *p = *problem = NASH_NEW(arena, struct sum_problem, 1);
    struct reader r;
    if (p == NULL)
        return NASH_NOMEM;
    reader_root(&r, doc, arena, error);
    p->n = reader_int(&r, "n", 1, 1000, 0);
    p->members = reader_int(&r, "members", 1, MEMBERS_MAX, 0);
    return reader_status(&r);
}

static enum nash_status sum_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    uint64_t n = (uint64_t)((const struct sum_problem *)problem)->n;
    const struct sum_answer *answer = result->answer;
    return answer->sum == n * (n + 1) * (2 * n + 1) / 6 ? NASH_OK
                                                        : nash_fail(error, NASH_INTERNAL, "", "the sum is wrong");
}

static void sum_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct sum_answer *answer = result->answer;
    (void)problem;
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "sum", answer->sum);
    nash_jsonw_kuint(out, "answers", answer->answers);
    nash_jsonw_object_end(out);
}

const struct nash_solver sum_solver = {
    .kind = "sum",
    .title = "Sum of squares",
    .version = "1",
    .limits = {.body_bytes = 1000, .memory_bytes = 1 << 20, .result_bytes = 1000, .time_ms_max = 10000},
    .parse = sum_parse,
    .verify = sum_verify,
    .write = sum_write,
};

/* ---- the shard ---- */

struct sum_shard {
    unsigned requests;
};

static size_t sum_bytes(void)
{
    return sizeof(struct sum_shard);
}

static void sum_init(void *memory)
{
    *(struct sum_shard *)memory = (struct sum_shard){0};
}

static size_t sum_take(void *memory, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    struct sum_shard *shard = memory;
    struct message_head head;
    uint64_t sum = 0;
    if (room < MESSAGE_MAX || !message_head_read(&head, message, len) || head.type != SUM_ADD || head.len != 8)
        return 0;
    for (uint64_t i = message_u32(message + MESSAGE_HEAD); i <= message_u32(message + MESSAGE_HEAD + 4); i++)
        sum += i * i;
    shard->requests++;
    uint8_t *p = message_head_write(answer, SUM_PROTOCOL, SUM_TOTAL, head.game, head.epoch, 8);
    return (size_t)(message_put64(p, sum) - answer);
}

/* ---- the game ---- */

struct sum_game {
    struct cluster_game game; /* must be the first field: the functions below cast it */
    struct nash_run *run;
    struct sum_answer *answer;
    uint32_t members;
    struct member *member[MEMBERS_MAX];
};

static void send_part(struct cluster_game *game, struct member *member, uint32_t first, uint32_t last)
{
    uint8_t message[MESSAGE_HEAD + 8];
    message_put32(message_put32(message_head_write(message, SUM_PROTOCOL, SUM_ADD, game->number, 1, 8), first), last);
    struct bytes *bytes = bytes_copy(message, sizeof message);
    member->transport->send(member, bytes);
    bytes_unref(bytes);
}

static enum nash_status sum_begin(const void *problem, struct nash_run *run, struct nash_result *result,
                                  struct nash_error *error, struct cluster_game **game)
{
    const struct sum_problem *p = problem;
    struct cluster_host *host = run->host;
    struct sum_game *sum = NASH_NEW(run->arena, struct sum_game, 1);
    (void)result;
    (void)error;
    sum->game.program = &sum_program;
    sum->run = run;
    sum->answer = NASH_NEW(run->arena, struct sum_answer, 1);
    sum->members = (uint32_t)p->members;
    cluster_game_enter(&sum->game, host);
    for (uint32_t i = 0; i < sum->members; i++) {
        sum->member[i] = registry_take(host->cluster, "local", &sum->game.inbox);
        send_part(&sum->game, sum->member[i], (uint32_t)(p->n * i / p->members + 1),
                  (uint32_t)(p->n * (i + 1) / p->members));
    }
    *game = &sum->game;
    return NASH_OK;
}

static int64_t sum_step(struct cluster_game *game)
{
    struct sum_game *sum = (struct sum_game *)game;
    for (struct inbox_message *received; (received = inbox_pop(&game->inbox, 0)) != NULL;
         inbox_message_free(received)) {
        if (received->type != INBOX_RECEIVED)
            continue;
        registry_message_read(received->member);
        sum->answer->sum += message_u64((const uint8_t *)received->message->data + MESSAGE_HEAD);
        sum->answer->answers++;
    }
    bool over = sum->answer->answers == sum->members || nash_stop(sum->run, STOP_CHECK);
    return over ? CLUSTER_GAME_OVER : cluster_now(game->cluster) + CANCEL_MS * INT64_C(1000000);
}

static enum nash_status sum_end(struct cluster_game *game, struct nash_result *result, struct nash_error *error)
{
    struct sum_game *sum = (struct sum_game *)game;
    (void)error;
    cluster_game_leave(game);
    for (uint32_t i = 0; i < sum->members; i++)
        registry_release(sum->member[i], REGISTRY_NOT_NEEDED);
    cluster_game_release(game);
    result->answer = sum->answer;
    result->final = true;
    return NASH_OK;
}

static bool sum_accepts(const void *problem)
{
    return ((const struct sum_problem *)problem)->n < SUM_LARGE;
}

static bool sum_accepts_large(const void *problem)
{
    return !sum_accepts(problem);
}

static enum nash_status sum_check(const void *problem, struct cluster *cluster, struct nash_error *error)
{
    (void)cluster;
    return ((const struct sum_problem *)problem)->n == 13
               ? nash_fail(error, NASH_UNPROCESSABLE, "/n", "is refused for the test")
               : NASH_OK;
}

static void sum_describe(const struct cluster_game *game, struct nash_jsonw *out)
{
    (void)game;
    nash_jsonw_kstring(out, "mode", "sum");
}

const struct cluster_program sum_program = {
    .kind = "sum",
    .protocol = SUM_PROTOCOL,
    .check = sum_check,
    .accepts = sum_accepts,
    .begin = sum_begin,
    .step = sum_step,
    .end = sum_end,
    .describe = sum_describe,
    .shard_bytes = sum_bytes,
    .shard_init = sum_init,
    .shard_take = sum_take,
};

const struct cluster_program sum_large_program = {
    .kind = "sum",
    .protocol = SUM_PROTOCOL + 1,
    .check = sum_check,
    .accepts = sum_accepts_large,
    .shard_bytes = sum_bytes,
    .shard_init = sum_init,
    .shard_take = sum_take,
};
