/* Dixon's lifting modulo the Mersenne prime 2^31 - 1, whose remainders are folds of words.
 *
 * The solution is num / den with both at most the bound of Hadamard, so it is known from its value modulo twice the
 * square of that: by Euclid's algorithm stopped halfway (Wang 1981). All unknowns have the denominator of the first, or
 * nearly so, and are then numerators at once. */
#include "lift.h"

#include <math.h>
#include <string.h>

enum { STOP_LIFT = 6, PRIME_BITS = 31 };
static const uint64_t prime = ((uint64_t)1 << PRIME_BITS) - 1;

struct lift {
    struct nash_run *run;
    uint32_t n, digits;
    const int64_t *m;
    uint32_t *inverse;   /* [n * n] modulo the prime */
    uint32_t *digit;     /* [digits * n] */
    __int128 *remainder; /* [n]: what is left of the right side, over prime^t */
    mpz_t power, bound;  /* prime^digits; what a numerator or denominator is at most */
};

static uint64_t fold(uint64_t x)
{
    return (x & prime) + (x >> PRIME_BITS);
}

static uint32_t reduce(uint64_t x)
{
    x = fold(fold(x));
    return (uint32_t)(x >= prime ? x - prime : x);
}

static uint32_t modulo(__int128 x)
{
    int64_t rest = (int64_t)(x % (__int128)prime);
    return (uint32_t)(rest < 0 ? rest + (int64_t)prime : rest);
}

static uint32_t inverse_of(uint32_t x)
{
    uint64_t result = 1, power = x;
    for (uint64_t e = prime - 2; e; e >>= 1) {
        if (e & 1)
            result = reduce(result * power);
        power = reduce(power * power);
    }
    return (uint32_t)result;
}

/* to += factor * by, modulo the prime. */
static void add_row(uint32_t *restrict to, const uint32_t *restrict by, uint64_t factor, uint32_t n)
{
    for (uint32_t e = 0; e < n; e++) {
        uint64_t x = to[e] + factor * by[e];
        x = (x & prime) + (x >> PRIME_BITS);
        x = (x & prime) + (x >> PRIME_BITS);
        to[e] = (uint32_t)(x >= prime ? x - prime : x);
    }
}

static void swap_rows(uint32_t *p, uint32_t *q, uint32_t n)
{
    for (uint32_t e = 0; e < n; e++) {
        uint32_t swap = p[e];
        p[e] = q[e];
        q[e] = swap;
    }
}

/* Gauss and Jordan beside the unit matrix. `work` [n * 2n]. */
static bool invert(struct lift *lift, uint32_t *work)
{
    uint32_t n = lift->n, wide = 2 * n;
    for (uint32_t row = 0; row < n; row++) {
        memset(work + (size_t)row * wide, 0, wide * sizeof *work);
        for (uint32_t e = 0; e < n; e++)
            work[(size_t)row * wide + e] = modulo(lift->m[(size_t)row * n + e]);
        work[(size_t)row * wide + n + row] = 1;
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t pivot = k, *by = work + (size_t)k * wide;
        while (pivot < n && work[(size_t)pivot * wide + k] == 0)
            pivot++;
        if (pivot == n)
            return false;
        if (pivot != k)
            swap_rows(by, work + (size_t)pivot * wide, wide);
        uint64_t over = inverse_of(by[k]);
        for (uint32_t e = k; e < wide; e++)
            by[e] = reduce(by[e] * over);
        for (uint32_t row = 0; row < n; row++) {
            uint32_t *to = work + (size_t)row * wide;
            if (nash_stop(lift->run, STOP_LIFT))
                return false;
            if (row != k && to[k])
                add_row(to + k, by + k, prime - to[k], wide - k);
        }
    }
    for (uint32_t row = 0; row < n; row++)
        memcpy(lift->inverse + (size_t)row * n, work + (size_t)row * wide + n, n * sizeof *work);
    return true;
}

/* The next digit of every unknown, and what remains of the right side. |remainder| stays below n * max |m|. */
static void next_digit(struct lift *lift, uint32_t *digit, uint32_t *rest)
{
    uint32_t n = lift->n;
    for (uint32_t k = 0; k < n; k++)
        rest[k] = modulo(lift->remainder[k]);
    for (uint32_t row = 0; row < n; row++) {
        const uint32_t *by = lift->inverse + (size_t)row * n;
        uint64_t sum = 0;
        for (uint32_t e = 0; e < n; e++)
            sum += fold((uint64_t)by[e] * rest[e]);
        digit[row] = reduce(sum);
        nash_stop(lift->run, STOP_LIFT);
    }
    for (uint32_t row = 0; row < n; row++) {
        const int64_t *by = lift->m + (size_t)row * n;
        __int128 sum = lift->remainder[row];
        for (uint32_t e = 0; e < n; e++)
            sum -= (__int128)by[e] * digit[e];
        lift->remainder[row] = sum / (__int128)prime;
    }
}

/* Bits of the bound of Hadamard, by rows. */
static double hadamard(const struct lift *lift)
{
    double bits = 0;
    for (uint32_t row = 0; row < lift->n; row++) {
        double sum = 1;
        for (uint32_t e = 0; e < lift->n; e++) {
            double entry = (double)lift->m[(size_t)row * lift->n + e];
            sum += entry * entry;
        }
        bits += log2(sum) / 2;
    }
    return bits;
}

static void value_of(const struct lift *lift, uint32_t unknown, mpz_t value)
{
    mpz_set_ui(value, 0);
    for (uint32_t t = lift->digits; t-- > 0;) {
        nash_stop(lift->run, STOP_LIFT);
        mpz_mul_ui(value, value, prime);
        mpz_add_ui(value, value, lift->digit[(size_t)t * lift->n + unknown]);
    }
}

/* num / den = value modulo the power, both small. */
static void euclid(const struct lift *lift, mpz_t value, mpz_t num, mpz_t den)
{
    mpz_t high, quotient, den_high;
    mpz_inits(high, quotient, den_high, NULL);
    mpz_set(high, lift->power);
    mpz_set(num, value);
    mpz_set_ui(den, 1);
    while (mpz_cmpabs(num, lift->bound) > 0) {
        mpz_tdiv_qr(quotient, high, high, num);
        mpz_swap(high, num);
        mpz_submul(den_high, quotient, den);
        mpz_swap(den_high, den);
    }
    if (mpz_sgn(den) < 0) {
        mpz_neg(num, num);
        mpz_neg(den, den);
    }
    mpz_clears(high, quotient, den_high, NULL);
}

/* All unknowns over one denominator. */
static void rationals(const struct lift *lift, mpz_t *num, mpz_t den)
{
    mpz_t value, more;
    mpz_inits(value, more, NULL);
    mpz_set_ui(den, 1);
    for (uint32_t k = 0; k < lift->n && lift->run->stopped == NASH_STOP_NONE; k++) {
        value_of(lift, k, value);
        mpz_mul(value, value, den);
        mpz_mod(value, value, lift->power);
        mpz_sub(more, lift->power, value);
        if (mpz_cmp(more, lift->bound) <= 0)
            mpz_neg(num[k], more);
        else if (mpz_cmp(value, lift->bound) <= 0)
            mpz_set(num[k], value);
        else {
            euclid(lift, value, num[k], more);
            mpz_mul(den, den, more);
            for (uint32_t e = 0; e < k; e++)
                mpz_mul(num[e], num[e], more);
        }
    }
    mpz_clears(value, more, NULL);
}

bool lift_solve(uint32_t n, const int64_t *m, uint32_t unit, mpz_t *num, mpz_t den, struct nash_run *run)
{
    struct nash_arena *arena = run->arena;
    struct lift lift = {.run = run, .n = n, .m = m};
    double bits = hadamard(&lift);
    lift.digits = (uint32_t)((2 * bits + 4) / (PRIME_BITS - 1e-6)) + 1;
    lift.inverse = NASH_NEW(arena, uint32_t, (size_t)n * n);
    lift.digit = NASH_NEW(arena, uint32_t, (size_t)n * lift.digits);
    lift.remainder = NASH_NEW(arena, __int128, n);
    uint32_t *work = NASH_NEW(arena, uint32_t, (size_t)n * n * 2);
    if (!lift.inverse || !lift.digit || !lift.remainder || !work || !invert(&lift, work))
        return false;
    lift.remainder[unit] = 1;
    for (uint32_t t = 0; t < lift.digits && run->stopped == NASH_STOP_NONE; t++)
        next_digit(&lift, lift.digit + (size_t)t * n, work);
    mpz_inits(lift.power, lift.bound, NULL);
    mpz_ui_pow_ui(lift.power, prime, lift.digits);
    mpz_tdiv_q_2exp(lift.bound, lift.power, 1);
    mpz_sqrt(lift.bound, lift.bound);
    rationals(&lift, num, den);
    mpz_clears(lift.power, lift.bound, NULL);
    return run->stopped == NASH_STOP_NONE;
}
