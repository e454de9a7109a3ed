/* The server's side of the zygote. The server never blocks on it, but in zygote_start(), while the zygote may block on
 * the server, so they cannot deadlock.
 *
 * The zygote is this program, started again from the file that runs: /proc/self/exe still is that file when an upgrade
 * has replaced it. Unlike a fork, this can be done by a process with threads, at any time. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jobs/pool/zygote.h>

#include "message.h"
#include "process.h"

struct zygote {
    pid_t pid;   /* 0: none */
    int control; /* this side's end of the socket pair; -1: none */
    int image;   /* the program's own file */
    int memory;  /* of the flags */
    unsigned workers;
    uint32_t tickets;          /* issued so far */
    struct worker_flag *flags; /* one for each worker, in shared memory */
    bool worker_stderr;
    char *data_dir; /* NULL: none */
};

/* Returns a copy of a descriptor whose number is none of those that the zygote receives. Closes the original. */
static int move_high(int fd)
{
    int high = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, ZYGOTE_FLAGS + 1) : -1;
    int reason = errno;
    if (fd >= 0)
        close(fd);
    errno = reason;
    return high;
}

/* ---- starting the process ---- */

/* Starts this program as the zygote, with the given end of the control socket. Returns its pid, or -1 with errno. */
static pid_t spawn_zygote(const struct zygote *zygote, int socket)
{
    char image[32], workers[16], argument[] = ZYGOTE_ARGUMENT, name[] = "nashd", worker_stderr[] = "0";
    char *arguments[] = {name, argument, workers, worker_stderr, zygote->data_dir, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t all;
    pid_t pid = -1;
    snprintf(image, sizeof image, "/proc/self/fd/%d", zygote->image);
    snprintf(workers, sizeof workers, "%u", zygote->workers);
    worker_stderr[0] = zygote->worker_stderr ? '1' : '0';
    sigfillset(&all);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int reason = posix_spawn_file_actions_adddup2(&actions, socket, ZYGOTE_SOCKET);
    if (reason == 0)
        reason = posix_spawn_file_actions_adddup2(&actions, zygote->memory, ZYGOTE_FLAGS);
    if (reason == 0)
        reason = posix_spawn(&pid, image, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    errno = reason;
    return reason == 0 ? pid : -1;
}

/* Makes a control socket and starts the process. Returns false with errno. */
static bool launch(struct zygote *zygote)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    int theirs = move_high(ends[1]);
    pid_t pid = theirs >= 0 ? spawn_zygote(zygote, theirs) : -1;
    int reason = errno;
    if (theirs >= 0)
        close(theirs);
    if (pid < 0)
        close(ends[0]);
    else
        zygote->pid = pid, zygote->control = ends[0];
    errno = reason;
    return pid >= 0;
}

/* Closes the control socket, which ends the process, and waits for it. */
static void finish(struct zygote *zygote)
{
    if (zygote->control >= 0)
        close(zygote->control);
    while (zygote->pid > 0 && waitpid(zygote->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    zygote->control = -1;
    zygote->pid = 0;
}

/* Waits until the process has prepared the solvers. */
static enum nash_status await_ready(const struct zygote *zygote, struct nash_error *error)
{
    struct zygote_message message;
    int fd, got = message_receive(zygote->control, &message, &fd, 0);
    if (got > 0 && message.type == ZYGOTE_READY)
        return NASH_OK;
    if (got > 0 && message.type == ZYGOTE_FAILED)
        return nash_fail(error, NASH_INTERNAL, "", "%.*s", (int)sizeof message.reason, message.reason);
    return nash_fail(error, NASH_INTERNAL, "", "the process that starts the workers ended before it was ready");
}

static void zygote_free(struct zygote *zygote)
{
    if (zygote->flags != NULL)
        munmap(zygote->flags, zygote->workers * sizeof *zygote->flags);
    if (zygote->memory >= 0)
        close(zygote->memory);
    if (zygote->image >= 0)
        close(zygote->image);
    free(zygote->data_dir);
    free(zygote);
}

/* Returns a zygote without a process; NULL with errno. */
static struct zygote *zygote_new(const char *data_dir, unsigned workers, bool worker_stderr)
{
    struct zygote *zygote = calloc(1, sizeof *zygote);
    size_t bytes = workers * sizeof *zygote->flags;
    if (zygote == NULL)
        return NULL;
    *zygote = (struct zygote){.control = -1,
                              .image = move_high(open("/proc/self/exe", O_PATH | O_CLOEXEC)),
                              .memory = move_high(memfd_create("nashd flags", MFD_CLOEXEC)),
                              .workers = workers,
                              .worker_stderr = worker_stderr,
                              .data_dir = data_dir != NULL ? strdup(data_dir) : NULL};
    if (zygote->image >= 0 && zygote->memory >= 0 && ftruncate(zygote->memory, (off_t)bytes) == 0) {
        void *flags = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, zygote->memory, 0);
        zygote->flags = flags != MAP_FAILED ? flags : NULL;
    }
    if (zygote->flags != NULL && (data_dir == NULL || zygote->data_dir != NULL))
        return zygote;
    int reason = errno;
    zygote_free(zygote);
    errno = reason;
    return NULL;
}

/* ---- the public functions ---- */

struct zygote *zygote_start(const char *data_dir, unsigned workers, bool worker_stderr, struct nash_error *error)
{
    struct zygote *zygote = zygote_new(data_dir, workers, worker_stderr);
    if (zygote == NULL || !launch(zygote)) {
        nash_fail(error, NASH_INTERNAL, "", "cannot start the process that starts the workers: %s", strerror(errno));
        if (zygote != NULL)
            zygote_free(zygote);
        return NULL;
    }
    if (await_ready(zygote, error) == NASH_OK)
        return zygote;
    zygote_stop(zygote);
    return NULL;
}

void zygote_stop(struct zygote *zygote)
{
    if (zygote == NULL)
        return;
    finish(zygote);
    zygote_free(zygote);
}

bool zygote_restart(struct zygote *zygote)
{
    if (zygote->pid > 0)
        kill(zygote->pid, SIGKILL); /* it may live, without its socket */
    finish(zygote);
    return launch(zygote);
}

int zygote_fd(const struct zygote *zygote)
{
    return zygote->control;
}

unsigned zygote_workers(const struct zygote *zygote)
{
    return zygote->workers;
}

struct worker_flag *zygote_flag(struct zygote *zygote, unsigned worker)
{
    return &zygote->flags[worker];
}

uint32_t zygote_request_fork(struct zygote *zygote, unsigned worker, int socket)
{
    if (++zygote->tickets == 0)
        zygote->tickets = 1;
    const struct zygote_message message = {.type = REQUEST_FORK, .worker = worker, .ticket = zygote->tickets};
    return message_send(zygote->control, &message, socket, MSG_DONTWAIT) ? message.ticket : 0;
}

bool zygote_kill(struct zygote *zygote, unsigned worker, uint32_t ticket)
{
    const struct zygote_message message = {.type = REQUEST_KILL, .worker = worker, .ticket = ticket};
    return message_send(zygote->control, &message, -1, MSG_DONTWAIT) || errno == EPIPE || errno == ECONNRESET;
}

int zygote_next(struct zygote *zygote, struct zygote_event *event)
{
    struct zygote_message message;
    int fd, got = message_receive(zygote->control, &message, &fd, MSG_DONTWAIT);
    if (fd >= 0)
        close(fd);
    if (got <= 0)
        return got;
    *event = (struct zygote_event){
        (enum zygote_event_type)message.type, message.worker, message.ticket, message.pid, message.detail, {0}};
    snprintf(event->reason, sizeof event->reason, "%.*s", (int)sizeof message.reason - 1, message.reason);
    return got;
}
