/* Parses a document: the gate checks the text, then cJSON parses it, or the copy in which the gate has replaced integer
 * arrays by markers. */
#include <math.h>
#include <string.h>

#include "gate.h"

/* Finds the line and column of a place, in characters from 1. */
static void find_line_column(const char *text, const char *place, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (const char *at = text; at < place; at++) {
        if (*at == '\n') {
            ++*line;
            *column = 1;
        } else if (((unsigned char)*at & 0xC0) != 0x80) {
            ++*column;
        }
    }
}

static enum nash_status gate_report(const struct json_gate *gate, enum nash_status status, struct nash_error *error)
{
    if (status == NASH_INVALID && gate->released)
        return nash_fail_type(error, status, "invalid-json", "", "byte %zu: %s", (size_t)(gate->fault - gate->text) + 1,
                              gate->why);
    if (status == NASH_INVALID) {
        size_t line, column;
        find_line_column(gate->text, gate->fault, &line, &column);
        return nash_fail_type(error, status, "invalid-json", "", "line %zu, column %zu: %s", line, column, gate->why);
    }
    return nash_fail(error, status, "", "the JSON text does not fit into the memory of this job");
}

enum nash_status nash_json_check(const char *text, size_t len, struct nash_error *error)
{
    struct json_gate gate;
    enum nash_status status = json_gate_run(&gate, text, len, NULL, false);
    if (status != NASH_OK)
        gate_report(&gate, status, error);
    json_gate_free(&gate);
    return status;
}

static enum nash_status document_parse(struct nash_json *doc, const char *text, size_t len, bool spare,
                                       struct nash_arena *arena, struct nash_error *error)
{
    *doc = (struct nash_json){.text = text, .len = len};
    struct json_gate gate;
    enum nash_status status = json_gate_run(&gate, text, len, arena, spare);
    if (status == NASH_OK) {
        bool rewritten = gate.ints_count > 0;
        doc->root =
            cJSON_ParseWithLengthOpts(rewritten ? gate.copy.data : text, rewritten ? gate.copy.len : len, NULL, false);
        doc->ints = gate.ints;
        doc->ints_count = gate.ints_count;
        if (!doc->root)
            status = NASH_NOMEM; /* cJSON can parse all that the gate accepts (fuzzed), so malloc has failed */
    }
    if (status != NASH_OK)
        gate_report(&gate, status, error);
    json_gate_free(&gate);
    return status;
}

enum nash_status nash_json_parse(struct nash_json *doc, const char *text, size_t len, struct nash_arena *arena,
                                 struct nash_error *error)
{
    return document_parse(doc, text, len, false, arena, error);
}

enum nash_status nash_json_parse_spare(struct nash_json *doc, char *text, size_t len, struct nash_arena *arena,
                                       struct nash_error *error)
{
    return document_parse(doc, text, len, true, arena, error);
}

void nash_json_free(struct nash_json *doc)
{
    cJSON_Delete(doc->root);
    *doc = (struct nash_json){0};
}

bool nash_parse_int64(const char *text, size_t len, int64_t *value)
{
    bool negative = len > 0 && *text == '-';
    uint64_t number = 0, max = negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX;
    text += negative;
    len -= negative;
    if (len == 0 || (len > 1 && *text == '0'))
        return false;
    for (size_t i = 0; i < len; i++) {
        unsigned digit = (unsigned char)text[i] - (unsigned)'0';
        if (digit > 9 || number > (max - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *value = (int64_t)(negative ? -number : number);
    return true;
}

/* ---- integer arrays ---- */

const struct nash_json_flat *nash_json_flat_at(const struct nash_json *doc, const cJSON *item)
{
    const cJSON *first = cJSON_IsArray(item) ? item->child : NULL;
    if (!first || !cJSON_IsNumber(first) || !isinf(first->valuedouble))
        return NULL;
    return &doc->ints[(size_t)first->next->valuedouble];
}

static enum nash_status array_nomem(const char *at, struct nash_error *error)
{
    return nash_fail(error, NASH_NOMEM, at, "the array does not fit into the memory of this job");
}

/* Reads an array from its cJSON nodes: an empty one, or one with integers in another form, such as 1.0. */
static enum nash_status flat_from_nodes(const cJSON *item, const char *at, struct nash_arena *arena,
                                        struct nash_json_flat *flat, struct nash_error *error)
{
    char pointer[sizeof error->pointer];
    size_t count = 0, i = 0;
    for (const cJSON *child = item->child; child; child = child->next)
        count++;
    int64_t *value = NASH_NEW(arena, int64_t, count);
    if (!value)
        return array_nomem(at, error);
    for (const cJSON *child = item->child; child; child = child->next, i++) {
        double d = cJSON_IsNumber(child) ? child->valuedouble : NAN;
        if (!(fabs(d) <= 0x1p53) || d != trunc(d))
            return nash_fail(error, NASH_INVALID, nash_pointer_index(pointer, sizeof pointer, at, i),
                             "must be an integer");
        value[i] = (int64_t)d;
    }
    *flat = (struct nash_json_flat){.wide = value, .count = count};
    return NASH_OK;
}

enum nash_status nash_json_flat(const struct nash_json *doc, const cJSON *item, const char *at,
                                struct nash_arena *arena, struct nash_json_flat *flat, struct nash_error *error)
{
    if (!cJSON_IsArray(item))
        return nash_fail(error, NASH_INVALID, at, "must be an array of integers");
    const struct nash_json_flat *taken = nash_json_flat_at(doc, item);
    if (!taken)
        return flat_from_nodes(item, at, arena, flat, error);
    *flat = *taken;
    return NASH_OK;
}

enum nash_status nash_json_ints(const struct nash_json *doc, const cJSON *item, const char *at,
                                struct nash_arena *arena, struct nash_json_ints *ints, struct nash_error *error)
{
    struct nash_json_flat flat;
    enum nash_status status = nash_json_flat(doc, item, at, arena, &flat, error);
    if (status != NASH_OK)
        return status;
    if (flat.narrow) {
        int64_t *value = NASH_NEW(arena, int64_t, flat.count);
        if (!value)
            return array_nomem(at, error);
        for (size_t i = 0; i < flat.count; i++)
            value[i] = flat.narrow[i];
        flat.wide = value;
    }
    *ints = (struct nash_json_ints){.value = flat.wide, .count = flat.count};
    return NASH_OK;
}
