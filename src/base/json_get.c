/* Typed getters: each names the member at fault by its JSON pointer and says what it must be. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <nash/json.h>

/* Adds bytes to out[size] at *len, cutting; out stays terminated. */
static void add(char *out, size_t size, size_t *len, const char *text)
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
    add(out, size, &len, at);
    add(out, size, &len, "/");
    for (; *name; name++)
        add(out, size, &len, *name == '~' ? "~0" : *name == '/' ? "~1" : (char[]){*name, '\0'});
    return out;
}

char *nash_pointer_index(char *out, size_t size, const char *at, size_t index)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%zu", index);
    return nash_pointer(out, size, at, digits);
}

const cJSON *nash_json_get(const cJSON *object, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(object, name);
}

static bool listed(const char *name, const char *const names[])
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

enum nash_status nash_json_only(const cJSON *object, const char *at, const char *const names[],
                                struct nash_error *error)
{
    char pointer[sizeof error->pointer];
    if (!cJSON_IsObject(object))
        return nash_fail(error, NASH_INVALID, at, "must be a JSON object");
    for (const cJSON *item = object->child; item; item = item->next) {
        if (listed(item->string, names) || (*at == '\0' && strcmp(item->string, "job") == 0))
            continue;
        char known[256] = "";
        size_t len = 0;
        for (const char *const *name = names; *name; name++) {
            add(known, sizeof known, &len, name == names ? "" : ", ");
            add(known, sizeof known, &len, *name);
        }
        return nash_fail_type(error, NASH_INVALID, "unknown-member",
                              nash_pointer(pointer, sizeof pointer, at, item->string),
                              "no such member is known here; known: %s", *known ? known : "none");
    }
    return NASH_OK;
}

__attribute__((format(printf, 4, 5))) static enum nash_status wrong(struct nash_error *error, const char *at,
                                                                    const char *name, const char *format, ...)
{
    char pointer[sizeof error->pointer], text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return nash_fail(error, NASH_INVALID, nash_pointer(pointer, sizeof pointer, at, name), "%s", text);
}

enum nash_status nash_json_int(const cJSON *object, const char *at, const char *name, int64_t lo, int64_t hi,
                               int64_t *value, struct nash_error *error)
{
    const cJSON *item = nash_json_get(object, name);
    if (!item)
        return NASH_OK;
    double d = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    bool integer = fabs(d) <= 0x1p53 && d == trunc(d);
    if (!integer || (int64_t)d < lo || (int64_t)d > hi)
        return wrong(error, at, name, "must be an integer from %" PRId64 " to %" PRId64, lo, hi);
    *value = (int64_t)d;
    return NASH_OK;
}

enum nash_status nash_json_bool(const cJSON *object, const char *at, const char *name, bool *value,
                                struct nash_error *error)
{
    const cJSON *item = nash_json_get(object, name);
    if (!item)
        return NASH_OK;
    if (!cJSON_IsBool(item))
        return wrong(error, at, name, "must be true or false");
    *value = cJSON_IsTrue(item);
    return NASH_OK;
}

enum nash_status nash_json_number(const cJSON *object, const char *at, const char *name, double lo, double hi,
                                  double *value, struct nash_error *error)
{
    const cJSON *item = nash_json_get(object, name);
    if (!item)
        return NASH_OK;
    double d = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    if (!(d >= lo && d <= hi) || !isfinite(d))
        return wrong(error, at, name, "must be a number from %g to %g", lo, hi);
    *value = d;
    return NASH_OK;
}

enum nash_status nash_json_string(const cJSON *object, const char *at, const char *name, size_t max, const char **text,
                                  struct nash_error *error)
{
    const cJSON *item = nash_json_get(object, name);
    if (!item)
        return NASH_OK;
    if (!cJSON_IsString(item))
        return wrong(error, at, name, "must be a string");
    if (strlen(item->valuestring) > max)
        return wrong(error, at, name, "must not be longer than %zu bytes", max);
    *text = item->valuestring;
    return NASH_OK;
}
