/* The teller: one thread that gives the answers of all batches, so that what a batch's owner does with them (it may
 * write to a file) delays neither the executor nor other requests, and never runs twice at a time for one batch. */
#include <stdlib.h>

#include <jobs/batch.h>

enum { TOLD_AT_ONCE = 64 };

/* Is there an answer, room or the end to tell? */
static bool has_news(const struct jobs_batch *batch)
{
    const struct pack *first = batch->packs;
    if (first != NULL && (first->pieces != NULL || first->state == PACK_READY))
        return true;
    if (batch->wants_room && batch_has_room(batch))
        return true;
    return batch->ended && !batch->end_told && batch->given == batch->taken;
}

void tell_soon(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    if (batch->to_be_told || batch->freed || !has_news(batch))
        return;
    batch->next_telling = NULL;
    *jobs->telling.end = batch;
    jobs->telling.end = &batch->next_telling;
    batch->to_be_told = true;
    pthread_cond_signal(&jobs->tell);
}

void tell_not(struct jobs_batch *batch)
{
    struct jobs *jobs = batch->core;
    struct jobs_batch **at = &jobs->telling.first;
    if (!batch->to_be_told)
        return;
    while (*at != batch)
        at = &(*at)->next_telling;
    *at = batch->next_telling;
    if (*at == NULL)
        jobs->telling.end = at;
    batch->to_be_told = false;
}

/* ---- without the lock, but for freed ---- */

static bool is_freed(struct jobs_batch *batch)
{
    pthread_mutex_lock(&batch->core->lock);
    bool freed = batch->freed;
    pthread_mutex_unlock(&batch->core->lock);
    return freed;
}

/* The answers of a piece, the first of which is number `index`; stops when a call frees the batch. */
static void tell_piece(struct jobs_batch *batch, const struct piece *piece, uint64_t index)
{
    struct batch_answer told[TOLD_AT_ONCE];
    struct nash_error error[TOLD_AT_ONCE];
    const char *at = piece->data, *end = piece->data + piece->len;
    while (at < end && !is_freed(batch)) {
        struct answer answer;
        size_t count = 0;
        for (; count < TOLD_AT_ONCE && answers_next(&at, end, &answer); count++, index++) {
            told[count] =
                (struct batch_answer){.index = index, .status = answer.status, .text = answer.text, .len = answer.len};
            if (answer.status == NASH_OK)
                continue;
            answer_error(&answer, &error[count]);
            told[count] = (struct batch_answer){.index = index, .status = answer.status, .error = &error[count]};
        }
        batch->options.answers(batch, told, count);
    }
}

static void tell_refused(struct jobs_batch *batch, const struct nash_error *error, unsigned lines, uint64_t index)
{
    struct batch_answer told[TOLD_AT_ONCE];
    while (lines > 0 && !is_freed(batch)) {
        size_t count = 0;
        for (; count < TOLD_AT_ONCE && lines > 0; count++, lines--, index++)
            told[count] = (struct batch_answer){.index = index, .status = error->status, .error = error};
        batch->options.answers(batch, told, count);
    }
}

/* ---- under the lock ---- */

static void give_piece(struct jobs_batch *batch, struct pack *pack)
{
    struct piece *piece = pack->pieces;
    uint64_t index = batch->given;
    pthread_mutex_unlock(&batch->core->lock);
    tell_piece(batch, piece, index);
    pthread_mutex_lock(&batch->core->lock);
    pack->pieces = piece->next;
    if (pack->pieces == NULL)
        pack->pieces_end = &pack->pieces;
    batch->given += piece->count;
    batch->held_bytes -= piece->len;
    free(piece);
}

/* The first pack is told: the next one is first. */
static void drop_first(struct jobs_batch *batch)
{
    struct pack *pack = batch->packs;
    batch->packs = pack->next;
    if (batch->last == pack)
        batch->last = NULL;
    pack_free(pack);
}

static void give(struct jobs_batch *batch)
{
    struct pack *pack = batch->packs;
    if (pack != NULL && pack->pieces != NULL) {
        give_piece(batch, pack);
    } else if (pack != NULL && pack->state == PACK_READY) {
        if (pack->refused > 0) {
            uint64_t index = batch->given;
            pthread_mutex_unlock(&batch->core->lock);
            tell_refused(batch, &pack->error, pack->refused, index);
            pthread_mutex_lock(&batch->core->lock);
        }
        batch->given += pack->refused;
        drop_first(batch);
    }
    batch_hurry(batch); /* fewer answers are held: more may be started */
    if (batch->eager)
        pump(batch->core);
}

static void give_room(struct jobs_batch *batch)
{
    if (batch->freed || !batch->wants_room || !batch_has_room(batch))
        return;
    batch->wants_room = false;
    pthread_mutex_unlock(&batch->core->lock);
    batch->options.room(batch);
    pthread_mutex_lock(&batch->core->lock);
}

static void give_end(struct jobs_batch *batch)
{
    if (batch->freed || !batch->ended || batch->end_told || batch->given != batch->taken)
        return;
    batch->end_told = true;
    pthread_mutex_unlock(&batch->core->lock);
    batch->options.answers(batch, NULL, 0);
    pthread_mutex_lock(&batch->core->lock);
}

void *tell_main(void *context)
{
    struct jobs *jobs = context;
    pthread_mutex_lock(&jobs->lock);
    while (!jobs->stopping) {
        struct jobs_batch *batch = jobs->telling.first;
        if (batch == NULL) {
            pthread_cond_wait(&jobs->tell, &jobs->lock);
            continue;
        }
        tell_not(batch);
        batch->telling = true;
        give(batch);
        give_room(batch);
        give_end(batch);
        batch->telling = false;
        if (batch->teller_frees)
            batch_destroy(batch);
        else
            tell_soon(batch);
        wake_sleepers(jobs);
    }
    pthread_mutex_unlock(&jobs->lock);
    return NULL;
}
