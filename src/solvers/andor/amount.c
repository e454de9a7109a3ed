/* Costs and values of h: numbers from 0 up with at most six decimals, kept as integers of the smallest unit that holds
 * them all (1, 0.1, .. 0.000001), so that sums are exact. */
#include <math.h>

#include "reader.h"

static const uint64_t power[ANDOR_DECIMALS + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000};

enum nash_status andor_read_amount(const cJSON *item, const char *at, struct andor_amount *amount,
                                   struct nash_error *error)
{
    static const double most = 0x1p53 - 1;
    double value = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(value >= 0 && value <= most))
        return nash_fail(error, NASH_INVALID, at, "must be a number from 0 to 9007199254740991");
    *amount = (struct andor_amount){.mantissa = (uint64_t)value};
    if (value == trunc(value))
        return NASH_OK;
    /* The decimal is found again when its quotient, rounded, is the same double. */
    double micro = nearbyint(value * 1e6);
    if (micro > most || micro / 1e6 != value)
        return nash_fail(
            error, NASH_UNPROCESSABLE, at,
            "must have at most six decimals, and with them lie below 9007199254.740992: give all costs and "
            "values of h in a smaller unit, as integers");
    amount->mantissa = (uint64_t)micro;
    amount->decimals = ANDOR_DECIMALS;
    while (amount->mantissa % 10 == 0) {
        amount->mantissa /= 10;
        amount->decimals--;
    }
    return NASH_OK;
}

static bool scaled(struct andor_amount amount, unsigned decimals, uint64_t *value)
{
    return !__builtin_mul_overflow(amount.mantissa, power[decimals - amount.decimals], value) && *value < ANDOR_INF;
}

enum nash_status andor_scale_amounts(const struct andor_reader *r, const struct andor_amount *amount, uint32_t count,
                                     unsigned decimals, const uint32_t **narrow, const uint64_t **wide, uint32_t *fault)
{
    uint64_t value, most = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!scaled(amount[i], decimals, &value)) {
            *fault = i;
            return NASH_UNPROCESSABLE;
        }
        most = value > most ? value : most;
    }
    uint32_t *small = NULL;
    uint64_t *large = NULL;
    if (most <= UINT32_MAX)
        small = nash_arena_alloc_raw(r->arena, count * sizeof *small, _Alignof(uint32_t));
    else
        large = nash_arena_alloc_raw(r->arena, count * sizeof *large, _Alignof(uint64_t));
    if (!small && !large)
        return andor_reader_full(r);
    for (uint32_t i = 0; i < count; i++) {
        scaled(amount[i], decimals, &value);
        if (small)
            small[i] = (uint32_t)value;
        else
            large[i] = value;
    }
    *narrow = small;
    *wide = large;
    return NASH_OK;
}
