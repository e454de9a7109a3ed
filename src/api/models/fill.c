/* "model": ID in a problem becomes the net of that model, or its file for a training, before the problem is parsed. The
 * kind says where a model may stand (struct nash_models: places). */
#include <stdio.h>
#include <string.h>

#include <base/base64.h>

#include "keep.h"
#include "source.h"

enum { DEPTH = sizeof((struct nash_model_place *)0)->path / sizeof(char *) };

/* A problem that is being copied, and the object in it that the copy has reached. */
struct copy {
    struct models *models;
    const struct nash_solver *solver;
    const char *owner;
    struct nash_buf *out;
    const char *path[DEPTH]; /* names of members, from the root to the object; ends with NULL */
    unsigned depth;
    bool found;
    struct nash_error *error;
};

static bool may_be_in(const struct nash_solver *solver, const char *text, size_t len)
{
    static const char name[] = "\"model\"";
    return solver->models != NULL && memmem(text, len, name, sizeof name - 1) != NULL;
}

/* Returns whether a place is the object, or lies in it. */
static bool leads_to(const struct copy *copy, const struct nash_model_place *place)
{
    for (unsigned i = 0; i < copy->depth; i++)
        if (place->path[i] == NULL || strcmp(place->path[i], copy->path[i]) != 0)
            return false;
    return true;
}

static const struct nash_model_place *place_of(const struct copy *copy, struct slice object)
{
    const struct nash_model_place *place = copy->solver->models->places;
    while (place->member != NULL && !(leads_to(copy, place) && place->path[copy->depth] == NULL &&
                                      (place->beside == NULL || json_member_of(object, place->beside).text != NULL)))
        place++;
    return place->member != NULL ? place : NULL;
}

/* Returns the name of this member in the paths of the places that lie in it, or NULL. */
static const char *name_towards(const struct copy *copy, struct slice key)
{
    const struct nash_model_place *place = copy->solver->models->places;
    for (; place->member != NULL; place++)
        if (leads_to(copy, place) && place->path[copy->depth] != NULL && slice_is(key, place->path[copy->depth]))
            return place->path[copy->depth];
    return NULL;
}

/* Moves the pointer of an error to its place in the problem. Returns false. */
static bool fail_here(struct copy *copy, const struct nash_error *why)
{
    char pointer[sizeof copy->error->pointer] = "";
    size_t used = 0;
    for (unsigned i = 0; i < copy->depth && used < sizeof pointer; i++)
        used += (size_t)snprintf(pointer + used, sizeof pointer - used, "/%s", copy->path[i]);
    if (used < sizeof pointer)
        snprintf(pointer + used, sizeof pointer - used, "%.160s", why->pointer);
    *copy->error = *why;
    snprintf(copy->error->pointer, sizeof copy->error->pointer, "%s", pointer);
    return false;
}

/* Reads the member "checkpoint" beside a model. Returns false with *why. */
static bool read_checkpoint(struct slice object, const char **checkpoint, struct nash_error *why)
{
    static const char *const names[] = {MODEL_BEST, MODEL_LATEST};
    struct slice value = json_member_of(object, "checkpoint");
    *checkpoint = NULL;
    if (value.text == NULL)
        return true;
    for (size_t i = 0; i < 2; i++)
        if (slice_is(slice_string(value), names[i]))
            *checkpoint = names[i];
    if (*checkpoint == NULL)
        nash_fail(why, NASH_INVALID, "/checkpoint", "expected \"best\" or \"latest\", a checkpoint of the job");
    return *checkpoint != NULL;
}

/* Appends the member that stands in the place of "model". */
static bool add_model(struct copy *copy, const struct nash_model_place *place, struct slice object, struct slice value)
{
    struct nash_error why = {0};
    struct model_part part = {0};
    struct slice id = slice_string(value);
    const char *checkpoint;
    if (value.text[0] != '"')
        nash_fail(&why, NASH_INVALID, "/model", "expected the id of a model or of a training, a string");
    else if (!read_checkpoint(object, &checkpoint, &why))
        return fail_here(copy, &why);
    else if (json_member_of(object, place->member).text != NULL)
        nash_fail(&why, NASH_UNPROCESSABLE, "/model", "give \"model\" or \"%s\", not both", place->member);
    else /* an id with escapes has no text, and names nothing */
        model_load(copy->models, copy->solver, copy->owner, id, checkpoint, place->whole, &part, &why);
    if (why.status != NASH_OK)
        return fail_here(copy, &why);
    nash_buf_printf(copy->out, "\"%s\":\"", place->member);
    base64_add(copy->out, part.part.text, part.part.len);
    nash_buf_putc(copy->out, '"');
    model_part_release(&part);
    copy->found = true;
    return true;
}

static bool copy_object(struct copy *copy, struct slice object);

static bool copy_member(struct copy *copy, const struct json_member *member)
{
    const char *name = slice_is_object(member->value) ? name_towards(copy, member->key) : NULL;
    nash_buf_putc(copy->out, '"');
    nash_buf_add(copy->out, member->key.text, member->key.len); /* as it was, with its escapes */
    nash_buf_puts(copy->out, "\":");
    if (name == NULL) {
        nash_buf_add(copy->out, member->value.text, member->value.len);
        return true;
    }
    copy->path[copy->depth++] = name;
    bool good = copy_object(copy, member->value);
    copy->path[--copy->depth] = NULL;
    return good;
}

static bool copy_object(struct copy *copy, struct slice object)
{
    const struct nash_model_place *place = place_of(copy, object);
    struct slice model = place != NULL ? json_member_of(object, "model") : (struct slice){0};
    struct json_members members;
    struct json_member member;
    bool good = true, first = true;
    nash_buf_putc(copy->out, '{');
    json_members_begin(&members, object.text, object.len);
    while (good && json_members_next(&members, &member)) {
        if (model.text != NULL && slice_is(member.key, "checkpoint"))
            continue;
        if (!first)
            nash_buf_putc(copy->out, ',');
        first = false;
        good = model.text != NULL && slice_is(member.key, "model") ? add_model(copy, place, object, model)
                                                                   : copy_member(copy, &member);
    }
    nash_buf_putc(copy->out, '}');
    return good;
}

static enum nash_status fill(struct api *api, const struct nash_solver *solver, const char *owner, const char *text,
                             size_t len, struct nash_buf *whole, bool *found, struct nash_error *error)
{
    struct copy copy = {.models = api->models, .solver = solver, .owner = owner, .out = whole, .error = error};
    struct json_members members;
    size_t before = whole->len;
    if (nash_json_check(text, len, NULL) != NASH_OK)
        return NASH_OK; /* the reader of the problem says what is wrong */
    json_members_begin(&members, text, len);
    if (!members.is_object)
        return NASH_OK;
    if (!copy_object(&copy, (struct slice){members.at, (size_t)(text + len - members.at)}))
        return error->status;
    if (!copy.found) {
        if (!whole->failed)
            nash_buf_erase(whole, before, whole->len);
        whole->failed = false;
        return NASH_OK;
    }
    if (whole->failed)
        return nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this problem");
    if (whole->len > nash_problem_bytes(&solver->limits))
        return nash_fail(error, NASH_TOO_LARGE, "/model",
                         "with the model the problem has %zu bytes; %s accepts at most %zu", whole->len, solver->kind,
                         nash_problem_bytes(&solver->limits));
    *found = true;
    return NASH_OK;
}

/* A pointer to what stands in the place of "model" becomes one to "model". */
static void relocate(const struct nash_solver *solver, struct nash_error *error)
{
    char pointer[sizeof error->pointer];
    for (const struct nash_model_place *place = solver->models->places; place->member != NULL; place++) {
        size_t used = 0;
        for (unsigned i = 0; place->path[i] != NULL; i++)
            used += (size_t)snprintf(pointer + used, sizeof pointer - used, "/%s", place->path[i]);
        snprintf(pointer + used, sizeof pointer - used, "/%s", place->member);
        if (strcmp(error->pointer, pointer) != 0)
            continue;
        snprintf(error->pointer + used, sizeof error->pointer - used, "/model");
        return;
    }
}

static struct body_reader *thread(struct api *api)
{
    return api->models->room.thread;
}

const struct filling model_filling = {
    .may_be_in = may_be_in, .thread = thread, .fill = fill, .keeps_sent = model_is_training, .relocate = relocate};
