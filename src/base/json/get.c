/* Typed getters. Errors give the JSON pointer of the value and what it must be. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <nash/json.h>

/* Appends text to out[size] at *len, truncated; out remains terminated. */
static void append_text(char *out, size_t size, size_t *len, const char *text)
{
    for (; *text && *len + 1 < size; text++)
        out[(*len)++] = *text;
    if (*len < size)
        out[*len] = '\0';
}

char *nash_pointer(char *out, size_t size, const char *at, const char *name)
{
    size_t len = 0;
    if (size == 0)
        return out;
    out[0] = '\0';
    append_text(out, size, &len, at);
    append_text(out, size, &len, "/");
    for (; *name; name++)
        append_text(out, size, &len, *name == '~' ? "~0" : *name == '/' ? "~1" : (char[]){*name, '\0'});
    return out;
}

char *nash_pointer_index(char *out, size_t size, const char *at, size_t index)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", index);
    return nash_pointer(out, size, at, digits);
}

char *nash_join_words(char *out, size_t size, const char *const words[])
{
    size_t len = 0;
    *out = '\0';
    for (const char *const *word = words; *word; word++) {
        append_text(out, size, &len, word == words ? "" : ", ");
        append_text(out, size, &len, *word);
    }
    return out;
}

const cJSON *nash_json_get(const cJSON *object, const char *name)
{
    const cJSON *item = object ? object->child : NULL;
    /* cJSON's own search calls strcmp() for each member; most differ in the first byte */
    while (item && item->string && (*item->string != *name || strcmp(item->string, name) != 0))
        item = item->next;
    return item && item->string ? item : NULL;
}

enum nash_status nash_json_as_int(const cJSON *item, const char *at, int64_t lo, int64_t hi, int64_t *value,
                                  struct nash_error *error)
{
    double d = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    bool integer = fabs(d) <= 0x1p53 && d == trunc(d);
    if (!integer || (int64_t)d < lo || (int64_t)d > hi)
        return nash_fail(error, NASH_INVALID, at, "must be an integer from %" PRId64 " to %" PRId64, lo, hi);
    *value = (int64_t)d;
    return NASH_OK;
}

enum nash_status nash_json_as_bool(const cJSON *item, const char *at, bool *value, struct nash_error *error)
{
    if (!cJSON_IsBool(item))
        return nash_fail(error, NASH_INVALID, at, "must be true or false");
    *value = cJSON_IsTrue(item);
    return NASH_OK;
}

enum nash_status nash_json_as_number(const cJSON *item, const char *at, double lo, double hi, double *value,
                                     struct nash_error *error)
{
    double d = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(d >= lo && d <= hi) || !isfinite(d))
        return nash_fail(error, NASH_INVALID, at, "must be a number from %g to %g", lo, hi);
    *value = d;
    return NASH_OK;
}

enum nash_status nash_json_as_string(const cJSON *item, const char *at, size_t max, const char **text,
                                     struct nash_error *error)
{
    if (!cJSON_IsString(item))
        return nash_fail(error, NASH_INVALID, at, "must be a string");
    if (strlen(item->valuestring) > max)
        return nash_fail(error, NASH_INVALID, at, "must not be longer than %zu bytes", max);
    *text = item->valuestring;
    return NASH_OK;
}

enum nash_status nash_json_as_word(const cJSON *item, const char *at, const char *const words[], unsigned *index,
                                   struct nash_error *error)
{
    char list[256];
    for (unsigned i = 0; cJSON_IsString(item) && words[i]; i++)
        if (strcmp(item->valuestring, words[i]) == 0) {
            *index = i;
            return NASH_OK;
        }
    return nash_fail(error, NASH_INVALID, at, "must be one of %s", nash_join_words(list, sizeof list, words));
}
