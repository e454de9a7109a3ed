/* Strings of the gate. Runs of plain bytes are skipped (plain.h); other bytes are checked one by one. */
#include <string.h>

#include <base/utf8.h>

#include "gate.h"
#include "plain.h"

/* Returns the value of four hex digits, or -1. */
static int hex4(const char *text)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    return value;
}

/* Call with gate->at at the backslash of "\u". */
static bool gate_unicode_escape(struct json_gate *gate)
{
    const char *at = gate->at;
    int code = gate->end - at >= 6 ? hex4(at + 2) : -1;
    if (code < 0)
        return json_gate_refuse(gate, at, "\\u must be followed by four hex digits");
    if (code == 0)
        return json_gate_refuse(gate, at, "\\u0000 is not accepted in strings");
    gate->at += 6;
    if (code < 0xD800 || code > 0xDFFF)
        return true;
    bool pair = code < 0xDC00 && gate->end - at >= 12 && at[6] == '\\' && at[7] == 'u';
    int low = pair ? hex4(at + 8) : -1;
    if (low < 0xDC00 || low > 0xDFFF)
        return json_gate_refuse(gate, at, "unpaired UTF-16 surrogate");
    gate->at += 6;
    return true;
}

static bool gate_escape(struct json_gate *gate)
{
    if (gate->end - gate->at < 2)
        return json_gate_refuse(gate, gate->end, "the text ends inside a string");
    char c = gate->at[1];
    if (c == 'u')
        return gate_unicode_escape(gate);
    if (c == '\0' || !strchr("\"\\/bfnrt", c))
        return json_gate_refuse(gate, gate->at, "unknown escape in a string");
    gate->at += 2;
    return true;
}

bool json_string(struct json_gate *gate)
{
    for (;;) {
        gate->at = json_skip_plain(gate->at, gate->end);
        if (gate->at == gate->end)
            return json_gate_refuse(gate, gate->end, "the text ends inside a string");
        unsigned char c = (unsigned char)*gate->at;
        if (c == '"') {
            gate->at++;
            return true;
        }
        if (c == '\\') {
            if (!gate_escape(gate))
                return false;
        } else if (c < 0x20) {
            return json_gate_refuse(gate, gate->at, "raw control character in a string");
        } else {
            size_t len = utf8_length(gate->at, (size_t)(gate->end - gate->at));
            if (len == 0)
                return json_gate_refuse(gate, gate->at, "invalid UTF-8");
            gate->at += len;
        }
    }
}

size_t json_decode(char *out, const char *text, size_t len)
{
    size_t made = 0;
    for (const char *at = text, *end = text + len; at < end;) {
        if (*at != '\\') {
            out[made++] = *at++;
            continue;
        }
        if (at[1] != 'u') {
            static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
            out[made++] = to[strchr(from, at[1]) - from];
            at += 2;
            continue;
        }
        unsigned code = (unsigned)hex4(at + 2);
        at += 6;
        if (code >= 0xD800 && code < 0xDC00) {
            code = 0x10000 + ((code - 0xD800) << 10) + ((unsigned)hex4(at + 2) - 0xDC00);
            at += 6;
        }
        made += utf8_encode(out + made, code);
    }
    return made;
}
