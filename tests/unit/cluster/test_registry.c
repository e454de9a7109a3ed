/* The registry gives members to games in order of waiting, by the requested kind or name, and never a member that is
 * quarantined, gone or silent. */
#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <cluster/registry.h>
#include <jobs/executor/executor.h>

#include "../base/test.h"

static unsigned released, freed;

static void transport_send(struct member *member, struct bytes *message)
{
    (void)member;
    (void)message;
}

static void transport_release(struct member *member)
{
    (void)member;
    released++;
}

static void transport_free(struct member *member)
{
    (void)member;
    freed++;
}

static const struct member_transport transport = {
    .send = transport_send, .release = transport_release, .free = transport_free};

struct fixture {
    struct cluster *cluster;
    struct inbox one, two; /* inboxes of two games */
};

static int setup(void **state)
{
    static struct fixture f;
    struct nash_error error = {0};
    f.cluster = cluster_start(&(struct cluster_options){0}, &error);
    inbox_init(&f.one);
    inbox_init(&f.two);
    released = freed = 0;
    *state = &f;
    return f.cluster == NULL;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    inbox_release(&f->one);
    inbox_release(&f->two);
    cluster_executor(f->cluster)->close(cluster_executor(f->cluster));
    cluster_stop(f->cluster);
    return 0;
}

static struct member *join(struct fixture *f, enum member_kind kind, const char *name)
{
    struct member *member = member_join(f->cluster, kind, name, &transport, NULL);
    assert_non_null(member);
    return member;
}

/* Reads an inbox message, checks its type, and returns its member. */
static const struct member *read_inbox(struct inbox *inbox, enum inbox_type type)
{
    struct inbox_message *received = inbox_pop(inbox, 0);
    assert_non_null(received);
    assert_int_equal(received->type, type);
    const struct member *member = received->member;
    if (type == INBOX_RECEIVED)
        registry_message_read(received->member);
    inbox_message_free(received);
    return member;
}

static void assert_empty(struct inbox *inbox)
{
    assert_null(inbox_pop(inbox, 0));
}

/* "phone" takes a phone, or a server that joined if there is none; a name takes only the member of that name. */
static void test_requested_members(void **state)
{
    struct fixture *f = *state;
    struct member *server = join(f, MEMBER_SERVER, "http://s"), *phone = join(f, MEMBER_PHONE, "phone 1");
    assert_null(registry_take(f->cluster, "http://other", &f->one));
    assert_null(registry_take(f->cluster, "phone 1", &f->one)); /* phones cannot be named */
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->one), phone);
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->one), server);
    assert_null(registry_take(f->cluster, "phone", &f->two));
    registry_release(server, REGISTRY_NOT_NEEDED);
    assert_ptr_equal(registry_take(f->cluster, "http://s", &f->two), server);
    registry_release(server, REGISTRY_NOT_NEEDED);
    registry_release(phone, REGISTRY_NOT_NEEDED);
    assert_int_equal(released, 3);
    assert_true(cluster_knows_peer(f->cluster, "http://s"));
    assert_false(cluster_knows_peer(f->cluster, "phone 1"));
    member_gone(server, "it left");
    assert_true(
        cluster_knows_peer(f->cluster, "http://s")); /* it may come back; until then, the hub plays its partition */
    assert_false(cluster_knows_peer(f->cluster, "http://t"));
    member_unref(server);
    member_unref(phone);
    assert_int_equal(freed, 1); /* the phone is still listed */
}

/* Waiting games get members in the order of waiting, each as many as it has requested. */
static void test_waiting(void **state)
{
    struct fixture *f = *state;
    struct member *phone[4];
    registry_want(f->cluster, &f->one, 2);
    registry_want(f->cluster, &f->two, 1);
    for (unsigned i = 0; i < 4; i++)
        phone[i] = join(f, MEMBER_PHONE, "phone");
    assert_ptr_equal(read_inbox(&f->one, INBOX_MEMBER_JOINED), phone[0]);
    assert_ptr_equal(read_inbox(&f->one, INBOX_MEMBER_JOINED), phone[1]);
    assert_ptr_equal(read_inbox(&f->two, INBOX_MEMBER_JOINED), phone[2]);
    assert_empty(&f->one);
    assert_empty(&f->two);
    registry_want(f->cluster, &f->one, 2); /* phone 3 is idle and joins at once */
    assert_ptr_equal(read_inbox(&f->one, INBOX_MEMBER_JOINED), phone[3]);
    registry_release(phone[2], REGISTRY_NOT_NEEDED); /* phone 2 becomes idle and joins too */
    assert_ptr_equal(read_inbox(&f->one, INBOX_MEMBER_JOINED), phone[2]);
    registry_want(f->cluster, &f->two, 1);
    registry_want(f->cluster, &f->two, 0);
    for (unsigned i = 0; i < 4; i++)
        registry_release(phone[i], REGISTRY_NOT_NEEDED);
    assert_empty(&f->two);
    for (unsigned i = 0; i < 4; i++)
        member_unref(phone[i]);
}

/* A member that was unable is given to other games only, whether they wait or ask; two games never pass it to and fro.
 */
static void test_unable(void **state)
{
    struct fixture *f = *state;
    struct member *phone = join(f, MEMBER_PHONE, "phone");
    f->one.needs = f->two.needs = 7;
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->one), phone);
    registry_want(f->cluster, &f->one, 1);
    registry_release(phone, REGISTRY_UNABLE);
    assert_empty(&f->one);
    registry_want(f->cluster, &f->two, 1);
    assert_empty(&f->two);
    assert_null(registry_take(f->cluster, "phone", &f->two));
    registry_want(f->cluster, &f->two, 0);
    f->two.needs = 8;
    registry_want(f->cluster, &f->two, 1); /* behind game one, which waits for another member */
    assert_ptr_equal(read_inbox(&f->two, INBOX_MEMBER_JOINED), phone);
    struct member *other = join(f, MEMBER_PHONE, "other");
    assert_ptr_equal(read_inbox(&f->one, INBOX_MEMBER_JOINED), other);
    registry_release(phone, REGISTRY_UNABLE);
    registry_release(other, REGISTRY_NOT_NEEDED);
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->two), other);
    assert_null(registry_take(f->cluster, "phone", &f->two));
    f->two.needs = 9;
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->two), phone);
    registry_release(phone, REGISTRY_NOT_NEEDED);
    registry_release(other, REGISTRY_NOT_NEEDED);
    member_unref(phone);
    member_unref(other);
}

/* A game whose needs change gets an idle member that it could not have before. */
static void test_other_needs(void **state)
{
    struct fixture *f = *state;
    struct member *phone = join(f, MEMBER_PHONE, "phone");
    f->one.needs = 7;
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->one), phone);
    registry_release(phone, REGISTRY_UNABLE);
    registry_want(f->cluster, &f->one, 1);
    assert_empty(&f->one);
    registry_need(f->cluster, &f->one, 8);
    assert_ptr_equal(read_inbox(&f->one, INBOX_MEMBER_JOINED), phone);
    registry_release(phone, REGISTRY_NOT_NEEDED);
    registry_need(f->cluster, &f->one, 7); /* it waits for nobody */
    assert_empty(&f->one);
    member_unref(phone);
}

/* A member's message goes only to the game that has this member. */
static void test_messages(void **state)
{
    struct fixture *f = *state;
    struct member *phone = join(f, MEMBER_PHONE, "phone");
    member_received(phone, "idle", 4);
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->one), phone);
    member_received(phone, "one", 3);
    assert_ptr_equal(read_inbox(&f->one, INBOX_RECEIVED), phone);
    registry_release(phone, REGISTRY_NOT_NEEDED);
    member_received(phone, "idle", 4);
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->two), phone);
    member_received(phone, "two", 3);
    member_gone(phone, "it left");
    member_gone(phone, "again");
    member_received(phone, "ghost", 5);
    assert_ptr_equal(read_inbox(&f->two, INBOX_RECEIVED), phone);
    assert_ptr_equal(read_inbox(&f->two, INBOX_MEMBER_GONE), phone);
    assert_empty(&f->one);
    assert_empty(&f->two);
    registry_release(phone, REGISTRY_NOT_NEEDED);
    assert_null(registry_take(f->cluster, "phone", &f->one));
    member_unref(phone);
    assert_int_equal(freed, 1);
}

static void test_silent_and_quarantined(void **state)
{
    struct fixture *f = *state;
    struct member *phone = join(f, MEMBER_PHONE, "phone");
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->one), phone);
    registry_release(phone, REGISTRY_SILENT);
    assert_null(registry_take(f->cluster, "phone", &f->one));
    registry_want(f->cluster, &f->one, 1);
    assert_empty(&f->one);
    member_received(phone, "I am here", 9);
    assert_ptr_equal(read_inbox(&f->one, INBOX_MEMBER_JOINED), phone);
    registry_want(f->cluster, &f->one, 1);
    registry_quarantine(phone, "it lies");
    registry_release(phone, REGISTRY_NOT_NEEDED);
    member_received(phone, "I am here", 9);
    assert_empty(&f->one);
    assert_null(registry_take(f->cluster, "phone", &f->two));
    assert_string_equal(registry_quarantined(phone), "it lies");
    registry_want(f->cluster, &f->one, 0);
    member_unref(phone);
}

/* A member that sends too many unread messages is removed, so that memory stays bounded. */
static void test_flood(void **state)
{
    struct fixture *f = *state;
    struct member *phone = join(f, MEMBER_PHONE, "phone");
    unsigned messages = 0;
    assert_ptr_equal(registry_take(f->cluster, "phone", &f->one), phone);
    for (unsigned i = 0; i < 10 * REGISTRY_UNREAD_MAX; i++)
        member_received(phone, "flood", 5);
    for (struct inbox_message *received; (received = inbox_pop(&f->one, 0)) != NULL; messages++) {
        assert_int_equal(received->type, messages < REGISTRY_UNREAD_MAX ? INBOX_RECEIVED : INBOX_MEMBER_GONE);
        inbox_message_free(received);
    }
    assert_int_equal(messages, REGISTRY_UNREAD_MAX + 1);
    registry_release(phone, REGISTRY_NOT_NEEDED);
    member_unref(phone);
    assert_int_equal(freed, 1);
}

static void test_too_many(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < REGISTRY_MEMBERS_MAX; i++)
        member_unref(join(f, MEMBER_PHONE, "phone"));
    assert_null(member_join(f->cluster, MEMBER_PHONE, "phone", &transport, NULL));
    assert_int_equal(freed, 0);
}

/* ---- random joins, games and ends, compared with a search of all members ---- */

enum { ACTORS = 40, ACTIONS = 4000 };

struct actor {
    struct member *member; /* NULL: not joined */
    enum member_kind kind;
    bool held, silent, quarantined;
    unsigned idle_since; /* number of the action since which it is idle */
};

static bool actor_is_free(const struct actor *actor)
{
    return actor->member != NULL && !actor->held && !actor->silent && !actor->quarantined;
}

/* Returns the member that "phone" must take: the phone idle for longest, else the server idle for longest. */
static struct actor *model_take(struct actor actors[ACTORS])
{
    struct actor *best = NULL;
    for (unsigned i = 0; i < ACTORS; i++) {
        struct actor *actor = &actors[i];
        if (!actor_is_free(actor))
            continue;
        bool phone = actor->kind == MEMBER_PHONE, best_phone = best != NULL && best->kind == MEMBER_PHONE;
        if (best == NULL || (phone && !best_phone) || (phone == best_phone && actor->idle_since < best->idle_since))
            best = actor;
    }
    return best;
}

static void actor_act(struct fixture *f, struct actor *actor, unsigned what, unsigned now)
{
    if (actor->member == NULL) {
        *actor = (struct actor){.kind = what % 2 ? MEMBER_PHONE : MEMBER_SERVER, .idle_since = now};
        actor->member = join(f, actor->kind, "actor");
    } else if (what == 0) { /* it ends; a game that has it gives it back */
        member_gone(actor->member, "it left");
        if (actor->held)
            registry_release(actor->member, REGISTRY_NOT_NEEDED);
        member_unref(actor->member);
        actor->member = NULL;
    } else if (actor->held) {
        actor->quarantined = what == 1;
        actor->silent = what == 2;
        if (actor->quarantined)
            registry_quarantine(actor->member, "it lies");
        registry_release(actor->member, actor->silent ? REGISTRY_SILENT : REGISTRY_NOT_NEEDED);
        actor->held = false;
        actor->idle_since = now;
    } else {
        member_received(actor->member, "here", 4);
        actor->idle_since = actor->silent ? now : actor->idle_since;
        actor->silent = false;
    }
}

static void test_any_order(void **state)
{
    struct fixture *f = *state;
    struct nash_rng rng = test_rng();
    struct actor actors[ACTORS] = {0};
    struct inbox_message *received;
    unsigned taken = 0;
    for (unsigned now = 1; now <= ACTIONS; now++) {
        if (nash_rng_below(&rng, 3) > 0) {
            actor_act(f, &actors[nash_rng_below(&rng, ACTORS)], (unsigned)nash_rng_below(&rng, 12), now);
        } else {
            struct actor *expected = model_take(actors);
            const struct member *member = registry_take(f->cluster, "phone", &f->one);
            assert_ptr_equal(member, expected != NULL ? expected->member : NULL);
            if (expected != NULL)
                expected->held = true;
            taken += expected != NULL;
        }
        while ((received = inbox_pop(&f->one, 0)) != NULL)
            inbox_message_free(received);
    }
    assert_true(taken > ACTIONS / 10);
    for (unsigned i = 0; i < ACTORS; i++)
        if (actors[i].member != NULL)
            actor_act(f, &actors[i], 0, ACTIONS);
    assert_null(registry_take(f->cluster, "phone", &f->one));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_requested_members, setup, teardown),
        cmocka_unit_test_setup_teardown(test_waiting, setup, teardown),
        cmocka_unit_test_setup_teardown(test_unable, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_needs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_messages, setup, teardown),
        cmocka_unit_test_setup_teardown(test_silent_and_quarantined, setup, teardown),
        cmocka_unit_test_setup_teardown(test_flood, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_any_order, setup, teardown),
    };
    log_setup(LOG_ERROR + 1, LOG_TEXT);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
