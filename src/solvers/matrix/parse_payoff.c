/* The lists of the JSON form: payoffs, names, probabilities. A row of integers comes ready from the gate's own scanner;
 * a row with decimals or strings among them is read number by number. A number that is too wide is well formed, so that
 * is kept until the whole body is known to be (draft->late). */
#include <math.h>
#include <string.h>

#include "draft.h"

static const char number_words[] =
    "must be a number or a string such as \"1/3\" or \"-2.5\"; a fraction is whole numbers, the lower one not 0";

static enum nash_status late(const struct matrix_reader *r, const char *at, const char *text)
{
    if (r->draft->late.status == NASH_OK)
        nash_fail(&r->draft->late, NASH_UNPROCESSABLE, at, "%s", text);
    return NASH_OK;
}

static enum nash_status read_number(const struct matrix_reader *r, const cJSON *item, const char *at,
                                    struct rational *number)
{
    enum rational_reading reading = RATIONAL_WRONG;
    if (cJSON_IsNumber(item) && isfinite(item->valuedouble))
        reading = rational_of_double(item->valuedouble, number);
    else if (cJSON_IsString(item))
        reading = rational_read(item->valuestring, strlen(item->valuestring), number);
    if (reading == RATIONAL_WRONG)
        return nash_fail(r->error, NASH_INVALID, at, "%s", number_words);
    if (reading == RATIONAL_WIDE)
        return late(r, at,
                    "is too large or too fine: numerator and denominator must stay below 2^62; round it, or "
                    "choose another unit");
    return NASH_OK;
}

enum nash_status matrix_read_share(const struct matrix_reader *r, const cJSON *item, const char *at,
                                   struct rational *share)
{
    struct rational number = {0, 1};
    enum nash_status status = read_number(r, item, at, &number);
    if (status != NASH_OK)
        return status;
    if (number.num < 0 || number.num > number.den) {
        if (cJSON_IsNumber(item))
            return nash_fail(r->error, NASH_INVALID, at, "must be from 0 to 1");
        return late(r, at, "must be from 0 to 1");
    }
    *share = number;
    return NASH_OK;
}

/* The integers of an array that holds nothing else; false when it is an ordinary array or none. */
static bool take_integers(const struct matrix_reader *r, const cJSON *item, struct nash_json_ints *ints)
{
    struct nash_error ordinary;
    return cJSON_IsArray(item) && nash_json_ints(r->doc, item, "", r->arena, ints, &ordinary) == NASH_OK && ints->count;
}

static enum nash_status check_size(const struct matrix_reader *r, size_t size, const char *at, const char *what)
{
    if (size && size <= MATRIX_SIDE_MAX)
        return NASH_OK;
    return nash_fail(r->error, NASH_INVALID, at, "must have 1 to %d %s, not %zu", MATRIX_SIDE_MAX, what, size);
}

/* An array of numbers, in the arena. */
static enum nash_status read_numbers(const struct matrix_reader *r, const cJSON *item, const char *at, bool shares,
                                     struct rational **numbers, uint32_t *count)
{
    struct nash_json_ints ints = {0};
    bool whole = take_integers(r, item, &ints);
    if (!cJSON_IsArray(item))
        return nash_fail(r->error, NASH_INVALID, at, "must be an array of numbers");
    size_t size = whole ? ints.count : (size_t)cJSON_GetArraySize(item);
    enum nash_status status = check_size(r, size, at, "numbers");
    struct rational *number = status == NASH_OK ? NASH_NEW(r->arena, struct rational, size) : NULL;
    if (!number)
        return status == NASH_OK ? matrix_full(r->error) : status;
    *numbers = number;
    *count = (uint32_t)size;
    const cJSON *child = whole ? NULL : item->child;
    for (size_t i = 0; i < size && status == NASH_OK && !whole; i++, child = child->next) {
        char pointer[sizeof r->error->pointer];
        nash_pointer_index(pointer, sizeof pointer, at, i);
        number[i] = (struct rational){0, 1};
        status = shares ? matrix_read_share(r, child, pointer, &number[i]) : read_number(r, child, pointer, &number[i]);
    }
    for (size_t i = 0; i < size && whole; i++) {
        char pointer[sizeof r->error->pointer];
        if (shares && (ints.value[i] < 0 || ints.value[i] > 1))
            return nash_fail(r->error, NASH_INVALID, nash_pointer_index(pointer, sizeof pointer, at, i),
                             "must be from 0 to 1");
        number[i] = (struct rational){ints.value[i], 1}; /* the gate takes none beyond 2^53 */
    }
    return status;
}

enum nash_status matrix_read_table(const struct matrix_reader *r, const char *member, struct matrix_table *table)
{
    char at[32];
    struct nash_json_ints ints;
    const cJSON *item = nash_json_get(r->doc->root, member);
    if (!item)
        return NASH_OK;
    nash_pointer(at, sizeof at, "", member);
    if (!cJSON_IsArray(item) || take_integers(r, item, &ints))
        return nash_fail(r->error, NASH_INVALID, at,
                         "must be an array of rows, each an array of numbers, as [[1, -1], [-1, 1]]");
    enum nash_status status = check_size(r, (size_t)cJSON_GetArraySize(item), at, "rows");
    if (status != NASH_OK)
        return status;
    *table = (struct matrix_table){.rows = (uint32_t)cJSON_GetArraySize(item)};
    table->at = nash_arena_strndup(r->arena, at, strlen(at));
    table->len = NASH_NEW(r->arena, uint32_t, table->rows);
    table->row = NASH_NEW(r->arena, struct rational *, table->rows);
    if (!table->at || !table->len || !table->row)
        return matrix_full(r->error);
    const cJSON *row = item->child;
    for (uint32_t i = 0; i < table->rows && status == NASH_OK; i++, row = row->next) {
        char pointer[sizeof r->error->pointer];
        status = read_numbers(r, row, nash_pointer_index(pointer, sizeof pointer, at, i), false, &table->row[i],
                              &table->len[i]);
    }
    return status;
}

enum nash_status matrix_read_chances(const struct matrix_reader *r)
{
    const cJSON *item = nash_json_get(r->doc->root, "probability");
    if (!item)
        return NASH_OK;
    return read_numbers(r, item, "/probability", true, &r->draft->probability, &r->draft->probabilities);
}

/* Characters of UTF-8 text, which the gate has checked. */
static size_t characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

enum nash_status matrix_read_names(const struct matrix_reader *r, const char *member, struct matrix_names *names)
{
    char at[32], pointer[sizeof r->error->pointer];
    struct nash_json_ints ints;
    const cJSON *item = nash_json_get(r->doc->root, member);
    if (!item)
        return NASH_OK;
    nash_pointer(at, sizeof at, "", member);
    if (!cJSON_IsArray(item) || take_integers(r, item, &ints))
        return nash_fail(r->error, NASH_INVALID, at, "must be an array of names, as [\"up\", \"down\"]");
    size_t size = (size_t)cJSON_GetArraySize(item);
    enum nash_status status = check_size(r, size, at, "names");
    names->name = status == NASH_OK ? NASH_NEW(r->arena, const char *, size) : NULL;
    if (!names->name)
        return status == NASH_OK ? matrix_full(r->error) : status;
    for (const cJSON *child = item->child; child; child = child->next) {
        const char *text = cJSON_IsString(child) ? child->valuestring : "";
        nash_pointer_index(pointer, sizeof pointer, at, names->count);
        if (!*text || characters(text) > MATRIX_NAME)
            return nash_fail(r->error, NASH_INVALID, pointer, "a name is a string of 1 to %d characters", MATRIX_NAME);
        for (uint32_t i = 0; i < names->count; i++)
            if (strcmp(names->name[i], text) == 0)
                return nash_fail(r->error, NASH_INVALID, pointer, "names must differ: this is also that of entry %u",
                                 i);
        names->name[names->count] = nash_arena_strndup(r->arena, text, strlen(text));
        if (!names->name[names->count++])
            return matrix_full(r->error);
    }
    return NASH_OK;
}
