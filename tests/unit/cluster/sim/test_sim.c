/* Whole games of hub and members in a deterministic simulation, with every fault of network and members. For each game:
 *
 *     - it ends, with the verdict, the trajectory and the ticks of one process; if its time ends, with their beginning
 *     - no honest member is quarantined
 *     - a member that falsified an answer which was used or compared is named, if every answer is audited
 *
 * A failure is made smaller: faults are removed one by one as long as the game still fails, and the smallest settings
 * are printed. Everything follows from the number of the game.
 *
 *     NASH_SIM_GAMES=100000   plays so many games, as a nightly run does; the default is 1,000 (250 with a sanitizer)
 *     NASH_SIM_FIRST=4711     the number of the first game; with NASH_SIM_GAMES=1 that game alone */
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <nash/json.h>

#include "../../base/test.h"
#include "sim.h"

enum { SHORT_MS = 1000 }; /* a shorter time may end a game */

/* Totals over all games. */
static struct {
    unsigned games, cut, liars, named, faults, hedged, leases, replayed;
    uint64_t steps, delivered;
    int64_t took_ns;
} seen;

static bool is_named(const struct match_end *end, const char *name)
{
    char entry[40];
    snprintf(entry, sizeof entry, "%s: ", name);
    return strstr(end->quarantined, entry) != NULL;
}

static unsigned count_liars(const struct sim_settings *s)
{
    unsigned count = 0;
    for (unsigned i = 0; i < s->members; i++)
        count += s->member[i].lie != NET_HONEST;
    return count;
}

/* ---- what must hold; each function writes what does not hold into why[room] and returns whether it holds ---- */

/* A game that its time ended has the beginning of the trajectory; this is checked within the first run. Without audits,
 * what a member answers is believed. */
static bool check_trajectory(const struct sim_settings *s, unsigned number, const struct match_end *shared, char *why,
                             size_t room)
{
    struct sim_settings of_one = *s;
    struct match_end alone;
    bool cut = strcmp(shared->verdict, "timeout") == 0 && s->timeout_ms < SHORT_MS;
    if ((s->audit == 0 && count_liars(s) > 0) || (cut && (shared->ticks == 0 || shared->ticks > s->updates)))
        return true;
    if (cut) {
        of_one.updates = (unsigned)shared->ticks;
        of_one.restarts = 0;
    }
    sim_play_alone(&of_one, number, &alone);
    seen.cut += cut;
    bool same = alone.status == 0 && shared->status == 0 && (cut || strcmp(alone.verdict, shared->verdict) == 0) &&
                strcmp(alone.trajectory, shared->trajectory) == 0 && alone.ticks == shared->ticks;
    if (!same)
        snprintf(why, room, "game %u: alone %s %s after %llu ticks, shared %s %s after %llu (%s %s)", number,
                 alone.verdict, alone.trajectory, (unsigned long long)alone.ticks, shared->verdict, shared->trajectory,
                 (unsigned long long)shared->ticks, shared->type, shared->detail);
    free(alone.json);
    return same;
}

static bool check_honest(const struct sim_settings *s, const struct match_end *end, char *why, size_t room)
{
    char name[32];
    for (unsigned i = 0; i < s->members; i++) {
        if (s->member[i].lie == NET_HONEST && is_named(end, sim_member_name(s, i, name))) {
            snprintf(why, room, "%s is honest and was quarantined: %s", name, end->quarantined);
            return false;
        }
    }
    return true;
}

/* Returns whether a false answer of this kind is found whenever it is audited. The others are dropped unread, or may
 * change bytes that do not matter. */
static bool is_found(enum net_lie lie)
{
    return lie == NET_RANDOM_VALUES || lie == NET_KEEPS_BACK || lie == NET_WRONG_OWNER || lie == NET_IMMUTABLE;
}

/* Returns how many answers of the member were not read, since they came too late or fitted no request: the `late` and
 * `faults` of its credit. */
static unsigned count_unread(const struct match_end *end, const char *name)
{
    cJSON *root = cJSON_Parse(end->json);
    const cJSON *entry, *game = cJSON_GetObjectItemCaseSensitive(root, "game");
    double unread = 0;
    cJSON_ArrayForEach(entry, cJSON_GetObjectItemCaseSensitive(game, "credit"))
    {
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(entry, "member");
        if (!cJSON_IsString(member) || strcmp(member->valuestring, name) != 0)
            continue;
        unread += cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(entry, "late"));
        unread += cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(entry, "faults"));
    }
    cJSON_Delete(root);
    return (unsigned)unread;
}

/* False answers that came too late, or fitted no request, need not be found. */
static bool check_liars(const struct sim_settings *s, const struct sim_course *course, char *why, size_t room)
{
    char name[32];
    if (s->games > 1 || s->audit == 0 || s->audit == 30)
        return true;
    for (unsigned i = 0; i < s->members; i++) {
        sim_member_name(s, i, name);
        if (!is_found(s->member[i].lie) || (s->audit < 0 && s->member[i].server))
            continue;
        seen.liars += is_named(&course->end[0], name);
        if (!is_named(&course->end[0], name) && course->lies[i] > count_unread(&course->end[0], name)) {
            snprintf(why, room, "%s falsified %u answers and is not named", name, course->lies[i]);
            return false;
        }
    }
    return true;
}

static void add_to_totals(const struct sim_settings *s, const struct sim_course *course)
{
    seen.games++;
    seen.steps += course->steps;
    seen.delivered += course->delivered;
    seen.took_ns += course->took_ns;
    for (unsigned i = 0; i < s->games; i++) {
        seen.named += course->end[i].quarantined[0] != '\0';
        seen.faults += course->end[i].faults;
        seen.hedged += course->end[i].hedged;
        seen.leases += course->end[i].leases;
        seen.replayed += course->end[i].replayed;
    }
}

/* Plays the games of the settings and checks them. */
static bool play_and_check(const struct sim_settings *s, char *why, size_t room)
{
    struct sim_course course;
    sim_play(s, &course);
    bool holds = course.hanging[0] == '\0';
    if (!holds)
        snprintf(why, room, "%s", course.hanging);
    for (unsigned i = 0; holds && i < s->games; i++)
        holds = check_trajectory(s, i, &course.end[i], why, room) && check_honest(s, &course.end[i], why, room);
    holds = holds && check_liars(s, &course, why, room);
    add_to_totals(s, &course);
    sim_course_release(&course);
    return holds;
}

/* Removes what is not needed for the failure, until nothing can be removed, and prints what is left. */
static void shrink(struct sim_settings *s, char *why, size_t room)
{
    bool more = true, changed = true;
    while (changed) {
        changed = false;
        more = true;
        for (unsigned number = 0; more; number++) {
            struct sim_settings smaller = *s;
            char other[300];
            if (!sim_simplify(&smaller, number, &more) || play_and_check(&smaller, other, sizeof other))
                continue;
            *s = smaller;
            snprintf(why, room, "%s", other);
            changed = true;
        }
    }
    sim_print(s);
}

static unsigned long number_from(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? strtoul(text, NULL, 10) : otherwise;
}

static void test_games(void **state)
{
    unsigned long first = number_from("NASH_SIM_FIRST", 1),
                  games = number_from("NASH_SIM_GAMES", test_length(1000, 4000));
    for (unsigned long number = first; number < first + games; number++) {
        struct sim_settings settings;
        char why[300];
        sim_draw(&settings, number);
        if (play_and_check(&settings, why, sizeof why))
            continue;
        fprintf(stderr, "%s\n", why);
        sim_print(&settings);
        shrink(&settings, why, sizeof why);
        fail_msg("game %lu, simplified as above: %s (NASH_SIM_FIRST=%lu NASH_SIM_GAMES=1)", number, why, number);
    }
    print_message("%u games (%u cut short) in %.0f virtual s: %llu steps, %llu events, %u faults, %u parts "
                  "hedged, %u leases, "
                  "%u parts replayed, a member quarantined in %u, %u liars that had to be named\n",
                  seen.games, seen.cut, (double)seen.took_ns * 1e-9, (unsigned long long)seen.steps,
                  (unsigned long long)seen.delivered, seen.faults, seen.hedged, seen.leases, seen.replayed, seen.named,
                  seen.liars);
    if (games >= 200)
        assert_true(seen.faults > games && seen.hedged > games && seen.replayed > games && seen.named > games / 20 &&
                    seen.liars > games / 200);
}

/* The same settings give the same course, message by message. */
static void test_repeated(void **state)
{
    for (unsigned number = 1; number <= 20; number++) {
        struct sim_settings settings;
        struct sim_course one, two;
        sim_draw(&settings, number);
        sim_play(&settings, &one);
        sim_play(&settings, &two);
        assert_int_equal(one.took_ns, two.took_ns);
        assert_int_equal(one.steps, two.steps);
        assert_int_equal(one.delivered, two.delivered);
        for (unsigned i = 0; i < settings.games; i++) {
            assert_int_equal(one.end[i].messages, two.end[i].messages);
            assert_int_equal(one.end[i].bytes, two.end[i].bytes);
            assert_string_equal(one.end[i].trajectory, two.end[i].trajectory);
        }
        sim_course_release(&one);
        sim_course_release(&two);
    }
}

/* Each simplification ends: no setting can be simplified for ever. */
static void test_simplification_ends(void **state)
{
    for (unsigned number = 1; number <= 50; number++) {
        struct sim_settings settings;
        bool more = true;
        unsigned changes = 0;
        sim_draw(&settings, number);
        for (unsigned fault = 0; more; fault++)
            while (sim_simplify(&settings, fault, &more))
                assert_true(++changes < 200);
        assert_int_equal(settings.spike_of_1000 + settings.lost_of_1000 + settings.twice_of_1000, 0);
        assert_int_equal(settings.members, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_repeated),
        cmocka_unit_test(test_simplification_ends),
        cmocka_unit_test(test_games),
    };
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* the faults are deliberate */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
