#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include <api/readers/body_reader.h>
#include <base/log.h>
#include <base/memory/tempfile.h>

enum { PIECES_MAX = 8, STEP = 64 << 10 };

struct piece {
    uint64_t len;
    struct nash_buf text;  /* of a text */
    struct bytes *bytes;   /* or these, a reference */
    struct tempfile *file; /* or this, a reference */
    struct job_id id;      /* or the body of this job in the store */
    enum store_body which;
};

struct pieces {
    struct body_reading reading; /* first: a step that is being read */
    struct api *api;
    struct piece piece[PIECES_MAX];
    unsigned count, current;
    uint64_t sent; /* bytes of the current piece */

    /* The step; used by the reader thread while it reads. */
    char *step; /* STEP bytes, or NULL */
    size_t step_len, step_sent;
    bool reads, failed;
};

static void release_pieces(struct body_reading *reading)
{
    pieces_free((struct pieces *)reading);
}

/* Runs in a reader thread. */
static void read_step(struct body_reading *reading)
{
    struct pieces *pieces = (struct pieces *)reading;
    const struct piece *piece = &pieces->piece[pieces->current];
    struct nash_error error = {0};
    size_t got = 0;
    if (piece->file != NULL) {
        ssize_t count = tempfile_read(piece->file, pieces->sent, pieces->step, STEP);
        got = count > 0 ? (size_t)count : 0;
    } else if (store_read_body(pieces->api->store, &piece->id, piece->which, pieces->sent, pieces->step, STEP, &got,
                               &error) != NASH_OK) {
        log_warn("reply cut", "a body cannot be read: %s", error.detail);
        got = 0;
    }
    pieces->step_len = got;
    pieces->step_sent = 0;
    pieces->failed = got == 0; /* the body must be as long as its row says */
}

struct pieces *pieces_new(struct http_request *request)
{
    struct pieces *pieces = calloc(1, sizeof *pieces);
    if (pieces == NULL) {
        api_reply_no_memory(request, "this reply");
        return NULL;
    }
    pieces->reading = (struct body_reading){.read = read_step, .release = release_pieces, .state = BODY_DONE};
    pieces->api = api_of(request);
    return pieces;
}

void pieces_free(struct pieces *pieces)
{
    for (unsigned i = 0; i < pieces->count; i++) {
        nash_buf_free(&pieces->piece[i].text);
        bytes_unref(pieces->piece[i].bytes);
        tempfile_unref(pieces->piece[i].file);
    }
    free(pieces->step);
    free(pieces);
}

/* Returns the next piece; the last one is used again when there are too many, which pieces_reply() finds. */
static struct piece *add_piece(struct pieces *pieces)
{
    if (pieces->count == PIECES_MAX) {
        pieces->failed = true;
        return &pieces->piece[PIECES_MAX - 1];
    }
    struct piece *piece = &pieces->piece[pieces->count++];
    piece->text = NASH_BUF_INIT(0);
    return piece;
}

struct nash_buf *pieces_text(struct pieces *pieces)
{
    return &add_piece(pieces)->text;
}

void pieces_add_bytes(struct pieces *pieces, struct bytes *bytes)
{
    struct piece *piece = add_piece(pieces);
    piece->bytes = bytes_ref(bytes);
    piece->len = bytes->len;
}

void pieces_add_file(struct pieces *pieces, struct tempfile *file)
{
    struct piece *piece = add_piece(pieces);
    piece->file = tempfile_ref(file);
    piece->len = tempfile_len(file);
}

void pieces_add_store(struct pieces *pieces, const struct job_id *id, enum store_body which, uint64_t len)
{
    struct piece *piece = add_piece(pieces);
    piece->id = *id;
    piece->which = which;
    piece->len = len;
}

/* ---- sending ---- */

static void pieces_close(void *user)
{
    struct pieces *pieces = user;
    body_reading_end(pieces->api->readers, &pieces->reading);
}

/* Starts to read the next step. Returns what pull() has to return. */
static long start_step(struct http_request *request, struct pieces *pieces)
{
    if (pieces->step == NULL)
        pieces->step = malloc(STEP);
    pieces->reads = pieces->step != NULL && body_reader_add(pieces->api->readers, &pieces->reading, request);
    return pieces->reads ? HTTP_PULL_WAIT : HTTP_PULL_BROKEN;
}

/* Copies bytes of a piece that is not in memory, or has them read. */
static long pull_step(struct http_request *request, struct pieces *pieces, char *buf, size_t max)
{
    if (pieces->reads && !body_reading_is_done(pieces->api->readers, &pieces->reading))
        return HTTP_PULL_WAIT;
    pieces->reads = false;
    if (pieces->failed)
        return HTTP_PULL_BROKEN;
    size_t count = pieces->step_len - pieces->step_sent;
    if (count == 0)
        return http_stopping(request) ? HTTP_PULL_BROKEN : start_step(request, pieces);
    uint64_t left = pieces->piece[pieces->current].len - pieces->sent;
    if (count > left)
        count = (size_t)left;
    if (count > max)
        count = max;
    memcpy(buf, pieces->step + pieces->step_sent, count);
    pieces->step_sent += count;
    return (long)count;
}

static long pieces_pull(struct http_request *request, char *buf, size_t max, bool ticked)
{
    struct pieces *pieces = http_user(request);
    (void)ticked;
    while (pieces->current < pieces->count && pieces->sent == pieces->piece[pieces->current].len) {
        pieces->current++;
        pieces->sent = 0;
        pieces->step_len = pieces->step_sent = 0;
    }
    if (pieces->current == pieces->count)
        return HTTP_PULL_END;
    const struct piece *piece = &pieces->piece[pieces->current];
    const char *data = piece->bytes != NULL ? piece->bytes->data : piece->text.data;
    long count;
    if (data != NULL) {
        uint64_t left = piece->len - pieces->sent;
        count = (long)(left < max ? left : max);
        memcpy(buf, data + pieces->sent, (size_t)count);
    } else {
        count = pull_step(request, pieces, buf, max);
    }
    if (count > 0)
        pieces->sent += (uint64_t)count;
    return count;
}

void pieces_reply(struct http_request *request, struct pieces *pieces, const char *type)
{
    uint64_t len = 0;
    for (unsigned i = 0; i < pieces->count; i++) {
        struct piece *piece = &pieces->piece[i];
        if (piece->text.len > 0)
            piece->len = piece->text.len;
        pieces->failed |= piece->text.failed;
        len += piece->len;
    }
    if (pieces->failed) {
        pieces_free(pieces);
        api_reply_no_memory(request, "this reply");
        return;
    }
    http_drop_user(request);
    http_set_user(request, pieces, pieces_close);
    http_stream_sized(request, 200, type, len, pieces_pull);
}
