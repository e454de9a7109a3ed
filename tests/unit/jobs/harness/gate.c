#include "gate.h"

#include <pthread.h>
#include <stddef.h>

#include <store/store.h>

void __real_store_post(struct store *store, struct store_op *op);
void __real_store_post_finish(struct store *store, struct store_op *finish, struct store_op *submit);
void __wrap_store_post(struct store *store, struct store_op *op);
void __wrap_store_post_finish(struct store *store, struct store_op *finish, struct store_op *submit);

enum { HELD_MAX = 256 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool holds;
static struct {
    struct store *store;
    struct store_op *op;
} held[HELD_MAX];
static unsigned count;

static bool keep(struct store *store, struct store_op *op)
{
    pthread_mutex_lock(&lock);
    bool kept = holds && count < HELD_MAX;
    if (kept) {
        held[count].store = store;
        held[count++].op = op;
    }
    pthread_mutex_unlock(&lock);
    return kept;
}

void __wrap_store_post(struct store *store, struct store_op *op)
{
    if (!keep(store, op))
        __real_store_post(store, op);
}

void __wrap_store_post_finish(struct store *store, struct store_op *finish, struct store_op *submit)
{
    if (!keep(store, finish))
        __real_store_post_finish(store, finish, submit);
}

void gate_hold(bool hold)
{
    pthread_mutex_lock(&lock);
    holds = hold;
    for (unsigned i = 0; !hold && i < count; i++)
        __real_store_post(held[i].store, held[i].op);
    if (!hold)
        count = 0;
    pthread_mutex_unlock(&lock);
}

unsigned gate_held(void)
{
    pthread_mutex_lock(&lock);
    unsigned now = count;
    pthread_mutex_unlock(&lock);
    return now;
}

void gate_fail(enum nash_status why)
{
    struct store_op *fails[HELD_MAX];
    pthread_mutex_lock(&lock);
    unsigned n = count;
    for (unsigned i = 0; i < n; i++)
        fails[i] = held[i].op;
    count = 0;
    pthread_mutex_unlock(&lock);
    for (unsigned i = 0; i < n; i++) {
        fails[i]->status = why;
        fails[i]->done(fails[i]);
    }
}
