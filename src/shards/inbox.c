#include "inbox.h"

#include <stdlib.h>

#include <base/clock.h>

#include "member.h"

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
    for (struct letter *letter = inbox->first, *next; letter != NULL; letter = next) {
        next = letter->next;
        letter_free(letter);
    }
    pthread_cond_destroy(&inbox->came);
    pthread_mutex_destroy(&inbox->lock);
}

void inbox_put(struct inbox *inbox, struct letter *letter)
{
    letter->at_ns = clock_mono_ns();
    pthread_mutex_lock(&inbox->lock);
    letter->next = NULL;
    *inbox->end = letter;
    inbox->end = &letter->next;
    pthread_cond_signal(&inbox->came);
    pthread_mutex_unlock(&inbox->lock);
}

struct letter *inbox_take(struct inbox *inbox, int64_t deadline_ns)
{
    struct timespec deadline = {.tv_sec = deadline_ns / 1000000000, .tv_nsec = deadline_ns % 1000000000};
    int timed_out = deadline_ns == 0;
    pthread_mutex_lock(&inbox->lock);
    while (inbox->first == NULL && timed_out == 0)
        timed_out = pthread_cond_timedwait(&inbox->came, &inbox->lock, &deadline);
    struct letter *letter = inbox->first;
    if (letter != NULL && (inbox->first = letter->next) == NULL)
        inbox->end = &inbox->first;
    pthread_mutex_unlock(&inbox->lock);
    return letter;
}

struct letter *letter_new(enum letter_type type, struct member *member, struct bytes *message)
{
    struct letter *letter = malloc(sizeof *letter);
    if (letter == NULL)
        return NULL;
    *letter = (struct letter){.type = type, .member = member_ref(member), .message = message};
    return letter;
}

void letter_free(struct letter *letter)
{
    member_unref(letter->member);
    bytes_unref(letter->message);
    free(letter);
}
