/* Invitations: one-time tokens by which a phone may join. A token is 128 random bits; it is good for one member and for
 * ten minutes, and remembered for ten more, so that who comes late or second is told so. */
#ifndef SHARDS_INVITATION_H
#define SHARDS_INVITATION_H

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
    char url[INVITATION_URL_MAX];   /* what the code shows: the caller's */
    int64_t expires_ms;             /* wall clock */
};

/* All functions: any thread. */
struct invitations *invitations_new(const struct invitations_options *options);
void invitations_free(struct invitations *invitations);

/* A fresh token into *invitation, whose name is set. NASH_BUSY: too many are open. */
enum nash_status invitation_make(struct invitations *invitations, struct invitation *invitation,
                                 struct nash_error *error);
/* Keeps the link that was made of the token. */
void invitation_keep_url(struct invitations *invitations, const struct invitation *invitation);

/* The invitation as it stands, still unused. Else the problem: "token-unknown", "token-used", "token-expired". */
enum nash_status invitation_look(struct invitations *invitations, const char *token, struct invitation *out,
                                 struct nash_error *error);
/* Uses it up. */
enum nash_status invitation_use(struct invitations *invitations, const char *token, struct invitation *out,
                                struct nash_error *error);
/* It was used in vain (the member could not be made): it is good again. */
void invitation_undo(struct invitations *invitations, const char *token);

#endif
