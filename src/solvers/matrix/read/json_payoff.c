/* Reads the lists of the JSON form: payoffs, names, probabilities. The JSON gate (nash/json.h) has already converted a
 * row of integers; other rows are read number by number. */
#include <string.h>

#include <solvers/kit/reader_rational.h>
#include <solvers/kit/text_reader.h>

#include "input.h"

const char *matrix_read_name(const struct reader *r)
{
    const char *text = cJSON_IsString(r->value) ? r->value->valuestring : "";
    size_t count = 0;
    text_utf8_length((struct text_span){text, text + strlen(text)}, &count);
    if (!count || count > MATRIX_NAME_MAX)
        reader_fail(r, NASH_INVALID, NULL, "a name is a string of 1 to %d characters", MATRIX_NAME_MAX);
    return reader_copy(r, text);
}

/* ---- arrays ---- */

/* Returns the size of an array, or 0 after reporting an error. */
static uint32_t read_size(const struct reader *array, const char *what)
{
    size_t size = reader_count(array);
    if (size && size <= MATRIX_SIDE_MAX)
        return (uint32_t)size;
    reader_fail(array, NASH_INVALID, NULL, "must have 1 to %d %s, not %zu", MATRIX_SIDE_MAX, what, size);
    return 0;
}

/* Returns an array of numbers in the arena, or NULL after reporting an error. */
static struct rational *read_numbers(struct reader *array, uint32_t *count,
                                     void (*read)(const struct reader *, struct rational *))
{
    if (!cJSON_IsArray(array->value)) {
        reader_fail(array, NASH_INVALID, NULL, "must be an array of numbers");
        return NULL;
    }
    *count = read_size(array, "numbers");
    struct rational *number = *count ? READER_NEW(array, struct rational, *count) : NULL;
    if (!number)
        return NULL;
    if (reader_is_flat(array) && read == reader_as_rational) {
        struct nash_json_ints ints = reader_as_ints(array);
        for (size_t i = 0; i < ints.count; i++)
            number[i] = (struct rational){ints.value[i], 1}; /* the JSON gate refuses integers beyond 2^53 */
        return number;
    }
    for (struct reader item = {0}; reader_item(&item, array);) {
        number[item.index] = (struct rational){0, 1};
        read(&item, &number[item.index]);
    }
    return number;
}

void matrix_read_payoffs(struct reader *r, const char *member, struct matrix_payoffs *payoffs)
{
    struct reader array;
    if (!reader_member(&array, r, member))
        return;
    if (!cJSON_IsArray(array.value) || reader_is_flat(&array)) {
        reader_fail(&array, NASH_INVALID, NULL,
                    "must be an array of rows, each an array of numbers, as [[1, -1], [-1, 1]]");
        return;
    }
    uint32_t rows = read_size(&array, "rows");
    if (!rows)
        return;
    *payoffs = (struct matrix_payoffs){.rows = rows,
                                       .member = member,
                                       .len = READER_NEW(r, uint32_t, rows),
                                       .row = READER_NEW(r, struct rational *, rows)};
    for (struct reader row = {0}; reader_item(&row, &array);)
        payoffs->row[row.index] = read_numbers(&row, &payoffs->len[row.index], reader_as_rational);
}

void matrix_read_probability(struct reader *r, struct matrix_input *input)
{
    struct reader array;
    if (reader_member(&array, r, "probability"))
        input->probability = read_numbers(&array, &input->probabilities, reader_as_share);
}

void matrix_read_names(struct reader *r, const char *member, struct matrix_names *names)
{
    struct reader array;
    if (!reader_member(&array, r, member))
        return;
    if (!cJSON_IsArray(array.value) || reader_is_flat(&array)) {
        reader_fail(&array, NASH_INVALID, NULL, "must be an array of names, as [\"up\", \"down\"]");
        return;
    }
    uint32_t size = read_size(&array, "names");
    names->name = size ? READER_NEW(r, const char *, size) : NULL;
    for (struct reader item = {0}; names->name && reader_item(&item, &array);) {
        const char *text = matrix_read_name(&item);
        for (uint32_t i = 0; text && i < names->count; i++)
            if (strcmp(names->name[i], text) == 0)
                reader_fail(&item, NASH_INVALID, NULL, "names must differ: this is also that of entry %u", i);
        names->name[names->count++] = text;
    }
}
