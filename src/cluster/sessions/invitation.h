/* Invitations: one-time tokens by which a phone may join. A token is 128 random bits, usable by one member for ten
 * minutes. It is kept for ten more, so that a late or second use gets a precise error. */
#ifndef CLUSTER_SESSIONS_INVITATION_H
#define CLUSTER_SESSIONS_INVITATION_H

#include <stddef.h>
#include <stdint.h>

#include <nash/status.h>

enum { INVITATION_TOKEN = 33, INVITATION_URL_MAX = 512, INVITATION_NAME_MAX = 64 };

struct invitations;

struct invitations_options {
    uint32_t good_ms; /* 0 = 10 minutes */
    unsigned open;    /* unused at once; 0 = 64 */
};

struct invitation {
    char token[INVITATION_TOKEN];   /* 32 hex digits */
    char name[INVITATION_NAME_MAX]; /* for the member; "" = its own */
    char url[INVITATION_URL_MAX];   /* the link to be shown, which the caller makes */
    int64_t expires_ms;             /* wall clock */
};

/* All functions may be called from any thread. */
struct invitations *invitations_new(const struct invitations_options *options);
void invitations_free(struct invitations *invitations);

/* Makes a token into *invitation, whose name is set. NASH_BUSY if too many are open. */
enum nash_status invitation_make(struct invitations *invitations, struct invitation *invitation,
                                 struct nash_error *error);
/* Keeps the link that the caller made of the token. */
void invitation_keep_url(struct invitations *invitations, const struct invitation *invitation);

/* Returns an unused invitation. Errors: "token-unknown", "token-used", "token-expired". */
enum nash_status invitation_look(struct invitations *invitations, const char *token, struct invitation *out,
                                 struct nash_error *error);
/* The same, and marks it used. */
enum nash_status invitation_use(struct invitations *invitations, const char *token, struct invitation *out,
                                struct nash_error *error);
/* Makes it usable again, because the member could not be made. */
void invitation_undo(struct invitations *invitations, const char *token);

#endif
