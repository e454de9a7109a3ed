/* The server of fixture.h.
 *
 * A waiting request is a visit in a list under a lock. on_close removes it under the same lock, so that a request that
 * has ended is never woken. All users of http_wake() must do this. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <base/memory/tempfile.h>

#include "check.h"
#include "client.h"

struct visit {
    struct fixture *f;
    struct http_request *request;
    struct visit *prev, *next;
    unsigned wakes, wanted; /* /race: number of wakes so far, and number needed for the reply */
    uint64_t left;          /* /flood: bytes still to be sent; /stream: pieces still to be sent */
    unsigned number;
};

void fixture_sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

static void visit_close(void *user)
{
    struct visit *visit = user;
    struct fixture *f = visit->f;
    pthread_mutex_lock(&f->lock);
    if (visit->prev != NULL)
        visit->prev->next = visit->next;
    else
        f->visits = visit->next;
    if (visit->next != NULL)
        visit->next->prev = visit->prev;
    f->waiting--;
    pthread_mutex_unlock(&f->lock);
    free(visit);
    f->closed++;
}

static struct visit *visit_open(struct http_request *request)
{
    struct fixture *f = http_context(request);
    struct visit *visit = calloc(1, sizeof *visit);
    assert_non_null(visit);
    visit->f = f;
    visit->request = request;
    pthread_mutex_lock(&f->lock);
    visit->next = f->visits;
    if (f->visits != NULL)
        f->visits->prev = visit;
    f->visits = visit;
    f->waiting++;
    pthread_mutex_unlock(&f->lock);
    f->opened++;
    http_set_user(request, visit, visit_close);
    return visit;
}

static uint64_t number_of(struct http_request *request, const char *name, uint64_t otherwise)
{
    const char *text = http_query(request, name);
    return text != NULL ? strtoull(text, NULL, 10) : otherwise;
}

static void say(struct http_request *request, const char *text)
{
    http_reply(request, 200, "text/plain", text, strlen(text));
}

static void hello(struct http_request *request)
{
    say(request, "hello");
}

/* Blocks the HTTP thread, which no handler may do, so that many connections are ready when it continues. */
static void slow(struct http_request *request)
{
    fixture_sleep_ms(200);
    say(request, "slow");
}

static void echo(struct http_request *request)
{
    size_t len;
    const char *body = http_body(request, &len);
    http_reply(request, 200, "application/octet-stream", body, len);
}

static void item(struct http_request *request)
{
    say(request, http_param(request, "id"));
}

static void special(struct http_request *request)
{
    say(request, "the literal one");
}

static void deep(struct http_request *request)
{
    char text[300];
    snprintf(text, sizeof text, "%s+%s", http_param(request, "kind"), http_param(request, "nothing"));
    say(request, text);
}

static void list_one(void *pointer, const char *name, const char *value)
{
    nash_buf_printf(pointer, "%s=%s\n", name, value);
}

static void query(struct http_request *request)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    http_query_each(request, list_one, &text);
    http_reply(request, 200, "text/plain", text.data, text.len);
    nash_buf_free(&text);
}

static void ready(struct http_request *request)
{
    struct fixture *f = http_context(request);
    http_reply_shared(request, f->ready);
}

static void large(struct http_request *request)
{
    struct fixture *f = http_context(request);
    http_reply_shared(request, f->large);
}

static void owner(struct http_request *request)
{
    say(request, http_owner(request));
}

static void address(struct http_request *request)
{
    say(request, http_address(request));
}

static void big(struct http_request *request)
{
    size_t len = number_of(request, "bytes", 1 << 20);
    struct bytes *body = bytes_copy("", 0);
    bytes_unref(body);
    char *text = malloc(len + 1);
    assert_non_null(text);
    memset(text, 'x', len);
    if (http_query(request, "shared") != NULL) {
        body = bytes_copy(text, len);
        http_reply_bytes(request, 200, "text/plain", body);
        bytes_unref(body);
    } else {
        http_reply(request, 200, "text/plain", text, len);
    }
    free(text);
}

static void headers(struct http_request *request)
{
    http_set_header(request, "X-Good", "yes");
    http_set_header(request, "X-Bad", "a\r\nX-Forged: 1");
    http_set_header(request, "Cache-Control", "max-age=5");
    say(request, http_header(request, "X-Ask") != NULL ? http_header(request, "X-Ask") : "none");
}

static void fault(struct http_request *request)
{
    struct nash_error error;
    nash_fail(&error, NASH_UNPROCESSABLE, "/rows/3", "Row 4 has %d cells, not \"9\".", 8);
    http_problem(request, 0, &error);
}

static void silent(struct http_request *request)
{
    (void)request;
}

static void twice(struct http_request *request)
{
    say(request, "first");
    say(request, "second");
}

/* ---- waiting ---- */

static void woken(struct http_request *request, bool timed_out)
{
    struct visit *visit = http_user(request);
    if (timed_out)
        visit->f->timed_out++;
    else
        visit->f->woken++;
    say(request, http_stopping(request) ? "stopping" : timed_out ? "timed out" : "woken");
}

static void wait(struct http_request *request)
{
    visit_open(request);
    http_wait(request, (uint32_t)number_of(request, "ms", 0), woken);
}

/* A wake before the wait must end it. */
static void early(struct http_request *request)
{
    visit_open(request);
    http_wake(request);
    http_wait(request, 0, woken);
}

static void race_woken(struct http_request *request, bool timed_out)
{
    struct visit *visit = http_user(request);
    if (timed_out)
        visit->f->timed_out++;
    if (++visit->wakes >= visit->wanted || http_stopping(request))
        say(request, "raced");
    else
        http_wait(request, 1 + visit->wakes % 7 * 20, race_woken);
}

static void race(struct http_request *request)
{
    struct visit *visit = visit_open(request);
    visit->wanted = (unsigned)number_of(request, "wakes", 3);
    http_wait(request, 50, race_woken);
}

/* ---- streams ---- */

/* Writes one line for each wake or tick; ends the stream after the requested number of lines. */
static long next_line(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct visit *visit = http_user(request);
    if (http_stopping(request) && http_query(request, "stubborn") == NULL)
        return HTTP_PULL_END;
    if (visit->wakes++ == 0)
        return HTTP_PULL_WAIT;
    if (visit->left-- == 0)
        return HTTP_PULL_END;
    visit->wakes = 0;
    return snprintf(buf, max, "%s %u\n", ticked ? "tick" : "line", visit->number++);
}

static void lines(struct http_request *request)
{
    visit_open(request)->left = number_of(request, "n", 3);
    http_stream(request, 200, "text/event-stream", (uint32_t)number_of(request, "tick", 60000), next_line);
}

/* Sends the requested number of bytes as fast as the client reads them. */
static long next_flood(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct visit *visit = http_user(request);
    (void)ticked;
    if (visit->left == 0)
        return HTTP_PULL_END;
    size_t count = max < visit->left ? max : visit->left;
    memset(buf, 'f', count);
    visit->left -= count;
    return (long)count;
}

static void flood(struct http_request *request)
{
    visit_open(request)->left = number_of(request, "bytes", 1 << 20);
    http_stream(request, 200, "text/plain", 0, next_flood);
}

/* ---- bodies ---- */

static void limit_1000(struct http_request *request)
{
    http_body_limit(request, 1000);
}

static void refuse_at_head(struct http_request *request)
{
    http_problem_text(request, 409, "conflict", "Refused before the body.");
}

/* Consumes at most 1000 bytes of the body at a time and then waits until the fixture's thread wakes it. */
static size_t sip(struct http_request *request, const char *data, size_t len)
{
    struct visit *visit = http_user(request);
    struct fixture *f = visit->f;
    if (f->hold && !http_stopping(request))
        return 0;
    for (size_t i = 0; i < len; i++)
        if (data[i] == '!') {
            http_problem_text(request, 422, "unprocessable", "No shouting.");
            return 0;
        }
    if (visit->wakes++ % 2 == 0 && http_query(request, "sip") != NULL)
        return 0;
    size_t taken = len > 1000 && http_query(request, "sip") != NULL ? 1000 : len;
    visit->left += taken;
    f->consumed += taken;
    return taken;
}

static void swallow_head(struct http_request *request)
{
    visit_open(request);
    http_body_stream(request, sip);
}

static void swallow(struct http_request *request)
{
    struct visit *visit = http_user(request);
    char text[32];
    snprintf(text, sizeof text, "%lu", (unsigned long)visit->left);
    say(request, text);
}

static void spool_head(struct http_request *request)
{
    http_body_limit(request, (size_t)number_of(request, "max", 16 << 20));
    http_body_spool(request);
}

uint64_t fixture_digest(uint64_t digest, const char *data, size_t len)
{
    for (size_t i = 0; i < len; i++)
        digest = (digest ^ (unsigned char)data[i]) * 0x100000001b3; /* FNV-1a */
    return digest;
}

/* Replies with where the body is, its length and, unless the query has `unread`, its digest. */
static void spool(struct http_request *request)
{
    struct tempfile *file = http_body_file(request);
    char piece[8192], text[64];
    uint64_t len = 0, digest = 0;
    size_t kept;
    const char *body = http_body(request, &kept);
    if (http_query(request, "unread") != NULL) {
        len = tempfile_len(file);
    } else if (file == NULL) {
        digest = fixture_digest(0, body, len = kept);
    } else {
        for (ssize_t got; (got = tempfile_read(file, len, piece, sizeof piece)) > 0; len += (uint64_t)got)
            digest = fixture_digest(digest, piece, (size_t)got);
        assert_int_equal(kept, 0);
        assert_int_equal(len, tempfile_len(file));
    }
    snprintf(text, sizeof text, "%s %lu %lx", file != NULL ? "file" : "memory", (unsigned long)len,
             (unsigned long)digest);
    tempfile_unref(file);
    say(request, text);
}

static const struct http_route routes[] = {
    {HTTP_GET, "/", hello, NULL, true, "root"},
    {HTTP_GET, "/hello", hello, NULL, true, "hello"},
    {HTTP_GET, "/slow", slow, NULL, true, "slow"},
    {HTTP_POST, "/echo", echo, NULL, false, "echo"},
    {HTTP_PUT, "/echo", echo, NULL, false, "echo_put"},
    {HTTP_GET, "/item/{id}", item, NULL, false, "item"},
    {HTTP_DELETE, "/item/{id}", item, NULL, false, "item_delete"},
    {HTTP_GET, "/item/special", special, NULL, false, "special"},
    {HTTP_POST, "/{kind}/deep", deep, NULL, false, "deep"},
    {HTTP_GET, "/query", query, NULL, true, "query"},
    {HTTP_GET, "/ready", ready, NULL, true, "ready"},
    {HTTP_GET, "/large", large, NULL, true, "large"},
    {HTTP_GET, "/owner", owner, NULL, false, "owner"},
    {HTTP_GET, "/guest", owner, NULL, false, "guest", "pass"},
    {HTTP_GET, "/address", address, NULL, true, "address"},
    {HTTP_GET, "/big", big, NULL, true, "big"},
    {HTTP_GET, "/headers", headers, NULL, true, "headers"},
    {HTTP_GET, "/fault", fault, NULL, true, "fault"},
    {HTTP_GET, "/silent", silent, NULL, true, "silent"},
    {HTTP_GET, "/twice", twice, NULL, true, "twice"},
    {HTTP_GET, "/wait", wait, NULL, true, "wait"},
    {HTTP_POST, "/wait", wait, NULL, true, "wait_post"},
    {HTTP_GET, "/early", early, NULL, true, "early"},
    {HTTP_GET, "/race", race, NULL, true, "race"},
    {HTTP_GET, "/lines", lines, NULL, true, "lines"},
    {HTTP_GET, "/flood", flood, NULL, true, "flood"},
    {HTTP_POST, "/limited", echo, limit_1000, true, "limited"},
    {HTTP_POST, "/refused", echo, refuse_at_head, true, "refused"},
    {HTTP_POST, "/spool", spool, spool_head, true, "spool"},
    {HTTP_POST, "/swallow", swallow, swallow_head, true, "swallow"},
};

struct http_options fixture_options(void)
{
    struct http_options options = http_defaults;
    options.port = 0;
    options.connections = 1000;
    options.head_ms = options.body_ms = options.idle_ms = options.reply_ms = 60000;
    return options;
}

void fixture_start(struct fixture *f, const struct http_options *options)
{
    struct http_options own = *options;
    struct nash_error error = {0};
    static const char *const extra[][2] = {{"X-Extra", "1"}};
    *f = (struct fixture){0};
    pthread_mutex_init(&f->lock, NULL);
    struct bytes *body = bytes_copy("{\"ready\":true}", 14);
    f->ready = http_shared_reply_new("application/json", "\"tag1\"", extra, 1, body);
    bytes_unref(body);
    char text[FIXTURE_LARGE];
    memset(text, 'x', sizeof text);
    body = bytes_copy(text, sizeof text);
    f->large = http_shared_reply_new("application/json", "\"tag2\"", extra, 1, body);
    bytes_unref(body);
    own.routes = routes;
    own.routes_count = sizeof routes / sizeof routes[0];
    own.context = f;
    f->http = http_start(&own, &error);
    if (f->http == NULL)
        fail_msg("http_start: %s", error.detail);
    f->port = http_port(f->http);
}

void fixture_stop(struct fixture *f, uint32_t grace_ms)
{
    http_stop(f->http, grace_ms);
    http_shared_reply_free(f->ready);
    http_shared_reply_free(f->large);
    assert_null(f->visits);
    assert_int_equal(f->opened, f->closed);
    pthread_mutex_destroy(&f->lock);
}

int fixture_teardown(void **state)
{
    fixture_stop(*state, 1000);
    return 0;
}

void fixture_wake_all(struct fixture *f)
{
    pthread_mutex_lock(&f->lock);
    for (struct visit *visit = f->visits; visit != NULL; visit = visit->next)
        http_wake(visit->request);
    pthread_mutex_unlock(&f->lock);
}

bool fixture_waiting(struct fixture *f, uint64_t n)
{
    pthread_mutex_lock(&f->lock);
    bool holds = f->waiting == n;
    pthread_mutex_unlock(&f->lock);
    return holds;
}

bool fixture_closed(struct fixture *f, uint64_t n)
{
    return f->closed >= n;
}

bool fixture_until(struct fixture *f, bool (*holds)(struct fixture *f, uint64_t n), uint64_t n)
{
    for (int i = 0; i < CLIENT_PATIENCE_MS / 2; i++) {
        if (holds(f, n))
            return true;
        fixture_sleep_ms(2);
    }
    return false;
}
