#include "reader_rational.h"

#include <math.h>
#include <string.h>

enum rational_reading rational_of_json(const cJSON *value, struct rational *number)
{
    if (cJSON_IsNumber(value) && isfinite(value->valuedouble))
        return rational_of_double(value->valuedouble, number);
    if (cJSON_IsString(value))
        return rational_read(value->valuestring, strlen(value->valuestring), number);
    return RATIONAL_WRONG;
}

void reader_as_rational(const struct reader *r, struct rational *number)
{
    enum rational_reading reading = rational_of_json(r->value, number);
    if (reading == RATIONAL_WRONG)
        reader_fail(r, NASH_INVALID, NULL,
                    "must be a number or a string such as \"1/3\" or \"-2.5\"; a fraction is whole numbers, the lower "
                    "one not 0");
    if (reading == RATIONAL_WIDE)
        reader_fail(r, NASH_UNPROCESSABLE, NULL,
                    "is too large or too fine: numerator and denominator must stay below 2^62; round it, or choose "
                    "another unit");
}

void reader_as_share(const struct reader *r, struct rational *share)
{
    struct rational number = {0, 1};
    reader_as_rational(r, &number);
    if (number.num < 0 || number.num > number.den)
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "must be from 0 to 1");
    else if (reader_ok(r))
        *share = number;
}

double reader_as_real(const struct reader *r, double lo, double hi, double fallback)
{
    struct rational exact = {0, 1};
    double number = 0;
    bool plain = cJSON_IsNumber(r->value) && isfinite(r->value->valuedouble);
    if (!plain)
        reader_as_rational(r, &exact);
    if (!reader_ok(r))
        return fallback;
    number = plain ? r->value->valuedouble : (double)exact.num / (double)exact.den;
    if (number >= lo && number <= hi)
        return number;
    reader_fail(r, NASH_UNPROCESSABLE, NULL, "must be from %g to %g", lo, hi);
    return fallback;
}
