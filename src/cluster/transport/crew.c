#include "crew.h"

#include <pthread.h>
#include <stdlib.h>

#include <cluster/envelope.h>
#include <cluster/program.h>

#include "compute.h"

struct crew_message {
    struct crew_message *next;
    struct bytes *bytes; /* a reference */
    void *tag;
    bool low;         /* of low priority */
    bool independent; /* of a game with a task; any shard but the first carries it out */
    uint64_t task;    /* number of the task that the message is, or that was the last before it; 0 = none */
};

/* One shard of the crew. While it is busy, only the compute thread that carries out its turn uses its other fields. */
struct crew_shard {
    struct compute_turn turn; /* must be the first field: pointers to it are cast */
    struct crew *crew;
    struct crew_shard *next;
    struct shard_host *host; /* NULL: not made yet */
    uint64_t task;           /* number of the task that the shard was given; 0 = none */
    struct crew_message *message;
    bool busy;        /* under the lock: its turn is queued or runs */
    bool over;        /* under the lock: BYE came while it was busy; its shard is freed after the turn */
    _Atomic int stop; /* written under the lock: its message is not needed any more */
};

struct crew {
    struct compute *compute;
    const struct cluster_program *const *programs;
    unsigned capacity;
    struct crew_owner owner;
    pthread_mutex_t lock;
    struct crew_message *first, **end; /* messages that wait */
    unsigned waiting, working;         /* number of these; number of busy shards */
    struct crew_shard serial;          /* for games without a task */
    struct crew_shard *shards;         /* for games with a task: a list */
    unsigned shard_count;
    bool low;            /* the last task is background work */
    struct bytes *task;  /* the last task; NULL: none, or BYE came after it */
    uint64_t task_count; /* tasks that came */
};

/* ---- messages ---- */

static void crew_message_free(struct crew_message *message)
{
    bytes_unref(message->bytes);
    free(message);
}

/* Reports the end of a message and frees it. */
static void message_over(struct crew *crew, struct crew_message *message, const uint8_t *answer, size_t len)
{
    crew->owner.answered(crew->owner.context, message->tag, answer, len);
    crew_message_free(message);
}

/* Reports messages, a list, as over without an answer. */
static void messages_drop(struct crew *crew, struct crew_message *message)
{
    for (struct crew_message *next; message != NULL; message = next) {
        next = message->next;
        message_over(crew, message, NULL, 0);
    }
}

/* Empties the queue and returns it. Under the lock. */
static struct crew_message *take_waiting(struct crew *crew)
{
    struct crew_message *list = crew->first;
    crew->first = NULL;
    crew->end = &crew->first;
    crew->waiting = 0;
    return list;
}

/* ---- shards, under the lock ---- */

static struct crew_shard *idle_shard(struct crew *crew, const struct crew_message *message)
{
    if (!message->independent)
        return crew->serial.busy ? NULL : &crew->serial;
    for (struct crew_shard *shard = crew->shards; shard != NULL; shard = shard->next)
        if (!shard->busy)
            return shard;
    if (crew->shard_count >= crew->capacity)
        return NULL;
    struct crew_shard *shard = calloc(1, sizeof *shard);
    if (shard == NULL)
        return NULL; /* a busy shard carries it out later; if there is none, the message is as good as lost */
    shard->turn = (struct compute_turn){.run = crew->serial.turn.run, .heavy = true};
    shard->crew = crew;
    shard->next = crew->shards;
    crew->shards = shard;
    crew->shard_count++;
    return shard;
}

/* Starts the messages at the head of the queue for which a shard is idle. */
static void crew_start(struct crew *crew)
{
    struct crew_shard *shard;
    while (crew->first != NULL && (shard = idle_shard(crew, crew->first)) != NULL) {
        shard->message = crew->first;
        if ((crew->first = crew->first->next) == NULL)
            crew->end = &crew->first;
        crew->waiting--;
        crew->working++;
        shard->busy = true;
        shard->stop = 0;
        shard->turn.low = shard->message->low;
        crew->owner.hold(crew->owner.context);
        compute_post(crew->compute, &shard->turn);
    }
}

static void crew_shard_forget(struct crew_shard *shard)
{
    shard_host_free(shard->host);
    shard->host = NULL;
    shard->task = 0;
    shard->over = false;
}

/* Stops the messages under way of games with a task. */
static void crew_stop(struct crew *crew)
{
    for (struct crew_shard *shard = crew->shards; shard != NULL; shard = shard->next)
        shard->stop = 1;
}

/* Frees the shards of the game that BYE ends; those that are busy later. */
static void task_over(struct crew *crew)
{
    bytes_unref(crew->task);
    crew->task = NULL;
    crew_stop(crew);
    for (struct crew_shard *shard = crew->shards; shard != NULL; shard = shard->next)
        if (shard->busy)
            shard->over = true;
        else
            crew_shard_forget(shard);
}

/* ---- a turn ---- */

/* Writes the answer of a shard for which there is no memory. */
static size_t refuse_unable(const struct bytes *request, uint8_t *answer)
{
    const uint8_t *head = (const uint8_t *)request->data;
    if (request->len < MESSAGE_HEAD)
        return 0;
    uint8_t *body = message_head_write(answer, message_u16(head + 2), MESSAGE_REFUSED, message_u32(head + 8),
                                       message_u32(head + 12), 4);
    return (size_t)(message_put32(body, MESSAGE_UNABLE) - answer);
}

static size_t crew_shard_take(struct crew_shard *shard, const struct bytes *message, uint8_t *scratch)
{
    return shard_host_take(shard->host, (const uint8_t *)message->data, message->len, scratch, MESSAGE_MAX);
}

/* Carries out the shard's message, after the task if the shard has not got it yet. Returns the length of the answer,
 * which is in `scratch`. */
static size_t crew_shard_play(struct crew_shard *shard, uint8_t *scratch)
{
    struct crew *crew = shard->crew;
    struct crew_message *message = shard->message;
    struct bytes *task = NULL;
    if (shard->host == NULL && (shard->host = shard_host_new(crew->programs, &shard->stop)) == NULL)
        return refuse_unable(message->bytes, scratch);
    if (shard->task != message->task) {
        pthread_mutex_lock(&crew->lock);
        task = message->task == crew->task_count ? bytes_ref(crew->task) : NULL;
        pthread_mutex_unlock(&crew->lock);
        shard->task = message->task;
    }
    if (task != NULL && task != message->bytes)
        crew_shard_take(shard, task, scratch);
    bytes_unref(task);
    return crew_shard_take(shard, message->bytes, scratch);
}

static void crew_shard_run(struct compute_turn *turn, uint8_t *scratch)
{
    struct crew_shard *shard = (struct crew_shard *)(void *)turn;
    struct crew *crew = shard->crew;
    const struct crew_owner owner = crew->owner;
    size_t len = crew_shard_play(shard, scratch);
    message_over(crew, shard->message, scratch, shard->stop ? 0 : len);
    pthread_mutex_lock(&crew->lock);
    shard->message = NULL;
    shard->busy = false;
    crew->working--;
    if (shard->over)
        crew_shard_forget(shard);
    crew_start(crew);
    pthread_mutex_unlock(&crew->lock);
    owner.drop(owner.context); /* may free the crew */
}

/* ---- posting ---- */

static const struct cluster_program *program_of_message(const struct crew *crew, const struct bytes *message,
                                                        struct message_head *head)
{
    if (!message_head_read(head, (const uint8_t *)message->data, message->len))
        return NULL;
    return cluster_program_of_protocol(crew->programs, head->protocol);
}

/* Answers a PING to a game with a task, whose shards may all be busy for seconds. */
static bool answer_ping(struct crew *crew, const struct message_head *head, const struct bytes *message, void *tag)
{
    enum { NONCE = 4 };
    uint8_t pong[MESSAGE_HEAD + NONCE];
    if (head->type != MESSAGE_PING || head->len != NONCE)
        return false;
    uint8_t *body = message_head_write(pong, head->protocol, MESSAGE_PONG, head->game, head->epoch, NONCE);
    message_put32(body, message_u32((const uint8_t *)message->data + MESSAGE_HEAD));
    crew->owner.answered(crew->owner.context, tag, pong, sizeof pong);
    return true;
}

static bool answer_bye(struct crew *crew, const struct message_head *head, void *tag)
{
    if (head->type != MESSAGE_BYE)
        return false;
    pthread_mutex_lock(&crew->lock);
    struct crew_message *dropped = take_waiting(crew);
    task_over(crew);
    pthread_mutex_unlock(&crew->lock);
    messages_drop(crew, dropped);
    crew->owner.answered(crew->owner.context, tag, NULL, 0);
    return true;
}

/* Appends the message to the queue. Returns false if the queue is full. */
static bool crew_append(struct crew *crew, struct crew_message *message, bool is_task)
{
    pthread_mutex_lock(&crew->lock);
    bool taken = crew->waiting < CREW_WAITING_MAX * crew->capacity;
    if (taken) {
        if (is_task) {
            bytes_unref(crew->task);
            crew->task = bytes_ref(message->bytes);
            crew->task_count++;
            crew->low = message->low;
            crew_stop(crew);
        }
        message->task = message->independent ? crew->task_count : 0;
        message->low = message->independent && crew->low;
        *crew->end = message;
        crew->end = &message->next;
        crew->waiting++;
        crew_start(crew);
    }
    pthread_mutex_unlock(&crew->lock);
    return taken;
}

bool crew_post(struct crew *crew, struct bytes *bytes, void *tag)
{
    struct message_head head;
    const struct cluster_program *program = program_of_message(crew, bytes, &head);
    bool independent = program != NULL && program->task_type != 0;
    if (independent && (answer_ping(crew, &head, bytes, tag) || answer_bye(crew, &head, tag)))
        return true;
    struct crew_message *message = malloc(sizeof *message);
    if (message == NULL)
        return false;
    *message = (struct crew_message){.bytes = bytes_ref(bytes), .tag = tag, .independent = independent};
    bool is_task = independent && head.type == program->task_type;
    message->low = is_task && program->shard_is_background != NULL &&
                   program->shard_is_background((const uint8_t *)bytes->data, bytes->len);
    if (crew_append(crew, message, is_task))
        return true;
    crew_message_free(message);
    return false;
}

void crew_end(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    struct crew_message *dropped = take_waiting(crew);
    crew_stop(crew);
    pthread_mutex_unlock(&crew->lock);
    messages_drop(crew, dropped);
}

unsigned crew_load(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    unsigned load = crew->waiting + crew->working;
    pthread_mutex_unlock(&crew->lock);
    return load;
}

/* ---- start and end ---- */

struct crew *crew_new(struct compute *compute, const struct cluster_program *const *programs, unsigned capacity,
                      const struct crew_owner *owner)
{
    struct crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL)
        return NULL;
    crew->compute = compute;
    crew->programs = programs;
    crew->capacity = capacity;
    crew->owner = *owner;
    crew->end = &crew->first;
    crew->serial = (struct crew_shard){.turn = {.run = crew_shard_run}, .crew = crew};
    pthread_mutex_init(&crew->lock, NULL);
    return crew;
}

void crew_free(struct crew *crew)
{
    if (crew == NULL)
        return;
    for (struct crew_message *message = crew->first, *next; message != NULL; message = next) {
        next = message->next;
        crew_message_free(message);
    }
    for (struct crew_shard *shard = crew->shards, *next; shard != NULL; shard = next) {
        next = shard->next;
        crew_shard_forget(shard);
        free(shard);
    }
    crew_shard_forget(&crew->serial);
    bytes_unref(crew->task);
    pthread_mutex_destroy(&crew->lock);
    free(crew);
}
