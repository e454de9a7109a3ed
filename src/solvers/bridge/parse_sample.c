/* What is known of hands that are not seen: samples, known, constraints. */
#include <math.h>
#include <string.h>

#include "draft.h"

static const char *const key[BRIDGE_SEATS] = {"N", "E", "S", "W"};
static const char *const suit_key[BRIDGE_SUITS] = {"S", "H", "D", "C"};

/* Two integers of an array; as in JSON Schema 10.0 is one. */
static bool read_pair(struct bridge_draft *d, const struct nash_json *doc, const cJSON *array, const char *at,
                      double pair[2])
{
    struct nash_json_ints ints = {0};
    unsigned count = 0;
    if (nash_json_ints(doc, array, at, d->arena, &ints, d->error) == NASH_OK) {
        for (; count < ints.count && count < 2; count++)
            pair[count] = (double)ints.value[count];
        return ints.count == 2;
    }
    for (const cJSON *item = array->child; item; item = item->next, count++) {
        if (!cJSON_IsNumber(item) || count == 2)
            return false;
        pair[count] = item->valuedouble;
    }
    return count == 2;
}

/* An integer, or two: [least, most]. What is upside down is remembered until all has been read. */
static enum nash_status read_range(struct bridge_draft *d, const struct nash_json *doc, const cJSON *object,
                                   const char *at, const char *name, unsigned most, uint8_t range[2],
                                   struct nash_error *wrong)
{
    char pointer[64];
    double pair[2];
    int64_t one = -1;
    const cJSON *item = nash_json_get(object, name);
    if (!item)
        return NASH_OK;
    nash_pointer(pointer, sizeof pointer, at, name);
    if (!cJSON_IsArray(item)) {
        enum nash_status status = nash_json_int(object, at, name, 0, most, &one, d->error);
        range[0] = range[1] = (uint8_t)one;
        return status;
    }
    bool is_pair = read_pair(d, doc, item, pointer, pair);
    for (unsigned i = 0; i < 2 && is_pair; i++) {
        is_pair = pair[i] >= 0 && pair[i] <= most && pair[i] == trunc(pair[i]);
        range[i] = is_pair ? (uint8_t)pair[i] : 0;
    }
    if (!is_pair)
        return nash_fail(d->error, NASH_INVALID, pointer,
                         "must be an integer from 0 to %u, or two of them: [least, most]", most);
    if (range[0] > range[1] && wrong->status == NASH_OK)
        nash_fail(wrong, NASH_UNPROCESSABLE, pointer, "[least, most] stand the other way round: no hand has them");
    return NASH_OK;
}

static enum nash_status read_held(struct bridge_draft *d, const cJSON *object, const char *at, const char *name,
                                  bridge_ranks held[BRIDGE_SUITS])
{
    char pointer[64];
    const struct bridge_card *card = NULL;
    uint32_t count = 0;
    const cJSON *item = nash_json_get(object, name);
    if (!item)
        return NASH_OK;
    nash_pointer(pointer, sizeof pointer, at, name);
    enum nash_status status = bridge_parse_cards(d, item, pointer, BRIDGE_CARDS, &card, &count);
    for (uint32_t i = 0; i < count && status == NASH_OK; i++)
        held[card[i].suit] = (bridge_ranks)(held[card[i].suit] | 1u << card[i].rank);
    return status;
}

static enum nash_status read_shape(struct bridge_draft *d, const struct nash_json *doc, const cJSON *object,
                                   const char *at, struct bridge_constraint *c, struct nash_error *wrong)
{
    char pointer[64];
    const cJSON *shape = nash_json_get(object, "shape");
    if (!shape)
        return NASH_OK;
    nash_pointer(pointer, sizeof pointer, at, "shape");
    enum nash_status status = nash_json_only(shape, pointer, (const char *const[]){"S", "H", "D", "C", NULL}, d->error);
    for (unsigned suit = 0; suit < BRIDGE_SUITS && status == NASH_OK; suit++)
        status = read_range(d, doc, shape, pointer, suit_key[suit], BRIDGE_RANKS, c->shape[suit], wrong);
    return status;
}

static enum nash_status read_constraint(struct bridge_draft *d, const struct nash_json *doc, const cJSON *object,
                                        const char *at, struct bridge_constraint *c, struct nash_error *wrong)
{
    enum nash_status status =
        nash_json_only(object, at, (const char *const[]){"hcp", "shape", "has", "lacks", NULL}, d->error);
    if (status == NASH_OK)
        status = read_range(d, doc, object, at, "hcp", BRIDGE_HCP_MAX, c->hcp, wrong);
    if (status == NASH_OK)
        status = read_shape(d, doc, object, at, c, wrong);
    if (status == NASH_OK)
        status = read_held(d, object, at, "has", c->has);
    if (status == NASH_OK)
        status = read_held(d, object, at, "lacks", c->lacks);
    return status;
}

static enum nash_status read_known(struct bridge_draft *d, const cJSON *root)
{
    char at[24];
    unsigned i = 0;
    const cJSON *known = nash_json_get(root, "known");
    if (!known)
        return NASH_OK;
    if (!cJSON_IsArray(known) || !known->child)
        return nash_fail(d->error, NASH_INVALID, "/known", "must be an array of the seats whose hands are seen");
    for (const cJSON *item = known->child; item; item = item->next, i++) {
        int seat = cJSON_IsString(item) && strlen(item->valuestring) == 1 ? bridge_seat_of(item->valuestring[0]) : -1;
        if (seat < 0)
            return nash_fail(d->error, NASH_INVALID, nash_pointer_index(at, sizeof at, "/known", i),
                             "must be a seat: \"N\", \"E\", \"S\" or \"W\"");
        d->known = (uint8_t)(d->known | 1u << seat);
    }
    return NASH_OK;
}

enum nash_status bridge_parse_sample(struct bridge_draft *d, const struct nash_json *doc)
{
    char at[32];
    struct nash_error wrong = {0};
    int64_t samples = 0;
    const cJSON *root = doc->root, *constraints = nash_json_get(root, "constraints");
    enum nash_status status = nash_json_int(root, "", "samples", 1, BRIDGE_SAMPLES_MAX, &samples, d->error);
    if (status == NASH_OK)
        status = read_known(d, root);
    if (status != NASH_OK || (!samples && !constraints))
        return status;
    d->sampling = NASH_NEW(d->arena, struct bridge_sampling, 1);
    if (!d->sampling)
        return nash_fail(d->error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    d->sampling->samples = (uint32_t)samples;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        d->sampling->constraint[seat] = BRIDGE_CONSTRAINT_NONE;
    if (!constraints)
        return NASH_OK;
    status = nash_json_only(constraints, "/constraints", (const char *const[]){"N", "E", "S", "W", NULL}, d->error);
    for (unsigned seat = 0; seat < BRIDGE_SEATS && status == NASH_OK; seat++) {
        const cJSON *item = nash_json_get(constraints, key[seat]);
        nash_pointer(at, sizeof at, "/constraints", key[seat]);
        if (item)
            status = read_constraint(d, doc, item, at, &d->sampling->constraint[seat], &wrong);
    }
    d->sampling_wrong = wrong;
    return status;
}
