#include "new.h"

#include <stdio.h>
#include <string.h>

#include <api/documents/members.h>
#include <base/clock.h>
#include <base/secret.h>

enum { SMALL_BYTES = 64 << 10, SMALL_MEMORY = 4 << 20 }; /* of a body without its model */

struct new_opponent {
    const struct nash_solver *solver;
    char name[DOCUMENT_NAME_MAX];
    int64_t hands;
    struct slice settings, model; /* of the body */
};

/* Copies the body without the member "model". */
static bool copy_small(struct call *call, struct slice body, struct nash_buf *small)
{
    json_members_without(body, "model", small);
    return !small->failed ||
           call_fail(call, NASH_TOO_LARGE, "", "", "the body has more than %d bytes besides the model", SMALL_BYTES);
}

static void list_learners(char *out, size_t size)
{
    size_t count, used = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    snprintf(out, size, "none");
    for (size_t i = 0; i < count && used < size; i++)
        if (kinds[i]->learns)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used > 0 ? ", " : "", kinds[i]->kind);
}

static void read_kind(struct reader *r, struct new_opponent *new)
{
    const char *kind = reader_string(r, "kind", 256);
    char learners[256];
    if (kind == NULL)
        return;
    new->solver = nash_find_kind(kind, strlen(kind));
    list_learners(learners, sizeof learners);
    if (new->solver == NULL || !new->solver->learns)
        reader_fail(r, NASH_UNPROCESSABLE, "kind", "%s \"%.64s\"; kinds that learn: %s",
                    new->solver == NULL ? "unknown kind" : "no opponents are kept of the kind", kind, learners);
}

static void read_members(struct reader *r, const char *const names[], struct new_opponent *new)
{
    struct reader settings;
    reader_only_listed(r, names);
    reader_require(r, (const char *const[]){"kind", "name", NULL});
    const char *name = reader_string(r, "name", OPPONENT_NAME_BYTES);
    if (name != NULL && name[0] == '\0')
        reader_fail(r, NASH_INVALID, "name", "a name has 1 to %d bytes", OPPONENT_NAME_BYTES);
    snprintf(new->name, sizeof new->name, "%s", name != NULL ? name : "");
    new->hands = reader_int(r, "hands", 0, INT64_C(1) << 53, 0);
    reader_object(&settings, r, "settings");
    if (new->settings.len > OPPONENT_SETTINGS_BYTES)
        reader_fail(r, NASH_TOO_LARGE, "settings", "the settings have more than %d bytes", OPPONENT_SETTINGS_BYTES);
    if (new->model.text != NULL && !slice_is_object(new->model))
        reader_fail(r, NASH_INVALID, "model", "the model must be an object");
    if (new->model.len > OPPONENT_MODEL_BYTES)
        reader_fail(r, NASH_TOO_LARGE, "model", "the model has %zu bytes; an opponent has at most %d", new->model.len,
                    OPPONENT_MODEL_BYTES);
    read_kind(r, new);
}

static bool read_new(struct call *call, struct slice body, const char *const names[], struct new_opponent *new)
{
    struct nash_buf small = NASH_BUF_INIT(SMALL_BYTES);
    struct call_members members = {0};
    *new = (struct new_opponent){.settings = json_member_of(body, "settings"), .model = json_member_of(body, "model")};
    bool good = copy_small(call, body, &small) &&
                call_members_open(call, (struct slice){small.data, small.len}, SMALL_MEMORY, &members);
    if (good) {
        read_members(&members.reader, names, new);
        good = reader_status(&members.reader) == NASH_OK;
    }
    call_members_close(&members);
    nash_buf_free(&small);
    return good;
}

/* Lets the kind read settings and model, with hands from which nothing is learnt: whatever it says about those hands
 * does not count. Without either, too: a kind may need a setting. */
static bool check_with_kind(struct call *call, const struct new_opponent *new)
{
    static const char learn[] = "/learn/", model[] = "/model";
    struct nash_buf request = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    request_learn(&request, new->settings, no_hands, new->model, (struct slice){0});
    enum nash_status status = request_check(call->room, new->solver, call->owner, &request, &error);
    nash_buf_free(&request);
    char name[64] = "";
    if (strncmp(error.pointer, learn, sizeof learn - 1) == 0)
        snprintf(name, sizeof name, "%.*s", (int)strcspn(error.pointer + sizeof learn - 1, "/"),
                 error.pointer + sizeof learn - 1);
    bool in_settings = json_member_of(new->settings, name).text != NULL;
    bool in_hands = strcmp(name, "hands") == 0 || strcmp(error.pointer, "/learn") == 0;
    if (status == NASH_OK || (in_hands && !in_settings))
        return true;
    call->error = error;
    if (in_settings)
        snprintf(call->error.pointer, sizeof call->error.pointer, "/settings/%.190s", error.pointer + sizeof learn - 1);
    else if (strncmp(error.pointer, model, sizeof model - 1) != 0)
        call->error.pointer[0] = '\0';
    return false;
}

static void store_new(struct call *call, const struct new_opponent *new)
{
    struct opponents *opponents = opponents_of(call);
    const struct opponent_meta meta = {.settings = new->settings, .hands = model_hands(new->model, new->hands)};
    struct store_document row = {.version = 1, .created_ms = clock_wall_ms()};
    snprintf(row.type, sizeof row.type, "%s", opponents->room.type);
    snprintf(row.owner, sizeof row.owner, "%s", call->owner);
    snprintf(row.kind, sizeof row.kind, "%s", new->solver->kind);
    snprintf(row.name, sizeof row.name, "%s", new->name);
    secret_random(row.id.byte, sizeof row.id.byte);
    row.updated_ms = row.created_ms;
    row.meta = opponent_meta_bytes(&meta);
    row.body = new->model.text != NULL ? bytes_copy(new->model.text, new->model.len) : NULL;
    row.body_bytes = new->model.len;
    struct store_op op = {.verb = STORE_DOCUMENT_ADD, .document = &row, .limit = opponents->most};
    if (row.meta == NULL || (row.body == NULL) != (new->model.text == NULL)) {
        call_no_memory(call);
    } else if (document_write(&opponents->room, &op) == NASH_UNPROCESSABLE) {
        call_fail(call, NASH_BUSY, "too-many-requests", "",
                  "there are %u opponents of this key, and there may be no more; delete one first", opponents->most);
    } else if (op.status != NASH_OK) {
        document_explain_write(op.status, &call->error);
    } else {
        struct nash_jsonw json = NASH_JSONW(&call->json);
        opponent_write(&row, &json);
        opponent_path(call->location, &row.id, "");
        call->status = 201;
    }
    store_document_release(&row);
}

void opponent_create(struct call *call, const char *const names[])
{
    struct new_opponent new;
    struct slice body = call_object(call);
    if (body.text != NULL && read_new(call, body, names, &new) && check_with_kind(call, &new))
        store_new(call, &new);
}
