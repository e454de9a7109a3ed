#include "toy.h"

#include <pthread.h>

#include <cluster/envelope.h>

/* ---- the gate ---- */

static pthread_mutex_t gate_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate_change = PTHREAD_COND_INITIALIZER;
static bool gate_open;
static unsigned gate_waiting;

void toy_gate_set(bool open)
{
    pthread_mutex_lock(&gate_lock);
    gate_open = open;
    pthread_cond_broadcast(&gate_change);
    pthread_mutex_unlock(&gate_lock);
}

static void gate_pass(void)
{
    pthread_mutex_lock(&gate_lock);
    gate_waiting++;
    pthread_cond_broadcast(&gate_change);
    while (!gate_open)
        pthread_cond_wait(&gate_change, &gate_lock);
    gate_waiting--;
    pthread_mutex_unlock(&gate_lock);
}

void toy_gate_await(unsigned waiting)
{
    pthread_mutex_lock(&gate_lock);
    while (gate_waiting != waiting)
        pthread_cond_wait(&gate_change, &gate_lock);
    pthread_mutex_unlock(&gate_lock);
}

/* ---- the games ---- */

struct shard {
    atomic_flag in_use; /* shows two threads in one shard */
    uint32_t sum, task;
    _Atomic int *stop;
};

_Atomic unsigned toy_collisions, toy_shards_made, toy_tasks_taken;

static size_t bytes_of_shard(void)
{
    return sizeof(struct shard);
}

static void shard_make(void *memory)
{
    struct shard *shard = memory;
    atomic_flag_clear(&shard->in_use);
    shard->sum = shard->task = 0;
    atomic_fetch_add(&toy_shards_made, 1);
}

static void shard_stops(void *memory, _Atomic int *stop)
{
    ((struct shard *)memory)->stop = stop;
}

static size_t answer_number(const uint8_t *message, unsigned type, uint32_t number, uint8_t *answer)
{
    uint8_t *body = message_head_write(answer, message_u16(message + 2), type, message_u32(message + 8),
                                       message_u32(message + 12), TOY_BODY);
    return (size_t)(message_put32(body, number) - answer);
}

static size_t shard_answer(void *memory, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    struct shard *shard = memory;
    uint32_t number = len == MESSAGE_HEAD + TOY_BODY ? message_u32(message + MESSAGE_HEAD) : 0;
    size_t written = 0;
    (void)room;
    atomic_fetch_add(&toy_collisions, atomic_flag_test_and_set(&shard->in_use));
    if (message[0] == TOY_ADD) {
        shard->sum = shard->sum * 31 + number;
        written = answer_number(message, TOY_SUM, shard->sum, answer);
    } else if (message[0] == TOY_TASK) {
        shard->task = number;
        atomic_fetch_add(&toy_tasks_taken, 1);
        written = answer_number(message, TOY_TASKED, number, answer);
    } else if (message[0] == TOY_UNIT) {
        if (number == TOY_CLOSED || number == TOY_ENDLESS)
            gate_pass();
        while (number == TOY_ENDLESS && *shard->stop == 0)
            ;
        written = answer_number(message, TOY_DONE, number + shard->task, answer);
    }
    atomic_flag_clear(&shard->in_use);
    return written;
}

static const struct cluster_program ordered = {
    .kind = "ordered",
    .protocol = TOY_ORDERED,
    .shard_bytes = bytes_of_shard,
    .shard_init = shard_make,
    .shard_take = shard_answer,
};
static const struct cluster_program farm = {
    .kind = "farm",
    .protocol = TOY_FARM,
    .task_type = TOY_TASK,
    .shard_bytes = bytes_of_shard,
    .shard_init = shard_make,
    .shard_take = shard_answer,
    .shard_on_stop = shard_stops,
};
const struct cluster_program *const toy_programs[] = {&ordered, &farm, NULL};

void toy_reset(void)
{
    atomic_store(&toy_collisions, 0);
    atomic_store(&toy_shards_made, 0);
    atomic_store(&toy_tasks_taken, 0);
    toy_gate_set(false);
}
