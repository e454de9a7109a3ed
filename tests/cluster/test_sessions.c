/* Sessions without HTTP: invitations and their expiry, sessions with and without a connection, queued messages, and all
 * of these from many threads at once (also run under TSan). */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>
#include <base/log.h>
#include <base/test.h>
#include <cluster/executor.h>
#include <cluster/registry.h>
#include <cluster/sessions/invitation.h>
#include <cluster/sessions/session.h>
#include <cluster/sudoku/shard/protocol.h>
#include <cluster/transport/message_list.h>
#include <jobs/executor/executor.h>

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
    for (int i = 0; i < 3; i++) /* a used invitation does not count towards the limit */
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
    assert_int_equal(invitation_make(invitations, &one, &error), NASH_OK);
    sleep_ms(50);
    enum nash_status status = invitation_use(invitations, one.token, &found, &error);
    assert_int_not_equal(status, NASH_OK);
    if (strcmp(nash_error_type(&error), "token-unknown") !=
        0) /* on a busy machine, the token may be forgotten already */
        expect_type(status, &error, "token-expired");
    assert_int_equal(invitation_make(invitations, &one, &error), NASH_OK); /* there is room again */
    sleep_ms(100);
    expect_type(invitation_look(invitations, one.token, &found, &error), &error, "token-unknown"); /* it is forgotten */
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
    char clean[SESSION_NAME_ROOM], again[SESSION_NAME_ROOM];
    for (int round = 0; round < 20000; round++) { /* any name becomes short, clean, and stable */
        char text[80];
        size_t len = nash_rng_below(&rng, sizeof text);
        for (size_t i = 0; i < len; i++)
            text[i] =
                (char)(nash_rng_below(&rng, 4) > 0 ? 1 + nash_rng_below(&rng, 255) : 0xe2 + nash_rng_below(&rng, 3));
        text[len] = '\0';
        session_name_clean(clean, text);
        assert_true(strlen(clean) <= SESSION_NAME_MAX);
        for (const char *at = clean; *at != '\0'; at++)
            if ((unsigned char)*at < ' ' || *at == 0x7f)
                fail_msg("a control character is left in round %d", round);
        session_name_clean(again, clean);
        assert_string_equal(again, clean);
    }
}

/* ---- sessions ---- */

struct fixture {
    struct cluster *cluster;
    struct sessions *sessions;
    struct inbox inbox;
};

static void start(struct fixture *f, uint32_t away_ms, uint32_t session_ms, unsigned sessions)
{
    struct nash_error error;
    const struct sessions_options options = {.away_ms = away_ms, .session_ms = session_ms, .sessions = sessions};
    f->cluster = cluster_start(&(struct cluster_options){.lease_ms = 50}, &error);
    assert_non_null(f->cluster);
    f->sessions = sessions_start(f->cluster, &options);
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

static struct session *enter(struct fixture *f, const char *name, struct membership *out)
{
    struct nash_error error;
    assert_int_equal(sessions_open(f->sessions, MEMBER_PHONE, name, 1, out, &error), NASH_OK);
    struct session *session = sessions_find(f->sessions, out->id, out->session);
    assert_non_null(session);
    return session;
}

/* A socket of the test, which records the messages that are sent to it. */
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

static const struct session_socket line_socket = {.send = line_send, .close = line_close};
#define LINE                                                                                                           \
    {                                                                                                                  \
        .lock = PTHREAD_MUTEX_INITIALIZER                                                                              \
    }

static void tell(struct member *member, unsigned type, uint32_t epoch)
{
    struct bytes *message = bytes_new(MESSAGE_HEAD);
    protocol_head_write((uint8_t *)message->data, type, 7, epoch, 0);
    message->len = MESSAGE_HEAD;
    member->transport->send(member, message);
    bytes_unref(message);
}

static enum session_receipt say(struct session *session, unsigned type, uint32_t epoch)
{
    uint8_t message[MESSAGE_HEAD];
    protocol_head_write(message, type, 7, epoch, 0);
    return session_receive(session, message, sizeof message);
}

static void expect_inbox_message(struct fixture *f, enum inbox_type type)
{
    struct inbox_message *received = inbox_pop(&f->inbox, clock_mono_ns() + PATIENCE_MS * 1000000LL);
    assert_non_null(received);
    assert_int_equal(received->type, type);
    if (type == INBOX_RECEIVED)
        registry_message_read(received->member);
    inbox_message_free(received);
}

static void test_line(void **state)
{
    struct fixture f;
    struct membership membership;
    struct line one = LINE, other = LINE;
    start(&f, 60000, 60000, 4);
    struct session *session = enter(&f, "a", &membership);
    assert_null(registry_take(f.cluster, "phone", &f.inbox)); /* without a connection, the session is no member */
    assert_true(session_attach(session, &line_socket, &one));
    struct member *member = registry_take(f.cluster, "phone", &f.inbox);
    assert_non_null(member);
    assert_string_equal(member->name, "a");
    tell(member, MESSAGE_LEASE, 1);
    assert_int_equal(one.sent, 1);
    assert_int_equal(say(session, MESSAGE_LEASED, 1), SESSION_ACCEPTED);
    expect_inbox_message(&f, INBOX_RECEIVED);
    assert_int_equal(say(session, MESSAGE_LEASED, 2), SESSION_LATE); /* still delivered to the game, which counts it */
    expect_inbox_message(&f, INBOX_RECEIVED);

    session_detach(session, &one); /* the connection is cut: messages wait for the next socket */
    tell(member, MESSAGE_ROUND, 1);
    tell(member, MESSAGE_PING, 1);
    assert_int_equal(one.sent, 1);
    assert_true(session_attach(session, &line_socket, &other));
    assert_int_equal(other.sent, 2);
    assert_int_equal(other.last, MESSAGE_PING);
    session_detach(session, &one); /* no effect: this socket has been replaced */
    tell(member, MESSAGE_PING, 1);
    assert_int_equal(other.sent, 3);

    assert_true(session_attach(session, &line_socket, &one)); /* a second connection replaces the first */
    assert_int_equal(other.closed_with, SESSION_REPLACED);
    one.broken = true; /* the socket fails, as that of a slow reader does: the message waits for the next socket */
    tell(member, MESSAGE_PING, 1);
    one.broken = false;
    assert_true(session_attach(session, &line_socket, &one));
    assert_int_equal(one.sent, 2);

    session_detach(session, &one); /* a BYE removes the waiting messages of its lease */
    tell(member, MESSAGE_ROUND, 1);
    tell(member, MESSAGE_BYE, 1);
    assert_true(session_attach(session, &line_socket, &one));
    assert_int_equal(one.sent, 3);
    assert_int_equal(one.last, MESSAGE_BYE);

    assert_int_equal(say(session, MESSAGE_LEAVE, 0), SESSION_LEFT);
    assert_int_equal(one.closed_with, 1000);
    expect_inbox_message(&f, INBOX_RECEIVED);
    expect_inbox_message(&f, INBOX_MEMBER_GONE);
    tell(member, MESSAGE_PING, 1); /* not sent: the session has no socket */
    assert_int_equal(one.sent, 3);
    registry_release(member, REGISTRY_NOT_NEEDED);
    assert_true(session_attach(session, &line_socket, &one)); /* the session becomes a new member */
    member = registry_take(f.cluster, "phone", &f.inbox);
    assert_non_null(member);
    session_end(session, SESSION_REMOVED, "removed");
    assert_int_equal(one.closed_with, SESSION_REMOVED);
    expect_inbox_message(&f, INBOX_MEMBER_GONE);
    assert_false(session_attach(session, &line_socket, &one));
    assert_null(sessions_find(f.sessions, membership.id, membership.session));
    registry_release(member, REGISTRY_NOT_NEEDED);
    session_unref(session);
    stop(&f);
}

struct waiter {
    struct session_waiter waiter; /* must be the first member */
    _Atomic unsigned woken;
};

static void waiter_wake(struct session_waiter *waiter)
{
    ((struct waiter *)(void *)waiter)->woken++;
}

static void test_posts(void **state)
{
    struct fixture f;
    struct membership membership;
    struct waiter one = {.waiter.wake = waiter_wake}, other = {.waiter.wake = waiter_wake};
    struct nash_buf out = NASH_BUF_INIT(0);
    start(&f, 60000, 60000, 4);
    struct session *session = enter(&f, "", &membership);
    assert_string_equal(membership.name, "phone 1");
    assert_true(session_join(session));
    struct member *member = registry_take(f.cluster, "phone", &f.inbox);
    assert_true(session_wait(session, &one.waiter));
    assert_true(session_wait(session, &other.waiter)); /* the newer poll waits, the older one ends */
    assert_int_equal(one.woken, 1);
    tell(member, MESSAGE_LEASE, 1);
    assert_int_equal(other.woken, 1);
    assert_false(session_wait(session, &one.waiter)); /* no waiting, because a message is queued */
    tell(member, MESSAGE_PING, 1);
    assert_true(session_fetch(session, &out, MESSAGE_LIST_MAX));
    assert_int_equal(out.len, 2 * MESSAGE_HEAD);
    assert_false(session_fetch(session, &out, MESSAGE_LIST_MAX));
    for (int i = 0; i < 5; i++)
        tell(member, MESSAGE_PING, 1);
    nash_buf_reset(&out);
    assert_true(session_fetch(session, &out, 3 * MESSAGE_HEAD)); /* only as many messages as fit into this size */
    assert_int_equal(out.len, 3 * MESSAGE_HEAD);
    assert_true(session_fetch(session, &out, MESSAGE_LIST_MAX));
    tell(member, MESSAGE_ROUND, 1); /* at the end of a solved game, the BYE keeps the COMMIT with the last moves */
    tell(member, MESSAGE_COMMIT, 1);
    tell(member, MESSAGE_BYE, 1);
    nash_buf_reset(&out);
    assert_true(session_fetch(session, &out, MESSAGE_LIST_MAX));
    assert_int_equal(out.len, 3 * MESSAGE_HEAD);
    assert_int_equal(out.data[MESSAGE_HEAD], MESSAGE_COMMIT);
    assert_int_equal(out.data[2 * MESSAGE_HEAD], MESSAGE_BYE);
    nash_buf_free(&out);
    for (int i = 0; i <= SESSION_QUEUE_MAX; i++) /* a full queue removes the member, and the game is notified */
        tell(member, MESSAGE_PING, 1);
    expect_inbox_message(&f, INBOX_MEMBER_GONE);
    registry_release(member, REGISTRY_NOT_NEEDED);
    session_end(session, SESSION_REMOVED, "removed");
    assert_false(session_wait(session, &one.waiter));
    session_unref(session);
    stop(&f);
}

/* A session with a socket, whose member is taken by a game. */
struct phone {
    struct membership membership;
    struct line line;
    struct session *session;
    struct member *member;
};

static void begin_phone(struct fixture *f, struct phone *phone, const char *name)
{
    *phone = (struct phone){.line = LINE};
    phone->session = enter(f, name, &phone->membership);
    assert_true(session_attach(phone->session, &line_socket, &phone->line));
    phone->member = registry_take(f->cluster, "phone", &f->inbox);
    assert_non_null(phone->member);
}

/* Waits until no session is left. */
static void expect_no_session(struct fixture *f)
{
    for (int i = 0; i < PATIENCE_MS / 10 && sessions_count(f->sessions) > 0; i++)
        sleep_ms(10);
    assert_int_equal(sessions_count(f->sessions), 0);
}

/* A session without a connection is no member after away_ms, and is forgotten after session_ms. */
static void test_silence(void **state)
{
    struct fixture f;
    struct phone phone;
    struct membership again;
    struct nash_error error;
    start(&f, 30, 400, 4);
    begin_phone(&f, &phone, "a");
    sleep_ms(100); /* longer than away_ms, but the session has a socket */
    tell(phone.member, MESSAGE_PING, 1);
    assert_int_equal(phone.line.sent, 1);
    session_detach(phone.session, &phone.line);
    expect_inbox_message(&f, INBOX_MEMBER_GONE);
    registry_release(phone.member, REGISTRY_NOT_NEEDED);
    assert_int_equal(sessions_resume(f.sessions, phone.membership.session, NULL, 0, &again, &error), NASH_OK);
    assert_string_equal(again.id, phone.membership.id);
    expect_no_session(&f);
    expect_type(sessions_resume(f.sessions, phone.membership.session, NULL, 0, &again, &error), &error,
                "session-unknown");
    assert_false(session_attach(phone.session, &line_socket, &phone.line));
    session_unref(phone.session);
    stop(&f);
}

/* A member that has lost its partition because it did not answer is offered again as soon as it answers or reconnects.
 */
static void test_back_after_silence(void **state)
{
    struct fixture f;
    struct phone phone;
    struct line other = LINE;
    start(&f, 60000, 60000, 4);
    begin_phone(&f, &phone, "a");
    registry_release(phone.member, REGISTRY_SILENT);
    registry_want(f.cluster, &f.inbox, 1);
    assert_null(registry_take(f.cluster, "phone", &f.inbox));
    session_detach(phone.session, &phone.line);
    assert_true(session_attach(phone.session, &line_socket, &other));
    struct inbox_message *received = inbox_pop(&f.inbox, clock_mono_ns() + PATIENCE_MS * 1000000LL);
    assert_non_null(received);
    assert_int_equal(received->type, INBOX_MEMBER_JOINED);
    registry_release(received->member, REGISTRY_NOT_NEEDED);
    inbox_message_free(received);
    session_unref(phone.session);
    stop(&f);
}

static void test_limit_and_names(void **state)
{
    struct fixture f;
    struct membership membership;
    struct nash_error error;
    start(&f, 60000, 60000, 3);
    assert_int_equal(sessions_open(f.sessions, MEMBER_PHONE, "a", 1, &membership, &error), NASH_OK);
    assert_int_equal(sessions_open(f.sessions, MEMBER_PHONE, "a", 1, &membership, &error), NASH_OK);
    assert_string_equal(membership.name, "a 2");
    struct session *session = sessions_find_any(f.sessions, membership.id);
    assert_int_equal(sessions_open(f.sessions, MEMBER_SERVER, "a", 1, &membership, &error), NASH_OK);
    assert_string_equal(membership.name, "a"); /* a server keeps its own name */
    expect_type(sessions_open(f.sessions, MEMBER_PHONE, "b", 1, &membership, &error), &error, "busy");
    assert_non_null(session);
    session_end(session, SESSION_REMOVED, "removed");
    session_unref(session);
    assert_int_equal(sessions_open(f.sessions, MEMBER_PHONE, "b", 1, &membership, &error), NASH_OK);
    stop(&f);
}

/* A quarantined member gets the reason at once, is listed as such for a while, and does not come back. */
static void test_caught(void **state)
{
    struct fixture f;
    struct phone liar;
    start(&f, 20, 60000, 4);
    begin_phone(&f, &liar, "liar");
    assert_null(session_end_reason(liar.session));
    registry_quarantine(liar.member, "it lies");
    registry_release(liar.member, REGISTRY_NOT_NEEDED);
    assert_int_equal(liar.line.closed_with, SESSION_REMOVED);
    assert_string_equal(liar.line.closed_why, "it lies");
    assert_null(registry_take(f.cluster, "phone", &f.inbox));
    assert_string_equal(session_end_reason(liar.session), "it lies");
    assert_false(session_join(liar.session));
    expect_no_session(&f);
    assert_false(session_attach(liar.session, &line_socket, &liar.line));
    session_unref(liar.session);
    stop(&f);
}

static void test_flood(void **state)
{
    struct fixture f;
    struct phone loud;
    start(&f, 60000, 60000, 4);
    begin_phone(&f, &loud, "loud");
    for (int i = 0; i <= REGISTRY_UNREAD_MAX; i++)
        say(loud.session, MESSAGE_PONG, 1);
    assert_int_equal(loud.line.closed_with, SESSION_REMOVED);
    assert_true(session_end_reason(loud.session) != NULL);
    for (int i = 0; i < REGISTRY_UNREAD_MAX; i++)
        expect_inbox_message(&f, INBOX_RECEIVED);
    expect_inbox_message(&f, INBOX_MEMBER_GONE);
    registry_release(loud.member, REGISTRY_NOT_NEEDED);
    session_unref(loud.session);
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
        if (sessions_open(storm->f->sessions, MEMBER_PHONE, "x", 1, &membership, &error) != NASH_OK)
            continue;
        struct session *session = sessions_find(storm->f->sessions, membership.id, membership.session);
        if (session == NULL)
            continue; /* forgotten already: sessions last 5 ms here */
        if (session_attach(session, &line_socket, &one) && session_attach(session, &line_socket, &other))
            for (uint32_t i = 0; i < 20; i++)
                say(session, i % 7 == 6 ? MESSAGE_LEAVE : MESSAGE_PONG, 1);
        session_detach(session, &other);
        if (session_join(session) && session_wait(session, &waiter.waiter))
            session_wait_cancel(session, &waiter.waiter);
        session_fetch(session, &out, MESSAGE_LIST_MAX);
        nash_buf_free(&out);
        if (atomic_fetch_add(&storm->turns, 1) % 2 == 0)
            session_end(session, SESSION_REMOVED, "removed");
        session_unref(session);
    }
    return NULL;
}

static void *have_them_play(void *pointer)
{
    struct storm *storm = pointer;
    while (!atomic_load(&storm->over)) {
        struct inbox_message *received;
        struct member *member = registry_take(storm->f->cluster, "phone", &storm->f->inbox);
        for (uint32_t i = 0; member != NULL && i < 5; i++)
            tell(member, i == 4 ? MESSAGE_BYE : MESSAGE_PING, 1);
        if (member != NULL)
            registry_release(member, REGISTRY_NOT_NEEDED);
        while ((received = inbox_pop(&storm->f->inbox, 0)) != NULL) {
            if (received->type == INBOX_RECEIVED)
                registry_message_read(received->member);
            inbox_message_free(received);
        }
    }
    return NULL;
}

static void test_storm(void **state)
{
    struct fixture f;
    struct storm storm = {.f = &f};
    pthread_t thread[5];
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
