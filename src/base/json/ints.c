/* Extracts flat integer arrays with a scanner of their own: the text of a graph of a million nodes has sixty megabytes
 * of numbers.
 *
 * A non-empty array of integer literals is read into 32 bits per number. At the first number that does not fit, the
 * array changes to 64 bits per number. In the copy for cJSON the array is replaced by `[1e999,K]` with its index K; no
 * text can forge that marker, since the gate refuses a literal infinity. Before the array is read, a scan to its
 * closing bracket counts the commas, sixteen bytes at a time. If the scan meets anything but integers, the array is
 * parsed like any other value.
 *
 * Up to eight digits take one load, a mask that finds their end, and three multiplications (D. Lemire, "Quickly parsing
 * eight digits", 2018): no branch depends on the length of a number. If the text may be discarded, pages inside an
 * array are released while it is read, so that text and numbers are never in memory together. */
#include <endian.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <base/memory/huge.h>

#include "gate.h"

#define MARKER_HEAD "[1e999,"

enum {
    RELEASE_EVERY = 1 << 16 /* numbers between two releases of pages */
};

/* ---- counting ---- */

typedef unsigned char bytes16 __attribute__((vector_size(16)));

enum {
    LANES = sizeof(bytes16),
    VECTORS_MAX = 255 /* vectors whose commas can be counted in 8-bit lanes */
};

static bool is_in_array(unsigned char c)
{
    return c <= ' ' || c == ',' || c == '-' || (c >= '0' && c <= '9');
}

/* Counts commas in vectors of sixteen bytes and advances *at past them. Stops before a vector with a byte that cannot
 * be in an integer array, or at the end of the text. */
static size_t count_vectors(const char **at, const char *end)
{
    size_t commas = 0;
    while (end - *at >= LANES) {
        bytes16 lanes = {0};
        unsigned n = 0;
        for (; n < VECTORS_MAX && end - *at >= LANES; n++, *at += LANES) {
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
        if (n < VECTORS_MAX)
            break;
    }
    return commas;
}

size_t json_ints_count(const struct json_gate *gate)
{
    const char *at = gate->at;
    size_t commas = count_vectors(&at, gate->end);
    for (; at < gate->end && is_in_array((unsigned char)*at); at++)
        commas += *at == ',';
    return at < gate->end && *at == ']' ? commas + 1 : 0;
}

/* ---- numbers ---- */

/* Returns the digit values of a word, lowest byte first; *count: number of leading digits, at most 8. */
static uint64_t leading_digits(uint64_t word, unsigned *count)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t digits = word ^ UINT64_C(0x3030303030303030);
    uint64_t others = (digits | (digits + UINT64_C(0x7676767676767676))) & high;
    *count = others ? (unsigned)__builtin_ctzll(others) / 8 : 8;
    return digits;
}

/* Converts eight digits, the most significant in the lowest byte. */
static uint32_t eight_digits(uint64_t digits)
{
    const uint64_t even = UINT64_C(0x000000FF000000FF);
    digits = digits * 10 + (digits >> 8);
    digits = (digits & even) * (UINT64_C(100) + (UINT64_C(1000000) << 32)) +
             (digits >> 16 & even) * (UINT64_C(1) + (UINT64_C(10000) << 32));
    return (uint32_t)(digits >> 32);
}

/* Reads any integer literal byte by byte. */
static bool ints_read_one(struct json_gate *gate, int64_t *value)
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

/* Reads the comma after a number, or the bracket after the last one. */
static bool ints_read_separator(struct json_gate *gate, bool last)
{
    if (json_next_byte(gate) != (last ? ']' : ','))
        return json_gate_refuse_here(gate, "expected ',' or ']'");
    gate->at++;
    return true;
}

/* Reads the numbers [from, to) of `count` into value[], up to one that needs more than 32 bits. Returns the index where
 * it stopped, with the gate in front of that number, or SIZE_MAX after an error. */
static size_t ints_read_narrow(struct json_gate *gate, int32_t *value, size_t from, size_t to, size_t count)
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
        if (!ints_read_one(gate, &number))
            return SIZE_MAX;
        if (number != (int32_t)number) {
            gate->at = at;
            break;
        }
        value[i++] = (int32_t)number;
        if (!ints_read_separator(gate, i == count))
            return SIZE_MAX;
    }
    return i;
}

static size_t ints_read_wide(struct json_gate *gate, int64_t *value, size_t from, size_t to, size_t count)
{
    for (size_t i = from; i < to; i++)
        if (!ints_read_one(gate, &value[i]) || !ints_read_separator(gate, i + 1 == count))
            return SIZE_MAX;
    return to;
}

/* ---- arrays ---- */

/* Releases the whole pages from *from to the current place, and moves *from there. */
static void release_pages(struct json_gate *gate, const char **from)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)*from + page - 1) & -page, end = (uintptr_t)gate->at & -page;
    if (begin >= end || madvise((void *)begin, end - begin, MADV_DONTNEED) != 0)
        return;
    *from = (const char *)end;
    gate->released = true;
}

/* Copies the first `done` numbers to 64 bits. Returns NULL if the arena is full. */
static int64_t *ints_widen(struct json_gate *gate, const int32_t *narrow, size_t done, size_t count)
{
    size_t bytes;
    int64_t *wide = NULL;
    if (!__builtin_mul_overflow(count, sizeof *wide, &bytes))
        wide = nash_arena_alloc_raw(gate->ints_arena, bytes, _Alignof(int64_t));
    for (size_t i = 0; wide && i < done; i++)
        wide[i] = narrow[i];
    return wide;
}

static bool ints_read_all(struct json_gate *gate, int32_t *narrow, size_t count, struct nash_json_flat *flat)
{
    int64_t *wide = NULL;
    const char *released = gate->at;
    for (size_t done = 0; done < count;) {
        size_t to = count - done < RELEASE_EVERY ? count : done + RELEASE_EVERY;
        size_t reached =
            wide ? ints_read_wide(gate, wide, done, to, count) : ints_read_narrow(gate, narrow, done, to, count);
        if (reached == SIZE_MAX)
            return false;
        if (reached < to && !(wide = ints_widen(gate, narrow, reached, count)))
            return false;
        done = reached;
        if (gate->spare)
            release_pages(gate, &released);
    }
    *flat = (struct nash_json_flat){.narrow = wide ? NULL : narrow, .wide = wide, .count = count};
    return true;
}

/* Makes room for one more array in gate->ints. */
static bool ints_grow(struct json_gate *gate)
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

/* Appends the marker instead of the array [start, gate->at). */
static bool ints_append_marker(struct json_gate *gate, const char *start)
{
    nash_buf_add(&gate->copy, gate->copied, (size_t)(start - gate->copied));
    nash_buf_add(&gate->copy, MARKER_HEAD, sizeof MARKER_HEAD - 1);
    nash_buf_u64(&gate->copy, gate->ints_count - 1);
    nash_buf_putc(&gate->copy, ']');
    gate->copied = gate->at;
    return !gate->copy.failed;
}

bool json_ints_extract(struct json_gate *gate, const char *start, size_t count)
{
    int32_t *narrow = NULL;
    size_t bytes;
    if (!__builtin_mul_overflow(count, sizeof *narrow, &bytes))
        narrow = nash_arena_alloc_raw(gate->ints_arena, bytes, _Alignof(int32_t));
    if (narrow)
        huge_pages(narrow, bytes);
    if (!narrow || !ints_grow(gate) || !ints_read_all(gate, narrow, count, &gate->ints[gate->ints_count]))
        return false;
    gate->ints_count++;
    return ints_append_marker(gate, start);
}
