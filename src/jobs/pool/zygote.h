/* The zygote: a small process, forked before the server has threads, that forks workers for it and buries them.
 *
 * The server asks for a worker in a slot and hands over the worker's end of a socket pair; the zygote answers with the
 * process (as a descriptor, so that a signal never hits a stranger), and later tells how it ended. Both go over a
 * SOCK_SEQPACKET pair, one message each. When the server dies, so does the zygote, and with it all workers. */
#ifndef JOBS_POOL_ZYGOTE_H
#define JOBS_POOL_ZYGOTE_H

#include <stdatomic.h>

#include <jobs/jobs.h>

enum { SLOT_LINE = 64 };

/* What server and worker share for each slot: a cache line of its own. */
struct slot_flag {
    _Alignas(SLOT_LINE) _Atomic int cancel; /* non-zero: the run at hand shall stop */
};

enum zygote_event_type { ZYGOTE_FORKED, ZYGOTE_NOT_FORKED, ZYGOTE_ENDED };

struct zygote_event {
    enum zygote_event_type type;
    unsigned slot;
    pid_t pid;
    int detail; /* NOT_FORKED: errno. ENDED: wait status */
    int pidfd;  /* FORKED: the caller's to close; -1 otherwise */
};

/* The control socket, for epoll: readable means an event or the zygote's end. */
int zygote_fd(const struct zygote *zygote);
unsigned zygote_slots(const struct zygote *zygote);
struct slot_flag *zygote_flag(struct zygote *zygote, unsigned slot);
/* Asks for a worker; its socket end is duplicated to it, the caller keeps its own copy. False: the zygote is gone. */
bool zygote_ask(struct zygote *zygote, unsigned slot, int socket);
/* The next event: 1; nothing there now: 0; the zygote is gone: -1. Never blocks. */
int zygote_next(struct zygote *zygote, struct zygote_event *event);

#endif
