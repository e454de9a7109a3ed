/* See invitation.h. A list in the order of making: the oldest are first, since all are good for equally long. */
#include "invitation.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <base/secret.h>

enum { GOOD_MS_DEFAULT = 10 * 60 * 1000, OPEN_DEFAULT = 64, KEPT_MAX = 1024, TOKEN_BYTES = 16 };

struct kept {
    struct kept *next;
    struct invitation invitation;
    int64_t until_ns; /* monotonic: good until then, and known as long again */
    bool used;
};

struct invitations {
    struct invitations_options options;
    pthread_mutex_t lock;
    struct kept *first;
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
    struct kept *first = invitations->first;
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

/* Under the lock. */
static void forget_old(struct invitations *invitations)
{
    int64_t now = clock_mono_ns();
    while (invitations->first != NULL &&
           (invitations->first->until_ns + good_ns(invitations) < now || invitations->count > KEPT_MAX))
        drop_first(invitations);
}

/* Under the lock: those that could still be used. */
static unsigned count_open(const struct invitations *invitations)
{
    int64_t now = clock_mono_ns();
    unsigned open = 0;
    for (const struct kept *kept = invitations->first; kept != NULL; kept = kept->next)
        open += !kept->used && kept->until_ns >= now;
    return open;
}

enum nash_status invitation_make(struct invitations *invitations, struct invitation *invitation,
                                 struct nash_error *error)
{
    uint8_t random[TOKEN_BYTES];
    struct kept *kept = calloc(1, sizeof *kept), **end = &invitations->first;
    if (kept == NULL)
        return nash_fail(error, NASH_NOMEM, "", "No memory for another invitation.");
    secret_random(random, sizeof random);
    hex_encode(invitation->token, random, sizeof random);
    invitation->url[0] = '\0';
    invitation->expires_ms = clock_wall_ms() + invitations->options.good_ms;
    kept->invitation = *invitation;
    kept->until_ns = clock_mono_ns() + good_ns(invitations);
    pthread_mutex_lock(&invitations->lock);
    forget_old(invitations);
    bool full = count_open(invitations) >= invitations->options.open;
    if (!full) {
        while (*end != NULL)
            end = &(*end)->next;
        *end = kept;
        invitations->count++;
    }
    pthread_mutex_unlock(&invitations->lock);
    if (!full)
        return NASH_OK;
    free(kept);
    return nash_fail_type(error, NASH_BUSY, "busy", "",
                          "%u invitations are open; use them, or wait until the oldest expires.",
                          invitations->options.open);
}

/* Under the lock. Looks at all of them, in time that does not depend on the token. */
static struct kept *find(const struct invitations *invitations, const char *token)
{
    struct kept *found = NULL;
    if (strlen(token) != INVITATION_TOKEN - 1)
        return NULL;
    for (struct kept *kept = invitations->first; kept != NULL; kept = kept->next)
        if (secret_equal(kept->invitation.token, token, INVITATION_TOKEN - 1))
            found = kept;
    return found;
}

void invitation_keep_url(struct invitations *invitations, const struct invitation *invitation)
{
    pthread_mutex_lock(&invitations->lock);
    struct kept *kept = find(invitations, invitation->token);
    if (kept != NULL)
        memcpy(kept->invitation.url, invitation->url, sizeof kept->invitation.url);
    pthread_mutex_unlock(&invitations->lock);
}

static enum nash_status take(struct invitations *invitations, const char *token, bool use, struct invitation *out,
                             struct nash_error *error)
{
    pthread_mutex_lock(&invitations->lock);
    forget_old(invitations);
    struct kept *kept = find(invitations, token);
    bool used = kept != NULL && kept->used, late = kept != NULL && kept->until_ns < clock_mono_ns();
    if (kept != NULL && !used && !late) {
        *out = kept->invitation;
        kept->used = use;
    }
    pthread_mutex_unlock(&invitations->lock);
    if (kept == NULL)
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
    return take(invitations, token, false, out, error);
}

enum nash_status invitation_use(struct invitations *invitations, const char *token, struct invitation *out,
                                struct nash_error *error)
{
    return take(invitations, token, true, out, error);
}

void invitation_undo(struct invitations *invitations, const char *token)
{
    pthread_mutex_lock(&invitations->lock);
    struct kept *kept = find(invitations, token);
    if (kept != NULL)
        kept->used = false;
    pthread_mutex_unlock(&invitations->lock);
}
