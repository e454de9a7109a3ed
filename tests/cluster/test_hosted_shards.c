/* Hosted shards without HTTP: calls from many threads, state between calls, their end, refusals. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <base/test.h>
#include <cluster/sudoku/shard/protocol.h>
#include <cluster/transport/hosted_shard.h>
#include <cluster/transport/key.h>

#include "message_lists.h"

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* A caller that waits for the answers to its call. */
struct waiter {
    pthread_mutex_t lock;
    pthread_cond_t over;
    bool done;
};

static void done(void *context)
{
    struct waiter *waiter = context;
    pthread_mutex_lock(&waiter->lock);
    waiter->done = true;
    pthread_cond_signal(&waiter->over);
    pthread_mutex_unlock(&waiter->lock);
}

/* Calls a hosted shard with a message list and waits. Returns a copy of the answers, or NULL and sets *error. */
static struct bytes *ask(struct hosted_shards *shards, const char *id, const struct list_out *out,
                         struct nash_error *error)
{
    struct waiter waiter = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false};
    bool over;
    struct hosted_call *call = hosted_shards_submit(shards, id, "another", out->data, out->len, done, &waiter, error);
    if (call == NULL)
        return NULL;
    pthread_mutex_lock(&waiter.lock);
    while (!waiter.done)
        pthread_cond_wait(&waiter.over, &waiter.lock);
    pthread_mutex_unlock(&waiter.lock);
    struct bytes *answers = bytes_ref(hosted_call_answers(call, &over));
    assert_true(over);
    hosted_call_drop(call);
    return answers;
}

static void expect_types(const struct bytes *answers, const unsigned *types)
{
    size_t at = 0;
    assert_non_null(answers);
    for (; *types != 0; types++)
        assert_int_equal(list_type(answers->data, answers->len, &at), *types);
    assert_int_equal(at, answers->len);
}

static void test_a_seat_keeps_its_shard(void **state)
{
    struct hosted_shards *shards = hosted_shards_new(&(struct hosted_shards_options){.key = "k", .instance = "self"});
    struct nash_error error;
    static struct list_out lease, round;
    list_lease(&lease, 7, 1, 5);
    list_ping(&lease, 99);
    list_round(&round, 7, 1, 1000);

    struct bytes *answers = ask(shards, "a", &lease, &error);
    expect_types(answers, (unsigned[]){MESSAGE_LEASED, MESSAGE_PONG, 0});
    bytes_unref(answers);
    answers = ask(shards, "a", &round, &error);
    expect_types(answers, (unsigned[]){MESSAGE_EVENTS, 0});
    assert_int_equal(message_u32((const uint8_t *)answers->data + MESSAGE_HEAD + 8), 1000); /* ticks played */
    bytes_unref(answers);
    answers = ask(shards, "b", &round, &error); /* a hosted shard with another id, which has no lease */
    expect_types(answers, (unsigned[]){MESSAGE_REFUSED, 0});
    bytes_unref(answers);
    assert_int_equal(hosted_shards_count(shards), 2);
    assert_true(hosted_shards_end(shards, "a"));
    assert_false(hosted_shards_end(shards, "a"));
    answers = ask(shards, "a", &round, &error); /* a new hosted shard with the same id, which has no lease */
    expect_types(answers, (unsigned[]){MESSAGE_REFUSED, 0});
    bytes_unref(answers);
    hosted_shards_free(shards);
}

static void test_what_is_refused(void **state)
{
    struct hosted_shards *shards =
        hosted_shards_new(&(struct hosted_shards_options){.key = "k", .instance = "self", .shards = 2});
    struct nash_error error;
    static struct list_out good, bad, many;
    list_ping(&good, 1);
    assert_null(hosted_shards_submit(shards, "a", "self", good.data, good.len, done, NULL, &error));
    assert_string_equal(nash_error_type(&error), "conflict");
    static const char *const ids[] = {"", "A", "a/b", "..",
                                      "01234567890123456789012345678901234567890123456789012345678901234"};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        assert_null(ask(shards, ids[i], &good, &error));
        assert_string_equal(nash_error_type(&error), "invalid-request");
    }
    bad = good;
    bad.data[1] = MESSAGE_VERSION + 1;
    assert_null(ask(shards, "a", &bad, &error));
    assert_string_equal(nash_error_type(&error), "other-protocol");
    assert_non_null(strstr(error.detail, "protocol 2 of shards, not 3"));
    for (size_t cut = 0; cut < good.len; cut++) {
        bad = good;
        bad.len = cut;
        assert_null(ask(shards, "a", &bad, &error));
        assert_string_equal(nash_error_type(&error), "invalid-request");
    }
    for (int i = 0; i <= MESSAGE_LIST_COUNT_MAX; i++)
        list_ping(&many, 1);
    assert_null(ask(shards, "a", &many, &error));
    assert_string_equal(nash_error_type(&error), "invalid-request");
    assert_int_equal(hosted_shards_count(shards), 0); /* refused calls make no hosted shard */

    bytes_unref(ask(shards, "a", &good, &error));
    bytes_unref(ask(shards, "b", &good, &error));
    assert_null(ask(shards, "c", &good, &error));
    assert_string_equal(nash_error_type(&error), "busy");
    hosted_shards_free(shards);
}

static void test_silence_ends_a_seat(void **state)
{
    struct hosted_shards *shards =
        hosted_shards_new(&(struct hosted_shards_options){.key = "k", .idle_ms = 20, .threads = 2});
    struct nash_error error;
    static struct list_out out;
    list_ping(&out, 1);
    bytes_unref(ask(shards, "a", &out, &error));
    bytes_unref(ask(shards, "b", &out, &error));
    for (int ms = 0; ms < 20000 && hosted_shards_count(shards) > 0; ms += 10)
        sleep_ms(10);
    assert_int_equal(hosted_shards_count(shards), 0);
    hosted_shards_free(shards);
}

/* ---- many at once ---- */

enum { ASKERS = 6, ASKS = 300 };

struct asker {
    struct hosted_shards *shards;
    unsigned number;
    pthread_t thread;
    unsigned answered, refused;
};

static void count_done(void *context)
{
    atomic_fetch_add((_Atomic unsigned *)context, 1);
}

/* A thread that calls two shards, which other threads call too; it drops a part of its calls at once, and sometimes
 * ends a shard. */
static void *ask_much(void *context)
{
    struct asker *asker = context;
    struct nash_rng rng;
    static struct list_out pings[ASKERS];
    struct list_out *out = &pings[asker->number];
    _Atomic unsigned dones = 0;
    nash_rng_seed(&rng, asker->number + 1);
    list_ping(out, asker->number);
    for (int i = 0; i < ASKS; i++) {
        struct nash_error error;
        char id[2] = {(char)('a' + nash_rng_below(&rng, 3)), '\0'};
        uint32_t chance = (uint32_t)nash_rng_below(&rng, 10);
        if (chance == 0) {
            hosted_shards_end(asker->shards, id);
        } else if (chance < 4) {
            struct hosted_call *call =
                hosted_shards_submit(asker->shards, id, NULL, out->data, out->len, count_done, &dones, &error);
            if (call != NULL)
                hosted_call_drop(call);
        } else {
            struct bytes *answers = ask(asker->shards, id, out, &error);
            if (answers != NULL && message_u32((const uint8_t *)answers->data + MESSAGE_HEAD) == asker->number)
                asker->answered++;
            else
                asker->refused++;
            bytes_unref(answers);
        }
    }
    return NULL;
}

static void test_many_ask_at_once(void **state)
{
    struct hosted_shards *shards =
        hosted_shards_new(&(struct hosted_shards_options){.key = "k", .threads = 3, .idle_ms = 5});
    struct asker asker[ASKERS];
    unsigned answered = 0;
    for (unsigned i = 0; i < ASKERS; i++) {
        asker[i] = (struct asker){.shards = shards, .number = i};
        assert_int_equal(pthread_create(&asker[i].thread, NULL, ask_much, &asker[i]), 0);
    }
    for (unsigned i = 0; i < ASKERS; i++) {
        pthread_join(asker[i].thread, NULL);
        answered += asker[i].answered;
    }
    assert_true(answered > ASKERS * ASKS / 10);
    hosted_shards_free(shards);
}

static void test_the_end_with_work_under_way(void **state)
{
    static struct list_out out;
    struct nash_error error;
    _Atomic unsigned dones = 0;
    struct hosted_call *call[8];
    struct hosted_shards *shards = hosted_shards_new(&(struct hosted_shards_options){.key = "k", .threads = 1});
    list_lease(&out, 1, 1, 3);
    for (unsigned i = 0; i < 8; i++) {
        char id[2] = {(char)('a' + i), '\0'};
        call[i] = hosted_shards_submit(shards, id, NULL, out.data, out.len, count_done, &dones, &error);
        assert_non_null(call[i]);
        if (i % 2 == 0)
            hosted_shards_end(shards, id);
    }
    for (unsigned i = 0; i < 8; i++)
        hosted_call_drop(call[i]);
    hosted_shards_free(shards);
    assert_true(dones <= 8);
}

/* ---- the key ---- */

static enum nash_status load(const char *text, mode_t mode, char key[PEER_KEY_MAX + 1], struct nash_error *error)
{
    char path[] = "/tmp/nashd-key-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
    enum nash_status status = peer_key_load(path, key, error);
    unlink(path);
    return status;
}

static void test_the_key(void **state)
{
    char key[PEER_KEY_MAX + 1], longest[PEER_KEY_MAX + 2];
    struct nash_error error;
    assert_int_equal(load("0123456789abcdef\n", 0600, key, &error), NASH_OK);
    assert_string_equal(key, "0123456789abcdef");
    assert_int_equal(load("0123456789abcdef", 0640, key, &error), NASH_OK);
    assert_int_equal(load("0123456789abcdef\n", 0604, key, &error), NASH_INVALID);
    assert_non_null(strstr(error.detail, "chmod 600"));
    memset(longest, 'k', sizeof longest);
    longest[PEER_KEY_MAX] = '\0';
    assert_int_equal(load(longest, 0600, key, &error), NASH_OK);
    longest[PEER_KEY_MAX] = 'k';
    longest[PEER_KEY_MAX + 1] = '\0';
    static const char *const bad[] = {
        "", "\n", "tooshort\n", "0123456789abcdef\nsecond line\n", "0123456789 abcdef\n", "0123456789abcd\xc3\xa4"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(load(bad[i], 0600, key, &error), NASH_INVALID);
    assert_int_equal(peer_key_load("/nowhere/key", key, &error), NASH_INVALID);

    assert_true(peer_key_bears("secret", "Bearer secret"));
    assert_true(peer_key_bears("secret", "bearer secret"));
    assert_false(peer_key_bears("secret", "Bearer secre"));
    assert_false(peer_key_bears("secret", "Bearer secrets"));
    assert_false(peer_key_bears("secret", "Basic secret"));
    assert_false(peer_key_bears("secret", NULL));
    assert_false(peer_key_bears(NULL, "Bearer secret"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_seat_keeps_its_shard),      cmocka_unit_test(test_what_is_refused),
        cmocka_unit_test(test_silence_ends_a_seat),         cmocka_unit_test(test_many_ask_at_once),
        cmocka_unit_test(test_the_end_with_work_under_way), cmocka_unit_test(test_the_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
