/* The pace of a game, with simulated members: who is waited for, and when the hub leads. No thread and no clock. */
#include <stdlib.h>
#include <string.h>

#include <cluster/sudoku/pace/pace.h>
#include <nash/rng.h>

#include "../base/test.h"

#define US INT64_C(1000)
#define MS INT64_C(1000000)

enum { MEMBERS = 5 };

/* Members that answer after a trip of their own; ten times later in `hiccups` of 100 requests. */
struct table {
    struct pace pace;
    struct nash_rng rng;
    int64_t now_ns;
    int64_t trip_ns[MEMBERS];
    unsigned hiccups;
    bool open[MEMBERS];
    int64_t sent_ns[MEMBERS], due_ns[MEMBERS];
    double led_ns_per_tick;
    double share_of_window; /* share of the window's ticks that a round commits */
    uint64_t rounds, demotions;
    int64_t waited_ns; /* time spent in shared rounds */
};

static void begin(struct table *t, const int64_t *trip_ns)
{
    *t = (struct table){.now_ns = MS, .led_ns_per_tick = 6, .share_of_window = 0.25};
    nash_rng_seed(&t->rng, 7);
    pace_init(&t->pace, MEMBERS, PACE_MEASURED);
    for (unsigned i = 0; i < MEMBERS; i++) {
        t->trip_ns[i] = trip_ns[i];
        if (trip_ns[i] > 0)
            pace_join(&t->pace, i);
    }
}

static void receive(struct table *t, unsigned i)
{
    t->open[i] = false;
    pace_answered(&t->pace, i, t->due_ns[i] - t->sent_ns[i], false, t->due_ns[i]);
}

/* Returns the number of parts that members answered before the hub computed them. */
static unsigned play_parts(struct table *t, int64_t *end_ns)
{
    unsigned answers = 0;
    bool mine[MEMBERS] = {false};
    *end_ns = t->now_ns + 50 * US;
    for (unsigned i = 0; i < MEMBERS; i++) {
        if (t->open[i] && t->due_ns[i] <= t->now_ns)
            receive(t, i);
        if (t->open[i])
            pace_late(&t->pace, i, t->now_ns - t->sent_ns[i], t->now_ns);
        mine[i] = pace_is_front(&t->pace, i) && !t->open[i];
        if (!mine[i])
            continue;
        t->open[i] = true;
        t->sent_ns[i] = t->now_ns;
        t->due_ns[i] = t->now_ns + t->trip_ns[i] * (nash_rng_below(&t->rng, 100) < t->hiccups ? 10 : 1);
    }
    for (int64_t at_ns = t->now_ns;; at_ns += 10 * US) {
        bool waits = false;
        for (unsigned i = 0; i < MEMBERS; i++) {
            if (!mine[i])
                continue;
            if (t->due_ns[i] <= at_ns) {
                receive(t, i);
                answers++;
                mine[i] = false;
            } else if (at_ns - t->now_ns >= pace_hedge_ns(&t->pace)) {
                pace_late(&t->pace, i, at_ns - t->sent_ns[i], at_ns);
                mine[i] = false;
            }
            waits = waits || mine[i];
        }
        if (at_ns > *end_ns)
            *end_ns = at_ns;
        if (!waits)
            return answers;
    }
}

static void play_round(struct table *t)
{
    int64_t end_ns, begun_ns = t->now_ns;
    bool front[MEMBERS];
    pace_retry(&t->pace, t->now_ns);
    for (unsigned i = 0; i < MEMBERS; i++)
        front[i] = pace_is_front(&t->pace, i);
    uint32_t ticks = (uint32_t)(pace_window(&t->pace) * t->share_of_window) + 1;
    unsigned answers = play_parts(t, &end_ns);
    for (unsigned i = 0; i < MEMBERS; i++)
        t->demotions += front[i] && !pace_is_front(&t->pace, i);
    t->now_ns = end_ns;
    t->waited_ns += end_ns - begun_ns;
    t->rounds++;
    pace_round(&t->pace, ticks, end_ns - begun_ns, answers, end_ns);
}

static void play_led(struct table *t)
{
    uint64_t ticks = 1 << 16;
    int64_t took_ns = (int64_t)((double)ticks * t->led_ns_per_tick);
    t->now_ns += took_ns;
    pace_led(&t->pace, ticks, took_ns, t->now_ns);
}

static void play_for(struct table *t, int64_t ns)
{
    for (int64_t until_ns = t->now_ns + ns; t->now_ns < until_ns;)
        if (pace_play(&t->pace) == PACE_SHARE)
            play_round(t);
        else
            play_led(t);
}

/* Makes the hub so slow that sharing always pays. */
static void begin_slow_hub(struct table *t, const int64_t *trip_ns)
{
    begin(t, trip_ns);
    t->led_ns_per_tick = 1e5;
    t->share_of_window = 0.5; /* the window grows to its limit */
}

/* ---- tests ---- */

/* One slow member goes to the rear, and at most three rounds wait for it: until it has answered, the hub computes its
 * part at once. */
static void test_slow_member_is_demoted(void **state)
{
    static const int64_t slow_ns[] = {1 * MS, 5 * MS, 20 * MS, 50 * MS, 1000 * MS};
    for (size_t i = 0; i < sizeof slow_ns / sizeof *slow_ns; i++) {
        struct table t;
        begin_slow_hub(&t, (const int64_t[]){200 * US, 200 * US, slow_ns[i], 200 * US, 200 * US});
        for (unsigned round = 0; round < 40; round++)
            play_round(&t);
        assert_false(pace_is_front(&t.pace, 2));
        for (unsigned j = 0; j < MEMBERS; j++)
            assert_true(j == 2 || pace_is_front(&t.pace, j));
        assert_true(t.waited_ns <= (40 * 200 + 3 * 410) * US);
    }
}

/* The first round waits for nobody longer than its limit, though no trip is known yet. */
static void test_first_round(void **state)
{
    struct table t;
    begin(&t, (const int64_t[]){20 * MS, 20 * MS, 20 * MS, 20 * MS, 20 * MS});
    play_round(&t);
    assert_true(t.waited_ns <= 6 * MS);
    assert_int_equal(pace_play(&t.pace), PACE_LEAD); /* nobody was on time */
    play_for(&t, 100 * MS);
    assert_int_equal(pace_play(&t.pace), PACE_LEAD);
}

/* A single hiccup of ten times the trip does not send a member to the rear; several in a row do. */
static void test_hiccups(void **state)
{
    struct table t;
    begin_slow_hub(&t, (const int64_t[]){200 * US, 200 * US, 200 * US, 200 * US, 200 * US});
    for (unsigned round = 0; round < 20; round++)
        play_round(&t);
    t.trip_ns[1] = 2 * MS;
    play_round(&t);
    t.trip_ns[1] = 200 * US;
    for (unsigned round = 0; round < 20; round++)
        play_round(&t);
    assert_true(pace_is_front(&t.pace, 1));
    t.trip_ns[1] = 2 * MS;
    for (unsigned round = 0; round < 60; round++)
        play_round(&t);
    assert_false(pace_is_front(&t.pace, 1));
}

/* With one request in a hundred ten times late, members stay in the front most of the time. */
static void test_hiccups_of_all(void **state)
{
    struct table t;
    unsigned in_front = 0;
    begin_slow_hub(&t, (const int64_t[]){200 * US, 200 * US, 200 * US, 200 * US, 200 * US});
    t.hiccups = 1;
    for (unsigned round = 0; round < 2000; round++) {
        play_round(&t);
        for (unsigned i = 0; i < MEMBERS; i++)
            in_front += pace_is_front(&t.pace, i);
    }
    assert_true(in_front > 2000 * MEMBERS * 95 / 100);
}

/* A member that is fast again comes back; one that stays slow is tried ever more seldom. */
static void test_promotion(void **state)
{
    struct table t;
    begin_slow_hub(&t, (const int64_t[]){200 * US, 200 * US, 200 * US, 200 * US, 20 * MS});
    play_for(&t, 100 * MS);
    assert_false(pace_is_front(&t.pace, 4));
    t.trip_ns[4] = 200 * US;
    play_for(&t, 1500 * MS);
    assert_true(pace_is_front(&t.pace, 4));
    t.trip_ns[4] = 20 * MS;
    t.demotions = 0;
    play_for(&t, 60000 * MS);
    assert_false(pace_is_front(&t.pace, 4));
    assert_in_range(t.demotions, 5, 16); /* 250 ms doubled up to 8 s */
}

/* A member at the limit, whose trips are three medians or a little less, does not come and go. */
static void test_no_oscillation(void **state)
{
    for (int64_t us = 300; us <= 900; us += 100) {
        struct table t;
        begin_slow_hub(&t, (const int64_t[]){200 * US, 200 * US, 200 * US, 200 * US, us * US});
        play_for(&t, 20000 * MS);
        assert_true(t.demotions <= 10);
    }
}

struct regime {
    const char *name;
    int64_t trip_ns[MEMBERS];
    double led_ns_per_tick, share_of_window;
    enum pace_play play;
    const char *reason;
};

/* Which way to play wins, and why; each after a second. */
static void test_regimes(void **state)
{
    static const struct regime regimes[] = {
        {"threads, usual chain", {50 * US, 50 * US, 50 * US, 50 * US, 50 * US}, 6, 0.02, PACE_LEAD, "so it led"},
        {"fast network, slow hub", {200 * US, 200 * US, 200 * US, 200 * US, 200 * US}, 100, 0.5, PACE_SHARE, "sharing"},
        {"fast network", {200 * US, 200 * US, 200 * US, 200 * US, 200 * US}, 6, 0.02, PACE_LEAD, "so it led"},
        {"4 ms", {4 * MS, 4 * MS, 4 * MS, 4 * MS, 4 * MS}, 6, 0.25, PACE_LEAD, "answer after"},
        {"20 ms", {20 * MS, 20 * MS, 20 * MS, 20 * MS, 20 * MS}, 6, 0.25, PACE_LEAD, "so it led"},
        {"one slow", {200 * US, 200 * US, 20 * MS, 200 * US, 200 * US}, 100, 0.5, PACE_SHARE, "sharing"},
        {"only the hub", {0}, 6, 0.25, PACE_LEAD, ""}};
    for (size_t i = 0; i < sizeof regimes / sizeof *regimes; i++) {
        const struct regime *regime = &regimes[i];
        struct table t;
        char reason[256];
        begin(&t, regime->trip_ns);
        t.led_ns_per_tick = regime->led_ns_per_tick;
        t.share_of_window = regime->share_of_window;
        play_for(&t, 1000 * MS);
        pace_reason(&t.pace, reason, sizeof reason);
        if (pace_play(&t.pace) != regime->play || strstr(reason, regime->reason) == NULL)
            fail_msg("%s: %s; %s", regime->name, pace_play(&t.pace) == PACE_LEAD ? "led" : "shared", reason);
        if (regime->play == PACE_LEAD) /* measuring costs a small part of the time */
            assert_true(t.waited_ns < 300 * MS);
    }
}

/* A network that becomes fast is noticed though the game is led. */
static void test_regime_changes(void **state)
{
    struct table t;
    begin(&t, (const int64_t[]){20 * MS, 20 * MS, 20 * MS, 20 * MS, 20 * MS});
    t.led_ns_per_tick = 100;
    t.share_of_window = 0.5;
    play_for(&t, 1000 * MS);
    assert_int_equal(pace_play(&t.pace), PACE_LEAD);
    for (unsigned i = 0; i < MEMBERS; i++) {
        t.trip_ns[i] = 200 * US;
        t.open[i] = false;
        pace_answered(&t.pace, i, 300 * US, true, t.now_ns);
    }
    play_for(&t, 20000 * MS);
    assert_int_equal(pace_play(&t.pace), PACE_SHARE);
    assert_int_equal(t.pace.shared_ticks > 0, true);
}

/* Messages in flight to the rear: enough for the trip, and limited. */
static void test_in_flight(void **state)
{
    struct pace pace;
    pace_init(&pace, 1, PACE_MEASURED);
    pace_join(&pace, 0);
    assert_in_range(pace_open_max(&pace, 0), 2, 4);
    for (int64_t at_ns = MS; at_ns < 100 * MS; at_ns += 5 * MS)
        pace_cut(&pace, at_ns);
    pace_answered(&pace, 0, 20 * MS, true, 100 * MS);
    assert_in_range(pace_open_max(&pace, 0), 5, 7);
    for (unsigned i = 0; i < 100; i++)
        pace_answered(&pace, 0, 2000 * MS, true, 100 * MS);
    assert_int_equal(pace_open_max(&pace, 0), PACE_OPEN_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_slow_member_is_demoted),
                                       cmocka_unit_test(test_first_round),
                                       cmocka_unit_test(test_hiccups),
                                       cmocka_unit_test(test_hiccups_of_all),
                                       cmocka_unit_test(test_promotion),
                                       cmocka_unit_test(test_no_oscillation),
                                       cmocka_unit_test(test_regimes),
                                       cmocka_unit_test(test_regime_changes),
                                       cmocka_unit_test(test_in_flight)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
