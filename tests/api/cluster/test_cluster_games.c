/* Whole games of phones and the real server: by WebSockets and by POSTs, with lost connections, with a phone that sends
 * wrong answers. */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "../harness/ask.h"
#include "../harness/daemon.h"
#include "../harness/phone.h"

/* A 9x9 board, played without propagation, so that the game has many rounds. */
#define PUZZLE "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

static struct daemon d;

/* A setup that waits until all members of the previous test are gone. */
static int begin_alone(void **state)
{
    for (int i = 0; i < CLIENT_PATIENCE_MS / 20; i++) {
        struct answer answer = ask_get(d.port, "/v1/shards");
        int members = cJSON_GetArraySize(answer_member(&answer, "members"));
        answer_free(&answer);
        if (members == 0)
            return 0;
        phone_sleep_ms(20);
    }
    return -1;
}

/* ---- games ---- */

static struct answer play(const char *shards, const char *mode, unsigned seed)
{
    char body[512];
    snprintf(body, sizeof body,
             "{\"puzzle\":\"" PUZZLE "\",\"method\":\"sap\",\"propagate\":false,\"shards\":%s,\"mode\":\"%s\","
             "%s\"wait_ms\":20000,\"job\":{\"seed\":%u}}",
             shards, mode, strcmp(mode, "exact") == 0 ? "\"pace\":\"share\"," : "", seed);
    struct answer answer = ask_json_with(d.port, "/v1/sudoku", "Prefer: wait=60", body);
    expect_status(&answer, 200);
    assert_string_equal(answer_text2(&answer, "result", "verdict"), "solved");
    return answer;
}

static const cJSON *game_of(const struct answer *answer)
{
    return cJSON_GetObjectItem(answer_member(answer, "result"), "game");
}

static const char *trajectory_of(const struct answer *answer)
{
    return cJSON_GetStringValue(cJSON_GetObjectItem(game_of(answer), "trajectory"));
}

static unsigned kinds_in(const struct answer *answer, const char *kind)
{
    unsigned count = 0;
    const cJSON *shard;
    cJSON_ArrayForEach(shard, cJSON_GetObjectItem(game_of(answer), "shards")) count +=
        strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(shard, "kind")), kind) == 0;
    return count;
}

/* A game has the same trajectory with three local shards as with two phones and a local shard. */
static void test_game_by_phones(void **state)
{
    struct phone socket, posts;
    struct answer local = play("3", "exact", 7);
    const cJSON *statistics = cJSON_GetObjectItem(answer_member(&local, "result"), "statistics");
    assert_true(cJSON_GetNumberValue(cJSON_GetObjectItem(statistics, "solve_us")) > 0);
    phone_join(&socket, d.port, "by socket");
    phone_join(&posts, d.port, "by posts");
    posts.posts = true;
    assert_true(phone_connect(&socket));
    phone_play(&socket);
    phone_play(&posts);
    phone_await(d.port, "by socket", "idle", true);
    phone_await(d.port, "by posts", "idle", true);
    struct answer answer = play("[\"phone\",\"local\",\"phone\"]", "exact", 7);
    assert_int_equal(kinds_in(&answer, "phone"), 2);
    assert_true(atomic_load(&socket.answered) > 0); /* few, if they are so slow that this server plays for them */
    assert_true(atomic_load(&posts.answered) > 0);
    assert_string_equal(trajectory_of(&answer), trajectory_of(&local));
    answer_free(&answer);
    answer = play("[\"phone\",\"phone\"]", "replicas", 8);
    answer_free(&answer);
    answer_free(&local);
    phone_stop(&socket);
    phone_stop(&posts);
    phone_leave(&socket);
    phone_leave(&posts);
}

static void *ask_for_game(void *pointer)
{
    *(struct answer *)pointer = play("[\"phone\",\"phone\",\"phone\"]", "exact", 11);
    return NULL;
}

/* A game waits for its phones; one disconnects in the middle and resumes its session. The trajectory is the same as
 * without the interruption. */
static void test_game_with_losses(void **state)
{
    struct phone phone[3];
    struct answer answer;
    pthread_t thread;
    struct answer local = play("3", "exact", 11);
    pthread_create(&thread, NULL, ask_for_game, &answer);
    for (int i = 0; i < 3; i++) {
        char name[16];
        snprintf(name, sizeof name, "player %d", i);
        phone_join(&phone[i], d.port, name);
        assert_true(phone_connect(&phone[i]));
        phone_play(&phone[i]);
    }
    while (atomic_load(&phone[1].answered) < 5)
        phone_sleep_ms(1);
    phone_stop(&phone[1]); /* the connection is cut */
    phone_sleep_ms(50);
    if (phone_connect(&phone[1]))
        phone_play(&phone[1]);
    pthread_join(thread, NULL);
    assert_string_equal(trajectory_of(&answer), trajectory_of(&local));
    answer_free(&answer);
    answer_free(&local);
    for (int i = 0; i < 3; i++) {
        phone_stop(&phone[i]);
        phone_leave(&phone[i]);
    }
}

/* On a busy machine all answers of a game may come too late to be used or compared. */
enum { GAMES_OF_LIAR = 10 };

/* Checks that the audit detects a wrong answer: the result names the phone, its connection ends at once with the code
 * or status `told`, and its session ends. */
static void expect_caught(bool by_posts, unsigned seed, unsigned told)
{
    struct phone liar;
    phone_join(&liar, d.port, "liar");
    liar.lies = true;
    liar.posts = by_posts;
    assert_true(by_posts || phone_connect(&liar));
    phone_play(&liar);
    phone_await(d.port, "liar", "idle", true);
    unsigned catches = 0;
    for (unsigned games = 0; games < GAMES_OF_LIAR && catches == 0; games++, seed++) {
        struct answer local = play("3", "exact", seed);
        struct answer answer = play("[\"phone\",\"local\",\"local\"]", "exact", seed);
        assert_string_equal(trajectory_of(&answer), trajectory_of(&local));
        const cJSON *caught = cJSON_GetObjectItem(game_of(&answer), "quarantined");
        catches = (unsigned)cJSON_GetArraySize(caught);
        if (catches > 0)
            assert_string_equal(cJSON_GetStringValue(cJSON_GetObjectItem(cJSON_GetArrayItem(caught, 0), "member")),
                                "liar");
        answer_free(&answer);
        answer_free(&local);
    }
    assert_int_equal(catches, 1);
    for (int i = 0; i < CLIENT_PATIENCE_MS / 20 && atomic_load(&liar.ended_by) == 0; i++)
        phone_sleep_ms(20);
    assert_int_equal(atomic_load(&liar.ended_by), told);
    phone_stop(&liar);
    phone_await(d.port, "liar", NULL, false);
    assert_false(phone_connect(&liar) && frame_close_code(&liar.raw) != 4003);
    phone_free(&liar);
}

static void test_liar(void **state)
{
    expect_caught(false, 13, 4003);
}

static void test_liar_by_posts(void **state)
{
    expect_caught(true, 17, 403);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_game_by_phones, begin_alone),
        cmocka_unit_test_setup(test_game_with_losses, begin_alone),
        cmocka_unit_test_setup(test_liar, begin_alone),
        cmocka_unit_test_setup(test_liar_by_posts, begin_alone),
    };
    return cmocka_run_group_tests(tests, daemon_setup(&d), daemon_teardown);
}
