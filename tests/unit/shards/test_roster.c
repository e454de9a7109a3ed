/* Who is taken by which game: in order, by wish, and never who was caught, is gone, or is silent. */
#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/log.h>
#include <jobs/executor.h>
#include <shards/roster.h>

#include "../base/test.h"

static unsigned released, freed;

static void way_send(struct member *member, struct bytes *message)
{
    (void)member;
    (void)message;
}

static void way_release(struct member *member)
{
    (void)member;
    released++;
}

static void way_free(struct member *member)
{
    (void)member;
    freed++;
}

static const struct member_way way = {.send = way_send, .release = way_release, .free = way_free};

struct fixture {
    struct shards *shards;
    struct inbox one, two; /* of two games */
};

static int setup(void **state)
{
    static struct fixture f;
    struct nash_error error = {0};
    f.shards = shards_start(&(struct shards_options){0}, &error);
    inbox_init(&f.one);
    inbox_init(&f.two);
    released = freed = 0;
    *state = &f;
    return f.shards == NULL;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    inbox_release(&f->one);
    inbox_release(&f->two);
    shards_executor(f->shards)->close(shards_executor(f->shards));
    shards_stop(f->shards);
    return 0;
}

static struct member *join(struct fixture *f, enum member_kind kind, const char *name)
{
    struct member *member = member_join(f->shards, kind, name, &way, NULL);
    assert_non_null(member);
    return member;
}

/* The member that a letter of this type is from; the letter is read. */
static const struct member *read_letter(struct inbox *inbox, enum letter_type type)
{
    struct letter *letter = inbox_take(inbox, 0);
    assert_non_null(letter);
    assert_int_equal(letter->type, type);
    const struct member *member = letter->member;
    if (type == LETTER_SAID)
        roster_read(letter->member);
    letter_free(letter);
    return member;
}

static void assert_empty(struct inbox *inbox)
{
    assert_null(inbox_take(inbox, 0));
}

/* "phone" prefers phones, and takes a server that joined where there is none; a name takes just that one. */
static void test_wishes(void **state)
{
    struct fixture *f = *state;
    struct member *server = join(f, MEMBER_SERVER, "http://s"), *phone = join(f, MEMBER_PHONE, "phone 1");
    assert_null(roster_take(f->shards, "http://other", &f->one));
    assert_null(roster_take(f->shards, "phone 1", &f->one)); /* a name is a server's */
    assert_ptr_equal(roster_take(f->shards, "phone", &f->one), phone);
    assert_ptr_equal(roster_take(f->shards, "phone", &f->one), server);
    assert_null(roster_take(f->shards, "phone", &f->two));
    roster_give_back(server, ROSTER_NOT_NEEDED);
    assert_ptr_equal(roster_take(f->shards, "http://s", &f->two), server);
    roster_give_back(server, ROSTER_NOT_NEEDED);
    roster_give_back(phone, ROSTER_NOT_NEEDED);
    assert_int_equal(released, 3);
    assert_true(shards_knows_peer(f->shards, "http://s"));
    assert_false(shards_knows_peer(f->shards, "phone 1"));
    member_gone(server, "it left");
    assert_true(shards_knows_peer(f->shards, "http://s")); /* away, perhaps for a moment: its part is played here */
    assert_false(shards_knows_peer(f->shards, "http://t"));
    member_unref(server);
    member_unref(phone);
    assert_int_equal(freed, 1); /* the phone is still listed */
}

/* Games that wait get who comes, the first first, as many as each wants. */
static void test_waiting(void **state)
{
    struct fixture *f = *state;
    struct member *phone[4];
    roster_want(f->shards, &f->one, 2);
    roster_want(f->shards, &f->two, 1);
    for (unsigned i = 0; i < 4; i++)
        phone[i] = join(f, MEMBER_PHONE, "phone");
    assert_ptr_equal(read_letter(&f->one, LETTER_JOINED), phone[0]);
    assert_ptr_equal(read_letter(&f->one, LETTER_JOINED), phone[1]);
    assert_ptr_equal(read_letter(&f->two, LETTER_JOINED), phone[2]);
    assert_empty(&f->one);
    assert_empty(&f->two);
    roster_want(f->shards, &f->one, 2); /* one is idle already */
    assert_ptr_equal(read_letter(&f->one, LETTER_JOINED), phone[3]);
    roster_give_back(phone[2], ROSTER_NOT_NEEDED); /* and one becomes idle */
    assert_ptr_equal(read_letter(&f->one, LETTER_JOINED), phone[2]);
    roster_want(f->shards, &f->two, 1);
    roster_want(f->shards, &f->two, 0);
    for (unsigned i = 0; i < 4; i++)
        roster_give_back(phone[i], ROSTER_NOT_NEEDED);
    assert_empty(&f->two);
    for (unsigned i = 0; i < 4; i++)
        member_unref(phone[i]);
}

/* What it says goes to the game that has it, and to no other. */
static void test_letters(void **state)
{
    struct fixture *f = *state;
    struct member *phone = join(f, MEMBER_PHONE, "phone");
    member_said(phone, "idle", 4);
    assert_ptr_equal(roster_take(f->shards, "phone", &f->one), phone);
    member_said(phone, "one", 3);
    assert_ptr_equal(read_letter(&f->one, LETTER_SAID), phone);
    roster_give_back(phone, ROSTER_NOT_NEEDED);
    member_said(phone, "idle", 4);
    assert_ptr_equal(roster_take(f->shards, "phone", &f->two), phone);
    member_said(phone, "two", 3);
    member_gone(phone, "it left");
    member_gone(phone, "again");
    member_said(phone, "ghost", 5);
    assert_ptr_equal(read_letter(&f->two, LETTER_SAID), phone);
    assert_ptr_equal(read_letter(&f->two, LETTER_GONE), phone);
    assert_empty(&f->one);
    assert_empty(&f->two);
    roster_give_back(phone, ROSTER_NOT_NEEDED);
    assert_null(roster_take(f->shards, "phone", &f->one));
    member_unref(phone);
    assert_int_equal(freed, 1);
}

static void test_silent_and_caught(void **state)
{
    struct fixture *f = *state;
    struct member *phone = join(f, MEMBER_PHONE, "phone");
    assert_ptr_equal(roster_take(f->shards, "phone", &f->one), phone);
    roster_give_back(phone, ROSTER_SILENT);
    assert_null(roster_take(f->shards, "phone", &f->one));
    roster_want(f->shards, &f->one, 1);
    assert_empty(&f->one);
    member_said(phone, "I am here", 9);
    assert_ptr_equal(read_letter(&f->one, LETTER_JOINED), phone);
    roster_want(f->shards, &f->one, 1);
    roster_ban(phone, "it lies");
    roster_give_back(phone, ROSTER_NOT_NEEDED);
    member_said(phone, "I am here", 9);
    assert_empty(&f->one);
    assert_null(roster_take(f->shards, "phone", &f->two));
    assert_string_equal(roster_caught(phone), "it lies");
    roster_want(f->shards, &f->one, 0);
    member_unref(phone);
}

/* Who says more than it was asked is gone, and memory stays bounded. */
static void test_flood(void **state)
{
    struct fixture *f = *state;
    struct member *phone = join(f, MEMBER_PHONE, "phone");
    unsigned letters = 0;
    assert_ptr_equal(roster_take(f->shards, "phone", &f->one), phone);
    for (unsigned i = 0; i < 10 * ROSTER_UNREAD_MAX; i++)
        member_said(phone, "flood", 5);
    for (struct letter *letter; (letter = inbox_take(&f->one, 0)) != NULL; letters++) {
        assert_int_equal(letter->type, letters < ROSTER_UNREAD_MAX ? LETTER_SAID : LETTER_GONE);
        letter_free(letter);
    }
    assert_int_equal(letters, ROSTER_UNREAD_MAX + 1);
    roster_give_back(phone, ROSTER_NOT_NEEDED);
    member_unref(phone);
    assert_int_equal(freed, 1);
}

static void test_too_many(void **state)
{
    struct fixture *f = *state;
    for (unsigned i = 0; i < ROSTER_MEMBERS_MAX; i++)
        member_unref(join(f, MEMBER_PHONE, "phone"));
    assert_null(member_join(f->shards, MEMBER_PHONE, "phone", &way, NULL));
    assert_int_equal(freed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_wishes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_waiting, setup, teardown),
        cmocka_unit_test_setup_teardown(test_letters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_silent_and_caught, setup, teardown),
        cmocka_unit_test_setup_teardown(test_flood, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_many, setup, teardown),
    };
    log_setup(LOG_ERROR + 1, LOG_TEXT);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
