/* Dixon's lifting modulo the Mersenne prime 2^31 - 1, whose remainders need no division.
 *
 * Numerator and denominator of the solution are bounded by Hadamard's inequality, so the solution follows from its
 * value modulo twice the square of the bound, by Euclid's algorithm stopped halfway (Wang 1981). The denominators of
 * most unknowns divide that of the first, so most unknowns are integers once they are multiplied by it. */
#include "dixon.h"

#include <math.h>
#include <string.h>

enum { STOP_DIXON = 6, PRIME_BITS = 31 };
static const uint64_t prime = ((uint64_t)1 << PRIME_BITS) - 1;

struct dixon {
    struct nash_run *run;
    uint32_t n, digits;
    const int64_t *m;
    uint32_t *inverse;   /* [n * n] modulo the prime */
    uint32_t *digit;     /* [digits * n]: p-adic digits of the unknowns, lowest first */
    __int128 *remainder; /* [n]: the rest of the right side after t digits, divided by prime^t */
    mpz_t power, bound;  /* prime^digits; bound of a numerator or denominator */
};

static uint64_t prime_fold(uint64_t x)
{
    return (x & prime) + (x >> PRIME_BITS);
}

static uint32_t prime_reduce(uint64_t x)
{
    x = prime_fold(prime_fold(x));
    return (uint32_t)(x >= prime ? x - prime : x);
}

static uint32_t prime_modulo(__int128 x)
{
    int64_t rest = (int64_t)(x % (__int128)prime);
    return (uint32_t)(rest < 0 ? rest + (int64_t)prime : rest);
}

static uint32_t prime_inverse(uint32_t x)
{
    uint64_t result = 1, power = x;
    for (uint64_t e = prime - 2; e; e >>= 1) {
        if (e & 1)
            result = prime_reduce(result * power);
        power = prime_reduce(power * power);
    }
    return (uint32_t)result;
}

/* Adds factor * by to `to`, modulo the prime. */
static void matrix_add_row(uint32_t *restrict to, const uint32_t *restrict by, uint64_t factor, uint32_t n)
{
    for (uint32_t e = 0; e < n; e++) {
        uint64_t x = to[e] + factor * by[e];
        x = (x & prime) + (x >> PRIME_BITS);
        x = (x & prime) + (x >> PRIME_BITS);
        to[e] = (uint32_t)(x >= prime ? x - prime : x);
    }
}

static void matrix_swap_rows(uint32_t *p, uint32_t *q, uint32_t n)
{
    for (uint32_t e = 0; e < n; e++) {
        uint32_t swap = p[e];
        p[e] = q[e];
        q[e] = swap;
    }
}

/* Inverts the matrix by Gauss-Jordan elimination. `work` has n * 2n elements. Returns false if it is singular modulo
 * the prime, or stopped. */
static bool dixon_invert(struct dixon *dixon, uint32_t *work)
{
    uint32_t n = dixon->n, wide = 2 * n;
    for (uint32_t row = 0; row < n; row++) {
        memset(work + (size_t)row * wide, 0, wide * sizeof *work);
        for (uint32_t e = 0; e < n; e++)
            work[(size_t)row * wide + e] = prime_modulo(dixon->m[(size_t)row * n + e]);
        work[(size_t)row * wide + n + row] = 1;
    }
    for (uint32_t k = 0; k < n; k++) {
        uint32_t pivot = k, *by = work + (size_t)k * wide;
        while (pivot < n && work[(size_t)pivot * wide + k] == 0)
            pivot++;
        if (pivot == n)
            return false;
        if (pivot != k)
            matrix_swap_rows(by, work + (size_t)pivot * wide, wide);
        uint64_t over = prime_inverse(by[k]);
        for (uint32_t e = k; e < wide; e++)
            by[e] = prime_reduce(by[e] * over);
        for (uint32_t row = 0; row < n; row++) {
            uint32_t *to = work + (size_t)row * wide;
            if (nash_stop(dixon->run, STOP_DIXON))
                return false;
            if (row != k && to[k])
                matrix_add_row(to + k, by + k, prime - to[k], wide - k);
        }
    }
    for (uint32_t row = 0; row < n; row++)
        memcpy(dixon->inverse + (size_t)row * n, work + (size_t)row * wide + n, n * sizeof *work);
    return true;
}

/* Computes the next digit of every unknown and the new remainder; |remainder| stays below n * max |m|. `rest` is
 * scratch of n elements. */
static void dixon_next_digit(struct dixon *dixon, uint32_t *digit, uint32_t *rest)
{
    uint32_t n = dixon->n;
    for (uint32_t k = 0; k < n; k++)
        rest[k] = prime_modulo(dixon->remainder[k]);
    for (uint32_t row = 0; row < n; row++) {
        const uint32_t *by = dixon->inverse + (size_t)row * n;
        uint64_t sum = 0;
        for (uint32_t e = 0; e < n; e++)
            sum += prime_fold((uint64_t)by[e] * rest[e]);
        digit[row] = prime_reduce(sum);
        nash_stop(dixon->run, STOP_DIXON);
    }
    for (uint32_t row = 0; row < n; row++) {
        const int64_t *by = dixon->m + (size_t)row * n;
        __int128 sum = dixon->remainder[row];
        for (uint32_t e = 0; e < n; e++)
            sum -= (__int128)by[e] * digit[e];
        dixon->remainder[row] = sum / (__int128)prime;
    }
}

/* Returns the base-2 logarithm of Hadamard's bound, taken over rows. */
static double hadamard_bits(const struct dixon *dixon)
{
    double bits = 0;
    for (uint32_t row = 0; row < dixon->n; row++) {
        double sum = 1;
        for (uint32_t e = 0; e < dixon->n; e++) {
            double entry = (double)dixon->m[(size_t)row * dixon->n + e];
            sum += entry * entry;
        }
        bits += log2(sum) / 2;
    }
    return bits;
}

static void dixon_residue(const struct dixon *dixon, uint32_t unknown, mpz_t value)
{
    mpz_set_ui(value, 0);
    for (uint32_t t = dixon->digits; t-- > 0;) {
        nash_stop(dixon->run, STOP_DIXON);
        mpz_mul_ui(value, value, prime);
        mpz_add_ui(value, value, dixon->digit[(size_t)t * dixon->n + unknown]);
    }
}

/* Finds small num and den with num / den = value modulo the power. */
static void dixon_reconstruct(const struct dixon *dixon, mpz_t value, mpz_t num, mpz_t den)
{
    mpz_t high, quotient, den_high;
    mpz_inits(high, quotient, den_high, NULL);
    mpz_set(high, dixon->power);
    mpz_set(num, value);
    mpz_set_ui(den, 1);
    while (mpz_cmpabs(num, dixon->bound) > 0) {
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

/* Computes all unknowns as num[n] over one denominator. */
static void dixon_rationals(const struct dixon *dixon, mpz_t *num, mpz_t den)
{
    mpz_t value, more;
    mpz_inits(value, more, NULL);
    mpz_set_ui(den, 1);
    for (uint32_t k = 0; k < dixon->n && dixon->run->stopped == NASH_STOP_NONE; k++) {
        dixon_residue(dixon, k, value);
        mpz_mul(value, value, den);
        mpz_mod(value, value, dixon->power);
        mpz_sub(more, dixon->power, value);
        if (mpz_cmp(more, dixon->bound) <= 0)
            mpz_neg(num[k], more);
        else if (mpz_cmp(value, dixon->bound) <= 0)
            mpz_set(num[k], value);
        else {
            dixon_reconstruct(dixon, value, num[k], more);
            mpz_mul(den, den, more);
            for (uint32_t e = 0; e < k; e++)
                mpz_mul(num[e], num[e], more);
        }
    }
    mpz_clears(value, more, NULL);
}

bool dixon_solve(uint32_t n, const int64_t *m, uint32_t unit, mpz_t *num, mpz_t den, struct nash_run *run)
{
    struct nash_arena *arena = run->arena;
    struct dixon dixon = {.run = run, .n = n, .m = m};
    double bits = hadamard_bits(&dixon);
    dixon.digits = (uint32_t)((2 * bits + 4) / (PRIME_BITS - 1e-6)) + 1;
    dixon.inverse = NASH_NEW(arena, uint32_t, (size_t)n * n);
    dixon.digit = NASH_NEW(arena, uint32_t, (size_t)n * dixon.digits);
    dixon.remainder = NASH_NEW(arena, __int128, n);
    uint32_t *work = NASH_NEW(arena, uint32_t, (size_t)n * n * 2);
    if (!dixon.inverse || !dixon.digit || !dixon.remainder || !work || !dixon_invert(&dixon, work))
        return false;
    dixon.remainder[unit] = 1;
    for (uint32_t t = 0; t < dixon.digits && run->stopped == NASH_STOP_NONE; t++)
        dixon_next_digit(&dixon, dixon.digit + (size_t)t * n, work);
    mpz_inits(dixon.power, dixon.bound, NULL);
    mpz_ui_pow_ui(dixon.power, prime, dixon.digits);
    mpz_tdiv_q_2exp(dixon.bound, dixon.power, 1);
    mpz_sqrt(dixon.bound, dixon.bound);
    dixon_rationals(&dixon, num, den);
    mpz_clears(dixon.power, dixon.bound, NULL);
    return run->stopped == NASH_STOP_NONE;
}
