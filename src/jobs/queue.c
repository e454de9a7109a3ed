#include <jobs/core.h>
#include <jobs/queue.h>

void queue_init(struct queue *queue)
{
    *queue = (struct queue){0};
    for (size_t i = 0; i < PRIORITIES; i++)
        queue->level[i].end = &queue->level[i].first;
}

static size_t level_of(const struct run *run)
{
    return (size_t)(run->priority - PRIORITY_LEAST);
}

void queue_add(struct queue *queue, struct run *run)
{
    size_t at = level_of(run);
    struct queue_level *level = &queue->level[at];
    run->next = NULL;
    run->link = level->end;
    *level->end = run;
    level->end = &run->next;
    level->runs++;
    queue->waiting[at / 64] |= UINT64_C(1) << at % 64;
    queue->runs++;
    run->queued = true;
}

void queue_remove(struct queue *queue, struct run *run)
{
    size_t at = level_of(run);
    struct queue_level *level = &queue->level[at];
    *run->link = run->next;
    if (run->next != NULL)
        run->next->link = run->link;
    else
        level->end = run->link;
    if (--level->runs == 0)
        queue->waiting[at / 64] &= ~(UINT64_C(1) << at % 64);
    queue->runs--;
    run->next = NULL;
    run->link = NULL;
    run->queued = false;
}

struct run *queue_first(const struct queue *queue)
{
    for (size_t i = sizeof queue->waiting / sizeof *queue->waiting; i-- > 0;)
        if (queue->waiting[i] != 0)
            return queue->level[i * 64 + 63 - (size_t)__builtin_clzll(queue->waiting[i])].first;
    return NULL;
}

unsigned queue_position(const struct queue *queue, const struct run *run)
{
    if (!run->queued)
        return 0;
    unsigned before = 1;
    for (size_t i = PRIORITIES - 1; i > level_of(run); i--)
        before += queue->level[i].runs;
    for (const struct run *other = queue->level[level_of(run)].first; other != run; other = other->next)
        before++;
    return before;
}
