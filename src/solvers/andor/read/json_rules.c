/* Reads the form of production systems into the input of rules/, which parses the texts. */
#include <math.h>
#include <string.h>

#include "input.h"

static const char whole_number[] = "must be an integer from 0 to 9007199254740991: where there are decimals, give all "
                                   "costs and values of h in a smaller unit";

/* Returns the text of a value, which must not be empty; NULL on failure. */
static const char *rules_read_text(const struct reader *r, const char *example)
{
    if (cJSON_IsString(r->value) && *r->value->valuestring)
        return r->value->valuestring;
    reader_fail(r, NASH_INVALID, NULL, "must be a text that is not empty, for example \"%s\"", example);
    return NULL;
}

static const char *rules_read_start(struct reader *r)
{
    struct reader start;
    if (reader_member(&start, r, "start"))
        return rules_read_text(&start, "6");
    reader_fail(r, NASH_INVALID, NULL, "the member \"start\" is missing");
    return NULL;
}

/* Reads an array of texts. */
static const char *const *rules_read_texts(struct reader *r, const char *name, const char *example, uint32_t *count)
{
    struct reader array;
    if (!reader_member(&array, r, name)) {
        reader_fail(r, NASH_INVALID, NULL, "the member \"%s\" is missing", name);
        return NULL;
    }
    if (!cJSON_IsArray(array.value))
        reader_fail(&array, NASH_INVALID, NULL, "must be an array of texts");
    const char **text = READER_NEW(r, const char *, reader_count(&array));
    for (struct reader item = {0}; text && reader_item(&item, &array);)
        text[(*count)++] = rules_read_text(&item, example);
    return text;
}

static bool is_whole(const cJSON *item)
{
    return cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < 0x1p53 &&
           item->valuedouble == trunc(item->valuedouble);
}

/* Reads the cost: an expression, or an integer, which becomes its text. */
static const char *rules_read_cost(struct reader *r)
{
    struct reader cost;
    if (!reader_member(&cost, r, "cost"))
        return NULL;
    if (cJSON_IsString(cost.value))
        return rules_read_text(&cost, "k");
    if (!is_whole(cost.value)) {
        reader_fail(&cost, NASH_INVALID, NULL, "%s",
                    cJSON_IsNumber(cost.value) ? whole_number
                                               : "must be an expression, for example \"k\", or an integer");
        return NULL;
    }
    struct nash_buf buf = NASH_BUF_INIT(0);
    nash_buf_u64(&buf, (uint64_t)cost.value->valuedouble);
    const char *text = reader_copy(r, nash_buf_cstr(&buf));
    nash_buf_free(&buf);
    return text;
}

/* Reads the table of h: an object of integers. */
static void rules_read_h_table(const struct reader *h, struct andor_rules_input *in)
{
    uint32_t n = 0;
    for (const cJSON *item = h->value->child; item; item = item->next, n++)
        if (!is_whole(item))
            reader_fail(h, NASH_INVALID, item->string, "%s", whole_number);
    const char **name = READER_NEW(h, const char *, n);
    uint64_t *value = READER_NEW(h, uint64_t, n);
    if (!reader_ok(h))
        return;
    in->h = ANDOR_H_TABLE;
    in->h_names = name;
    in->h_values = value;
    in->h_count = n;
    for (const cJSON *item = h->value->child; item; item = item->next) {
        *name++ = item->string;
        *value++ = (uint64_t)item->valuedouble;
    }
}

static void rules_read_h(struct reader *r, struct andor_rules_input *in)
{
    struct reader h;
    if (!reader_member(&h, r, "h"))
        return;
    if (cJSON_IsObject(h.value)) {
        rules_read_h_table(&h, in);
    } else if (!cJSON_IsString(h.value)) {
        reader_fail(&h, NASH_INVALID, NULL, "must be {\"6\": 6, ...}, \"value\", or an expression");
    } else {
        in->h_text = rules_read_text(&h, "value");
        in->h = in->h_text && strcmp(in->h_text, "value") == 0 ? ANDOR_H_VALUE : ANDOR_H_EXPRESSION;
    }
}

void andor_read_rules(struct reader *r, struct andor_problem *p)
{
    struct andor_rules_input in = {.h = ANDOR_H_ZERO};
    struct nash_error error;
    in.start = rules_read_start(r);
    in.goals = rules_read_texts(r, "goals", "1", &in.goal_count);
    in.rules = rules_read_texts(r, "rules", "6 -> 3,3", &in.rule_count);
    in.cost = rules_read_cost(r);
    rules_read_h(r, &in);
    in.node_limit = (uint32_t)reader_int(r, "node_limit", 1, ANDOR_NODES_MAX, ANDOR_NODE_LIMIT);
    if (reader_ok(r) && andor_rules_read(&in, r->root->arena, &p->rules, &error) != NASH_OK)
        reader_adopt(r, &error);
}
