#include "inbox.h"

#include <stdlib.h>

#include "member.h"
#include "program.h"

void inbox_init(struct inbox *inbox)
{
    pthread_condattr_t monotonic;
    *inbox = (struct inbox){.end = NULL};
    inbox->end = &inbox->first;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&inbox->lock, NULL);
    pthread_cond_init(&inbox->came, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

void inbox_release(struct inbox *inbox)
{
    for (struct inbox_message *received = inbox->first, *next; received != NULL; received = next) {
        next = received->next;
        inbox_message_free(received);
    }
    pthread_cond_destroy(&inbox->came);
    pthread_mutex_destroy(&inbox->lock);
}

void inbox_put(struct inbox *inbox, struct inbox_message *received)
{
    pthread_mutex_lock(&inbox->lock);
    received->next = NULL;
    *inbox->end = received;
    inbox->end = &received->next;
    pthread_cond_signal(&inbox->came);
    pthread_mutex_unlock(&inbox->lock);
    if (inbox->host != NULL)
        inbox->host->wake(inbox->host);
}

struct inbox_message *inbox_pop(struct inbox *inbox, int64_t deadline_ns)
{
    struct timespec deadline = {.tv_sec = deadline_ns / 1000000000, .tv_nsec = deadline_ns % 1000000000};
    int timed_out = deadline_ns == 0;
    pthread_mutex_lock(&inbox->lock);
    while (inbox->first == NULL && timed_out == 0)
        timed_out = pthread_cond_timedwait(&inbox->came, &inbox->lock, &deadline);
    struct inbox_message *received = inbox->first;
    if (received != NULL && (inbox->first = received->next) == NULL)
        inbox->end = &inbox->first;
    pthread_mutex_unlock(&inbox->lock);
    return received;
}

struct inbox_message *inbox_message_new(enum inbox_type type, struct member *member, struct bytes *message)
{
    struct inbox_message *received = malloc(sizeof *received);
    if (received == NULL)
        return NULL;
    *received = (struct inbox_message){.type = type, .member = member_ref(member), .message = message};
    return received;
}

void inbox_message_free(struct inbox_message *received)
{
    member_unref(received->member);
    bytes_unref(received->message);
    free(received);
}
