#include "execution.h"

void queue_init(struct queue *queue)
{
    *queue = (struct queue){0};
    for (size_t i = 0; i < PRIORITIES; i++)
        queue->level[i].end = &queue->level[i].first;
}

static size_t level_of(const struct execution *execution)
{
    return (size_t)(execution->priority - NASH_PRIORITY_MIN);
}

/* Inserts an execution at `link` of the list of its priority. */
static void queue_insert(struct queue *queue, struct execution *execution, struct execution **link)
{
    size_t at = level_of(execution);
    struct queue_level *level = &queue->level[at];
    execution->next = *link;
    execution->link = link;
    *link = execution;
    if (execution->next != NULL)
        execution->next->link = &execution->next;
    else
        level->end = &execution->next;
    level->count++;
    queue->waiting[at / 64] |= UINT64_C(1) << at % 64;
    queue->count++;
    execution->queued = true;
}

void queue_add(struct queue *queue, struct execution *execution)
{
    queue_insert(queue, execution, queue->level[level_of(execution)].end);
}

void queue_return(struct queue *queue, struct execution *execution)
{
    queue_insert(queue, execution, &queue->level[level_of(execution)].first);
}

void queue_remove(struct queue *queue, struct execution *execution)
{
    size_t at = level_of(execution);
    struct queue_level *level = &queue->level[at];
    *execution->link = execution->next;
    if (execution->next != NULL)
        execution->next->link = execution->link;
    else
        level->end = execution->link;
    if (--level->count == 0)
        queue->waiting[at / 64] &= ~(UINT64_C(1) << at % 64);
    queue->count--;
    execution->next = NULL;
    execution->link = NULL;
    execution->queued = false;
}

struct execution *queue_first(const struct queue *queue)
{
    for (size_t i = sizeof queue->waiting / sizeof *queue->waiting; i-- > 0;)
        if (queue->waiting[i] != 0)
            return queue->level[i * 64 + 63 - (size_t)__builtin_clzll(queue->waiting[i])].first;
    return NULL;
}

unsigned queue_position(const struct queue *queue, const struct execution *execution)
{
    if (!execution->queued)
        return 0;
    unsigned before = 1;
    for (size_t i = PRIORITIES - 1; i > level_of(execution); i--)
        before += queue->level[i].count;
    for (const struct execution *other = queue->level[level_of(execution)].first; other != execution;
         other = other->next)
        before++;
    return before;
}
