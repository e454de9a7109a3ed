#include "new.h"

#include <stdio.h>
#include <string.h>

#include <base/clock.h>
#include <base/secret.h>

void model_name_set(char name[DOCUMENT_NAME_MAX], const char *text, size_t len)
{
    if (len > MODEL_NAME_BYTES)
        for (len = MODEL_NAME_BYTES; len > 0 && ((unsigned char)text[len] & 0xc0) == 0x80;)
            len--;
    snprintf(name, DOCUMENT_NAME_MAX, "%.*s", (int)len, text);
}

void model_name_read(struct reader *r, char name[DOCUMENT_NAME_MAX])
{
    const char *text = reader_string(r, "name", MODEL_NAME_BYTES);
    if (text != NULL && text[0] == '\0')
        reader_fail(r, NASH_INVALID, "name", "a name has 1 to %d bytes", MODEL_NAME_BYTES);
    if (text != NULL)
        model_name_set(name, text, strlen(text));
}

static bool no_memory(struct nash_error *error)
{
    nash_fail_type(error, NASH_BUSY, "out-of-memory", "", "the server has no memory for this model; try again later");
    return false;
}

/* Lets the kind read the file, in this process. A worker would confine a fault of the reader. But with one worker, a
 * training occupies that for hours, and an upload would wait as long; and what a worker gets is a problem with a row,
 * or a line of a batch, neither of which a file of many megabytes should become. So the reader is confined by its
 * contract: it allocates from an arena of memory_bytes, checks every size before it uses it, and is fuzzed. One file is
 * read at a time, since there is one thread. */
static bool read_file(const struct new_model *new, struct nash_buf *about, struct nash_buf *net,
                      struct nash_error *error)
{
    const struct nash_models *models = new->solver->models;
    if (new->file.len > models->file_bytes) {
        nash_fail(error, NASH_TOO_LARGE, "", "the file has %zu bytes; a model of the kind %s has at most %zu",
                  new->file.len, new->solver->kind, models->file_bytes);
        return false;
    }
    struct nash_arena *arena = nash_arena_new(models->memory_bytes);
    struct nash_jsonw json = NASH_JSONW(about);
    nash_jsonw_object(&json);
    enum nash_status status =
        arena == NULL ? NASH_NOMEM : models->read(new->file.text, new->file.len, arena, &json, net, error);
    nash_jsonw_object_end(&json);
    nash_arena_free(arena);
    if (status == NASH_NOMEM || (status == NASH_OK && (about->failed || net->failed)))
        return no_memory(error);
    return status == NASH_OK;
}

static struct bytes *join(struct slice file, const struct nash_buf *net)
{
    struct bytes *body = bytes_new(file.len + net->len);
    if (body == NULL)
        return NULL;
    memcpy(body->data, file.text, file.len);
    if (net->len > 0)
        memcpy(body->data + file.len, net->data, net->len);
    body->len = file.len + net->len;
    body->data[body->len] = '\0';
    return body;
}

/* Fills the row, and makes its bytes. Returns false without memory. */
static bool make_row(const struct models *models, const struct new_model *new, const struct nash_buf *about,
                     const struct nash_buf *net, struct store_document *row)
{
    char sha256[2 * NASH_HASH_BYTES + 1], job[JOB_ID_TEXT];
    struct nash_hash hash = nash_sha256_of(new->file.text, new->file.len);
    struct model_meta meta = {.file_bytes = (int64_t) new->file.len,
                              .net_bytes = (int64_t)net->len,
                              .about = {about->data, about->len},
                              .sha256 = {hex_encode(sha256, hash.byte, sizeof hash.byte), sizeof sha256 - 1}};
    if (new->job != NULL)
        meta.job = (struct slice){job_id_text(job, new->job), sizeof job - 1};
    if (new->checkpoint != NULL)
        meta.checkpoint = (struct slice){new->checkpoint, strlen(new->checkpoint)};
    if (new->request != NULL)
        meta.request = (struct slice){new->request, strlen(new->request)};
    *row = (struct store_document){.id = new->id, .version = 1, .created_ms = clock_wall_ms()};
    row->updated_ms = row->created_ms;
    snprintf(row->type, sizeof row->type, "%s", models->room.type);
    snprintf(row->owner, sizeof row->owner, "%s", new->owner);
    snprintf(row->kind, sizeof row->kind, "%s", new->solver->kind);
    if (new->name[0] != '\0')
        snprintf(row->name, sizeof row->name, "%s", new->name);
    else
        snprintf(row->name, sizeof row->name, "model %.8s", sha256);
    row->meta = model_meta_bytes(&meta);
    row->body = join(new->file, net);
    return row->meta != NULL && row->body != NULL;
}

static bool store_row(struct models *models, struct store_document *row, struct nash_error *error)
{
    struct store_op op = {.verb = STORE_DOCUMENT_ADD, .document = row, .limit = models->most};
    enum nash_status status = document_write(&models->room, &op);
    if (status == NASH_UNPROCESSABLE)
        nash_fail_type(error, NASH_BUSY, "too-many-requests", "",
                       "there are %u models of this key, and there may be no more; delete one first", models->most);
    else if (status == NASH_CONFLICT)
        nash_fail(error, status, "", "there is a model with this id");
    else if (status != NASH_OK)
        document_explain_write(status, error);
    return status == NASH_OK;
}

bool model_document_add(struct models *models, const struct new_model *new, struct store_document *row,
                        struct nash_error *error)
{
    struct nash_buf about = NASH_BUF_INIT(0), net = NASH_BUF_INIT(0);
    *row = (struct store_document){0};
    bool good = read_file(new, &about, &net, error);
    if (good)
        good = make_row(models, new, &about, &net, row) ? store_row(models, row, error) : no_memory(error);
    nash_buf_free(&about);
    nash_buf_free(&net);
    if (!good)
        store_document_release(row);
    return good;
}
