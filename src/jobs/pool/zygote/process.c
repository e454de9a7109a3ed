/* The zygote's own process. It has one thread, which polls two descriptors: one for requests, one for the ends of
 * children.
 *
 * It ends when the server closes the control socket, also by its death. Its workers end with it (PR_SET_PDEATHSIG). It
 * has no such signal itself, because the thread of the server that has started it may end before the server does. */
#include "process.h"

#include <errno.h>
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

#include <jobs/pool/process/worker_process.h>
#include <jobs/pool/zygote.h>
#include <nash/nash.h>

#include "message.h"

struct child {
    pid_t pid; /* 0 = none */
    uint32_t ticket;
};

struct zygote_process {
    unsigned workers;
    bool worker_stderr;
    struct worker_flag *flags; /* one for each worker, in memory shared with the server */
    struct child *children;    /* one for each worker */
};

static void notify_server(int type, unsigned worker, const struct child *child, int detail)
{
    const struct zygote_message message = {
        .type = type, .worker = worker, .ticket = child->ticket, .pid = child->pid, .detail = detail};
    message_send(ZYGOTE_SOCKET, &message, -1, 0);
}

/* ---- workers ---- */

static _Noreturn void become_worker(const struct zygote_process *zygote, unsigned worker, int socket, pid_t parent)
{
    char name[16];
    snprintf(name, sizeof name, "nashd worker %u", worker % 100);
    prctl(PR_SET_NAME, name, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) /* the parent died before PR_SET_PDEATHSIG took effect */
        _exit(0);
    if (dup2(socket, WORKER_SOCKET) != WORKER_SOCKET || close_range(WORKER_SOCKET + 1, ~0U, 0) != 0)
        _exit(1);
    worker_process_main(&zygote->flags[worker], zygote->worker_stderr);
}

static void kill_child(struct zygote_process *zygote, const struct zygote_message *request)
{
    const struct child *child = &zygote->children[request->worker];
    if (child->pid > 0 && child->ticket == request->ticket)
        kill(child->pid, SIGKILL); /* only this process waits for it: the pid cannot have been reused */
}

static void fork_worker(struct zygote_process *zygote, const struct zygote_message *request, int socket)
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
    notify_server(pid > 0 ? ZYGOTE_FORKED : ZYGOTE_NOT_FORKED, request->worker, child, pid > 0 ? 0 : reason);
}

static void reap_children(struct zygote_process *zygote)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (unsigned worker = 0; worker < zygote->workers; worker++)
            if (zygote->children[worker].pid == pid) {
                notify_server(ZYGOTE_ENDED, worker, &zygote->children[worker], status);
                zygote->children[worker].pid = 0;
            }
}

/* ---- the loop ---- */

/* Handles one request; returns false when the server is gone. */
static bool zygote_handle_request(struct zygote_process *zygote)
{
    struct zygote_message request;
    int fd, got = message_receive(ZYGOTE_SOCKET, &request, &fd, MSG_DONTWAIT);
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
static void zygote_serve(struct zygote_process *zygote, int signals)
{
    struct pollfd fds[] = {{.fd = ZYGOTE_SOCKET, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
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

/* ---- start ---- */

/* ^C on a terminal and a signal to the process group are for the server to handle: they are blocked here and in
 * workers. Returns a descriptor for the ends of children, or -1. */
static int prepare_signals(void)
{
    sigset_t all, children;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* whatever the server has set */
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    return signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Prepares the solvers, and reports the outcome to the server. */
static bool prepare_solvers(const char *data_dir)
{
    struct nash_error error = {0};
    struct zygote_message message = {.type = ZYGOTE_READY, .pid = getpid()};
    if (nash_prepare(data_dir, &error) != NASH_OK) {
        message.type = ZYGOTE_FAILED;
        snprintf(message.reason, sizeof message.reason, "%.*s", (int)sizeof message.reason - 1, error.detail);
    }
    message_send(ZYGOTE_SOCKET, &message, -1, 0);
    return message.type == ZYGOTE_READY;
}

static bool is_control_socket(int fd)
{
    int type = 0;
    socklen_t size = sizeof type;
    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

void zygote_enter(int argc, char **argv)
{
    if (argc < 4 || strcmp(argv[1], ZYGOTE_ARGUMENT) != 0)
        return;
    struct zygote_process zygote = {.workers = (unsigned)strtoul(argv[2], NULL, 10),
                                    .worker_stderr = strcmp(argv[3], "1") == 0};
    if (!is_control_socket(ZYGOTE_SOCKET) || zygote.workers == 0 || zygote.workers > ZYGOTE_WORKERS_MAX) {
        fprintf(stderr, "nashd: %s is for the server, which starts its helper process with it\n", ZYGOTE_ARGUMENT);
        exit(2);
    }
    prctl(PR_SET_NAME, "nashd zygote", 0, 0, 0);
    zygote.flags =
        mmap(NULL, zygote.workers * sizeof *zygote.flags, PROT_READ | PROT_WRITE, MAP_SHARED, ZYGOTE_FLAGS, 0);
    close_range(ZYGOTE_FLAGS, ~0U, 0); /* the memory stays mapped */
    int signals = prepare_signals();
    zygote.children = calloc(zygote.workers, sizeof *zygote.children);
    if (signals >= 0 && zygote.flags != MAP_FAILED && zygote.children != NULL &&
        prepare_solvers(argc > 4 ? argv[4] : NULL))
        zygote_serve(&zygote, signals);
    _exit(0); /* the workers end too, since their parent has died */
}
