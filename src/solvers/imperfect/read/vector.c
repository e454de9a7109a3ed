/* Numbers for each hidden state, and names. */
#include <string.h>

#include <solvers/kit/text_reader.h>

#include "read.h"

double *tables_read_vector(struct reader *r, uint32_t count, double lo, double hi)
{
    double *out = READER_NEW(r, double, count ? count : 1);
    if (!cJSON_IsArray(r->value)) {
        reader_fail(r, NASH_INVALID, NULL, "expected an array of numbers, one for each hidden state");
        return NULL;
    }
    for (struct reader item = {0}; out && reader_item(&item, r);) {
        double value = reader_as_number(&item, lo, hi, lo);
        if (item.index < count)
            out[item.index] = value;
    }
    if (reader_count(r) != count)
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "expected %u numbers, one for each hidden state, found %zu", count,
                    reader_count(r));
    return out;
}

double *tables_read_spread(struct reader *r, uint32_t count, double lo, double hi)
{
    if (cJSON_IsArray(r->value))
        return tables_read_vector(r, count, lo, hi);
    double value = reader_as_number(r, lo, hi, lo);
    double *out = READER_NEW(r, double, count ? count : 1);
    for (uint32_t i = 0; out && i < count; i++)
        out[i] = value;
    return out;
}

void tables_check_name(const struct reader *r, const char *name)
{
    size_t characters = 0;
    text_utf8_length((struct text_span){name, name + strlen(name)}, &characters);
    if (characters < 1 || characters > TABLES_NAME_MAX)
        reader_fail(r, NASH_INVALID, NULL, "expected a name of 1 to %d characters", TABLES_NAME_MAX);
}

const char *tables_read_name(const struct reader *r)
{
    const char *text = cJSON_IsString(r->value) ? r->value->valuestring : "";
    tables_check_name(r, text);
    return reader_copy(r, text);
}
