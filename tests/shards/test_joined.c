/* Those who joined, without HTTP: invitations and their ends, sessions that come and go, what waits for whom, and a
 * storm of all of it at once (meant for TSan too). */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/test.h>
#include <jobs/executor.h>
#include <shards/executor.h>
#include <shards/guest.h>
#include <shards/invitation.h>
#include <shards/parcel.h>
#include <shards/roster.h>

enum { PATIENCE_MS = 20000 };

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* ---- invitations ---- */

static void expect_type(enum nash_status status, const struct nash_error *error, const char *type)
{
    assert_int_not_equal(status, NASH_OK);
    assert_string_equal(nash_error_type(error), type);
}

static void test_invitation(void **state)
{
    const struct invitations_options options = {.good_ms = 60000, .open = 3};
    struct invitations *invitations = invitations_new(&options);
    struct invitation one = {.name = "x"}, found;
    struct nash_error error;
    (void)state;
    assert_int_equal(invitation_make(invitations, &one, &error), NASH_OK);
    snprintf(one.url, sizeof one.url, "http://a/join#%s", one.token);
    invitation_keep_url(invitations, &one);
    assert_int_equal(invitation_look(invitations, one.token, &found, &error), NASH_OK);
    assert_string_equal(found.url, one.url);
    assert_string_equal(found.name, "x");
    assert_int_equal(invitation_use(invitations, one.token, &found, &error), NASH_OK);
    expect_type(invitation_use(invitations, one.token, &found, &error), &error, "token-used");
    expect_type(invitation_look(invitations, one.token, &found, &error), &error, "token-used");
    invitation_undo(invitations, one.token);
    assert_int_equal(invitation_use(invitations, one.token, &found, &error), NASH_OK);
    one.token[0] ^= 1;
    expect_type(invitation_use(invitations, one.token, &found, &error), &error, "token-unknown");
    expect_type(invitation_use(invitations, "", &found, &error), &error, "token-unknown");
    for (int i = 0; i < 3; i++) /* the used one does not count */
        assert_int_equal(invitation_make(invitations, &one, &error), NASH_OK);
    expect_type(invitation_make(invitations, &one, &error), &error, "busy");
    assert_int_equal(error.status, NASH_BUSY);
    invitations_free(invitations);
}

static void test_expiry(void **state)
{
    const struct invitations_options options = {.good_ms = 40, .open = 1};
    struct invitations *invitations = invitations_new(&options);
    struct invitation one = {0}, found;
    struct nash_error error;
    (void)state;
    assert_int_equal(invitation_make(invitations, &one, &error), NASH_OK);
    sleep_ms(50);
    enum nash_status status = invitation_use(invitations, one.token, &found, &error);
    assert_int_not_equal(status, NASH_OK);
    if (strcmp(nash_error_type(&error), "token-unknown") != 0) /* the machine may have slept through the other 40 ms */
        expect_type(status, &error, "token-expired");
    assert_int_equal(invitation_make(invitations, &one, &error), NASH_OK); /* there is room again */
    sleep_ms(100);
    expect_type(invitation_look(invitations, one.token, &found, &error), &error, "token-unknown"); /* long over */
    invitations_free(invitations);
}

static _Atomic unsigned won;

static void *use(void *pointer)
{
    struct invitation found;
    struct nash_error error;
    void *const *with = pointer;
    if (invitation_use(with[0], with[1], &found, &error) == NASH_OK)
        won++;
    return NULL;
}

static void test_used_by_many(void **state)
{
    struct invitations *invitations = invitations_new(&(struct invitations_options){0});
    (void)state;
    for (int round = 0; round < 20; round++) {
        struct invitation one = {0};
        struct nash_error error;
        pthread_t thread[8];
        won = 0;
        assert_int_equal(invitation_make(invitations, &one, &error), NASH_OK);
        void *with[] = {invitations, one.token};
        for (int i = 0; i < 8; i++)
            pthread_create(&thread[i], NULL, use, with);
        for (int i = 0; i < 8; i++)
            pthread_join(thread[i], NULL);
        assert_int_equal(won, 1);
    }
    invitations_free(invitations);
}

/* ---- names ---- */

static void test_names(void **state)
{
    struct nash_rng rng = test_rng();
    char clean[GUEST_NAME_ROOM], again[GUEST_NAME_ROOM];
    (void)state;
    for (int round = 0; round < 20000; round++) { /* whatever comes in: short, clean, and stable */
        char text[80];
        size_t len = nash_rng_below(&rng, sizeof text);
        for (size_t i = 0; i < len; i++)
            text[i] =
                (char)(nash_rng_below(&rng, 4) > 0 ? 1 + nash_rng_below(&rng, 255) : 0xe2 + nash_rng_below(&rng, 3));
        text[len] = '\0';
        guest_name_clean(clean, text);
        assert_true(strlen(clean) <= GUEST_NAME_MAX);
        for (const char *at = clean; *at != '\0'; at++)
            if ((unsigned char)*at < ' ' || *at == 0x7f)
                fail_msg("a control character is left in round %d", round);
        guest_name_clean(again, clean);
        assert_string_equal(again, clean);
    }
}

/* ---- guests ---- */

struct fixture {
    struct shards *shards;
    struct joined *joined;
    struct inbox inbox;
};

static void start(struct fixture *f, uint32_t away_ms, uint32_t session_ms, unsigned guests)
{
    struct nash_error error;
    const struct joined_options options = {.away_ms = away_ms, .session_ms = session_ms, .guests = guests};
    f->shards = shards_start(&(struct shards_options){.lease_ms = 50}, &error);
    assert_non_null(f->shards);
    f->joined = joined_start(f->shards, &options);
    assert_non_null(f->joined);
    inbox_init(&f->inbox);
}

static void stop(struct fixture *f)
{
    struct executor *executor = shards_executor(f->shards);
    executor->close(executor);
    inbox_release(&f->inbox);
    joined_stop(f->joined);
    shards_stop(f->shards);
}

static struct guest *enter(struct fixture *f, const char *name, struct membership *out)
{
    struct nash_error error;
    assert_int_equal(joined_enter(f->joined, MEMBER_PHONE, name, out, &error), NASH_OK);
    struct guest *guest = joined_find(f->joined, out->id, out->session);
    assert_non_null(guest);
    return guest;
}

/* A line that keeps what it is sent. */
struct line {
    pthread_mutex_t lock;
    unsigned sent, closed_with;
    const char *closed_why;
    uint8_t last;
    bool broken;
};

static bool line_send(void *context, struct bytes *message)
{
    struct line *line = context;
    pthread_mutex_lock(&line->lock);
    if (!line->broken) {
        line->sent++;
        line->last = (uint8_t)message->data[0];
    }
    bool good = !line->broken;
    pthread_mutex_unlock(&line->lock);
    return good;
}

static void line_close(void *context, unsigned code, const char *reason)
{
    struct line *line = context;
    pthread_mutex_lock(&line->lock);
    line->closed_why = reason;
    line->closed_with = code;
    pthread_mutex_unlock(&line->lock);
}

static const struct guest_line line_way = {.send = line_send, .close = line_close};
#define LINE                                                                                                           \
    {                                                                                                                  \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                                              \
    }

static void tell(struct member *member, enum message_type type, uint32_t epoch)
{
    struct bytes *message = bytes_new(MESSAGE_HEAD);
    message_head_write((uint8_t *)message->data, type, 7, epoch, 0);
    message->len = MESSAGE_HEAD;
    member->way->send(member, message);
    bytes_unref(message);
}

static enum guest_said say(struct guest *guest, enum message_type type, uint32_t epoch)
{
    uint8_t message[MESSAGE_HEAD];
    message_head_write(message, type, 7, epoch, 0);
    return guest_said(guest, message, sizeof message);
}

static void expect_letter(struct fixture *f, enum letter_type type)
{
    struct letter *letter = inbox_take(&f->inbox, clock_mono_ns() + PATIENCE_MS * 1000000LL);
    assert_non_null(letter);
    assert_int_equal(letter->type, type);
    if (type == LETTER_SAID)
        roster_read(letter->member);
    letter_free(letter);
}

static void test_line(void **state)
{
    struct fixture f;
    struct membership membership;
    struct line one = LINE, other = LINE;
    (void)state;
    start(&f, 60000, 60000, 4);
    struct guest *guest = enter(&f, "a", &membership);
    assert_null(roster_take(f.shards, "phone", &f.inbox)); /* nobody is there yet */
    assert_true(guest_plug(guest, &line_way, &one));
    struct member *member = roster_take(f.shards, "phone", &f.inbox);
    assert_non_null(member);
    assert_string_equal(member->name, "a");
    tell(member, MESSAGE_LEASE, 1);
    assert_int_equal(one.sent, 1);
    assert_int_equal(say(guest, MESSAGE_LEASED, 1), GUEST_HEARD);
    expect_letter(&f, LETTER_SAID);
    assert_int_equal(say(guest, MESSAGE_LEASED, 2), GUEST_LATE); /* reaches the game all the same, which counts it */
    expect_letter(&f, LETTER_SAID);

    guest_unplug(guest, &one); /* cut: what is sent waits, and the next line gets it */
    tell(member, MESSAGE_ROUND, 1);
    tell(member, MESSAGE_PING, 1);
    assert_int_equal(one.sent, 1);
    assert_true(guest_plug(guest, &line_way, &other));
    assert_int_equal(other.sent, 2);
    assert_int_equal(other.last, MESSAGE_PING);
    guest_unplug(guest, &one); /* late: it has been replaced */
    tell(member, MESSAGE_PING, 1);
    assert_int_equal(other.sent, 3);

    assert_true(guest_plug(guest, &line_way, &one)); /* a second connection takes the first one's place */
    assert_int_equal(other.closed_with, GUEST_REPLACED);
    one.broken = true; /* as when a slow reader was cut: the message waits for the next line */
    tell(member, MESSAGE_PING, 1);
    one.broken = false;
    assert_true(guest_plug(guest, &line_way, &one));
    assert_int_equal(one.sent, 2);

    guest_unplug(guest, &one); /* with BYE, what waited of that lease is dropped */
    tell(member, MESSAGE_ROUND, 1);
    tell(member, MESSAGE_BYE, 1);
    assert_true(guest_plug(guest, &line_way, &one));
    assert_int_equal(one.sent, 3);
    assert_int_equal(one.last, MESSAGE_BYE);

    assert_int_equal(say(guest, MESSAGE_LEAVE, 0), GUEST_LEFT);
    assert_int_equal(one.closed_with, 1000);
    expect_letter(&f, LETTER_SAID);
    expect_letter(&f, LETTER_GONE);
    tell(member, MESSAGE_PING, 1); /* to nobody */
    assert_int_equal(one.sent, 3);
    roster_give_back(member, ROSTER_NOT_NEEDED);
    assert_true(guest_plug(guest, &line_way, &one)); /* it comes back as another member */
    member = roster_take(f.shards, "phone", &f.inbox);
    assert_non_null(member);
    guest_leave(guest, GUEST_SENT_AWAY, "sent away");
    assert_int_equal(one.closed_with, GUEST_SENT_AWAY);
    expect_letter(&f, LETTER_GONE);
    assert_false(guest_plug(guest, &line_way, &one));
    assert_null(joined_find(f.joined, membership.id, membership.session));
    roster_give_back(member, ROSTER_NOT_NEEDED);
    guest_unref(guest);
    stop(&f);
}

struct waiter {
    struct guest_waiter waiter; /* first */
    _Atomic unsigned woken;
};

static void waiter_wake(struct guest_waiter *waiter)
{
    ((struct waiter *)(void *)waiter)->woken++;
}

static void test_posts(void **state)
{
    struct fixture f;
    struct membership membership;
    struct waiter one = {.waiter.wake = waiter_wake}, other = {.waiter.wake = waiter_wake};
    struct nash_buf out = NASH_BUF_INIT(0);
    (void)state;
    start(&f, 60000, 60000, 4);
    struct guest *guest = enter(&f, "", &membership);
    assert_string_equal(membership.name, "phone 1");
    assert_true(guest_come(guest));
    struct member *member = roster_take(f.shards, "phone", &f.inbox);
    assert_true(guest_wait(guest, &one.waiter));
    assert_true(guest_wait(guest, &other.waiter)); /* the newer one waits, the older is let go */
    assert_int_equal(one.woken, 1);
    tell(member, MESSAGE_LEASE, 1);
    assert_int_equal(other.woken, 1);
    assert_false(guest_wait(guest, &one.waiter)); /* there is something */
    tell(member, MESSAGE_PING, 1);
    assert_true(guest_fetch(guest, &out, PARCEL_MAX));
    assert_int_equal(out.len, 2 * MESSAGE_HEAD);
    assert_false(guest_fetch(guest, &out, PARCEL_MAX));
    for (int i = 0; i < 5; i++)
        tell(member, MESSAGE_PING, 1);
    nash_buf_reset(&out);
    assert_true(guest_fetch(guest, &out, 3 * MESSAGE_HEAD)); /* no more than fits */
    assert_int_equal(out.len, 3 * MESSAGE_HEAD);
    assert_true(guest_fetch(guest, &out, PARCEL_MAX));
    tell(member, MESSAGE_ROUND, 1); /* the end of a game that somebody else has solved: the last moves come before it */
    tell(member, MESSAGE_COMMIT, 1);
    tell(member, MESSAGE_BYE, 1);
    nash_buf_reset(&out);
    assert_true(guest_fetch(guest, &out, PARCEL_MAX));
    assert_int_equal(out.len, 3 * MESSAGE_HEAD);
    assert_int_equal(out.data[MESSAGE_HEAD], MESSAGE_COMMIT);
    assert_int_equal(out.data[2 * MESSAGE_HEAD], MESSAGE_BYE);
    nash_buf_free(&out);
    for (int i = 0; i <= GUEST_LETTERS; i++) /* it fetches nothing: gone, and the game hears of it */
        tell(member, MESSAGE_PING, 1);
    expect_letter(&f, LETTER_GONE);
    roster_give_back(member, ROSTER_NOT_NEEDED);
    guest_leave(guest, GUEST_SENT_AWAY, "sent away");
    assert_false(guest_wait(guest, &one.waiter));
    guest_unref(guest);
    stop(&f);
}

/* A phone with a line, of which a game has taken hold. */
struct phone {
    struct membership membership;
    struct line line;
    struct guest *guest;
    struct member *member;
};

static void begin_phone(struct fixture *f, struct phone *phone, const char *name)
{
    *phone = (struct phone){.line = LINE};
    phone->guest = enter(f, name, &phone->membership);
    assert_true(guest_plug(phone->guest, &line_way, &phone->line));
    phone->member = roster_take(f->shards, "phone", &f->inbox);
    assert_non_null(phone->member);
}

/* Waits until all are forgotten. */
static void expect_nobody(struct fixture *f)
{
    for (int i = 0; i < PATIENCE_MS / 10 && joined_count(f->joined) > 0; i++)
        sleep_ms(10);
    assert_int_equal(joined_count(f->joined), 0);
}

/* Nobody there for away_ms: no member any more; for session_ms: forgotten. */
static void test_silence(void **state)
{
    struct fixture f;
    struct phone phone;
    struct membership again;
    struct nash_error error;
    (void)state;
    start(&f, 30, 400, 4);
    begin_phone(&f, &phone, "a");
    sleep_ms(100); /* longer than away_ms, but the line is there */
    tell(phone.member, MESSAGE_PING, 1);
    assert_int_equal(phone.line.sent, 1);
    guest_unplug(phone.guest, &phone.line);
    expect_letter(&f, LETTER_GONE);
    roster_give_back(phone.member, ROSTER_NOT_NEEDED);
    assert_int_equal(joined_again(f.joined, phone.membership.session, NULL, &again, &error), NASH_OK);
    assert_string_equal(again.id, phone.membership.id);
    expect_nobody(&f);
    expect_type(joined_again(f.joined, phone.membership.session, NULL, &again, &error), &error, "session-unknown");
    assert_false(guest_plug(phone.guest, &line_way, &phone.line));
    guest_unref(phone.guest);
    stop(&f);
}

/* Who lost its band by silence is offered one again when it comes back, before anybody has asked it anything. */
static void test_back_after_silence(void **state)
{
    struct fixture f;
    struct phone phone;
    struct line other = LINE;
    (void)state;
    start(&f, 60000, 60000, 4);
    begin_phone(&f, &phone, "a");
    roster_give_back(phone.member, ROSTER_SILENT);
    roster_want(f.shards, &f.inbox, 1);
    assert_null(roster_take(f.shards, "phone", &f.inbox));
    guest_unplug(phone.guest, &phone.line);
    assert_true(guest_plug(phone.guest, &line_way, &other));
    struct letter *letter = inbox_take(&f.inbox, clock_mono_ns() + PATIENCE_MS * 1000000LL);
    assert_non_null(letter);
    assert_int_equal(letter->type, LETTER_JOINED);
    roster_give_back(letter->member, ROSTER_NOT_NEEDED);
    letter_free(letter);
    guest_unref(phone.guest);
    stop(&f);
}

static void test_limit_and_names(void **state)
{
    struct fixture f;
    struct membership membership;
    struct nash_error error;
    (void)state;
    start(&f, 60000, 60000, 3);
    assert_int_equal(joined_enter(f.joined, MEMBER_PHONE, "a", &membership, &error), NASH_OK);
    assert_int_equal(joined_enter(f.joined, MEMBER_PHONE, "a", &membership, &error), NASH_OK);
    assert_string_equal(membership.name, "a 2");
    struct guest *guest = joined_find_any(f.joined, membership.id);
    assert_int_equal(joined_enter(f.joined, MEMBER_SERVER, "a", &membership, &error), NASH_OK);
    assert_string_equal(membership.name, "a"); /* a server goes by its own name */
    expect_type(joined_enter(f.joined, MEMBER_PHONE, "b", &membership, &error), &error, "busy");
    assert_non_null(guest);
    guest_leave(guest, GUEST_SENT_AWAY, "sent away");
    guest_unref(guest);
    assert_int_equal(joined_enter(f.joined, MEMBER_PHONE, "b", &membership, &error), NASH_OK);
    stop(&f);
}

/* Who was caught hears why at once, is listed as such for a while, and does not come back. */
static void test_caught(void **state)
{
    struct fixture f;
    struct phone liar;
    (void)state;
    start(&f, 20, 60000, 4);
    begin_phone(&f, &liar, "liar");
    assert_null(guest_why_gone(liar.guest));
    roster_ban(liar.member, "it lies");
    roster_give_back(liar.member, ROSTER_NOT_NEEDED);
    assert_int_equal(liar.line.closed_with, GUEST_SENT_AWAY);
    assert_string_equal(liar.line.closed_why, "it lies");
    assert_null(roster_take(f.shards, "phone", &f.inbox));
    assert_string_equal(guest_why_gone(liar.guest), "it lies");
    assert_false(guest_come(liar.guest));
    expect_nobody(&f);
    assert_false(guest_plug(liar.guest, &line_way, &liar.line));
    guest_unref(liar.guest);
    stop(&f);
}

static void test_flood(void **state)
{
    struct fixture f;
    struct phone loud;
    (void)state;
    start(&f, 60000, 60000, 4);
    begin_phone(&f, &loud, "loud");
    for (int i = 0; i <= ROSTER_UNREAD_MAX; i++)
        say(loud.guest, MESSAGE_PONG, 1);
    assert_int_equal(loud.line.closed_with, GUEST_SENT_AWAY);
    assert_true(guest_why_gone(loud.guest) != NULL);
    for (int i = 0; i < ROSTER_UNREAD_MAX; i++)
        expect_letter(&f, LETTER_SAID);
    expect_letter(&f, LETTER_GONE);
    roster_give_back(loud.member, ROSTER_NOT_NEEDED);
    guest_unref(loud.guest);
    stop(&f);
}

/* ---- all at once ---- */

struct storm {
    struct fixture *f;
    atomic_bool over;
    _Atomic unsigned turns;
};

static void *come_and_go(void *pointer)
{
    struct storm *storm = pointer;
    while (!atomic_load(&storm->over)) {
        struct membership membership;
        struct line one = LINE, other = LINE;
        struct waiter waiter = {.waiter.wake = waiter_wake};
        struct nash_buf out = NASH_BUF_INIT(0);
        struct nash_error error;
        if (joined_enter(storm->f->joined, MEMBER_PHONE, "x", &membership, &error) != NASH_OK)
            continue;
        struct guest *guest = joined_find(storm->f->joined, membership.id, membership.session);
        if (guest == NULL)
            continue; /* forgotten already: it has 5 ms */
        if (guest_plug(guest, &line_way, &one) && guest_plug(guest, &line_way, &other))
            for (uint32_t i = 0; i < 20; i++)
                say(guest, i % 7 == 6 ? MESSAGE_LEAVE : MESSAGE_PONG, 1);
        guest_unplug(guest, &other);
        if (guest_come(guest) && guest_wait(guest, &waiter.waiter))
            guest_wait_no_more(guest, &waiter.waiter);
        guest_fetch(guest, &out, PARCEL_MAX);
        nash_buf_free(&out);
        if (atomic_fetch_add(&storm->turns, 1) % 2 == 0)
            guest_leave(guest, GUEST_SENT_AWAY, "sent away");
        guest_unref(guest);
    }
    return NULL;
}

static void *have_them_play(void *pointer)
{
    struct storm *storm = pointer;
    while (!atomic_load(&storm->over)) {
        struct letter *letter;
        struct member *member = roster_take(storm->f->shards, "phone", &storm->f->inbox);
        for (uint32_t i = 0; member != NULL && i < 5; i++)
            tell(member, i == 4 ? MESSAGE_BYE : MESSAGE_PING, 1);
        if (member != NULL)
            roster_give_back(member, ROSTER_NOT_NEEDED);
        while ((letter = inbox_take(&storm->f->inbox, 0)) != NULL) {
            if (letter->type == LETTER_SAID)
                roster_read(letter->member);
            letter_free(letter);
        }
    }
    return NULL;
}

static void test_storm(void **state)
{
    struct fixture f;
    struct storm storm = {.f = &f};
    pthread_t thread[5];
    (void)state;
    start(&f, 1, 5, 100000);
    for (int i = 0; i < 5; i++)
        pthread_create(&thread[i], NULL, i < 3 ? come_and_go : have_them_play, &storm);
    sleep_ms(300);
    atomic_store(&storm.over, true);
    for (int i = 0; i < 5; i++)
        pthread_join(thread[i], NULL);
    assert_true(storm.turns > 0);
    stop(&f);
}

int main(void)
{
    log_setup(LOG_ERROR, LOG_TEXT);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_invitation),   cmocka_unit_test(test_expiry),
        cmocka_unit_test(test_used_by_many), cmocka_unit_test(test_names),
        cmocka_unit_test(test_line),         cmocka_unit_test(test_posts),
        cmocka_unit_test(test_silence),      cmocka_unit_test(test_back_after_silence),
        cmocka_unit_test(test_caught),       cmocka_unit_test(test_limit_and_names),
        cmocka_unit_test(test_flood),        cmocka_unit_test(test_storm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
