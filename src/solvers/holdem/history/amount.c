#include "amount.h"

#include <inttypes.h>
#include <stdio.h>

#include <solvers/kit/rational.h>

#include "hand.h"

bool history_amount_read(struct text_span span, int64_t *amount)
{
    struct rational number;
    for (const char *c = span.at; c < span.end; c++)
        if (*c == '/')
            return false;
    if (rational_read(span.at, text_length(span), &number) != RATIONAL_READ || number.num < 0 ||
        HISTORY_CHIP % number.den != 0 || number.num > HISTORY_AMOUNT_MAX / (HISTORY_CHIP / number.den))
        return false;
    *amount = number.num * (HISTORY_CHIP / number.den);
    return true;
}

char *history_amount_write(int64_t amount, char out[static HISTORY_AMOUNT_TEXT])
{
    int len =
        snprintf(out, HISTORY_AMOUNT_TEXT, "%" PRId64 ".%04" PRId64, amount / HISTORY_CHIP, amount % HISTORY_CHIP);
    while (len > 0 && out[len - 1] == '0')
        out[--len] = '\0';
    if (len > 0 && out[len - 1] == '.')
        out[--len] = '\0';
    return out;
}
