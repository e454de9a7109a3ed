/* Costs and values of h: numbers from 0 up with at most six decimals. They are stored as integers of the largest unit
 * that fits them all (1, 0.1, .. 0.000001), so that sums are exact. */
#include <math.h>

#include "input.h"

static const uint64_t power[ANDOR_DECIMALS + 1] = {1, 10, 100, 1000, 10000, 100000, 1000000};

static const double amount_max = 0x1p53 - 1;

bool andor_check_amount(const struct reader *r)
{
    double value = cJSON_IsNumber(r->value) ? r->value->valuedouble : NAN;
    if (value >= 0 && value <= amount_max)
        return true;
    reader_fail(r, NASH_INVALID, NULL, "must be a number from 0 to 9007199254740991");
    return false;
}

struct andor_amount andor_read_amount(const struct reader *r)
{
    double value = r->value->valuedouble;
    struct andor_amount amount = {0};
    if (!andor_check_amount(r))
        return amount;
    amount.mantissa = (uint64_t)value;
    if (value == trunc(value))
        return amount;
    /* The decimals are right if the quotient rounds to the same double. */
    double micro = nearbyint(value * 1e6);
    if (micro > amount_max || micro / 1e6 != value) {
        reader_fail(r, NASH_UNPROCESSABLE, NULL,
                    "must have at most six decimals, and with them lie below 9007199254.740992: give all costs and "
                    "values of h in a smaller unit, as integers");
        return amount;
    }
    amount.mantissa = (uint64_t)micro;
    amount.decimals = ANDOR_DECIMALS;
    while (amount.mantissa % 10 == 0) {
        amount.mantissa /= 10;
        amount.decimals--;
    }
    return amount;
}

static bool amount_scale(struct andor_amount amount, unsigned decimals, uint64_t *value)
{
    return !__builtin_mul_overflow(amount.mantissa, power[decimals - amount.decimals], value) && *value < ANDOR_INF;
}

uint32_t andor_scale_amounts(const struct reader *r, const struct andor_amount *amount, uint32_t count,
                             unsigned decimals, const uint32_t **narrow, const uint64_t **wide)
{
    uint64_t value, largest = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!amount_scale(amount[i], decimals, &value))
            return i;
        largest = value > largest ? value : largest;
    }
    uint32_t *small = largest <= UINT32_MAX ? READER_NEW(r, uint32_t, count) : NULL;
    uint64_t *large = largest > UINT32_MAX ? READER_NEW(r, uint64_t, count) : NULL;
    for (uint32_t i = 0; (small || large) && i < count; i++) {
        amount_scale(amount[i], decimals, &value);
        if (small)
            small[i] = (uint32_t)value;
        else
            large[i] = value;
    }
    *narrow = small;
    *wide = large;
    return count;
}
