/* Invitations: one-time tokens by which a phone may join. A token is 128 random bits, usable by one member for ten
 * minutes. It is kept for ten minutes more, so that a late or second use gets a precise error. */
#ifndef CLUSTER_SESSIONS_INVITATION_H
#define CLUSTER_SESSIONS_INVITATION_H

#include <stddef.h>
#include <stdint.h>

#include <nash/status.h>
#include <store/job.h>

enum { INVITATION_TOKEN = 33, INVITATION_URL_MAX = 512, INVITATION_NAME_MAX = 64 };

struct invitations;

struct invitations_options {
    uint32_t good_ms; /* time for which a token is usable; 0 = 10 minutes */
    unsigned open;    /* largest number of tokens of an owner that are usable at the same time; 0 = 64 */
};

struct invitation {
    char token[INVITATION_TOKEN];   /* 32 hex digits */
    char name[INVITATION_NAME_MAX]; /* name for the member that uses the token; "" = the member names itself */
    char url[INVITATION_URL_MAX];   /* the link with the token, which the caller makes; "" at first */
    char owner[JOB_OWNER_MAX];      /* the name of the key that has made it; "" = none */
    int64_t expires_ms;             /* wall clock */
};

/* All functions may be called from any thread. */
struct invitations *invitations_new(const struct invitations_options *options);
void invitations_free(struct invitations *invitations);

/* Creates an invitation: sets all fields of *invitation but `name` and `owner`, which the caller has set. Returns
 * NASH_BUSY if too many tokens are usable already. */
enum nash_status invitation_make(struct invitations *invitations, struct invitation *invitation,
                                 struct nash_error *error);
/* Stores invitation->url, the link that the caller made from the token. */
void invitation_keep_url(struct invitations *invitations, const struct invitation *invitation);

/* Copies the invitation of this token to *out. Error types: "token-unknown", "token-used", "token-expired". */
enum nash_status invitation_look(struct invitations *invitations, const char *token, struct invitation *out,
                                 struct nash_error *error);
/* Does the same, and marks the invitation as used. */
enum nash_status invitation_use(struct invitations *invitations, const char *token, struct invitation *out,
                                struct nash_error *error);
/* Makes a used invitation usable again; called when the member could not be made. */
void invitation_undo(struct invitations *invitations, const char *token);

#endif
