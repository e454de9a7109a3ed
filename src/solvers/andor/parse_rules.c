/* The form of production systems: what rules/ reads, out of the body. */
#include <math.h>
#include <string.h>

#include "reader.h"

enum { NODE_LIMIT = 1000000 };

static const char whole_number[] =
    "an integer from 0 to 9007199254740991: where there are decimals, give all costs and values of h in a smaller unit";

static enum nash_status must(const struct andor_reader *r, const char *at, const char *what)
{
    return nash_fail(r->error, NASH_INVALID, at, "must be %s", what);
}

/* A text that is not empty. */
static enum nash_status read_text(const struct andor_reader *r, const cJSON *item, const char *at, const char *example,
                                  const char **text)
{
    if (!cJSON_IsString(item) || !*item->valuestring)
        return nash_fail(r->error, NASH_INVALID, at, "must be a text that is not empty, for example \"%s\"", example);
    *text = item->valuestring;
    return NASH_OK;
}

static enum nash_status read_texts(const struct andor_reader *r, const char *member, const char *example,
                                   const char *const **texts, uint32_t *count)
{
    char at[32], pointer[48];
    const cJSON *array = nash_json_get(r->doc->root, member);
    uint32_t n = 0;
    nash_pointer(at, sizeof at, "", member);
    if (!array)
        return nash_fail(r->error, NASH_INVALID, "", "the member \"%s\" is missing", member);
    if (!cJSON_IsArray(array))
        return must(r, at, "an array of texts");
    for (const cJSON *item = array->child; item; item = item->next)
        n++;
    const char **text = NASH_NEW(r->arena, const char *, n);
    enum nash_status status = text ? NASH_OK : andor_reader_full(r);
    *texts = text;
    *count = 0;
    for (const cJSON *item = array->child; item && status == NASH_OK; item = item->next, text++)
        status = read_text(r, item, nash_pointer_index(pointer, sizeof pointer, at, (*count)++), example, text);
    return status;
}

static bool is_count(const cJSON *item)
{
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < 0x1p53 &&
           item->valuedouble == trunc(item->valuedouble);
}

/* A text, or an integer that becomes one. */
static enum nash_status read_cost(const struct andor_reader *r, struct andor_rules_draft *draft)
{
    const cJSON *item = nash_json_get(r->doc->root, "cost");
    if (!item)
        return NASH_OK;
    if (!cJSON_IsNumber(item))
        return cJSON_IsString(item) ? read_text(r, item, "/cost", "k", &draft->cost)
                                    : must(r, "/cost", "an expression, for example \"k\", or an integer");
    if (!is_count(item))
        return must(r, "/cost", whole_number);
    struct nash_buf buf = NASH_BUF_INIT(0);
    nash_buf_u64(&buf, (uint64_t)item->valuedouble);
    draft->cost = nash_arena_strndup(r->arena, nash_buf_cstr(&buf), buf.len);
    nash_buf_free(&buf);
    return draft->cost ? NASH_OK : andor_reader_full(r);
}

static enum nash_status read_table(const struct andor_reader *r, const cJSON *object, struct andor_rules_draft *draft)
{
    char at[sizeof r->error->pointer];
    uint32_t n = 0;
    for (const cJSON *item = object->child; item; item = item->next, n++)
        if (!is_count(item))
            return must(r, nash_pointer(at, sizeof at, "/h", item->string), whole_number);
    const char **name = NASH_NEW(r->arena, const char *, n);
    uint64_t *value = NASH_NEW(r->arena, uint64_t, n);
    if (!name || !value)
        return andor_reader_full(r);
    draft->h = ANDOR_H_TABLE;
    draft->h_names = name;
    draft->h_values = value;
    draft->h_count = n;
    for (const cJSON *item = object->child; item; item = item->next) {
        *name++ = item->string;
        *value++ = (uint64_t)item->valuedouble;
    }
    return NASH_OK;
}

static enum nash_status read_h(const struct andor_reader *r, struct andor_rules_draft *draft)
{
    const cJSON *item = nash_json_get(r->doc->root, "h");
    if (!item)
        return NASH_OK;
    if (cJSON_IsObject(item))
        return read_table(r, item, draft);
    if (!cJSON_IsString(item))
        return must(r, "/h", "{\"6\": 6, ...}, \"value\", or an expression");
    enum nash_status status = read_text(r, item, "/h", "value", &draft->h_text);
    draft->h = status == NASH_OK && strcmp(draft->h_text, "value") == 0 ? ANDOR_H_VALUE : ANDOR_H_EXPRESSION;
    return status;
}

enum nash_status andor_parse_rules(const struct andor_reader *r, struct andor_problem *p)
{
    struct andor_rules_draft draft = {.h = ANDOR_H_ZERO};
    int64_t limit = NODE_LIMIT;
    const cJSON *start = nash_json_get(r->doc->root, "start");
    enum nash_status status = start ? read_text(r, start, "/start", "6", &draft.start)
                                    : nash_fail(r->error, NASH_INVALID, "", "the member \"start\" is missing");
    if (status == NASH_OK)
        status = read_texts(r, "goals", "1", &draft.goals, &draft.goal_count);
    if (status == NASH_OK)
        status = read_texts(r, "rules", "6 -> 3,3", &draft.rules, &draft.rule_count);
    if (status == NASH_OK)
        status = read_cost(r, &draft);
    if (status == NASH_OK)
        status = read_h(r, &draft);
    if (status == NASH_OK)
        status = nash_json_int(r->doc->root, "", "node_limit", 1, ANDOR_NODES_MAX, &limit, r->error);
    draft.node_limit = (uint32_t)limit;
    return status == NASH_OK ? andor_rules_read(&draft, r->arena, &p->rules, r->error) : status;
}
