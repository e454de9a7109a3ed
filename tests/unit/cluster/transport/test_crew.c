/* Crews with the games of toy.h: order, work at the same time, tasks, BYE, limits. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cluster/envelope.h>
#include <cluster/program.h>
#include <cluster/transport/compute.h>
#include <cluster/transport/crew.h>

#include "../../base/test.h"
#include "toy.h"

/* ---- an owner ---- */

enum { ANSWERS_MAX = 4096 };

struct owner {
    pthread_mutex_t lock;
    pthread_cond_t change;
    unsigned held;                /* references of turns */
    unsigned count;               /* messages that are over */
    uint32_t number[ANSWERS_MAX]; /* of the answer to the message of this tag */
    uint8_t type[ANSWERS_MAX];    /* of this answer; 0 = none */
    unsigned order[ANSWERS_MAX];  /* tags, in the order of the answers */
    struct crew *crew;
};

static void owner_answered(void *context, void *tag, const uint8_t *answer, size_t len)
{
    struct owner *owner = context;
    size_t index = (size_t)((const char *)tag - (const char *)owner->type);
    pthread_mutex_lock(&owner->lock);
    owner->order[owner->count++] = (unsigned)index;
    owner->type[index] = len > 0 ? answer[0] : 0;
    owner->number[index] = len > 0 ? message_u32(answer + MESSAGE_HEAD) : 0;
    pthread_cond_broadcast(&owner->change);
    pthread_mutex_unlock(&owner->lock);
}

static void owner_hold(void *context)
{
    struct owner *owner = context;
    pthread_mutex_lock(&owner->lock);
    owner->held++;
    pthread_mutex_unlock(&owner->lock);
}

static void owner_drop(void *context)
{
    struct owner *owner = context;
    pthread_mutex_lock(&owner->lock);
    owner->held--;
    pthread_cond_broadcast(&owner->change);
    pthread_mutex_unlock(&owner->lock);
}

static struct owner *owner_new(struct compute *compute, unsigned capacity)
{
    struct owner *owner = calloc(1, sizeof *owner);
    assert_non_null(owner);
    pthread_mutex_init(&owner->lock, NULL);
    pthread_cond_init(&owner->change, NULL);
    const struct crew_owner calls = {
        .context = owner, .answered = owner_answered, .hold = owner_hold, .drop = owner_drop};
    assert_true(compute_ready(compute));
    owner->crew = crew_new(compute, toy_programs, capacity, &calls);
    assert_non_null(owner->crew);
    return owner;
}

static bool owner_post(struct owner *owner, unsigned tag, unsigned protocol, unsigned type, uint32_t number)
{
    uint8_t message[MESSAGE_HEAD + TOY_BODY];
    size_t body = type == MESSAGE_BYE ? 0 : TOY_BODY;
    message_head_write(message, protocol, type, 7, 1, body);
    if (body > 0)
        message_put32(message + MESSAGE_HEAD, number);
    struct bytes *bytes = bytes_copy(message, MESSAGE_HEAD + body);
    bool posted = crew_post(owner->crew, bytes, owner->type + tag);
    bytes_unref(bytes);
    return posted;
}

static void owner_await(struct owner *owner, unsigned count)
{
    pthread_mutex_lock(&owner->lock);
    while (owner->count < count)
        pthread_cond_wait(&owner->change, &owner->lock);
    pthread_mutex_unlock(&owner->lock);
}

static void owner_free(struct owner *owner)
{
    crew_end(owner->crew);
    pthread_mutex_lock(&owner->lock);
    while (owner->held > 0)
        pthread_cond_wait(&owner->change, &owner->lock);
    pthread_mutex_unlock(&owner->lock);
    crew_free(owner->crew);
    pthread_cond_destroy(&owner->change);
    pthread_mutex_destroy(&owner->lock);
    free(owner);
}

static int setup(void **state)
{
    toy_reset();
    *state = compute_new(4);
    return *state == NULL;
}

static int teardown(void **state)
{
    compute_free(*state);
    return (int)atomic_load(&toy_collisions);
}

/* ---- tests ---- */

/* Many crews on few threads: each carries out its messages in order, in a shard of its own, and none starves. */
static void test_order_is_kept(void **state)
{
    enum { CREWS = 40, MESSAGES = 50 };
    struct owner *owner[CREWS];
    for (unsigned i = 0; i < CREWS; i++)
        owner[i] = owner_new(*state, 1 + i % 3);
    for (unsigned k = 0; k < MESSAGES; k++)
        for (unsigned i = 0; i < CREWS; i++)
            assert_true(owner_post(owner[i], k, TOY_ORDERED, TOY_ADD, i * 1000 + k));
    for (unsigned i = 0; i < CREWS; i++) {
        uint32_t sum = 0;
        owner_await(owner[i], MESSAGES);
        for (unsigned k = 0; k < MESSAGES; k++) {
            sum = sum * 31 + i * 1000 + k;
            assert_int_equal(owner[i]->order[k], k);
            assert_int_equal(owner[i]->number[k], sum);
        }
        owner_free(owner[i]);
    }
    assert_int_equal(atomic_load(&toy_shards_made), CREWS);
}

/* A crew carries out as many units at the same time as its capacity is, each in a shard that was given the task; the
 * answer to the task comes once. PING is answered meanwhile. */
static void test_units_at_the_same_time(void **state)
{
    struct owner *owner = owner_new(*state, 3);
    assert_true(owner_post(owner, 0, TOY_FARM, TOY_TASK, 500));
    for (unsigned k = 1; k <= 3; k++)
        assert_true(owner_post(owner, k, TOY_FARM, TOY_UNIT, TOY_CLOSED));
    for (unsigned k = 4; k <= 9; k++)
        assert_true(owner_post(owner, k, TOY_FARM, TOY_UNIT, k));
    toy_gate_await(3); /* three units under way */
    assert_true(owner_post(owner, 10, TOY_FARM, MESSAGE_PING, 77));
    assert_int_equal(owner->count, 2); /* TOY_TASKED and PONG */
    assert_int_equal(owner->type[10], MESSAGE_PONG);
    assert_int_equal(owner->number[10], 77);
    assert_int_equal(crew_load(owner->crew), 9);
    toy_gate_set(true);
    owner_await(owner, 11);
    assert_int_equal(owner->type[0], TOY_TASKED);
    for (unsigned k = 1; k <= 9; k++) {
        assert_int_equal(owner->type[k], TOY_DONE);
        assert_int_equal(owner->number[k], (k <= 3 ? TOY_CLOSED : k) + 500u);
    }
    assert_in_range(atomic_load(&toy_shards_made), 3, 3);
    assert_int_equal(atomic_load(&toy_tasks_taken), 3);
    owner_free(owner);
}

/* BYE drops the units that wait; a new task reaches every shard, also those that were busy with the old one. */
static void test_bye(void **state)
{
    struct owner *owner = owner_new(*state, 2);
    assert_true(owner_post(owner, 0, TOY_FARM, TOY_TASK, 100));
    assert_true(owner_post(owner, 1, TOY_FARM, TOY_UNIT, TOY_CLOSED));
    assert_true(owner_post(owner, 2, TOY_FARM, TOY_UNIT, TOY_CLOSED));
    toy_gate_await(2);
    assert_true(owner_post(owner, 3, TOY_FARM, TOY_UNIT, 3));
    assert_true(owner_post(owner, 4, TOY_FARM, MESSAGE_BYE, 0));
    assert_int_equal(owner->type[3], 0);
    assert_int_equal(owner->count, 3); /* TOY_TASKED; the dropped unit; BYE */
    assert_true(owner_post(owner, 5, TOY_FARM, TOY_TASK, 9000));
    for (unsigned k = 6; k < 40; k++)
        assert_true(owner_post(owner, k, TOY_FARM, TOY_UNIT, k));
    toy_gate_set(true);
    owner_await(owner, 40);
    for (unsigned k = 6; k < 40; k++)
        assert_int_equal(owner->number[k], k + 9000);
    assert_int_equal(owner->type[1], 0); /* not needed any more */
    owner_free(owner);
}

/* Units under way end without an answer when a new task comes, at BYE, and with the crew. */
static void test_stop(void **state)
{
    struct owner *owner = owner_new(*state, 3);
    toy_gate_set(true);
    assert_true(owner_post(owner, 0, TOY_FARM, TOY_TASK, 100));
    assert_true(owner_post(owner, 1, TOY_FARM, TOY_UNIT, TOY_ENDLESS));
    owner_await(owner, 1);
    assert_true(owner_post(owner, 2, TOY_FARM, TOY_TASK, 200));
    owner_await(owner, 3);
    assert_true(owner_post(owner, 3, TOY_FARM, TOY_UNIT, 1));
    owner_await(owner, 4);
    assert_int_equal(owner->number[3], 201);
    toy_gate_set(false);
    assert_true(owner_post(owner, 4, TOY_FARM, TOY_UNIT, TOY_ENDLESS));
    assert_true(owner_post(owner, 5, TOY_FARM, TOY_UNIT, TOY_ENDLESS));
    toy_gate_await(2);
    assert_true(owner_post(owner, 6, TOY_FARM, MESSAGE_BYE, 0));
    toy_gate_set(true);
    owner_await(owner, 7);
    assert_true(owner_post(owner, 7, TOY_FARM, TOY_TASK, 300));
    assert_true(owner_post(owner, 8, TOY_FARM, TOY_UNIT, 1));
    assert_true(owner_post(owner, 9, TOY_FARM, TOY_UNIT, TOY_ENDLESS));
    owner_await(owner, 9);
    assert_int_equal(owner->number[8], 301);
    crew_end(owner->crew);
    owner_await(owner, 10);
    static const unsigned stopped[] = {1, 4, 5, 9};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(owner->type[stopped[i]], 0);
    owner_free(owner);
}

/* Units after BYE, or without a task, reach a shard that has no task; the crew makes none up. */
static void test_no_task(void **state)
{
    struct owner *owner = owner_new(*state, 2);
    assert_true(owner_post(owner, 0, TOY_FARM, TOY_UNIT, 1));
    owner_await(owner, 1);
    assert_true(owner_post(owner, 1, TOY_FARM, TOY_TASK, 100));
    owner_await(owner, 2);
    assert_int_equal(owner->number[0], 1);
    assert_true(owner_post(owner, 2, TOY_FARM, MESSAGE_BYE, 0));
    assert_true(owner_post(owner, 3, TOY_FARM, TOY_UNIT, 3));
    owner_await(owner, 4);
    assert_int_equal(owner->number[3], 3);
    owner_free(owner);
}

/* A game of one kind after one of the other keeps its own shard; a full queue and broken messages are refused. */
static void test_both_kinds_and_limits(void **state)
{
    struct owner *owner = owner_new(*state, 1);
    unsigned posted = 0;
    assert_true(owner_post(owner, 0, TOY_ORDERED, TOY_ADD, 5));
    assert_true(owner_post(owner, 1, TOY_FARM, TOY_TASK, 1));
    owner_await(owner, 2);
    assert_true(owner_post(owner, 2, TOY_FARM, TOY_UNIT, TOY_CLOSED));
    toy_gate_await(1);
    assert_true(owner_post(owner, 3, TOY_ORDERED, TOY_ADD, 6)); /* not delayed by the unit */
    owner_await(owner, 3);
    assert_int_equal(owner->number[3], 5 * 31 + 6);
    while (posted < 2 * CREW_WAITING_MAX && owner_post(owner, 4 + posted, TOY_FARM, TOY_UNIT, 1))
        posted++;
    assert_int_equal(posted, CREW_WAITING_MAX);
    crew_end(owner->crew);
    owner_await(owner, 3 + posted);
    toy_gate_set(true);
    struct bytes *bytes = bytes_copy("x", 1);
    owner_free(owner);
    owner = owner_new(*state, 1);
    assert_true(crew_post(owner->crew, bytes, owner->type));
    owner_await(owner, 1);
    assert_int_equal(owner->type[0], 0);
    bytes_unref(bytes);
    owner_free(owner);
}

/* A game does not wait for units, although all threads carry out some; units do not wait for games without end. */
static void test_games_and_units(void **state)
{
    enum { GAMES = 8, ROUNDS = 20 };
    struct owner *farm = owner_new(*state, 4), *game[GAMES];
    assert_true(owner_post(farm, 0, TOY_FARM, TOY_TASK, 1));
    for (unsigned k = 1; k <= 8; k++)
        assert_true(owner_post(farm, k, TOY_FARM, TOY_UNIT, TOY_CLOSED));
    toy_gate_await(4);
    for (unsigned i = 0; i < GAMES; i++) {
        game[i] = owner_new(*state, 1);
        for (unsigned k = 0; k < ROUNDS; k++)
            assert_true(owner_post(game[i], k, TOY_ORDERED, TOY_ADD, k));
    }
    for (unsigned i = 0; i < GAMES; i++) {
        owner_await(game[i], ROUNDS);
        owner_free(game[i]);
    }
    toy_gate_set(true);
    owner_await(farm, 9);
    owner_free(farm);
}

/* Random messages from several threads to one crew: each message is over exactly once, whatever BYE drops. */
static void *post_at_random(void *context)
{
    struct owner *owner = context;
    static _Atomic unsigned number;
    struct nash_rng rng;
    nash_rng_seed(&rng, atomic_fetch_add(&number, 1));
    for (unsigned k = 0; k < 300; k++) {
        static const uint8_t types[] = {TOY_UNIT, TOY_UNIT, TOY_UNIT, TOY_UNIT, TOY_TASK, MESSAGE_PING, MESSAGE_BYE};
        unsigned type = types[nash_rng_below(&rng, sizeof types)];
        while (!owner_post(owner, 0, type == TOY_UNIT && k % 3 == 0 ? TOY_ORDERED : TOY_FARM,
                           type == TOY_UNIT && k % 3 == 0 ? TOY_ADD : type, k))
            ;
    }
    return NULL;
}

static void test_many_threads(void **state)
{
    enum { THREADS = 4 };
    struct owner *owner = owner_new(*state, 3);
    pthread_t thread[THREADS];
    for (unsigned i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, post_at_random, owner), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    owner_await(owner, THREADS * 300);
    owner_free(owner);
}

struct watched_turn {
    struct compute_turn turn;
    _Atomic bool done;
};

static void note_done(struct compute_turn *turn, uint8_t *scratch)
{
    scratch[0] = scratch[MESSAGE_MAX - 1] = 0;
    atomic_store(&((struct watched_turn *)(void *)turn)->done, true);
}

/* A later turn runs when it is due, unless it is cancelled before. */
static void test_later(void **state)
{
    struct watched_turn soon = {.turn = {.run = note_done}}, never = {.turn = {.run = note_done}};
    assert_int_equal(compute_threads(*state), 4);
    assert_true(compute_ready(*state));
    compute_later(*state, &never.turn, INT64_MAX - 1);
    compute_later(*state, &soon.turn, 1);
    while (!atomic_load(&soon.done))
        ;
    assert_true(compute_cancel(*state, &never.turn));
    assert_false(compute_cancel(*state, &never.turn));
    assert_false(compute_cancel(*state, &soon.turn));
    assert_false(atomic_load(&never.done));
}

struct long_turn {
    struct compute_turn turn;
    _Atomic bool begun, may_end;
    int priority;
};

static void run_long(struct compute_turn *turn, uint8_t *scratch)
{
    struct long_turn *own = (struct long_turn *)(void *)turn;
    (void)scratch;
    own->priority = getpriority(PRIO_PROCESS, (id_t)gettid());
    atomic_store(&own->begun, true);
    while (!atomic_load(&own->may_end))
        sched_yield();
}

/* Turns of low priority have threads of their own: neither kind waits for the other. At the end all queued turns of
 * both kinds are carried out. */
static void test_low_priority(void **state)
{
    struct compute *compute = compute_new(1);
    struct long_turn usual = {.turn = {.run = run_long, .heavy = true}};
    struct long_turn low = {.turn = {.run = run_long, .heavy = true, .low = true}};
    struct watched_turn later[] = {{.turn = {.run = note_done, .heavy = true}},
                                   {.turn = {.run = note_done, .heavy = true, .low = true}}};
    (void)state;
    assert_true(compute_ready(compute));
    compute_post(compute, &usual.turn);
    compute_post(compute, &low.turn);
    for (unsigned i = 0; i < 2; i++)
        compute_post(compute, &later[i].turn);
    while (!atomic_load(&usual.begun) || !atomic_load(&low.begun))
        sched_yield();
    assert_true(low.priority >= usual.priority && low.priority >= 10);
    for (unsigned i = 0; i < 2; i++)
        assert_false(atomic_load(&later[i].done)); /* each waits for that of its kind */
    atomic_store(&low.may_end, true);
    while (!atomic_load(&later[1].done))
        sched_yield();
    assert_false(atomic_load(&later[0].done));
    atomic_store(&usual.may_end, true);
    compute_free(compute);
    assert_true(atomic_load(&later[0].done));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_order_is_kept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_units_at_the_same_time, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bye, setup, teardown),
        cmocka_unit_test_setup_teardown(test_stop, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_task, setup, teardown),
        cmocka_unit_test_setup_teardown(test_both_kinds_and_limits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_games_and_units, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many_threads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_later, setup, teardown),
        cmocka_unit_test(test_low_priority),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
