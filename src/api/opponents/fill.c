/* "opponent": ID in a problem becomes "model": {...} before the problem is parsed, so that solvers stay pure and the
 * key of the answer covers the model. */
#include <string.h>

#include <api/opponents/learn/request.h>

static bool may_be_in(const struct nash_solver *solver, const char *text, size_t len)
{
    static const char name[] = "\"opponent\"";
    return solver->learns && memmem(text, len, name, sizeof name - 1) != NULL;
}

static enum nash_status refuse(struct nash_error *error, const char *detail)
{
    return nash_fail(error, NASH_UNPROCESSABLE, "/opponent", "%s", detail);
}

/* Reads the opponent that the value names. */
static enum nash_status read_named(struct opponents *opponents, const struct nash_solver *solver, const char *owner,
                                   struct slice value, struct store_document *row, struct nash_error *error)
{
    struct slice text = slice_string(value);
    struct job_id id;
    struct nash_error why = {0};
    if (text.text == NULL)
        return nash_fail(error, NASH_INVALID, "/opponent", "expected the id of an opponent, a string");
    if (!job_id_read(text.text, text.len, &id))
        return refuse(error, "there is no such opponent");
    if (!document_read(&opponents->room, &id, owner, true, row, &why)) {
        if (why.status == NASH_NOT_FOUND)
            return refuse(error, "there is no such opponent");
        *error = why;
        return error->status;
    }
    if (strcmp(row->kind, solver->kind) == 0 && row->body != NULL)
        return NASH_OK;
    enum nash_status status = row->body == NULL
                                  ? refuse(error, "the opponent has learnt nothing yet")
                                  : nash_fail(error, NASH_UNPROCESSABLE, "/opponent",
                                              "it is an opponent of the kind %s, not %s", row->kind, solver->kind);
    store_document_release(row);
    return status;
}

static enum nash_status fill(struct api *api, const struct nash_solver *solver, const char *owner, const char *text,
                             size_t len, struct nash_buf *whole, bool *found, struct nash_error *error)
{
    static const char model[] = "\"model\":";
    const struct slice body = {text, len};
    struct store_document row;
    if (nash_json_check(text, len, NULL) != NASH_OK)
        return NASH_OK; /* the reader of the problem says what is wrong */
    struct slice value = json_member_of(body, "opponent");
    if (value.text == NULL)
        return NASH_OK;
    if (json_member_of(body, "model").text != NULL)
        return refuse(error, "a problem has an opponent or a model, not both");
    enum nash_status status = read_named(api->opponents, solver, owner, value, &row, error);
    if (status != NASH_OK)
        return status;
    const char *key = value.text; /* "opponent" stands before it, without escapes */
    do
        key--;
    while (memcmp(key, "\"opponent\"", sizeof "\"opponent\"" - 1) != 0);
    nash_buf_add(whole, text, (size_t)(key - text));
    nash_buf_puts(whole, model);
    nash_buf_add(whole, row.body->data, row.body->len);
    nash_buf_add(whole, value.text + value.len, len - (size_t)(value.text + value.len - text));
    *found = true;
    store_document_release(&row);
    if (whole->failed)
        return nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this problem");
    if (whole->len > solver->limits.body_bytes)
        return nash_fail(error, NASH_TOO_LARGE, "/opponent",
                         "with the model the problem has %zu bytes; %s accepts at most %zu", whole->len, solver->kind,
                         solver->limits.body_bytes);
    return NASH_OK;
}

static struct body_reader *thread(struct api *api)
{
    return api->opponents->room.thread;
}

const struct filling opponent_filling = {.may_be_in = may_be_in, .thread = thread, .fill = fill};
