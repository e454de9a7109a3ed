/* The table of sessions: unique names, ids and secrets, and the cores that members announce. */
#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <base/test.h>
#include <cluster/registry.h>
#include <cluster/sessions/session.h>
#include <jobs/executor/executor.h>

struct fixture {
    struct cluster *cluster;
    struct sessions *sessions;
    struct inbox inbox; /* of a game */
};

static void start(struct fixture *f, unsigned sessions)
{
    struct nash_error error;
    f->cluster = cluster_start(&(struct cluster_options){0}, &error);
    assert_non_null(f->cluster);
    f->sessions = sessions_start(f->cluster, &(struct sessions_options){.away_ms = 60000, .sessions = sessions});
    assert_non_null(f->sessions);
    inbox_init(&f->inbox);
}

static void stop(struct fixture *f)
{
    struct executor *executor = cluster_executor(f->cluster);
    executor->close(executor);
    inbox_release(&f->inbox);
    sessions_stop(f->sessions);
    cluster_stop(f->cluster);
}

/* Opens a session for a phone of this name and returns the name that it gets. */
static const char *name_of(struct fixture *f, const char *name)
{
    static struct membership membership;
    struct nash_error error;
    assert_int_equal(sessions_open(f->sessions, MEMBER_PHONE, name, 1, &membership, &error), NASH_OK);
    return membership.name;
}

/* Each phone gets the lowest number that is free for its name, also when there are hundreds of the same name. */
static void test_numbers_of_names(void **state)
{
    enum { PHONES = 300 };
    struct fixture f;
    char expected[MEMBER_NAME_MAX];
    start(&f, PHONES + 20);
    assert_string_equal(name_of(&f, ""), "phone 1");
    assert_string_equal(name_of(&f, "phone 3"), "phone 3");
    assert_string_equal(name_of(&f, ""), "phone 2"); /* the third session, whose own name is taken */
    assert_string_equal(name_of(&f, ""), "phone 4");
    assert_string_equal(name_of(&f, "a 2"), "a 2");
    assert_string_equal(name_of(&f, "a 07"), "a 07");
    assert_string_equal(name_of(&f, "a"), "a");
    assert_string_equal(name_of(&f, "a"), "a 3");
    assert_string_equal(name_of(&f, "a 2"), "a 2 2");
    for (unsigned i = 1; i <= PHONES; i++) {
        snprintf(expected, sizeof expected, i == 1 ? "b" : "b %u", i);
        assert_string_equal(name_of(&f, "b"), expected);
    }
    stop(&f);
}

/* A session is found by its own id and secret only, and a member of it has the cores that were announced. */
static void test_ids_and_cores(void **state)
{
    static const char *const bad[] = {
        "", "g", "g0", "g01", "g 1", "g1x", "g+1", "1", "G1", "g99", "g18446744073709551617"};
    struct fixture f;
    struct membership one, two, again;
    struct nash_error error;
    start(&f, 4);
    assert_int_equal(sessions_open(f.sessions, MEMBER_SERVER, "one", 12, &one, &error), NASH_OK);
    assert_int_equal(sessions_open(f.sessions, MEMBER_SERVER, "two", 1, &two, &error), NASH_OK);
    assert_null(sessions_find(f.sessions, one.id, two.session));
    assert_null(sessions_find(f.sessions, one.id, ""));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_null(sessions_find(f.sessions, bad[i], one.session));
    struct session *session = sessions_find(f.sessions, one.id, one.session);
    assert_non_null(session);
    assert_true(session_join(session));
    struct member *member = registry_take(f.cluster, "one", &f.inbox);
    assert_non_null(member);
    assert_int_equal(member->capacity, 12);
    registry_release(member, REGISTRY_NOT_NEEDED);
    session_away(session, "away");
    assert_int_equal(sessions_resume(f.sessions, one.session, NULL, 3, &again, &error), NASH_OK);
    assert_true(session_join(session));
    member = registry_take(f.cluster, "one", &f.inbox);
    assert_int_equal(member->capacity, 3);
    registry_release(member, REGISTRY_NOT_NEEDED);
    session_unref(session);
    stop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_names),
        cmocka_unit_test(test_ids_and_cores),
    };
    log_setup(LOG_ERROR + 1, LOG_TEXT);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
