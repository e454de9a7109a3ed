/* The zygote: a process of its own image with one thread, which forks, kills and reaps workers. It has the solvers'
 * tables, which its workers share; the server, which has threads, does not need them.
 *
 * The server requests a process for a worker and passes the process's end of a socket pair; the zygote answers with its
 * pid, and later reports how it ended. Each process has a number, its ticket, so that no event and no kill is
 * attributed to an earlier or later process of the same worker, nor of an earlier zygote. Only the parent can kill a
 * process without the risk that another process has its pid already, so the zygote does that too. Messages travel over
 * a SOCK_SEQPACKET pair. When the server dies, so does the zygote, and with it all workers. */
#ifndef JOBS_POOL_ZYGOTE_H
#define JOBS_POOL_ZYGOTE_H

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

#include <jobs/processes.h>

enum { CACHE_LINE = 64 };

/* Memory shared by the server and one worker process. It fills a cache line of its own. */
struct worker_flag {
    _Alignas(CACHE_LINE) _Atomic int cancel; /* non-zero: the current work is to stop */
    _Atomic uint32_t line;                   /* of a chunk, from 0: the line being solved; not to be trusted */
};

/* A requested process was forked, could not be forked, or has ended. The zygote has prepared the solvers, after which
 * it forks; or could not, after which it ends. */
enum zygote_event_type { ZYGOTE_FORKED = 1, ZYGOTE_NOT_FORKED, ZYGOTE_ENDED, ZYGOTE_READY, ZYGOTE_FAILED };

struct zygote_event {
    enum zygote_event_type type;
    unsigned worker;
    uint32_t ticket;
    pid_t pid;
    int detail;       /* NOT_FORKED: errno. ENDED: wait status */
    char reason[256]; /* FAILED */
};

/* Returns the control socket, for epoll: readable means an event, or the end of the zygote. It is another one after
 * zygote_restart(). */
int zygote_fd(const struct zygote *zygote);
unsigned zygote_workers(const struct zygote *zygote);
struct worker_flag *zygote_flag(struct zygote *zygote, unsigned worker);

/* Starts the zygote again after zygote_next() has returned -1. Its workers have ended with it, or are about to. Waits
 * only until the program is loaded. Returns false with errno when it cannot be started: try again later. */
bool zygote_restart(struct zygote *zygote);

/* None of the functions below blocks. */

/* Requests a process and returns its ticket; FORKED or NOT_FORKED follows. The socket is duplicated into the process,
 * the caller keeps its own copy. Returns 0 with errno when the request could not be sent: EAGAIN, EPIPE (the zygote is
 * gone), … */
uint32_t zygote_request_fork(struct zygote *zygote, unsigned worker, int socket);
/* Requests SIGKILL; ENDED follows. Not an error when the process has ended already. Returns false when the request
 * could not be sent: try again later. */
bool zygote_kill(struct zygote *zygote, unsigned worker, uint32_t ticket);
/* Takes the next event. Returns 1; 0 when there is none now; -1 when the zygote is gone. */
int zygote_next(struct zygote *zygote, struct zygote_event *event);

#endif
