/* Messages between the server and the zygote, over a SOCK_SEQPACKET pair, each with at most one descriptor. */
#ifndef JOBS_POOL_ZYGOTE_MESSAGE_H
#define JOBS_POOL_ZYGOTE_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* To the zygote; from it come the types of enum zygote_event_type. */
enum { REQUEST_FORK = 101, REQUEST_KILL };

struct zygote_message {
    int type; /* a request or an event */
    unsigned worker;
    uint32_t ticket;
    pid_t pid;
    int detail;
    char reason[256]; /* ZYGOTE_FAILED: why the solvers cannot be prepared */
};

/* Sends a message, with the descriptor fd unless it is -1. Returns false with errno. */
bool message_send(int socket, const struct zygote_message *message, int fd, int flags);
/* Receives a message, and *fd, its descriptor, or -1 when it has none. Returns 1; 0 when there is no message now and
 * `flags` has MSG_DONTWAIT; -1 when the other side is gone. */
int message_receive(int socket, struct zygote_message *message, int *fd, int flags);

#endif
