#include "numbers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <solvers/hex/match/statistics.h>

static void write_decimal(struct nash_jsonw *out, double value, int decimals)
{
    char text[64];
    if (isinf(value)) {
        nash_jsonw_null(out);
        return;
    }
    size_t len = (size_t)snprintf(text, sizeof text, "%.*f", decimals, value);
    bool negative_zero = text[0] == '-' && strspn(text + 1, "0.") == len - 1;
    nash_jsonw_raw(out, text + negative_zero, len - negative_zero);
}

void hex_write_decimal(struct nash_jsonw *out, const char *key, double value, int decimals)
{
    nash_jsonw_key(out, key);
    write_decimal(out, value, decimals);
}

void hex_write_interval(struct nash_jsonw *out, double low, double high, int decimals)
{
    nash_jsonw_karray(out, "interval");
    write_decimal(out, low, decimals);
    write_decimal(out, high, decimals);
    nash_jsonw_array_end(out);
}

void hex_write_wins(struct nash_jsonw *out, unsigned wins, unsigned games)
{
    nash_jsonw_kuint(out, "games", games);
    nash_jsonw_kuint(out, "wins", wins);
    if (!games)
        return;
    struct hex_interval interval = hex_wilson(wins, games);
    hex_write_decimal(out, "rate", (double)wins / games, 4);
    hex_write_interval(out, interval.low, interval.high, 4);
}
