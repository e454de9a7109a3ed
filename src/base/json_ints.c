/* Flat integer arrays: a scanner of their own, since a graph of a million nodes is sixty megabytes of them.
 *
 * A non-empty array of nothing but integer literals is read into 32 bits a number, from the first that does not fit on
 * into 64. In the copy that cJSON gets, `[1e999,K]` stands in its place, K being its index: the gate refuses a literal
 * infinity, so nobody can write that marker from outside. A look ahead to the closing bracket counts the commas,
 * sixteen bytes at a time; an array that turns out to be mixed is read once more as any other value, never more often.
 *
 * Up to eight digits are one load, a mask that finds where they end, and three multiplications (D. Lemire, "Quickly
 * parsing eight digits", 2018): no branch depends on the length of a number.
 *
 * Where the caller spares the text, pages that lie within an array are given back to the system while it is read, so
 * that text and numbers are never in memory together. Names and all else outside of such arrays stays. */
#include <endian.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <base/huge.h>
#include <base/json_gate.h>

#define MARKER_HEAD "[1e999,"

enum {
    BLOCK = 1 << 16 /* numbers read between two looks at what can be given back */
};

/* ---- counting ---- */

typedef unsigned char bytes16 __attribute__((vector_size(16)));

enum {
    LANES = sizeof(bytes16),
    COUNT_MOST = 255 /* vectors that can be counted in lanes of a byte */
};

static bool allowed(unsigned char c)
{
    return c <= ' ' || c == ',' || c == '-' || (c >= '0' && c <= '9');
}

/* Counts commas in whole vectors from *at on, until one holds a byte that is not allowed or the text ends. */
static size_t count_vectors(const char **at, const char *end)
{
    size_t commas = 0;
    while (end - *at >= LANES) {
        bytes16 lanes = {0};
        unsigned n = 0;
        for (; n < COUNT_MOST && end - *at >= LANES; n++, *at += LANES) {
            bytes16 x;
            memcpy(&x, *at, LANES);
            bytes16 good = (bytes16)(x <= ' ') | (bytes16)(x - ',' <= 1) | (bytes16)(x - '0' <= 9);
            uint64_t half[2];
            memcpy(half, &good, sizeof half);
            if ((half[0] & half[1]) != UINT64_MAX)
                break;
            lanes -= (bytes16)(x == ',');
        }
        for (unsigned i = 0; i < LANES; i++)
            commas += lanes[i];
        if (n < COUNT_MOST)
            break;
    }
    return commas;
}

size_t json_ints_count(const struct json_gate *gate)
{
    const char *at = gate->at;
    size_t commas = count_vectors(&at, gate->end);
    for (; at < gate->end && allowed((unsigned char)*at); at++)
        commas += *at == ',';
    return at < gate->end && *at == ']' ? commas + 1 : 0;
}

/* ---- numbers ---- */

/* The digits among the eight bytes of a word, from the lowest on. *count of them, 8 for eight or more. */
static uint64_t leading_digits(uint64_t word, unsigned *count)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t digits = word ^ UINT64_C(0x3030303030303030);
    uint64_t others = (digits | (digits + UINT64_C(0x7676767676767676))) & high;
    *count = others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
    return digits;
}

/* Eight digits, the most significant in the lowest byte. */
static uint32_t eight_digits(uint64_t digits)
{
    const uint64_t even = UINT64_C(0x000000FF000000FF);
    digits = digits * 10 + (digits >> 8);
    digits = (digits & even) * (UINT64_C(100) + (UINT64_C(1000000) << 32)) +
             (digits >> 16 & even) * (UINT64_C(1) + (UINT64_C(10000) << 32));
    return (uint32_t)(digits >> 32);
}

/* Any integer literal, byte by byte. */
static bool integer(struct json_gate *gate, int64_t *value)
{
    char c = json_next_byte(gate);
    if (c != '-' && !json_is_digit(c))
        return json_gate_refuse_here(gate, "a value is missing");
    const char *start = gate->at, *end = gate->end, *at = start;
    bool negative = c == '-';
    at += negative;
    const char *digits = at;
    uint64_t number = 0;
    while (at < end && json_is_digit(*at) && at - digits < 17)
        number = number * 10 + (uint64_t)(*at++ - '0');
    gate->at = at;
    if (at == digits)
        return json_gate_refuse_here(gate, "a digit must follow the minus sign");
    if (*digits == '0' && at - digits > 1)
        return json_gate_refuse(gate, digits, "a number must not start with a zero");
    if (!json_exact(digits, (size_t)(at - digits)))
        return json_gate_refuse(gate, start, json_beyond_exact);
    *value = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

/* Behind a number: the comma, or behind the last one the bracket. */
static bool separator(struct json_gate *gate, bool last)
{
    if (json_next_byte(gate) != (last ? ']' : ','))
        return json_gate_refuse_here(gate, "expected ',' or ']'");
    gate->at++;
    return true;
}

/* Numbers `from` to `to` of `count`, or up to one that needs more than 32 bits: returns where it stopped, with the gate
 * in front of it. SIZE_MAX: refused. */
static size_t read_narrow(struct json_gate *gate, int32_t *value, size_t from, size_t to, size_t count)
{
    size_t i = from;
    while (i < to) {
        const char *at = gate->at;
        for (; i < to && i + 1 < count && gate->end - at > 9; i++) {
            uint64_t word;
            unsigned digits;
            memcpy(&word, at, sizeof word);
            uint64_t number = leading_digits(le64toh(word), &digits);
            if (digits == 0 || at[digits] != ',' || (*at == '0' && digits > 1))
                break;
            value[i] = (int32_t)eight_digits(number << (64 - 8 * digits));
            at += digits + 1;
            at += *at == ' ';
        }
        gate->at = at;
        int64_t number;
        if (i == to)
            break;
        if (!integer(gate, &number))
            return SIZE_MAX;
        if (number != (int32_t)number) {
            gate->at = at;
            break;
        }
        value[i++] = (int32_t)number;
        if (!separator(gate, i == count))
            return SIZE_MAX;
    }
    return i;
}

static size_t read_wide(struct json_gate *gate, int64_t *value, size_t from, size_t to, size_t count)
{
    for (size_t i = from; i < to; i++)
        if (!integer(gate, &value[i]) || !separator(gate, i + 1 == count))
            return SIZE_MAX;
    return to;
}

/* ---- arrays ---- */

/* Gives back the whole pages from *from to what is read, and moves *from there. */
static void give_back(struct json_gate *gate, const char **from)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)*from + page - 1) & -page, end = (uintptr_t)gate->at & -page;
    if (begin >= end || madvise((void *)begin, end - begin, MADV_DONTNEED) != 0)
        return;
    *from = (const char *)end;
    gate->gave = true;
}

/* The same numbers in 64 bits, `done` of them; NULL: out of memory. */
static int64_t *widen(struct json_gate *gate, const int32_t *narrow, size_t done, size_t count)
{
    size_t bytes;
    int64_t *wide = NULL;
    if (!__builtin_mul_overflow(count, sizeof *wide, &bytes))
        wide = nash_arena_alloc_raw(gate->ints_arena, bytes, _Alignof(int64_t));
    for (size_t i = 0; wide && i < done; i++)
        wide[i] = narrow[i];
    return wide;
}

static bool read_all(struct json_gate *gate, int32_t *narrow, size_t count, struct nash_json_flat *flat)
{
    int64_t *wide = NULL;
    const char *given = gate->at;
    for (size_t done = 0; done < count;) {
        size_t to = count - done < BLOCK ? count : done + BLOCK;
        size_t reached = wide ? read_wide(gate, wide, done, to, count) : read_narrow(gate, narrow, done, to, count);
        if (reached == SIZE_MAX)
            return false;
        if (reached < to && !(wide = widen(gate, narrow, reached, count)))
            return false;
        done = reached;
        if (gate->spare)
            give_back(gate, &given);
    }
    *flat = (struct nash_json_flat){.narrow = wide ? NULL : narrow, .wide = wide, .count = count};
    return true;
}

/* Room for one more array in gate->ints. */
static bool grow(struct json_gate *gate)
{
    if (gate->ints_count < gate->ints_room)
        return true;
    size_t room = gate->ints_room ? 2 * gate->ints_room : 32;
    struct nash_json_flat *ints = NASH_NEW(gate->ints_arena, struct nash_json_flat, room);
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

bool json_ints_take(struct json_gate *gate, const char *start, size_t count)
{
    int32_t *narrow = NULL;
    size_t bytes;
    if (!__builtin_mul_overflow(count, sizeof *narrow, &bytes))
        narrow = nash_arena_alloc_raw(gate->ints_arena, bytes, _Alignof(int32_t));
    if (narrow)
        huge_pages(narrow, bytes);
    if (!narrow || !grow(gate) || !read_all(gate, narrow, count, &gate->ints[gate->ints_count]))
        return false;
    gate->ints_count++;
    return put_marker(gate, start);
}
