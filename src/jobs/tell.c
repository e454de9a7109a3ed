/* The teller: one thread that gives the answers of all batches, so that what a batch's owner does with them (it may
 * write to a file) delays neither the executor nor other requests, and never runs twice at a time for one batch. */
#include <jobs/batch.h>

enum { PIECE = 64 };

/* Is there an answer, room or the end to tell? */
static bool has_news(const struct jobs_batch *batch)
{
    uint64_t under_way = batch->taken - batch->given;
    if (under_way > 0 && batch_line(batch, batch->given)->state == LINE_READY)
        return true;
    if (batch->wants_room && under_way <= batch->options.window / 2)
        return true;
    return batch->ended && !batch->end_told && under_way == 0;
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

static size_t collect(const struct jobs_batch *batch, struct batch_answer answer[PIECE])
{
    size_t count = 0;
    for (uint64_t n = batch->given; n < batch->taken && count < PIECE; n++) {
        const struct line *line = batch_line(batch, n);
        if (line->state != LINE_READY)
            break;
        answer[count++] = (struct batch_answer){
            .index = n,
            .status = line->status,
            .cached = line->cached,
            .text = line->answer != NULL ? line->answer->data : NULL,
            .len = line->answer != NULL ? line->answer->len : 0,
            .error = line->status != NASH_OK ? &line->error : NULL,
        };
    }
    return count;
}

static void call_answers(struct jobs_batch *batch, const struct batch_answer *answer, size_t count)
{
    pthread_mutex_unlock(&batch->core->lock);
    batch->options.answers(batch, answer, count);
    pthread_mutex_lock(&batch->core->lock);
}

static void give(struct jobs_batch *batch)
{
    struct batch_answer answer[PIECE];
    size_t count = collect(batch, answer);
    if (count == 0)
        return;
    call_answers(batch, answer, count);
    for (size_t i = 0; i < count; i++)
        line_clear(batch_line(batch, batch->given + i));
    batch->given += count;
}

static void give_room(struct jobs_batch *batch)
{
    if (batch->freed || !batch->wants_room || batch->taken - batch->given > batch->options.window / 2)
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
    call_answers(batch, NULL, 0);
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
