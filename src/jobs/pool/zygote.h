/* The zygote: a small process, forked before the server has threads, that forks workers for it, kills and buries them.
 *
 * The server asks for a worker in a slot and hands over the worker's end of a socket pair; the zygote answers with its
 * pid, and later tells how it ended. Each process has a ticket, so that no event and no kill is taken for another's.
 * Only its parent can kill a process without ever hitting a stranger that got its pid: so the zygote does that too. All
 * goes over a SOCK_SEQPACKET pair, one message each. When the server dies, so does the zygote, and with it all workers.
 */
#ifndef JOBS_POOL_ZYGOTE_H
#define JOBS_POOL_ZYGOTE_H

#include <stdatomic.h>

#include <jobs/jobs.h>

enum { SLOT_LINE = 64 };

/* What server and worker share for each slot: a cache line of its own. */
struct slot_flag {
    _Alignas(SLOT_LINE) _Atomic int cancel; /* non-zero: the run at hand shall stop */
    _Atomic uint32_t line;                  /* of a pack, from 0: the one the worker is at; not to be trusted */
};

enum zygote_event_type { ZYGOTE_FORKED = 1, ZYGOTE_NOT_FORKED, ZYGOTE_ENDED };

struct zygote_event {
    enum zygote_event_type type;
    unsigned slot;
    uint32_t ticket;
    pid_t pid;
    int detail; /* NOT_FORKED: errno. ENDED: wait status */
};

/* The control socket, for epoll: readable means an event or the zygote's end. */
int zygote_fd(const struct zygote *zygote);
unsigned zygote_slots(const struct zygote *zygote);
struct slot_flag *zygote_flag(struct zygote *zygote, unsigned slot);

/* None of these blocks. */

/* Asks for a worker and returns its ticket; FORKED or NOT_FORKED follows. The socket end is duplicated to it, the
 * caller keeps its own copy. 0 with errno when it could not even be asked: EAGAIN, EPIPE (the zygote is gone), … */
uint32_t zygote_ask(struct zygote *zygote, unsigned slot, int socket);
/* Asks for SIGKILL; ENDED follows. Not an error when it has ended already. False: try again later. */
bool zygote_kill(struct zygote *zygote, unsigned slot, uint32_t ticket);
/* The next event: 1; nothing there now: 0; the zygote is gone: -1. */
int zygote_next(struct zygote *zygote, struct zygote_event *event);

#endif
