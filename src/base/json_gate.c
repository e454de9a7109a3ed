/* The grammar of RFC 8259, narrowed to what travels safely (RFC 7493), by recursive descent: depth is bounded.
 *
 * A non-empty array of nothing but integer literals is parsed right here into int64 values. In the copy that cJSON
 * gets, `[1e999,K]` stands in its place, K being its index: the gate refuses a literal infinity, so nobody can write
 * that marker from outside. A look ahead to the first byte that no such array can hold decides; an array that turns
 * out to be mixed is thus read twice, never more often. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <base/json_gate.h>

#define MARKER_HEAD "[1e999,"

enum {
    NUMBER_MAX = 63 /* bytes of a number literal: cJSON reads no longer one */
};

static const char beyond_exact[] =
    "an integer beyond 2^53 is not exact in JSON: say it as a string where one is taken, or in a smaller scale";

bool json_gate_refuse(struct json_gate *gate, const char *fault, const char *why)
{
    gate->fault = fault;
    gate->why = why;
    return false;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* The next byte that is not white space; '\0' at the end (a NUL in the text is refused by every caller as well). */
static char next_byte(struct json_gate *gate)
{
    const char *at = gate->at;
    while (at < gate->end && is_space(*at))
        at++;
    gate->at = at;
    return at < gate->end ? *at : '\0';
}

static bool refuse_here(struct json_gate *gate, const char *why)
{
    return json_gate_refuse(gate, gate->at, gate->at == gate->end ? "the text ends too early" : why);
}

/* ---- numbers ---- */

/* Does a literal with many digits or a large exponent overflow a double? Digits and exponent are put together without
 * the point, since strtod() would look for the locale's. */
static bool overflows(const char *text, const char *end)
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

static void skip_digits(struct json_gate *gate)
{
    while (gate->at < gate->end && is_digit(*gate->at))
        gate->at++;
}

/* 2^53 = 9007199254740992: sixteen digits. */
static bool exact(const char *digits, size_t count)
{
    return count < 16 || (count == 16 && memcmp(digits, "9007199254740992", 16) <= 0);
}

static bool digits_needed(struct json_gate *gate, const char *why)
{
    if (gate->at == gate->end || !is_digit(*gate->at))
        return refuse_here(gate, why);
    skip_digits(gate);
    return true;
}

static bool number(struct json_gate *gate)
{
    const char *start = gate->at;
    bool integer = true, exponent = false;
    if (*gate->at == '-')
        gate->at++;
    const char *digits = gate->at;
    if (!digits_needed(gate, "a digit must follow the minus sign"))
        return false;
    size_t count = (size_t)(gate->at - digits);
    if (*digits == '0' && count > 1)
        return json_gate_refuse(gate, digits, "a number must not start with a zero");
    if (gate->at < gate->end && *gate->at == '.') {
        gate->at++;
        integer = false;
        if (!digits_needed(gate, "a digit must follow the decimal point"))
            return false;
    }
    if (gate->at < gate->end && (*gate->at == 'e' || *gate->at == 'E')) {
        gate->at++;
        integer = false;
        exponent = true;
        if (gate->at < gate->end && (*gate->at == '+' || *gate->at == '-'))
            gate->at++;
        if (!digits_needed(gate, "a digit must follow the exponent sign"))
            return false;
    }
    if (integer && !exact(digits, count))
        return json_gate_refuse(gate, start, beyond_exact);
    if (gate->at - start > NUMBER_MAX)
        return json_gate_refuse(gate, start, "a number must not be longer than 63 bytes");
    if (exponent && overflows(start, gate->at))
        return json_gate_refuse(gate, start, "a number beyond the range of a double");
    return true;
}

/* ---- flat integer arrays ---- */

/* gate->at stands behind '['. The number of elements when nothing but digits, signs, commas and white space is left
 * until ']' (the parse proper still has to succeed); 0 when something else comes, or the array is empty. */
static size_t count_integers(const struct json_gate *gate)
{
    size_t commas = 0;
    bool any = false;
    for (const char *at = gate->at; at < gate->end; at++) {
        char c = *at;
        if (is_digit(c))
            any = true;
        else if (c == ',')
            commas++;
        else if (c == ']')
            return any ? commas + 1 : 0;
        else if (c != '-' && !is_space(c))
            return 0;
    }
    return 0;
}

static bool integer(struct json_gate *gate, int64_t *value)
{
    const char *start = gate->at, *end = gate->end, *at = start;
    bool negative = *at == '-';
    at += negative;
    const char *digits = at;
    uint64_t number = 0;
    while (at < end && is_digit(*at) && at - digits < 17)
        number = number * 10 + (uint64_t)(*at++ - '0');
    gate->at = at;
    if (at == digits)
        return refuse_here(gate, "a digit must follow the minus sign");
    if (*digits == '0' && at - digits > 1)
        return json_gate_refuse(gate, digits, "a number must not start with a zero");
    if (!exact(digits, (size_t)(at - digits)))
        return json_gate_refuse(gate, start, beyond_exact);
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

/* Room for one more array in gate->ints. */
static bool grow_ints(struct json_gate *gate)
{
    if (gate->ints_count < gate->ints_room)
        return true;
    size_t room = gate->ints_room ? 2 * gate->ints_room : 32;
    struct nash_json_ints *ints = NASH_NEW(gate->ints_arena, struct nash_json_ints, room);
    if (!ints)
        return false;
    if (gate->ints_count)
        memcpy(ints, gate->ints, gate->ints_count * sizeof *ints);
    gate->ints = ints;
    gate->ints_room = room;
    return true;
}

/* Puts the marker in the place of the array [start, gate->at). */
static bool put_marker(struct json_gate *gate, const char *start)
{
    nash_buf_add(&gate->copy, gate->copied, (size_t)(start - gate->copied));
    nash_buf_add(&gate->copy, MARKER_HEAD, sizeof MARKER_HEAD - 1);
    nash_buf_u64(&gate->copy, gate->ints_count - 1);
    nash_buf_putc(&gate->copy, ']');
    gate->copied = gate->at;
    return !gate->copy.failed;
}

/* gate->at stands behind '[' of an array with count integers, start on it. */
static bool integers(struct json_gate *gate, const char *start, size_t count)
{
    int64_t *value = NULL;
    size_t bytes;
    if (!__builtin_mul_overflow(count, sizeof *value, &bytes))
        value = nash_arena_alloc_raw(gate->ints_arena, bytes, _Alignof(int64_t));
    if (!value || !grow_ints(gate))
        return false;
    for (size_t i = 0; i < count; i++) {
        char c = next_byte(gate);
        if (c != '-' && !is_digit(c))
            return refuse_here(gate, "a value is missing");
        if (!integer(gate, &value[i]))
            return false;
        c = next_byte(gate);
        if (c != (i + 1 < count ? ',' : ']'))
            return refuse_here(gate, "expected ',' or ']'");
        gate->at++;
    }
    gate->ints[gate->ints_count++] = (struct nash_json_ints){.value = value, .count = count};
    return put_marker(gate, start);
}

/* ---- values ---- */

static bool value(struct json_gate *gate, unsigned depth);

static bool array(struct json_gate *gate, unsigned depth)
{
    const char *start = gate->at++;
    char c = next_byte(gate);
    if (c == ']') {
        gate->at++;
        return true;
    }
    if (gate->ints_arena && (is_digit(c) || c == '-')) {
        size_t count = count_integers(gate);
        if (count > 0)
            return integers(gate, start, count);
    }
    for (;;) {
        if (!value(gate, depth))
            return false;
        c = next_byte(gate);
        if (c != ',' && c != ']')
            return refuse_here(gate, "expected ',' or ']'");
        gate->at++;
        if (c == ']')
            return true;
    }
}

static bool member(struct json_gate *gate, unsigned depth)
{
    if (next_byte(gate) != '"')
        return refuse_here(gate, "expected a member name in quotes");
    const char *name = ++gate->at;
    if (!json_string(gate) || !json_keys_add(gate, name, (size_t)(gate->at - 1 - name)))
        return false;
    if (next_byte(gate) != ':')
        return refuse_here(gate, "expected ':' after a member name");
    gate->at++;
    return value(gate, depth);
}

static bool object(struct json_gate *gate, unsigned depth)
{
    size_t first = gate->keys.count;
    gate->at++;
    if (next_byte(gate) == '}') {
        gate->at++;
        return true;
    }
    for (;;) {
        if (!member(gate, depth))
            return false;
        char c = next_byte(gate);
        if (c != ',' && c != '}')
            return refuse_here(gate, "expected ',' or '}'");
        gate->at++;
        if (c == '}')
            return json_keys_end(gate, first);
    }
}

static bool literal(struct json_gate *gate, const char *word, size_t len)
{
    size_t left = (size_t)(gate->end - gate->at);
    if (left < len || memcmp(gate->at, word, len) != 0)
        return json_gate_refuse(gate, gate->at, "not a JSON value (true, false and null are the only bare words)");
    gate->at += len;
    return true;
}

static bool value(struct json_gate *gate, unsigned depth)
{
    char c = next_byte(gate);
    switch (c) {
    case '{':
    case '[':
        if (depth == NASH_JSON_DEPTH)
            return json_gate_refuse(gate, gate->at, "nested deeper than 64 levels");
        return c == '{' ? object(gate, depth + 1) : array(gate, depth + 1);
    case '"':
        gate->at++;
        return json_string(gate);
    case 't':
        return literal(gate, "true", 4);
    case 'f':
        return literal(gate, "false", 5);
    case 'n':
        return literal(gate, "null", 4);
    case ',':
    case ']':
    case '}':
        return refuse_here(gate, "a value is missing");
    default:
        if (c == '-' || is_digit(c))
            return number(gate);
        return refuse_here(gate, "not a JSON value");
    }
}

static bool document(struct json_gate *gate)
{
    if (gate->end - gate->at >= 3 && memcmp(gate->at, "\xEF\xBB\xBF", 3) == 0)
        return json_gate_refuse(gate, gate->at, "a byte order mark is not accepted");
    next_byte(gate);
    if (gate->at == gate->end)
        return json_gate_refuse(gate, gate->at, "the text is empty");
    if (!value(gate, 0))
        return false;
    next_byte(gate);
    if (gate->at != gate->end)
        return json_gate_refuse(gate, gate->at, "something follows the JSON value");
    return true;
}

enum nash_status json_gate_run(struct json_gate *gate, const char *text, size_t len, struct nash_arena *ints_arena)
{
    *gate = (struct json_gate){.text = text, .at = text, .end = text + len, .copied = text, .ints_arena = ints_arena};
    if (!document(gate))
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
