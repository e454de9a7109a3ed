/* Exact games with slow members, and the credit of games, in the simulation: counts of ticks, exchanges and waits on a
 * virtual clock. */
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <cluster/sudoku/credit.h>
#include <cluster/sudoku/pace/pace.h>
#include <nash/nash.h>
#include <solvers/sudoku/loglinear/chance.h>

#include "../../base/test.h"
#include "sim.h"

enum { MEMBERS = 5, MEASURED = 0, SHARE = 1, LEAD = 2 };

/* Returns a game of five phones on a 25x25 with 45 % given. The hub takes 100 us between two looks at its clock, some
 * of which it takes for each 16,384 ticks that it plays. */
static struct sim_settings settings_make(unsigned pace, unsigned latency_us, unsigned updates)
{
    struct sim_settings s = {.seed = 5,
                             .box_rows = 5,
                             .box_cols = 5,
                             .fixed = 45,
                             .updates = updates,
                             .games = 1,
                             .propagate = true,
                             .pace = pace,
                             .audit = -1,
                             .lease_ms = 1000,
                             .timeout_ms = 600000,
                             .partitions = MEMBERS,
                             .hub_us = 100,
                             .latency_us = latency_us,
                             .in_order = true,
                             .members = MEMBERS};
    for (unsigned i = 0; i < MEMBERS; i++)
        s.member[i].compute_us = 50;
    return s;
}

/* Plays the game, and in one process, and compares them. */
static void play(const struct sim_settings *s, struct sim_course *course)
{
    struct match_end alone;
    sim_play(s, course);
    sim_play_alone(s, 0, &alone);
    const struct match_end *end = &course->end[0];
    if (end->status != 0 || course->hanging[0] != '\0' || strcmp(alone.trajectory, end->trajectory) != 0 ||
        alone.ticks != end->ticks)
        fail_msg("alone %s after %llu ticks, shared %s after %llu; %s%s", alone.trajectory,
                 (unsigned long long)alone.ticks, end->trajectory, (unsigned long long)end->ticks, end->detail,
                 course->hanging);
    free(alone.json);
}

/* One member that is late among fast ones, every round shared: it is waited for a few times, and the game takes about
 * as long as without it. */
static void test_one_slow(void **state)
{
    static const unsigned late_us[] = {1000, 2500, 10000, 25000};
    struct sim_settings s = settings_make(SHARE, 100, 100000);
    struct sim_course fast, slow;
    s.hub_us = 10;
    play(&s, &fast);
    assert_int_equal(fast.end[0].waits, 0);
    for (size_t i = 0; i < sizeof late_us / sizeof *late_us; i++) {
        s.member[2].late_us = late_us[i];
        play(&s, &slow);
        const struct match_end *end = &slow.end[0];
        print_message("one member %u us late, shared: %.1f virtual ms, without it %.1f; %llu rounds, %llu waits\n",
                      2 * late_us[i], (double)slow.took_ns * 1e-6, (double)fast.took_ns * 1e-6,
                      (unsigned long long)end->exchanges, (unsigned long long)end->waits);
        assert_int_equal(end->shared, end->ticks);
        assert_true(end->exchanges > 40);
        assert_in_range(end->waits, 1, 12);
        assert_true(slow.took_ns * 10 < fast.took_ns * 13);
        assert_true(end->used > end->ticks / 2 && end->verified >= end->used);
        sim_course_release(&slow);
    }
    sim_course_release(&fast);
}

/* The same if the hub may choose. */
static void test_one_slow_measured(void **state)
{
    struct sim_settings s = settings_make(MEASURED, 100, 30000000);
    struct sim_course fast, slow;
    play(&s, &fast);
    s.member[2].late_us = 13000;
    play(&s, &slow);
    print_message("one member 26 ms late, measured: %.1f virtual ms, without it %.1f\n", (double)slow.took_ns * 1e-6,
                  (double)fast.took_ns * 1e-6);
    assert_true(slow.took_ns * 10 < fast.took_ns * 13);
    assert_true(slow.end[0].waits <= 12);
    sim_course_release(&slow);
    sim_course_release(&fast);
}

/* A busy thread of this server is waited for: the hub never computes its part a second time. */
static void test_busy_local_thread(void **state)
{
    struct sim_settings s = settings_make(SHARE, 100, 20000);
    struct sim_course course;
    s.local = 1;
    s.local_us = 20000;
    play(&s, &course);
    assert_int_equal(course.end[0].waits, 0);
    sim_course_release(&course);
}

/* All members slow: the hub leads, few exchanges are made, the members confirm, and the result says why. */
static void test_all_slow(void **state)
{
    static const unsigned latency_us[] = {2000, 2500, 10000, 25000};
    for (size_t i = 0; i < sizeof latency_us / sizeof *latency_us; i++) {
        struct sim_settings s = settings_make(MEASURED, latency_us[i], 30000000);
        struct sim_course course;
        s.spike_of_1000 = 10;
        play(&s, &course);
        const struct match_end *end = &course.end[0];
        print_message("round trip %u us: %.1f virtual ms, %llu exchanges, %llu waits, %.0f %% verified\n",
                      2 * latency_us[i], (double)course.took_ns * 1e-6, (unsigned long long)end->exchanges,
                      (unsigned long long)end->waits, 100 * (double)end->verified / (double)end->ticks);
        assert_true(end->led > end->ticks / 10 * 9);
        assert_true(end->exchanges <= 1500);
        assert_true(end->waits <= 3 * MEMBERS);
        if (end->verified <= end->ticks / 4)
            fail_msg("%u us: %llu of %llu ticks verified in %.0f virtual ms: %s", latency_us[i],
                     (unsigned long long)end->verified, (unsigned long long)end->ticks, (double)course.took_ns * 1e-6,
                     end->json);
        assert_int_equal(end->wrong, 0);
        if (strstr(end->json, "\"reason\":\"members answer after") == NULL)
            fail_msg("%s", strstr(end->json, "\"pace\""));
        sim_course_release(&course);
    }
}

/* A game that is always shared is shared on a slow network too: every round waits for an answer of most members. */
static void test_always_shared(void **state)
{
    struct sim_settings s = settings_make(SHARE, 10000, 20000);
    struct sim_course course;
    play(&s, &course);
    assert_int_equal(course.end[0].led, 0);
    assert_true(course.end[0].used > course.end[0].ticks / 2);
    sim_course_release(&course);
}

/* A member that lies about windows which the hub has played is quarantined, though its answers are not used. */
static void test_liar_in_the_rear(void **state)
{
    static const enum net_lie lies[] = {NET_RANDOM_VALUES, NET_KEEPS_BACK, NET_WRONG_OWNER, NET_IMMUTABLE};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct sim_settings s = settings_make(LEAD, 100, 5000000);
        struct sim_course course;
        s.member[1].lie = lies[i];
        s.member[1].lies_of_100 = 50;
        s.audit = 0; /* the comparison costs nothing */
        play(&s, &course);
        assert_int_equal(strncmp(course.end[0].quarantined, "phone 2: ", 9), 0);
        assert_null(strstr(course.end[0].quarantined, "; phone"));
        assert_int_equal(course.end[0].wrong, 1);
        assert_int_equal(course.end[0].used, 0);
        sim_course_release(&course);
    }
}

/* Members that are lost, lose messages and send them twice or out of order, in the rear. */
static void test_faults_in_the_rear(void **state)
{
    for (unsigned seed = 1; seed <= test_length(5, 30); seed++) {
        struct sim_settings s = settings_make(LEAD, 100, 2000000);
        struct sim_course course;
        s.seed = seed;
        s.lost_of_1000 = 20;
        s.twice_of_1000 = 100;
        s.jitter_us = 5000;
        s.in_order = false;
        s.member[2].freezes_at = 5;
        s.member[2].freeze_ms = 30;
        s.member[3].goes_at = 6;
        s.member[3].back_ms = 5;
        play(&s, &course);
        assert_string_equal(course.end[0].quarantined, "");
        if (course.end[0].verified == 0)
            fail_msg("seed %u: nothing verified in %.1f virtual ms: %s", seed, (double)course.took_ns * 1e-6,
                     course.end[0].json);
        sim_course_release(&course);
    }
}

/* ---- credit ---- */

/* The ticks of a partition are those whose player is in it, counted here one by one. */
static void test_ticks_are_counted(void **state)
{
    struct nash_rng rng = test_rng();
    for (unsigned i = 0; i < 50; i++) {
        uint8_t owner[GAME_CELLS_MAX];
        uint32_t ticks[PACE_MEMBERS_MAX], counted[PACE_MEMBERS_MAX] = {0};
        struct credit_draw draw = {.heat = heat_path(0), .seed = nash_rng_next(&rng), .owner = owner};
        uint64_t tick = nash_rng_next(&rng) >> 10, n = nash_rng_below(&rng, 1000);
        draw.players = 1 + (uint32_t)nash_rng_below(&rng, 2401);
        draw.partitions = 1 + (unsigned)nash_rng_below(&rng, PACE_MEMBERS_MAX);
        for (uint32_t player = 0; player < draw.players; player++)
            owner[player] = (uint8_t)nash_rng_below(&rng, draw.partitions);
        credit_count_ticks(&draw, tick, n, ticks);
        for (uint64_t k = 0; k < n; k++)
            counted[owner[chance_below(chance_at(draw.seed, CHANCE_TICK, tick + k).who, draw.players)]]++;
        assert_memory_equal(ticks, counted, draw.partitions * sizeof *ticks);
    }
}

/* A member that leaves keeps its credit, and the one that replaces it has its own. No member settles a given, or a cell
 * of another band. */
static void test_credit_of_members(void **state)
{
    struct sim_settings s = settings_make(SHARE, 100, 3000);
    struct sim_course course;
    s.box_rows = s.box_cols = 3;
    s.fixed = 30;
    s.propagate = false;
    s.partitions = 3;
    s.members = 4;
    s.member[1].goes_at = 20;
    play(&s, &course);
    cJSON *result = cJSON_Parse(course.end[0].json);
    const cJSON *of, *game = cJSON_GetObjectItemCaseSensitive(result, "game");
    unsigned index = 0, account[5] = {0}; /* of phone 1, .. */
    double used[5] = {0};
    cJSON_ArrayForEach(of, cJSON_GetObjectItemCaseSensitive(game, "credit"))
    {
        unsigned phone = 0;
        sscanf(cJSON_GetObjectItemCaseSensitive(of, "member")->valuestring, "phone %u", &phone);
        account[phone % 5] = index++;
        used[phone % 5] = cJSON_GetObjectItemCaseSensitive(of, "used")->valuedouble;
    }
    assert_true(used[1] > 0 && used[2] > 0 && used[3] > 0 && used[4] > 0);
    assert_true(used[2] + used[4] <= used[1] * 2); /* of the middle band both together about a third */
    const char *settled = cJSON_GetObjectItemCaseSensitive(game, "settled")->valuestring;
    const char *state_at_end = cJSON_GetObjectItemCaseSensitive(game, "state")->valuestring;
    assert_int_equal(strlen(settled), 81);
    assert_int_equal(strlen(state_at_end), 81);
    unsigned changed = 0;
    for (unsigned i = 0; i < 81; i++) {
        unsigned owner = settled[i] == '.' ? 0 : (unsigned)(settled[i] - '0');
        bool right = owner == 0 || (i < 27   ? owner == account[1]
                                    : i < 54 ? owner == account[2] || owner == account[4]
                                             : owner == account[3]);
        assert_true(right);
        changed += owner != 0;
    }
    assert_true(changed > 20);
    cJSON_Delete(result);
    sim_course_release(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_slow),           cmocka_unit_test(test_busy_local_thread),
        cmocka_unit_test(test_one_slow_measured),  cmocka_unit_test(test_all_slow),
        cmocka_unit_test(test_always_shared),      cmocka_unit_test(test_liar_in_the_rear),
        cmocka_unit_test(test_faults_in_the_rear), cmocka_unit_test(test_ticks_are_counted),
        cmocka_unit_test(test_credit_of_members),
    };
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* the faults are deliberate */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
