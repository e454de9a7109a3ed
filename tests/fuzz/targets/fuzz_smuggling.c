/* Compares the server's reading of requests (src/http/framing) with that of a second strict reader: which messages
 * there are, what is in them, where they end, and which one is refused. */
#include <string.h>

#include <http/framing/framing.h>

#include "../strict/strict.h"
#include "fuzz.h"

struct passed {
    struct http_framing framing;
    char *out;
    size_t len, used;
};

static void pass(struct passed *passed, const uint8_t *data, size_t len)
{
    char *in = malloc(len + 1);
    *passed = (struct passed){.out = malloc(len + 64)};
    if (in == NULL || passed->out == NULL)
        abort();
    if (len > 0)
        memcpy(in, data, len);
    passed->len = http_framing_pass(&passed->framing, in, len, &passed->used, passed->out, len + 64);
    free(in);
}

static bool is_cookie(struct strict_text name)
{
    return strict_equal(name, (struct strict_text){"cookie", 6});
}

static bool is_same(struct strict_text a, struct strict_text b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

/* Compares a message as sent with what libmicrohttpd gets of it: all but the fields Cookie. */
static void compare(const struct strict_message *sent, const struct strict_message *got)
{
    unsigned at = 0;
    if (!is_same(sent->method, got->method) || !is_same(sent->target, got->target) || sent->is_1_0 != got->is_1_0)
        fuzz_fail("another request line", got->target.at);
    for (unsigned i = 0; i < sent->fields; i++) {
        if (is_cookie(sent->name[i]))
            continue;
        if (at == got->fields || !is_same(sent->name[i], got->name[at]) || !is_same(sent->value[i], got->value[at]))
            fuzz_fail("another field", sent->name[i].at);
        at++;
    }
    if (at != got->fields)
        fuzz_fail("a field was added", got->name[at].at);
    if (sent->body_len != got->body_len || (sent->body_len > 0 && memcmp(sent->body, got->body, sent->body_len) != 0))
        fuzz_fail("another body", got->target.at);
}

static void check_verdict(const struct strict_reading *reading, const struct passed *passed)
{
    bool refused = passed->framing.fault != HTTP_FAULT_NONE;
    if (reading->verdict == STRICT_VAGUE) {
        if (refused && passed->framing.faulty <= reading->count)
            fuzz_fail("an earlier message is refused", http_fault_detail(passed->framing.fault));
        return;
    }
    if (refused && passed->framing.faulty != reading->count + 1)
        fuzz_fail("another message is refused", http_fault_detail(passed->framing.fault));
    if (refused && reading->verdict == STRICT_DONE)
        fuzz_fail("a valid message is refused", http_fault_detail(passed->framing.fault));
    if (!refused && reading->verdict == STRICT_REFUSED)
        fuzz_fail("a malformed message is accepted", passed->out);
    if (reading->verdict == STRICT_DONE && (passed->framing.left > 0 || passed->framing.messages != reading->count))
        fuzz_fail("a message ends elsewhere", passed->out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct strict_reading sent, got;
    struct passed passed;
    pass(&passed, data, size);
    strict_read(&sent, (const char *)data, size);
    check_verdict(&sent, &passed);
    strict_read(&got, passed.out, passed.len);
    if (got.count < sent.count || (sent.verdict != STRICT_VAGUE && got.count > sent.count + 1))
        fuzz_fail("another number of messages", passed.out);
    for (unsigned i = 0; i < sent.count; i++)
        compare(&sent.message[i], &got.message[i]);
    strict_release(&sent);
    strict_release(&got);
    free(passed.out);
    return 0;
}
