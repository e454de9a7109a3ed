/* Fuzzes the framing of messages. Any split of the input into calls gives the same output and the same fault. The
 * output is a sequence of whole messages, in which nothing is left to change, and no head has a control character, a
 * field Cookie or white space before a colon or at the end of a line. */
#include <stdbool.h>
#include <string.h>

#include <http/framing/framing.h>

#include "fuzz.h"

struct outcome {
    struct http_framing framing;
    char *out;
    size_t len, unused;
};

static char *copy(const void *data, size_t len)
{
    char *bytes = malloc(len + 1);
    if (bytes == NULL)
        abort();
    if (len > 0)
        memcpy(bytes, data, len);
    return bytes;
}

/* Gives the bytes in pieces of up to `most` bytes, and as much room; keeps what is not used. */
static void pass(struct outcome *outcome, const uint8_t *data, size_t len, size_t most)
{
    char *held = copy(data, len);
    size_t count = 0, at = 0, used, start = 0;
    *outcome = (struct outcome){.out = malloc(len + 64)};
    if (outcome->out == NULL)
        abort();
    for (bool more = true; more;) {
        size_t size = len - at < most ? len - at : most, left = len + 64 - outcome->len;
        count += size;
        at += size;
        size_t room = left < most ? left : most;
        size_t made =
            http_framing_pass(&outcome->framing, held + start, count, &used, outcome->out + outcome->len, room);
        outcome->len += made;
        start += used;
        count -= used;
        more = at < len || made == room;
    }
    outcome->unused = count;
    free(held);
}

/* Returns the end of the head that begins at `at`. */
static const char *check_head(const char *at, const char *end)
{
    for (bool first = true;; first = false) {
        const char *line = at;
        while (end - at >= 2 && memcmp(at, "\r\n", 2) != 0) {
            if ((unsigned char)*at < ' ' && *at != '\t')
                fuzz_fail("a control character is passed on", line);
            at++;
        }
        if (end - at < 2)
            fuzz_fail("a head has no end", line);
        at += 2;
        if (at == line + 2 && !first)
            return at;
        const char *colon = memchr(line, ':', (size_t)(at - line));
        if (at == line + 2 || at[-3] == ' ' || at[-3] == '\t' || (!first && (colon == NULL || colon[-1] == ' ')))
            fuzz_fail("a line is malformed", line);
        if (at - line > 7 && strncasecmp(line, "Cookie:", 7) == 0)
            fuzz_fail("a field is left", line);
    }
}

/* Reads the output again, whole: it must be complete and pass unchanged. */
static void check_output(const struct outcome *outcome)
{
    struct outcome again;
    pass(&again, (const uint8_t *)outcome->out, outcome->len, outcome->len + 64);
    if (again.framing.fault != HTTP_FAULT_NONE || again.framing.messages != outcome->framing.messages ||
        again.unused > 0 || again.len != outcome->len || memcmp(again.out, outcome->out, again.len) != 0)
        fuzz_fail("the output is read differently", outcome->out);
    if (outcome->framing.fault != HTTP_FAULT_NONE && (again.framing.left > 0 || again.framing.state != HTTP_AT_HEAD))
        fuzz_fail("the faulty message has no end", outcome->out);
    free(again.out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct outcome whole, parts;
    pass(&whole, data, size, size + 64);
    for (size_t most = 1; most <= 64; most *= 4) {
        pass(&parts, data, size, most);
        if (parts.framing.fault != whole.framing.fault || parts.framing.faulty != whole.framing.faulty ||
            parts.framing.messages != whole.framing.messages || parts.len != whole.len ||
            memcmp(parts.out, whole.out, parts.len) != 0)
            fuzz_fail("the result depends on the split", whole.out);
        free(parts.out);
    }
    if (whole.framing.state != HTTP_SWITCHED) {
        check_output(&whole);
        if (whole.len > 0)
            check_head(whole.out, whole.out + whole.len);
    }
    free(whole.out);
    return 0;
}
