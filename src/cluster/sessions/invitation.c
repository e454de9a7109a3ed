/* See invitation.h. The list is in order of creation, so that its first entry expires first. */
#include "invitation.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/secret.h>

enum { GOOD_MS_DEFAULT = 10 * 60 * 1000, OPEN_DEFAULT = 64, KEPT_MAX = 1024, TOKEN_BYTES = 16 };

struct invitation_entry {
    struct invitation_entry *next;
    struct invitation invitation;
    int64_t until_ns; /* usable until this time, CLOCK_MONOTONIC; the entry is kept for good_ms more */
    bool used;
};

struct invitations {
    struct invitations_options options;
    pthread_mutex_t lock;
    struct invitation_entry *first;
    unsigned count;
};

struct invitations *invitations_new(const struct invitations_options *options)
{
    struct invitations *invitations = calloc(1, sizeof *invitations);
    if (invitations == NULL)
        return NULL;
    invitations->options = *options;
    if (invitations->options.good_ms == 0)
        invitations->options.good_ms = GOOD_MS_DEFAULT;
    if (invitations->options.open == 0)
        invitations->options.open = OPEN_DEFAULT;
    pthread_mutex_init(&invitations->lock, NULL);
    return invitations;
}

static void drop_first(struct invitations *invitations)
{
    struct invitation_entry *first = invitations->first;
    invitations->first = first->next;
    invitations->count--;
    explicit_bzero(first, sizeof *first);
    free(first);
}

void invitations_free(struct invitations *invitations)
{
    if (invitations == NULL)
        return;
    while (invitations->first != NULL)
        drop_first(invitations);
    pthread_mutex_destroy(&invitations->lock);
    free(invitations);
}

static int64_t good_ns(const struct invitations *invitations)
{
    return (int64_t)invitations->options.good_ms * 1000000;
}

/* Removes the oldest entries while they are past their time or more than KEPT_MAX. Under the lock. */
static void invitations_expire(struct invitations *invitations)
{
    int64_t now = clock_mono_ns();
    while (invitations->first != NULL &&
           (invitations->first->until_ns + good_ns(invitations) < now || invitations->count > KEPT_MAX))
        drop_first(invitations);
}

/* Returns how many invitations of this owner can still be used. Under the lock. */
static unsigned count_open(const struct invitations *invitations, const char *owner)
{
    int64_t now = clock_mono_ns();
    unsigned open = 0;
    for (const struct invitation_entry *entry = invitations->first; entry != NULL; entry = entry->next)
        open += !entry->used && entry->until_ns >= now && strcmp(entry->invitation.owner, owner) == 0;
    return open;
}

enum nash_status invitation_make(struct invitations *invitations, struct invitation *invitation,
                                 struct nash_error *error)
{
    uint8_t random[TOKEN_BYTES];
    struct invitation_entry *entry = calloc(1, sizeof *entry), **end = &invitations->first;
    if (entry == NULL)
        return nash_fail(error, NASH_NOMEM, "", "No memory for another invitation.");
    secret_random(random, sizeof random);
    hex_encode(invitation->token, random, sizeof random);
    invitation->url[0] = '\0';
    invitation->expires_ms = clock_wall_ms() + invitations->options.good_ms;
    entry->invitation = *invitation;
    entry->until_ns = clock_mono_ns() + good_ns(invitations);
    pthread_mutex_lock(&invitations->lock);
    invitations_expire(invitations);
    bool full = count_open(invitations, invitation->owner) >= invitations->options.open;
    if (!full) {
        while (*end != NULL)
            end = &(*end)->next;
        *end = entry;
        invitations->count++;
    }
    pthread_mutex_unlock(&invitations->lock);
    if (!full)
        return NASH_OK;
    free(entry);
    return nash_fail_type(error, NASH_BUSY, "busy", "",
                          "%u invitations are open; use them, or wait until the oldest expires.",
                          invitations->options.open);
}

/* Returns the entry of the token, or NULL. Compares the token with every entry, so that the time does not depend on its
 * characters. Under the lock. */
static struct invitation_entry *find(const struct invitations *invitations, const char *token)
{
    struct invitation_entry *found = NULL;
    if (strlen(token) != INVITATION_TOKEN - 1)
        return NULL;
    for (struct invitation_entry *entry = invitations->first; entry != NULL; entry = entry->next)
        if (secret_equal(entry->invitation.token, token, INVITATION_TOKEN - 1))
            found = entry;
    return found;
}

void invitation_keep_url(struct invitations *invitations, const struct invitation *invitation)
{
    pthread_mutex_lock(&invitations->lock);
    struct invitation_entry *entry = find(invitations, invitation->token);
    if (entry != NULL)
        memcpy(entry->invitation.url, invitation->url, sizeof entry->invitation.url);
    pthread_mutex_unlock(&invitations->lock);
}

static enum nash_status invitation_find_usable(struct invitations *invitations, const char *token, bool use,
                                               struct invitation *out, struct nash_error *error)
{
    pthread_mutex_lock(&invitations->lock);
    invitations_expire(invitations);
    struct invitation_entry *entry = find(invitations, token);
    bool used = entry != NULL && entry->used, late = entry != NULL && entry->until_ns < clock_mono_ns();
    if (entry != NULL && !used && !late) {
        *out = entry->invitation;
        entry->used = use;
    }
    pthread_mutex_unlock(&invitations->lock);
    if (entry == NULL)
        return nash_fail_type(error, NASH_NOT_FOUND, "token-unknown", "/token",
                              "There is no such invitation, or it expired long ago. Ask for a new one.");
    if (used)
        return nash_fail_type(error, NASH_CONFLICT, "token-used", "/token",
                              "This invitation was used already; it is good for one. Ask for a new one.");
    if (late)
        return nash_fail_type(error, NASH_CONFLICT, "token-expired", "/token",
                              "This invitation has expired. Ask for a new one.");
    return NASH_OK;
}

enum nash_status invitation_look(struct invitations *invitations, const char *token, struct invitation *out,
                                 struct nash_error *error)
{
    return invitation_find_usable(invitations, token, false, out, error);
}

enum nash_status invitation_use(struct invitations *invitations, const char *token, struct invitation *out,
                                struct nash_error *error)
{
    return invitation_find_usable(invitations, token, true, out, error);
}

void invitation_undo(struct invitations *invitations, const char *token)
{
    pthread_mutex_lock(&invitations->lock);
    struct invitation_entry *entry = find(invitations, token);
    if (entry != NULL)
        entry->used = false;
    pthread_mutex_unlock(&invitations->lock);
}
