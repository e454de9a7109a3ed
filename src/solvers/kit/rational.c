/* Reading and writing of rationals.
 *
 * A decimal is an integer over a power of ten: "-2.5e-3" is -25 / 10^4. Digits are accumulated in 128 bits after
 * trailing zeros of the fraction are removed, so that 1.000000000000000000000 is 1. */
#include "rational.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MAX = 36 }; /* significant digits that are accumulated: 10^36 < 2^127 */
static const __int128 LIMIT = (__int128)1 << 62;

/* Divides in 64 bits where possible, because a 128-bit division is a call of about 30 ns. */
static unsigned __int128 gcd(unsigned __int128 a, unsigned __int128 b)
{
    while (b > UINT64_MAX) {
        unsigned __int128 rest = a % b;
        a = b;
        b = rest;
    }
    uint64_t low = (uint64_t)b, high = low ? (uint64_t)(a % low) : 0;
    if (!low)
        return a;
    while (high) {
        uint64_t rest = low % high;
        low = high;
        high = rest;
    }
    return low;
}

/* Reduces num / den to lowest terms, if the result fits. */
static enum rational_reading rational_reduce(bool minus, unsigned __int128 num, unsigned __int128 den,
                                             struct rational *value)
{
    unsigned __int128 common = gcd(num, den);
    num /= common;
    den /= common;
    if (num >= (unsigned __int128)LIMIT || den >= (unsigned __int128)LIMIT)
        return RATIONAL_WIDE;
    *value = (struct rational){minus ? -(int64_t)num : (int64_t)num, (int64_t)den};
    return RATIONAL_READ;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads digits from *at on. Returns false if there are none; sets *wide if there are too many. */
static bool read_digits(const char **at, const char *end, unsigned __int128 *number, bool *wide)
{
    const char *first = *at;
    *number = 0;
    for (; *at < end && is_digit(**at); ++*at) {
        *wide = *wide || *number > (unsigned __int128)LIMIT;
        if (!*wide)
            *number = *number * 10 + (unsigned)(**at - '0');
    }
    return *at > first;
}

/* Reads an exponent such as "e-3", clamped to +-9999; it is 0 if absent. Returns false if it has no digits. */
static bool read_exponent(const char **at, const char *end, int *exponent)
{
    *exponent = 0;
    if (*at == end || (**at != 'e' && **at != 'E'))
        return true;
    bool minus = ++*at < end && **at == '-';
    *at += *at < end && (**at == '-' || **at == '+');
    const char *first = *at;
    for (; *at < end && is_digit(**at); ++*at)
        *exponent = *exponent < 1000 ? *exponent * 10 + (**at - '0') : 9999;
    *exponent = minus ? -*exponent : *exponent;
    return *at > first;
}

/* Reads the decimal in [from, to), which consists of digits and at most one point. */
static enum rational_reading read_decimal(bool minus, const char *from, const char *to, int exponent,
                                          struct rational *value)
{
    const char *point = memchr(from, '.', (size_t)(to - from));
    unsigned __int128 number = 0, power = 1;
    int digits = 0;
    while (point && to > point && (to[-1] == '0' || to[-1] == '.'))
        to--;
    for (const char *c = from; c < to; c++) {
        if (*c == '.')
            continue;
        digits += digits || *c != '0';
        if (digits > DIGITS_MAX)
            return RATIONAL_WIDE;
        number = number * 10 + (unsigned)(*c - '0');
        exponent -= point && c > point;
    }
    while (number && number % 10 == 0 && exponent < 0) {
        number /= 10;
        exponent++;
    }
    if (!number)
        return rational_reduce(false, 0, 1, value);
    if (exponent > 18 || exponent < -DIGITS_MAX)
        return RATIONAL_WIDE;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--)
        power *= 10;
    if (exponent < 0)
        return rational_reduce(minus, number, power, value);
    return number < (unsigned __int128)LIMIT ? rational_reduce(minus, number * power, 1, value) : RATIONAL_WIDE;
}

static enum rational_reading read_fraction(bool minus, const char *at, const char *end, struct rational *value)
{
    unsigned __int128 num, den;
    bool wide = false;
    if (!read_digits(&at, end, &num, &wide) || at == end || *at++ != '/')
        return RATIONAL_WRONG;
    if (!read_digits(&at, end, &den, &wide) || at != end || (!den && !wide))
        return RATIONAL_WRONG;
    return wide ? RATIONAL_WIDE : rational_reduce(minus, num, den, value);
}

enum rational_reading rational_read(const char *text, size_t len, struct rational *value)
{
    const char *at = text, *end = text + len, *from;
    bool minus = len && *at == '-';
    int exponent;
    from = at += minus;
    if (memchr(at, '/', (size_t)(end - at)))
        return read_fraction(minus, at, end, value);
    while (at < end && is_digit(*at))
        at++;
    if (at == from)
        return RATIONAL_WRONG;
    if (at < end && *at == '.') {
        const char *fraction = ++at;
        while (at < end && is_digit(*at))
            at++;
        if (at == fraction)
            return RATIONAL_WRONG;
    }
    const char *to = at;
    if (!read_exponent(&at, end, &exponent) || at != end)
        return RATIONAL_WRONG;
    return read_decimal(minus, from, to, exponent, value);
}

enum rational_reading rational_of_double(double number, struct rational *value)
{
    char text[40];
    int len = 0;
    for (int digits = 15; digits <= 17; digits++) {
        len = snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    return rational_read(text, (size_t)len, value);
}

int64_t rational_common(int64_t a, int64_t b)
{
    __int128 common = (__int128)(a / (int64_t)gcd((uint64_t)a, (uint64_t)b)) * b;
    return common < LIMIT ? (int64_t)common : 0;
}

/* Writes the decimal digits of a number so that they end before `end`. Returns the first. */
static char *write_digits(char *end, unsigned __int128 number)
{
    do {
        *--end = (char)('0' + (int)(number % 10));
        number /= 10;
    } while (number);
    return end;
}

char *rational_text(char out[static RATIONAL_TEXT], __int128 num, __int128 den)
{
    char digits[RATIONAL_TEXT], *end = digits + sizeof digits, *at = end;
    unsigned __int128 size = num < 0 ? -(unsigned __int128)num : (unsigned __int128)num;
    unsigned __int128 common = gcd(size, (unsigned __int128)den), below = (unsigned __int128)den / common;
    if (below != 1) {
        at = write_digits(at, below);
        *--at = '/';
    }
    at = write_digits(at, size / common);
    if (num < 0)
        *--at = '-';
    memcpy(out, at, (size_t)(end - at));
    out[end - at] = '\0';
    return out;
}
