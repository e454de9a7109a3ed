/* Both sides of the zygote: its own process, and the functions that the server calls. The process has one thread, which
 * polls two descriptors: one for requests, one for the ends of children.
 *
 * The server never blocks on the zygote, while the zygote may block on the server, so they cannot deadlock. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jobs/pool/zygote.h>

#include "worker_process.h"

enum { REQUEST_FORK = 101, REQUEST_KILL, ZYGOTE_SOCKET = 3 /* descriptor of the control socket */ };

struct child {
    pid_t pid; /* 0 = none */
    uint32_t ticket;
};

struct zygote {
    pid_t pid;
    int control; /* this side's end of the socket pair */
    unsigned workers;
    uint32_t tickets;          /* issued so far */
    struct worker_flag *flags; /* one for each worker, in shared memory */
    bool worker_stderr;
    struct child *children; /* one for each worker; in the zygote's process only */
};

struct message {
    int type; /* a request or an event */
    unsigned worker;
    uint32_t ticket;
    pid_t pid;
    int detail;
};

/* ---- messages with at most one descriptor ---- */

/* Sends a message, with the descriptor fd unless it is -1. Returns false with errno. */
static bool send_message(int socket, const struct message *message, int fd, int flags)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {.iov_base = (void *)(uintptr_t)message, .iov_len = sizeof *message};
    struct msghdr packet = {.msg_iov = &part, .msg_iovlen = 1};
    if (fd >= 0) {
        packet.msg_control = &control;
        packet.msg_controllen = sizeof control.room;
        struct cmsghdr *head = CMSG_FIRSTHDR(&packet);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(head), &fd, sizeof fd);
    }
    ssize_t sent;
    do
        sent = sendmsg(socket, &packet, flags | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *message;
}

/* Receives a message, and *fd, its descriptor, or -1 when it has none. Returns 1; 0 when there is no message now; -1
 * when the other side is gone. */
static int receive_message(int socket, struct message *message, int *fd)
{
    union {
        struct cmsghdr head;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct iovec part = {.iov_base = message, .iov_len = sizeof *message};
    struct msghdr packet = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
    ssize_t got;
    do
        got = recvmsg(socket, &packet, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    *fd = -1;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return 0;
    struct cmsghdr *head = got > 0 ? CMSG_FIRSTHDR(&packet) : NULL;
    if (head != NULL && head->cmsg_type == SCM_RIGHTS)
        memcpy(fd, CMSG_DATA(head), sizeof *fd);
    return got == (ssize_t)sizeof *message ? 1 : -1;
}

/* ---- the zygote's side ---- */

static void notify_server(const struct zygote *zygote, int type, unsigned worker, const struct child *child, int detail)
{
    const struct message message = {
        .type = type, .worker = worker, .ticket = child->ticket, .pid = child->pid, .detail = detail};
    send_message(zygote->control, &message, -1, 0);
}

/* Duplicates the descriptor to the number `at` and closes all higher ones. Returns false when the kernel cannot. */
static bool keep_only_descriptor(int fd, int at)
{
    return (fd == at || dup2(fd, at) == at) && close_range((unsigned)at + 1, ~0U, 0) == 0;
}

static _Noreturn void become_worker(const struct zygote *zygote, unsigned worker, int socket, pid_t parent)
{
    char name[16];
    snprintf(name, sizeof name, "nashd worker %u", worker % 100);
    prctl(PR_SET_NAME, name, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) /* the parent died before PR_SET_PDEATHSIG took effect */
        _exit(0);
    if (!keep_only_descriptor(socket, WORKER_SOCKET))
        _exit(1);
    worker_process_main(&zygote->flags[worker], zygote->worker_stderr);
}

static void kill_child(struct zygote *zygote, const struct message *request)
{
    const struct child *child = &zygote->children[request->worker];
    if (child->pid > 0 && child->ticket == request->ticket)
        kill(child->pid, SIGKILL); /* only this process waits for it: the pid cannot have been reused */
}

static void fork_worker(struct zygote *zygote, const struct message *request, int socket)
{
    struct child *child = &zygote->children[request->worker];
    if (child->pid > 0) { /* the process of an earlier pool, which has been closed */
        kill(child->pid, SIGKILL);
        waitpid(child->pid, NULL, 0);
    }
    *child = (struct child){.ticket = request->ticket};
    pid_t self = getpid(), pid = -1;
    if (socket >= 0)
        pid = fork();
    else
        errno = EMFILE; /* a socket was sent, but this process has no descriptor left for it */
    if (pid == 0)
        become_worker(zygote, request->worker, socket, self);
    int reason = errno;
    child->pid = pid > 0 ? pid : 0;
    notify_server(zygote, pid > 0 ? ZYGOTE_FORKED : ZYGOTE_NOT_FORKED, request->worker, child, pid > 0 ? 0 : reason);
}

static void reap_children(struct zygote *zygote)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (unsigned worker = 0; worker < zygote->workers; worker++)
            if (zygote->children[worker].pid == pid) {
                notify_server(zygote, ZYGOTE_ENDED, worker, &zygote->children[worker], status);
                zygote->children[worker].pid = 0;
            }
}

/* Handles one request; returns false when the server is gone. */
static bool zygote_handle_request(struct zygote *zygote)
{
    struct message request;
    int fd, got = receive_message(zygote->control, &request, &fd);
    if (got > 0 && request.worker < zygote->workers) {
        if (request.type == REQUEST_FORK)
            fork_worker(zygote, &request, fd);
        else
            kill_child(zygote, &request);
    }
    if (fd >= 0)
        close(fd);
    return got >= 0;
}

/* Runs until the server closes its end. */
static void zygote_serve(struct zygote *zygote, int signals)
{
    struct pollfd fds[] = {{.fd = zygote->control, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
    for (;;) {
        if (poll(fds, 2, -1) < 0)
            continue;
        if (fds[1].revents != 0) {
            struct signalfd_siginfo info;
            if (read(signals, &info, sizeof info) > 0)
                reap_children(zygote);
        }
        if (fds[0].revents != 0 && !zygote_handle_request(zygote))
            return;
    }
}

/* ^C on a terminal and a signal to the process group are for the server to handle: they are blocked here and in
 * workers. */
static _Noreturn void zygote_main(struct zygote *zygote, int control, pid_t server)
{
    sigset_t all, children;
    prctl(PR_SET_NAME, "nashd zygote", 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != server)
        _exit(0);
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* whatever the server has set */
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    zygote->control = ZYGOTE_SOCKET;
    zygote->children = calloc(zygote->workers, sizeof *zygote->children);
    int signals =
        keep_only_descriptor(control, ZYGOTE_SOCKET) ? signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
    if (signals >= 0 && zygote->children != NULL)
        zygote_serve(zygote, signals);
    _exit(0); /* the workers end too, since their parent has died */
}

/* ---- the server's side ---- */

struct zygote *zygote_start(unsigned workers, bool worker_stderr, struct nash_error *error)
{
    int ends[2];
    struct zygote *zygote = calloc(1, sizeof *zygote);
    if (zygote == NULL || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        nash_fail(error, NASH_INTERNAL, "", "cannot create the zygote: %s", strerror(errno));
        free(zygote);
        return NULL;
    }
    *zygote = (struct zygote){.control = ends[0], .workers = workers, .worker_stderr = worker_stderr};
    zygote->flags =
        mmap(NULL, workers * sizeof *zygote->flags, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t server = getpid();
    zygote->pid = zygote->flags != MAP_FAILED ? fork() : -1;
    if (zygote->pid == 0)
        zygote_main(zygote, ends[1], server);
    int reason = errno;
    close(ends[1]);
    if (zygote->pid > 0)
        return zygote;
    nash_fail(error, NASH_INTERNAL, "", "cannot create the zygote: %s", strerror(reason));
    if (zygote->flags != MAP_FAILED)
        munmap(zygote->flags, workers * sizeof *zygote->flags);
    close(ends[0]);
    free(zygote);
    return NULL;
}

bool zygote_lives(struct zygote *zygote)
{
    if (zygote->pid > 0 && waitpid(zygote->pid, NULL, WNOHANG) != 0)
        zygote->pid = 0; /* reaped */
    return zygote->pid > 0;
}

void zygote_stop(struct zygote *zygote)
{
    if (zygote == NULL)
        return;
    close(zygote->control);
    while (zygote->pid > 0 && waitpid(zygote->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    munmap(zygote->flags, zygote->workers * sizeof *zygote->flags);
    free(zygote);
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
    const struct message message = {.type = REQUEST_FORK, .worker = worker, .ticket = zygote->tickets};
    return send_message(zygote->control, &message, socket, MSG_DONTWAIT) ? message.ticket : 0;
}

bool zygote_kill(struct zygote *zygote, unsigned worker, uint32_t ticket)
{
    const struct message message = {.type = REQUEST_KILL, .worker = worker, .ticket = ticket};
    return send_message(zygote->control, &message, -1, MSG_DONTWAIT) || errno == EPIPE || errno == ECONNRESET;
}

int zygote_next(struct zygote *zygote, struct zygote_event *event)
{
    struct message message;
    int fd, got = receive_message(zygote->control, &message, &fd);
    if (fd >= 0)
        close(fd);
    if (got > 0)
        *event = (struct zygote_event){(enum zygote_event_type)message.type, message.worker, message.ticket,
                                       message.pid, message.detail};
    return got;
}
