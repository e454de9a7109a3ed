/* Reading and writing of rationals.
 *
 * A decimal is a whole number of tenths, hundredths ...: "-2.5e-3" is -25 / 10^4. Digits are gathered in 128 bits,
 * zeros at the end of the fraction are dropped first, so that 1.000000000000000000000 is 1. */
#include "rational.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MOST = 36 }; /* significant ones that are gathered: 10^36 < 2^127 */
static const __int128 LIMIT = (__int128)1 << 62;

/* Division of 128 bits is a call of some 30 ns, so numbers that fit are divided in 64. */
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

/* num / den in lowest terms, if it fits. */
static enum rational_reading settle(bool minus, unsigned __int128 num, unsigned __int128 den, struct rational *value)
{
    unsigned __int128 common = gcd(num, den);
    num /= common;
    den /= common;
    if (num >= (unsigned __int128)LIMIT || den >= (unsigned __int128)LIMIT)
        return RATIONAL_WIDE;
    *value = (struct rational){minus ? -(int64_t)num : (int64_t)num, (int64_t)den};
    return RATIONAL_READ;
}

struct rational rational_of(int64_t num, int64_t den)
{
    uint64_t size = num < 0 ? -(uint64_t)num : (uint64_t)num;
    int64_t common = (int64_t)gcd(size, (uint64_t)den);
    return (struct rational){num / common, den / common};
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits from *at on, gathered; false when there are none, *wide when they are too many. */
static bool take_digits(const char **at, const char *end, unsigned __int128 *number, bool *wide)
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

/* The exponent of "e-3", within +-9999; 0 when nothing is there. */
static bool take_exponent(const char **at, const char *end, int *exponent)
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

/* Digits with a point among them, from `first` on; `from`..`to` holds nothing else. */
static enum rational_reading settle_decimal(bool minus, const char *from, const char *to, int exponent,
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
        if (digits > DIGITS_MOST)
            return RATIONAL_WIDE;
        number = number * 10 + (unsigned)(*c - '0');
        exponent -= point && c > point;
    }
    while (number && number % 10 == 0 && exponent < 0) {
        number /= 10;
        exponent++;
    }
    if (!number)
        return settle(false, 0, 1, value);
    if (exponent > 18 || exponent < -DIGITS_MOST)
        return RATIONAL_WIDE;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--)
        power *= 10;
    if (exponent < 0)
        return settle(minus, number, power, value);
    return number < (unsigned __int128)LIMIT ? settle(minus, number * power, 1, value) : RATIONAL_WIDE;
}

static enum rational_reading read_fraction(bool minus, const char *at, const char *end, struct rational *value)
{
    unsigned __int128 num, den;
    bool wide = false;
    if (!take_digits(&at, end, &num, &wide) || at == end || *at++ != '/')
        return RATIONAL_WRONG;
    if (!take_digits(&at, end, &den, &wide) || at != end || (!den && !wide))
        return RATIONAL_WRONG;
    return wide ? RATIONAL_WIDE : settle(minus, num, den, value);
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
    if (!take_exponent(&at, end, &exponent) || at != end)
        return RATIONAL_WRONG;
    return settle_decimal(minus, from, to, exponent, value);
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

int rational_compare(struct rational a, struct rational b)
{
    __int128 left = (__int128)a.num * b.den, right = (__int128)b.num * a.den;
    return (left > right) - (left < right);
}

/* Decimal digits of a number, ending before `end`. */
static char *put_digits(char *end, unsigned __int128 number)
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
        at = put_digits(at, below);
        *--at = '/';
    }
    at = put_digits(at, size / common);
    if (num < 0)
        *--at = '-';
    memcpy(out, at, (size_t)(end - at));
    out[end - at] = '\0';
    return out;
}
