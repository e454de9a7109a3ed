/* The framing of messages: the verdict on each message of harness/messages.c, the same for every split of its bytes;
 * heads compared with the grammar of the RFC as regular expressions; what is passed on. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <http/framing/framing.h>
#include <http/reply.h>
#include <nash/rng.h>

#include "harness/check.h"
#include "harness/messages.h"

enum { SIZE = 160 * 1024 };

struct outcome {
    struct http_framing framing;
    char out[SIZE];
    size_t len;
};

/* Gives in[len] in pieces of the sizes that piece() returns, and room for as many bytes; keeps what is not used, as
 * receive.c does. */
static void feed(struct outcome *outcome, const char *in, size_t len, size_t (*piece)(void *), void *context)
{
    static char held[SIZE];
    size_t count = 0, at = 0, used;
    memset(&outcome->framing, 0, sizeof outcome->framing);
    outcome->len = 0;
    for (bool more = true; more;) {
        size_t size = piece(context), room = piece(context);
        if (size > len - at)
            size = len - at;
        memcpy(held + count, in + at, size);
        at += size;
        count += size;
        if (room > SIZE - outcome->len)
            room = SIZE - outcome->len;
        size_t made = http_framing_pass(&outcome->framing, held, count, &used, outcome->out + outcome->len, room);
        assert_in_range(used, 0, count);
        assert_in_range(made, 0, room);
        outcome->len += made;
        count -= used;
        memmove(held, held + used, count);
        more = at < len || made == room;
    }
}

/* Gives all bytes at once, in place. */
static void feed_whole(struct outcome *outcome, const char *in, size_t len)
{
    size_t used;
    memset(&outcome->framing, 0, sizeof outcome->framing);
    memcpy(outcome->out, in, len);
    outcome->len = http_framing_pass(&outcome->framing, outcome->out, len, &used, outcome->out, SIZE);
}

static void check_same(const struct outcome *got, const struct outcome *want, const char *text, const char *how)
{
    if (got->framing.fault != want->framing.fault || got->framing.faulty != want->framing.faulty ||
        got->framing.messages != want->framing.messages || got->len != want->len ||
        memcmp(got->out, want->out, got->len) != 0)
        fail_msg("%s: fault %d (%s) in message %u, not %d (%s) in %u; output:\n%.*s\nnot:\n%.*s\nof: %s", how,
                 (int)got->framing.fault, http_fault_detail(got->framing.fault), got->framing.faulty,
                 (int)want->framing.fault, http_fault_detail(want->framing.fault), want->framing.faulty, (int)got->len,
                 got->out, (int)want->len, want->out, text);
}

/* What was passed on is a sequence of whole messages that are passed on unchanged. */
static void check_passed(const struct outcome *outcome, const char *text)
{
    static struct outcome again;
    feed_whole(&again, outcome->out, outcome->len);
    if (again.framing.fault != HTTP_FAULT_NONE || again.framing.state != HTTP_AT_HEAD || again.framing.left != 0 ||
        again.framing.head.line.scanned != 0 || again.framing.messages != outcome->framing.messages ||
        again.len != outcome->len || memcmp(again.out, outcome->out, again.len) != 0)
        fail_msg("not whole messages:\n%.*s\nof: %s", (int)outcome->len, outcome->out, text);
}

struct pieces {
    struct nash_rng rng;
    size_t first, most; /* size of the first piece; limit of the others */
};

static size_t random_piece(void *context)
{
    struct pieces *pieces = context;
    return 1 + nash_rng_below(&pieces->rng, pieces->most);
}

/* The first piece has a given size, and there is room for all of it. */
static size_t two_pieces(void *context)
{
    struct pieces *pieces = context;
    size_t size = pieces->first;
    pieces->first = SIZE;
    return size;
}

static void check_splits(struct outcome *want, const char *bytes, size_t len)
{
    static struct outcome got;
    struct pieces pieces = {.most = 1};
    nash_rng_seed(&pieces.rng, len);
    feed(&got, bytes, len, random_piece, &pieces);
    check_same(&got, want, bytes, "byte by byte");
    for (size_t at = 1; at < len; at++) {
        pieces.first = at;
        feed(&got, bytes, len, two_pieces, &pieces);
        check_same(&got, want, bytes, "in two pieces");
    }
    for (pieces.most = 2; pieces.most < 200; pieces.most += pieces.most) {
        feed(&got, bytes, len, random_piece, &pieces);
        check_same(&got, want, bytes, "in random pieces");
    }
}

#define BEFORE "GET /before HTTP/1.1\r\nHost: a\r\n\r\n"
#define AFTER  "GET /after HTTP/1.1\r\nHost: a\r\n\r\n"

/* Returns the length of a message between two others. */
static size_t surround(char *text, const struct message *message)
{
    char *at = stpcpy(text, BEFORE);
    memcpy(at, message->bytes, message->len);
    strcpy(at + message->len, AFTER);
    return (size_t)(at - text) + message->len + strlen(AFTER);
}

static void test_malformed(void **state)
{
    static struct outcome outcome;
    static char text[1024];
    for (size_t i = 0; i < malformed_count; i++) {
        const struct message *message = &malformed_messages[i];
        size_t len = surround(text, message);
        feed_whole(&outcome, text, len);
        const char *type = http_fault_type(outcome.framing.fault);
        if (outcome.framing.faulty != 2 || strcmp(type, message->answer) != 0)
            fail_msg("%s: fault \"%s\" in message %u, expected %s", message->bytes, type, outcome.framing.faulty,
                     message->answer);
        assert_non_null(http_problem_find(type));
        assert_int_equal(http_problem_find(type)->status, message->status);
        assert_int_equal(outcome.framing.messages, 2);
        assert_memory_equal(outcome.out, BEFORE, strlen(BEFORE));
        assert_null(memmem(outcome.out, outcome.len, "/after", 6));
        check_passed(&outcome, text);
        check_splits(&outcome, text, len);
    }
}

static void test_readable(void **state)
{
    static struct outcome outcome;
    static char text[1024];
    for (size_t i = 0; i < readable_count; i++) {
        size_t len = surround(text, &readable_messages[i]);
        feed_whole(&outcome, text, len);
        if (outcome.framing.fault != HTTP_FAULT_NONE || outcome.framing.messages != 3)
            fail_msg("%s: %s", readable_messages[i].bytes, http_fault_detail(outcome.framing.fault));
        check_passed(&outcome, text);
        check_splits(&outcome, text, len);
    }
}

static void test_what_is_passed(void **state)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"GET / HTTP/1.1\r\nHost: a\r\nX:  b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX:  b\r\n\r\n"},
        {"\r\n\r\nGET / HTTP/1.4\r\nHost: a \t \r\nX: \r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX:\r\n\r\n"},
        {"GET / HTTP/1.0\r\nCookie: a\r\nX: b\r\ncookie:\r\n\r\n", "GET / HTTP/1.0\r\nX: b\r\n\r\n"},
        {"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n\r\n"
         "03;x=\"y\"\r\nabc\r\n000A \t;z\r\n0123456789\r\n00;e\r\nX: b\r\n\r\n",
         "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n"},
        {"HEAD / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n"},
    };
    static struct outcome outcome;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        feed_whole(&outcome, cases[i].in, strlen(cases[i].in));
        assert_int_equal(outcome.len, strlen(cases[i].out));
        assert_memory_equal(outcome.out, cases[i].out, outcome.len);
        check_splits(&outcome, cases[i].in, strlen(cases[i].in));
    }
}

/* ---- heads, compared with the grammar ---- */

struct grammar {
    regex_t line, field, host, length;
};

static void grammar_init(struct grammar *grammar)
{
    static const char token[] = "[-!#$%&'*+.^_`|~0-9A-Za-z]+",
                      host[] = "^[Hh][Oo][Ss][Tt]:[ \t]*([-a-zA-Z0-9._~!$&'()*+,;=]|%[0-9a-fA-F]{2})+(:[0-9]*)?[ \t]*$";
    char text[200];
    snprintf(text, sizeof text, "^%s [!-~]+ HTTP/1\\.[0-9]$", token);
    assert_int_equal(regcomp(&grammar->line, text, REG_EXTENDED | REG_NOSUB), 0);
    snprintf(text, sizeof text, "^%s:[\t -~\x80-\xff]*$", token);
    assert_int_equal(regcomp(&grammar->field, text, REG_EXTENDED | REG_NOSUB), 0);
    assert_int_equal(regcomp(&grammar->host, host, REG_EXTENDED | REG_NOSUB), 0);
    assert_int_equal(regcomp(&grammar->length, "^[Cc]ontent-[Ll]ength:[ \t]*[0-9]+[ \t]*$", REG_EXTENDED | REG_NOSUB),
                     0);
}

static void grammar_free(struct grammar *grammar)
{
    regfree(&grammar->line);
    regfree(&grammar->field);
    regfree(&grammar->host);
    regfree(&grammar->length);
}

static bool matches(const regex_t *regex, const char *line)
{
    return regexec(regex, line, 0, NULL, 0) == 0;
}

/* Returns whether the lines are a head by the RFC's grammar, and a GET without fields that change its framing. */
static bool is_head(const struct grammar *grammar, char *const lines[], size_t count)
{
    unsigned hosts = 0, lengths = 0;
    if (!matches(&grammar->line, lines[0]))
        return false;
    for (size_t i = 1; i < count; i++) {
        bool host = strncasecmp(lines[i], "host:", 5) == 0, length = strncasecmp(lines[i], "content-length:", 15) == 0;
        if (!matches(&grammar->field, lines[i]) || (host && !matches(&grammar->host, lines[i])) ||
            (length && !matches(&grammar->length, lines[i])))
            return false;
        hosts += host;
        lengths += length;
    }
    return hosts <= 1 && lengths <= 1 && (hosts == 1 || lines[0][strlen(lines[0]) - 1] == '0');
}

/* Changes a few bytes of a line. */
static void spoil(struct nash_rng *rng, char *line)
{
    static const char bytes[] = "  \t\x01\x7f\xc3:::,;=%/?@[]()\"AaZz019.-_~\\{}";
    size_t len = strlen(line);
    for (uint64_t i = nash_rng_below(rng, 3); i-- > 0 && len > 0;) {
        size_t at = nash_rng_below(rng, len);
        if (nash_rng_below(rng, 3) == 0) {
            memmove(line + at, line + at + 1, len - at);
            len--;
        } else {
            line[at] = bytes[nash_rng_below(rng, sizeof bytes - 1)];
        }
    }
}

static void test_grammar(void **state)
{
    static const char *const fields[] = {
        "Host: localhost:8080",   "hOST:a%20b", "Content-Length: 0", "content-Length:\t0 \t", "Accept: */*",
        "X-A.b|c: d\te \xc3\xa9", "X:",         "X-Long-Name_9~: v"};
    static struct outcome outcome;
    struct grammar grammar;
    struct nash_rng rng;
    unsigned good = 0, rounds = 40000;
    nash_rng_seed(&rng, 7);
    grammar_init(&grammar);
    for (unsigned round = 0; round < rounds; round++) {
        char room[6][64], text[512], *lines[6], *at = text;
        size_t count = 1 + nash_rng_below(&rng, 5);
        for (size_t i = 0; i < count; i++) {
            snprintf(room[i], sizeof room[i], "%s",
                     i == 0 ? "GET /v1/x?y=%20 HTTP/1.1"
                            : fields[nash_rng_below(&rng, sizeof fields / sizeof fields[0])]);
            lines[i] = room[i];
            if (nash_rng_below(&rng, 3) == 0)
                spoil(&rng, room[i]);
            at += sprintf(at, "%s\r\n", room[i]);
        }
        if (lines[0][0] == '\0')
            continue;
        at = stpcpy(at, "\r\n");
        bool empty = strstr(text, "\r\n\r\n") != at - 4; /* a line became empty and ends the head */
        bool want = is_head(&grammar, lines, count);
        feed_whole(&outcome, text, (size_t)(at - text));
        if (!empty && (outcome.framing.fault == HTTP_FAULT_NONE) != want &&
            outcome.framing.fault != HTTP_FAULT_LENGTH_LARGE)
            fail_msg("round %u: %s, but the grammar says %s:\n%s", round, http_fault_detail(outcome.framing.fault),
                     want ? "valid" : "malformed", text);
        if (outcome.framing.left == 0)
            check_passed(&outcome, text);
        good += want;
    }
    assert_in_range(good, rounds / 20, rounds / 2);
    grammar_free(&grammar);
}

/* ---- chunks ---- */

/* Appends a chunk of random bytes in a random form; returns its end, and adds the bytes to the body. */
static char *random_chunk(struct nash_rng *rng, char *out, char **body)
{
    static const char *const extensions[] = {"", "", "", ";a", " ; a=b", ";a=\"b;\\\"\"", ";a =\t\"x y\" ;c"};
    size_t size = 1 + nash_rng_below(rng, 40);
    out += sprintf(out, nash_rng_below(rng, 2) == 0 ? "%zx" : "%06zX", size);
    out += sprintf(out, "%s\r\n", extensions[nash_rng_below(rng, sizeof extensions / sizeof extensions[0])]);
    for (size_t i = 0; i < size; i++) {
        char byte = "\r\n0;:x\0\xff"[nash_rng_below(rng, 8)];
        *out++ = byte;
        *(*body)++ = byte;
    }
    return stpcpy(out, "\r\n");
}

/* Decodes what was passed on as chunks of plain form. */
static size_t decode(const char *at, const char *end, char *body)
{
    size_t len = 0;
    for (;;) {
        char *digits_end;
        size_t size = strtoul(at, &digits_end, 16);
        assert_memory_equal(digits_end, "\r\n", 2);
        at = digits_end + 2;
        memcpy(body + len, at, size);
        len += size;
        at += size;
        assert_memory_equal(at, "\r\n", 2);
        at += 2;
        if (size == 0) {
            assert_ptr_equal(at, end);
            return len;
        }
    }
}

static void test_chunks(void **state)
{
    static const char head[] = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    static struct outcome outcome, got;
    struct pieces pieces = {.most = 30};
    nash_rng_seed(&pieces.rng, 8);
    for (unsigned round = 0; round < 2000; round++) {
        static char text[4096], body[2048], again[2048];
        char *at = stpcpy(text, head), *body_at = body;
        for (uint64_t i = nash_rng_below(&pieces.rng, 12); i-- > 0;)
            at = random_chunk(&pieces.rng, at, &body_at);
        at =
            stpcpy(at, nash_rng_below(&pieces.rng, 2) == 0 ? "0\r\n\r\n" : "00;x\r\nA: b\r\nContent-Length: 7\r\n\r\n");
        size_t len = (size_t)(at - text), body_len = (size_t)(body_at - body);
        feed_whole(&outcome, text, len);
        assert_int_equal(outcome.framing.fault, HTTP_FAULT_NONE);
        assert_int_equal(decode(outcome.out + strlen(head), outcome.out + outcome.len, again), body_len);
        assert_memory_equal(again, body, body_len);
        feed(&got, text, len, random_piece, &pieces);
        check_same(&got, &outcome, text, "in random pieces");
    }
}

/* ---- limits ---- */

static enum http_fault fault_of(const char *text, size_t len)
{
    static struct outcome outcome, got;
    struct pieces pieces = {.most = 3000};
    nash_rng_seed(&pieces.rng, 9);
    feed_whole(&outcome, text, len);
    check_passed(&outcome, "a long message");
    for (int i = 0; i < 20; i++) {
        feed(&got, text, len, random_piece, &pieces);
        check_same(&got, &outcome, "a long message", "in random pieces");
    }
    return outcome.framing.fault;
}

/* Returns the length of a head of exactly `len` bytes: `before`, many 'x', `after`. */
static size_t pad(char *text, size_t len, const char *before, const char *after)
{
    memset(text, 'x', len);
    memcpy(text, before, strlen(before));
    strcpy(text + len - strlen(after), after);
    return len;
}

static void test_limits(void **state)
{
    static char text[SIZE];
    for (size_t len = HTTP_HEAD_MAX - 3; len < HTTP_HEAD_MAX + 4; len++) {
        pad(text, len, "GET / HTTP/1.1\r\nHost: a\r\nX: ", "\r\n\r\n");
        assert_int_equal(fault_of(text, len), len <= HTTP_HEAD_MAX ? HTTP_FAULT_NONE : HTTP_FAULT_HEAD_LONG);
        pad(text, len, "GET / HTTP/1.1\r\nHost: a\r\n", ": y\r\n\r\n");
        assert_int_equal(fault_of(text, len), len <= HTTP_HEAD_MAX ? HTTP_FAULT_NONE : HTTP_FAULT_HEAD_LONG);
        pad(text, len, "GET /", " HTTP/1.1\r\n");
        if (len > HTTP_HEAD_MAX)
            assert_int_equal(fault_of(text, len), HTTP_FAULT_TARGET_LONG);
    }
    for (unsigned fields = HTTP_FIELDS_MAX - 1; fields < HTTP_FIELDS_MAX + 2; fields++) {
        char *at = stpcpy(text, "GET / HTTP/1.1\r\nHost: a\r\n");
        for (unsigned i = 1; i < fields; i++)
            at = stpcpy(at, "X: y\r\n");
        at = stpcpy(at, "\r\n");
        assert_int_equal(fault_of(text, (size_t)(at - text)),
                         fields <= HTTP_FIELDS_MAX ? HTTP_FAULT_NONE : HTTP_FAULT_FIELDS);
    }
    static const char chunked[] = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (unsigned chunks = 1500; chunks < 1800; chunks += 100) { /* 10 bytes of extensions each */
        char *at = stpcpy(text, chunked);
        for (unsigned i = 0; i < chunks; i++)
            at = stpcpy(at, "1;123456789\r\nx\r\n");
        at = stpcpy(at, "0\r\n\r\n");
        assert_int_equal(fault_of(text, (size_t)(at - text)),
                         chunks * 10 <= HTTP_HEAD_MAX ? HTTP_FAULT_NONE : HTTP_FAULT_CHUNK_LONG);
        at = stpcpy(text, chunked);
        at = stpcpy(at, "0\r\n");
        for (unsigned i = 0; i < chunks; i++)
            at = stpcpy(at, "X: 12345\r\n");
        at = stpcpy(at, "\r\n");
        assert_int_equal(fault_of(text, (size_t)(at - text)),
                         chunks * 10 <= HTTP_HEAD_MAX ? HTTP_FAULT_NONE : HTTP_FAULT_CHUNK_LONG);
    }
}

/* After the handshake of a WebSocket, frames are passed on as they are, and requests are still requests. */
static void test_switching(void **state)
{
    static const char handshake[] =
        "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c, WebSocket\r\nConnection: x, UPGRADE\r\n\r\n";
    static struct outcome outcome;
    char text[512];
    size_t len = strlen(handshake);
    memcpy(text, handshake, len);
    memcpy(text + len, "\x82\x83\0\r\n\0abc", 9);
    feed_whole(&outcome, text, len + 9);
    assert_int_equal(outcome.framing.state, HTTP_SWITCHED);
    assert_int_equal(outcome.len, len + 9);
    assert_memory_equal(outcome.out, text, outcome.len);
    check_splits(&outcome, text, len + 9);
    strcpy(text + len, AFTER);
    feed_whole(&outcome, text, strlen(text));
    assert_int_equal(outcome.framing.messages, 2);
    check_splits(&outcome, text, strlen(text));
    static const char other[] = "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n\x82\x83\r\n";
    feed_whole(&outcome, other, strlen(other));
    assert_int_equal(outcome.framing.faulty, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_malformed), cmocka_unit_test(test_readable), cmocka_unit_test(test_what_is_passed),
        cmocka_unit_test(test_grammar),   cmocka_unit_test(test_chunks),   cmocka_unit_test(test_limits),
        cmocka_unit_test(test_switching),
    };
    return cmocka_run_group_tests_name("http framing", tests, NULL, NULL);
}
