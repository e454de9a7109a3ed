/* Reads the solution graph to be checked, in one of three forms: {"n0": "n0#2", ...} as a result writes it, [[0, 1],
 * ...] as the result of a compact graph does, or the connectors alone, ["n0#2", ...] or [1, ...]. Names are resolved
 * when the graph exists. */
#include <math.h>

#include "input.h"

static const char *candidate_name(const struct reader *r, const cJSON *value)
{
    struct nash_buf number = NASH_BUF_INIT(32);
    const char *text = NULL;
    if (cJSON_IsString(value) && *value->valuestring)
        return reader_copy(r, value->valuestring);
    if (cJSON_IsNumber(value) && value->valuedouble >= 0 && value->valuedouble <= 0x1p53 &&
        value->valuedouble == trunc(value->valuedouble)) {
        nash_buf_u64(&number, (uint64_t)value->valuedouble);
        text = reader_copy(r, nash_buf_cstr(&number));
    } else {
        reader_fail(r, NASH_INVALID, NULL, "must be the name of a connector, or its number in the compact form");
    }
    nash_buf_free(&number);
    return text;
}

static void candidate_read_item(struct reader *item, struct andor_named_choice *choice)
{
    if (!cJSON_IsArray(item->value)) {
        choice->connector = candidate_name(item, item->value);
        return;
    }
    if (reader_count(item) != 2) {
        reader_fail(item, NASH_INVALID, NULL, "must be a node and its connector: two names or numbers");
        return;
    }
    const char **part[] = {&choice->node, &choice->connector};
    struct reader member = {0};
    for (unsigned i = 0; i < 2 && reader_item(&member, item); i++)
        *part[i] = candidate_name(&member, member.value);
}

void andor_read_candidate(struct reader *r, struct andor_problem *p)
{
    struct reader given;
    if (!reader_member(&given, r, "solution_graph"))
        return;
    struct andor_candidate *candidate = READER_NEW(r, struct andor_candidate, 1);
    if (!candidate)
        return;
    if (cJSON_IsObject(given.value)) {
        size_t count = (size_t)cJSON_GetArraySize(given.value);
        candidate->choice = READER_NEW(r, struct andor_named_choice, count);
        for (const cJSON *one = given.value->child; candidate->choice && one; one = one->next) {
            if (!cJSON_IsString(one) || !*one->valuestring)
                reader_fail(&given, NASH_INVALID, one->string, "must be the name of a connector");
            else
                candidate->choice[candidate->count++] =
                    (struct andor_named_choice){reader_copy(r, one->string), reader_copy(r, one->valuestring)};
        }
    } else if (reader_array(&given, r, "solution_graph")) {
        candidate->choice = READER_NEW(r, struct andor_named_choice, reader_count(&given));
        for (struct reader item = {0}; candidate->choice && reader_item(&item, &given);)
            candidate_read_item(&item, &candidate->choice[candidate->count++]);
    } else {
        reader_explain(&given, "must be {\"n0\": \"n0#2\", ...}, or an array of connectors or of pairs");
    }
    p->candidate = candidate;
}
