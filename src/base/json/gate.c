/* Recursive descent over the grammar of RFC 8259, narrowed as in RFC 7493; the depth is bounded. Arrays of integer
 * literals have a scanner of their own (ints.c). */
#include "gate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    NUMBER_MAX = 63 /* bytes of a number literal; cJSON reads at most as many */
};

const char json_beyond_exact[] =
    "an integer beyond 2^53 is not exact in JSON: write it as a string where one is accepted, or use a larger unit";

bool json_gate_refuse(struct json_gate *gate, const char *fault, const char *why)
{
    gate->fault = fault;
    gate->why = why;
    return false;
}

bool json_gate_refuse_here(struct json_gate *gate, const char *why)
{
    return json_gate_refuse(gate, gate->at, gate->at == gate->end ? "the text ends too early" : why);
}

/* ---- numbers ---- */

/* Returns whether a literal with many digits or a large exponent overflows a double. Removes the decimal point first,
 * because strtod() expects that of the locale. */
static bool overflows_double(const char *text, const char *end)
{
    char literal[NUMBER_MAX + 24];
    size_t len = 0;
    long fraction = 0;
    bool behind_point = false;
    for (; text < end && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            behind_point = true;
            continue;
        }
        literal[len++] = *text;
        fraction += behind_point;
    }
    long exponent = 0;
    if (text < end) {
        bool negative = text[1] == '-';
        text += 1 + (text[1] == '-' || text[1] == '+');
        for (; text < end; text++)
            if (exponent < 1000000)
                exponent = exponent * 10 + (*text - '0');
        exponent = negative ? -exponent : exponent;
    }
    exponent -= fraction;
    literal[len++] = 'e';
    literal[len++] = exponent < 0 ? '-' : '+';
    unsigned long size = (unsigned long)labs(exponent), weight = 1000000;
    for (; weight > 0; weight /= 10)
        literal[len++] = (char)('0' + size / weight % 10);
    literal[len] = '\0';
    return isinf(strtod(literal, NULL));
}

static void gate_skip_digits(struct json_gate *gate)
{
    while (gate->at < gate->end && json_is_digit(*gate->at))
        gate->at++;
}

static bool gate_digits(struct json_gate *gate, const char *why)
{
    if (gate->at == gate->end || !json_is_digit(*gate->at))
        return json_gate_refuse_here(gate, why);
    gate_skip_digits(gate);
    return true;
}

static bool gate_number(struct json_gate *gate)
{
    const char *start = gate->at;
    bool integer = true, exponent = false;
    if (*gate->at == '-')
        gate->at++;
    const char *digits = gate->at;
    if (!gate_digits(gate, "a digit must follow the minus sign"))
        return false;
    size_t count = (size_t)(gate->at - digits);
    if (*digits == '0' && count > 1)
        return json_gate_refuse(gate, digits, "a number must not start with a zero");
    if (gate->at < gate->end && *gate->at == '.') {
        gate->at++;
        integer = false;
        if (!gate_digits(gate, "a digit must follow the decimal point"))
            return false;
    }
    if (gate->at < gate->end && (*gate->at == 'e' || *gate->at == 'E')) {
        gate->at++;
        integer = false;
        exponent = true;
        if (gate->at < gate->end && (*gate->at == '+' || *gate->at == '-'))
            gate->at++;
        if (!gate_digits(gate, "a digit must follow the exponent sign"))
            return false;
    }
    if (integer && !json_exact(digits, count))
        return json_gate_refuse(gate, start, json_beyond_exact);
    if (gate->at - start > NUMBER_MAX)
        return json_gate_refuse(gate, start, "a number must not be longer than 63 bytes");
    if (exponent && overflows_double(start, gate->at))
        return json_gate_refuse(gate, start, "a number beyond the range of a double");
    return true;
}

/* ---- values ---- */

static bool gate_value(struct json_gate *gate, unsigned depth);

static bool gate_array(struct json_gate *gate, unsigned depth)
{
    const char *start = gate->at++;
    char c = json_next_byte(gate);
    if (c == ']') {
        gate->at++;
        return true;
    }
    if (gate->ints_arena && (json_is_digit(c) || c == '-')) {
        size_t count = json_ints_count(gate);
        if (count > 0)
            return json_ints_extract(gate, start, count);
    }
    for (;;) {
        if (!gate_value(gate, depth))
            return false;
        c = json_next_byte(gate);
        if (c != ',' && c != ']')
            return json_gate_refuse_here(gate, "expected ',' or ']'");
        gate->at++;
        if (c == ']')
            return true;
    }
}

static bool gate_member(struct json_gate *gate, unsigned depth)
{
    if (json_next_byte(gate) != '"')
        return json_gate_refuse_here(gate, "expected a member name in quotes");
    const char *name = ++gate->at;
    if (!json_string(gate) || !json_keys_add(gate, name, (size_t)(gate->at - 1 - name)))
        return false;
    if (json_next_byte(gate) != ':')
        return json_gate_refuse_here(gate, "expected ':' after a member name");
    gate->at++;
    return gate_value(gate, depth);
}

static bool gate_object(struct json_gate *gate, unsigned depth)
{
    size_t first = gate->keys.count;
    gate->at++;
    if (json_next_byte(gate) == '}') {
        gate->at++;
        return true;
    }
    for (;;) {
        if (!gate_member(gate, depth))
            return false;
        char c = json_next_byte(gate);
        if (c != ',' && c != '}')
            return json_gate_refuse_here(gate, "expected ',' or '}'");
        gate->at++;
        if (c == '}')
            return json_keys_end(gate, first);
    }
}

static bool gate_literal(struct json_gate *gate, const char *word, size_t len)
{
    size_t left = (size_t)(gate->end - gate->at);
    if (left < len || memcmp(gate->at, word, len) != 0)
        return json_gate_refuse(gate, gate->at, "not a JSON value (true, false and null are the only bare words)");
    gate->at += len;
    return true;
}

static bool gate_value(struct json_gate *gate, unsigned depth)
{
    char c = json_next_byte(gate);
    switch (c) {
    case '{':
    case '[':
        if (depth == NASH_JSON_DEPTH)
            return json_gate_refuse(gate, gate->at, "nested deeper than 64 levels: use flat arrays instead");
        return c == '{' ? gate_object(gate, depth + 1) : gate_array(gate, depth + 1);
    case '"':
        gate->at++;
        return json_string(gate);
    case 't':
        return gate_literal(gate, "true", 4);
    case 'f':
        return gate_literal(gate, "false", 5);
    case 'n':
        return gate_literal(gate, "null", 4);
    case ',':
    case ']':
    case '}':
        return json_gate_refuse_here(gate, "a value is missing");
    default:
        if (c == '-' || json_is_digit(c))
            return gate_number(gate);
        return json_gate_refuse_here(gate, "not a JSON value");
    }
}

static bool gate_document(struct json_gate *gate)
{
    if (gate->end - gate->at >= 3 && memcmp(gate->at, "\xEF\xBB\xBF", 3) == 0)
        return json_gate_refuse(gate, gate->at, "a byte order mark is not accepted");
    json_next_byte(gate);
    if (gate->at == gate->end)
        return json_gate_refuse(gate, gate->at, "the text is empty");
    if (!gate_value(gate, 0))
        return false;
    json_next_byte(gate);
    if (gate->at != gate->end)
        return json_gate_refuse(gate, gate->at, "something follows the JSON value");
    return true;
}

enum nash_status json_gate_run(struct json_gate *gate, const char *text, size_t len, struct nash_arena *ints_arena,
                               bool spare)
{
    *gate = (struct json_gate){
        .text = text, .at = text, .end = text + len, .copied = text, .ints_arena = ints_arena, .spare = spare};
    if (!gate_document(gate))
        return gate->fault ? NASH_INVALID : NASH_NOMEM;
    if (gate->ints_count)
        nash_buf_add(&gate->copy, gate->copied, (size_t)(gate->end - gate->copied));
    return gate->copy.failed ? NASH_NOMEM : NASH_OK;
}

void json_gate_free(struct json_gate *gate)
{
    json_keys_free(&gate->keys);
    nash_buf_free(&gate->copy);
}
