/* The pieces and the writer. spool->lock guards everything but the file of a body, which belongs to the writer until
 * the body is settled. Lock order: spool->lock, then libmicrohttpd's own (by http_wake()).
 *
 * A piece is free, granted to a body that waits for it, queued, or being written. Bytes are added to the last queued
 * piece of their body, so that many slow bodies share few pieces. While a body waits, no piece is free: a piece that
 * becomes free is granted to the first body that waits, so that none is overtaken. */
#include "spool.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <http/wait.h>

enum {
    PIECE_BYTES = 64 << 10,
    PIECES = 64,
    PIECES_OF_BODY = 4, /* pieces of one body that are queued or being written */
    IDLE_S = 1          /* time without work after which the memory of the pieces goes back to the system */
};

struct piece {
    struct piece *next;
    struct http_spooled *of;
    char *data; /* PIECE_BYTES */
    size_t len;
};

struct http_spool {
    const char *folder;
    struct byte_budget *budget;
    pthread_mutex_t lock;
    pthread_cond_t work; /* signalled when there is something for the writer */
    pthread_t writer;
    struct piece piece[PIECES];
    char *memory;        /* of all pieces */
    struct piece *free;  /* the piece used last comes first */
    struct piece *queue; /* in the order of writing */
    struct piece **queue_end;
    struct http_spooled *waiting; /* bodies that wait for a piece, first come, first served */
    struct http_spooled **waiting_end;
    struct http_spooled *released; /* bodies whose files the writer closes */
    bool touched;                  /* pieces have been used since the memory was given back */
    bool end;                      /* the writer must end */
};

struct http_spooled {
    struct http_spool *spool;
    struct http_request *request; /* NULL: released */
    struct http_spooled *next;    /* in `waiting` or `released` */
    bool waits;                   /* is in `waiting` */
    struct piece *granted;
    struct piece *last; /* queued, and bytes may be added */
    unsigned pieces;    /* queued or being written */
    unsigned wake_at;   /* the request is woken when this many pieces or fewer are left; PIECES: not waited for */
    bool failed;        /* set by the writer */
    struct nash_error error;
    struct tempfile *file;
};

/* ---- pieces, under the lock ---- */

static void waiting_add(struct http_spooled *spooled)
{
    struct http_spool *spool = spooled->spool;
    if (spooled->waits)
        return;
    spooled->waits = true;
    spooled->next = NULL;
    *spool->waiting_end = spooled;
    spool->waiting_end = &spooled->next;
}

static void waiting_remove(struct http_spooled *spooled)
{
    struct http_spool *spool = spooled->spool;
    struct http_spooled **at = &spool->waiting;
    if (!spooled->waits)
        return;
    while (*at != spooled)
        at = &(*at)->next;
    *at = spooled->next;
    if (spool->waiting_end == &spooled->next)
        spool->waiting_end = at;
    spooled->waits = false;
}

/* Grants a piece to the first body that waits, or puts it on the free list. */
static void piece_free(struct http_spool *spool, struct piece *piece)
{
    struct http_spooled *first = spool->waiting;
    piece->len = 0;
    piece->of = NULL;
    if (first == NULL) {
        piece->next = spool->free;
        spool->free = piece;
        return;
    }
    waiting_remove(first);
    first->granted = piece;
    http_wake(first->request);
}

/* Queues an empty piece for the body. Returns NULL if it must wait. */
static struct piece *piece_begin(struct http_spooled *spooled)
{
    struct http_spool *spool = spooled->spool;
    struct piece *piece = spooled->granted != NULL ? spooled->granted : spool->free;
    if (spooled->pieces >= PIECES_OF_BODY) {
        spooled->wake_at = PIECES_OF_BODY / 2;
        return NULL;
    }
    if (piece == NULL) {
        waiting_add(spooled);
        return NULL;
    }
    if (spooled->granted != NULL)
        spooled->granted = NULL;
    else
        spool->free = piece->next;
    if (spool->queue == NULL)
        pthread_cond_signal(&spool->work);
    piece->of = spooled;
    piece->next = NULL;
    *spool->queue_end = piece;
    spool->queue_end = &piece->next;
    spool->touched = true;
    spooled->last = piece;
    spooled->pieces++;
    return piece;
}

static struct piece *queue_pop(struct http_spool *spool)
{
    struct piece *piece = spool->queue;
    spool->queue = piece->next;
    if (spool->queue == NULL)
        spool->queue_end = &spool->queue;
    if (piece->of->last == piece)
        piece->of->last = NULL;
    return piece;
}

/* Frees the queued pieces of a body that is released or has failed. */
static void queue_drop(struct http_spooled *spooled)
{
    struct http_spool *spool = spooled->spool;
    struct piece *dropped = NULL, **at = &spool->queue;
    while (*at != NULL) {
        struct piece *piece = *at;
        if (piece->of != spooled) {
            at = &piece->next;
            continue;
        }
        *at = piece->next;
        piece->next = dropped;
        dropped = piece;
        spooled->pieces--;
    }
    spool->queue_end = at;
    spooled->last = NULL;
    while (dropped != NULL) {
        struct piece *piece = dropped;
        dropped = piece->next;
        piece_free(spool, piece);
    }
}

/* ---- the writer ---- */

/* Writes a piece without the lock: meanwhile the body has at least this piece, and is not freed. */
static enum nash_status piece_write(struct http_spool *spool, const struct piece *piece, struct nash_error *error)
{
    struct http_spooled *spooled = piece->of;
    if (spooled->file == NULL && (spooled->file = tempfile_new(spool->folder, spool->budget, error)) == NULL)
        return NASH_BUSY;
    return tempfile_append(spooled->file, piece->data, piece->len, error);
}

static void release_later(struct http_spooled *spooled)
{
    struct http_spool *spool = spooled->spool;
    spooled->next = spool->released;
    spool->released = spooled;
    pthread_cond_signal(&spool->work);
}

static void write_next(struct http_spool *spool)
{
    struct piece *piece = queue_pop(spool);
    struct http_spooled *spooled = piece->of;
    struct nash_error error = {0};
    pthread_mutex_unlock(&spool->lock);
    enum nash_status status = piece_write(spool, piece, &error);
    pthread_mutex_lock(&spool->lock);
    spooled->pieces--;
    piece_free(spool, piece);
    if (spooled->request == NULL) {
        release_later(spooled);
        return;
    }
    if (status != NASH_OK) {
        spooled->failed = true;
        spooled->error = error;
        waiting_remove(spooled);
        queue_drop(spooled);
        http_wake(spooled->request);
    } else if (spooled->pieces <= spooled->wake_at && spooled->wake_at < PIECES) {
        spooled->wake_at = PIECES;
        http_wake(spooled->request);
    }
}

static void close_next(struct http_spool *spool)
{
    struct http_spooled *spooled = spool->released;
    spool->released = spooled->next;
    pthread_mutex_unlock(&spool->lock);
    tempfile_unref(spooled->file);
    free(spooled);
    pthread_mutex_lock(&spool->lock);
}

/* Waits for work, and gives the memory of the pieces back when none comes. */
static void wait_for_work(struct http_spool *spool)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += IDLE_S;
    if (!spool->touched) {
        pthread_cond_wait(&spool->work, &spool->lock);
    } else if (pthread_cond_timedwait(&spool->work, &spool->lock, &until) == ETIMEDOUT) {
        unsigned idle = 0;
        for (struct piece *piece = spool->free; piece != NULL; piece = piece->next)
            idle++;
        if (idle == PIECES) {
            madvise(spool->memory, (size_t)PIECES * PIECE_BYTES, MADV_DONTNEED);
            spool->touched = false;
        }
    }
}

static void *write_pieces(void *pointer)
{
    struct http_spool *spool = pointer;
    pthread_mutex_lock(&spool->lock);
    while (!spool->end || spool->released != NULL || spool->queue != NULL) {
        if (spool->released != NULL)
            close_next(spool);
        else if (spool->queue != NULL)
            write_next(spool);
        else
            wait_for_work(spool);
    }
    pthread_mutex_unlock(&spool->lock);
    return NULL;
}

static void spool_free(struct http_spool *spool)
{
    munmap(spool->memory, (size_t)PIECES * PIECE_BYTES);
    pthread_cond_destroy(&spool->work);
    pthread_mutex_destroy(&spool->lock);
    free(spool);
}

struct http_spool *http_spool_start(const char *folder, struct byte_budget *budget)
{
    struct http_spool *spool = calloc(1, sizeof *spool);
    pthread_condattr_t attributes;
    if (spool == NULL)
        return NULL;
    void *memory = mmap(NULL, (size_t)PIECES * PIECE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        free(spool);
        return NULL;
    }
    spool->folder = folder;
    spool->budget = budget;
    spool->memory = memory;
    spool->queue_end = &spool->queue;
    spool->waiting_end = &spool->waiting;
    for (unsigned i = 0; i < PIECES; i++) {
        spool->piece[i].data = spool->memory + (size_t)i * PIECE_BYTES;
        piece_free(spool, &spool->piece[i]);
    }
    pthread_mutex_init(&spool->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&spool->work, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&spool->writer, NULL, write_pieces, spool) == 0)
        return spool;
    spool_free(spool);
    return NULL;
}

void http_spool_stop(struct http_spool *spool)
{
    if (spool == NULL)
        return;
    pthread_mutex_lock(&spool->lock);
    spool->end = true;
    pthread_cond_signal(&spool->work);
    pthread_mutex_unlock(&spool->lock);
    pthread_join(spool->writer, NULL);
    spool_free(spool);
}

/* ---- bodies ---- */

struct http_spooled *http_spooled_new(struct http_spool *spool, struct http_request *request)
{
    struct http_spooled *spooled = calloc(1, sizeof *spooled);
    if (spooled == NULL)
        return NULL;
    spooled->spool = spool;
    spooled->request = request;
    spooled->wake_at = PIECES;
    return spooled;
}

size_t http_spooled_put(struct http_spooled *spooled, const char *data, size_t len)
{
    size_t done = 0;
    pthread_mutex_lock(&spooled->spool->lock);
    while (done < len && !spooled->failed) {
        struct piece *piece = spooled->last;
        if ((piece == NULL || piece->len == PIECE_BYTES) && (piece = piece_begin(spooled)) == NULL)
            break;
        size_t room = PIECE_BYTES - piece->len, count = len - done < room ? len - done : room;
        memcpy(piece->data + piece->len, data + done, count);
        piece->len += count;
        done += count;
    }
    pthread_mutex_unlock(&spooled->spool->lock);
    return done;
}

bool http_spooled_settled(struct http_spooled *spooled)
{
    pthread_mutex_lock(&spooled->spool->lock);
    bool settled = spooled->failed || spooled->pieces == 0;
    spooled->wake_at = settled ? PIECES : 0;
    pthread_mutex_unlock(&spooled->spool->lock);
    return settled;
}

bool http_spooled_failed(struct http_spooled *spooled, struct nash_error *error)
{
    pthread_mutex_lock(&spooled->spool->lock);
    bool failed = spooled->failed;
    if (failed)
        *error = spooled->error;
    pthread_mutex_unlock(&spooled->spool->lock);
    return failed;
}

struct tempfile *http_spooled_file(struct http_spooled *spooled)
{
    return tempfile_ref(spooled->file);
}

void http_spooled_release(struct http_spooled *spooled)
{
    struct http_spool *spool = spooled->spool;
    pthread_mutex_lock(&spool->lock);
    spooled->request = NULL;
    waiting_remove(spooled);
    queue_drop(spooled);
    if (spooled->granted != NULL)
        piece_free(spool, spooled->granted);
    if (spooled->pieces == 0) /* otherwise the writer has a piece of it */
        release_later(spooled);
    pthread_mutex_unlock(&spool->lock);
}
