/* The zygote, both sides. Its own side is one thread that polls two descriptors: requests and the ends of children. */
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
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jobs/pool/worker.h>
#include <jobs/pool/zygote.h>

struct zygote {
    pid_t pid;
    int control;
    unsigned slots;
    struct slot_flag *flags; /* shared memory */
    bool worker_stderr;
    pid_t *workers; /* the zygote's own: pid by slot, 0 = none */
};

struct message {
    enum zygote_event_type type;
    unsigned slot;
    pid_t pid;
    int detail;
};

/* ---- messages with at most one descriptor ---- */

static bool send_message(int socket, const struct message *message, int fd)
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
        sent = sendmsg(socket, &packet, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)sizeof *message;
}

/* 1: a message; 0: none there (with MSG_DONTWAIT); -1: the other side is gone. */
static int receive_message(int socket, struct message *message, int *fd, int flags)
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
        got = recvmsg(socket, &packet, flags | MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    *fd = -1;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return 0;
    struct cmsghdr *head = got > 0 ? CMSG_FIRSTHDR(&packet) : NULL;
    if (head != NULL && head->cmsg_type == SCM_RIGHTS)
        memcpy(fd, CMSG_DATA(head), sizeof *fd);
    return got == (ssize_t)sizeof *message ? 1 : -1;
}

/* ---- inside the zygote ---- */

static _Noreturn void become_worker(const struct zygote *zygote, unsigned slot, int socket, pid_t parent)
{
    char name[16];
    sigset_t none;
    snprintf(name, sizeof name, "nashd worker %u", slot % 100);
    prctl(PR_SET_NAME, name, 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) /* it died before that took hold */
        _exit(0);
    if (socket != WORKER_SOCKET)
        dup2(socket, WORKER_SOCKET);
    syscall(SYS_close_range, WORKER_SOCKET + 1, ~0U, 0);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    worker_main(slot, &zygote->flags[slot], zygote->worker_stderr);
}

static void fork_worker(struct zygote *zygote, unsigned slot, int socket)
{
    pid_t self = getpid(), child = fork();
    if (child == 0)
        become_worker(zygote, slot, socket, self);
    struct message message = {.type = ZYGOTE_FORKED, .slot = slot, .pid = child};
    int pidfd = -1;
    if (child > 0) {
        zygote->workers[slot] = child;
        pidfd = (int)syscall(SYS_pidfd_open, child, 0);
    } else {
        message.type = ZYGOTE_NOT_FORKED;
        message.detail = errno;
    }
    send_message(zygote->control, &message, pidfd);
    if (pidfd >= 0)
        close(pidfd);
}

static void bury(struct zygote *zygote)
{
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (unsigned slot = 0; slot < zygote->slots; slot++)
            if (zygote->workers[slot] == pid) {
                struct message message = {.type = ZYGOTE_ENDED, .slot = slot, .pid = pid, .detail = status};
                zygote->workers[slot] = 0;
                send_message(zygote->control, &message, -1);
            }
}

/* Until the server closes its end. */
static void serve(struct zygote *zygote, int signals)
{
    struct pollfd fds[] = {{.fd = zygote->control, .events = POLLIN}, {.fd = signals, .events = POLLIN}};
    for (;;) {
        if (poll(fds, 2, -1) < 0 && errno != EINTR)
            return;
        if (fds[1].revents != 0) {
            struct signalfd_siginfo info;
            if (read(signals, &info, sizeof info) > 0)
                bury(zygote);
        }
        if (fds[0].revents != 0) {
            struct message message;
            int fd, got = receive_message(zygote->control, &message, &fd, MSG_DONTWAIT);
            if (got < 0)
                return;
            if (got > 0 && fd >= 0 && message.slot < zygote->slots)
                fork_worker(zygote, message.slot, fd);
            if (fd >= 0)
                close(fd);
        }
    }
}

/* A terminal's ^C and a shutdown's signal to the group are the server's to handle: here they are blocked. */
static _Noreturn void zygote_main(struct zygote *zygote, pid_t server)
{
    sigset_t all;
    prctl(PR_SET_NAME, "nashd zygote", 0, 0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != server)
        _exit(0);
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    signal(SIGCHLD, SIG_DFL);
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    int signals = signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK);
    zygote->workers = calloc(zygote->slots, sizeof *zygote->workers);
    if (signals >= 0 && zygote->workers != NULL)
        serve(zygote, signals);
    _exit(0); /* the workers follow: their parent has died */
}

/* ---- the server's side ---- */

struct zygote *zygote_start(unsigned workers, bool worker_stderr, struct nash_error *error)
{
    int ends[2];
    struct zygote *zygote = calloc(1, sizeof *zygote);
    if (zygote == NULL || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        nash_fail(error, NASH_INTERNAL, "", "the zygote cannot be made: %s", strerror(errno));
        free(zygote);
        return NULL;
    }
    *zygote = (struct zygote){.control = ends[0], .slots = workers, .worker_stderr = worker_stderr};
    zygote->flags =
        mmap(NULL, workers * sizeof *zygote->flags, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t server = getpid();
    zygote->pid = zygote->flags != MAP_FAILED ? fork() : -1;
    if (zygote->pid == 0) {
        close(ends[0]);
        zygote->control = ends[1];
        zygote_main(zygote, server);
    }
    close(ends[1]);
    if (zygote->pid > 0)
        return zygote;
    nash_fail(error, NASH_INTERNAL, "", "the zygote cannot be made: %s", strerror(errno));
    close(ends[0]);
    free(zygote);
    return NULL;
}

void zygote_stop(struct zygote *zygote)
{
    if (zygote == NULL)
        return;
    close(zygote->control);
    while (waitpid(zygote->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    munmap(zygote->flags, zygote->slots * sizeof *zygote->flags);
    free(zygote);
}

int zygote_fd(const struct zygote *zygote)
{
    return zygote->control;
}

unsigned zygote_slots(const struct zygote *zygote)
{
    return zygote->slots;
}

struct slot_flag *zygote_flag(struct zygote *zygote, unsigned slot)
{
    return &zygote->flags[slot];
}

bool zygote_ask(struct zygote *zygote, unsigned slot, int socket)
{
    return send_message(zygote->control, &(struct message){.slot = slot}, socket);
}

int zygote_next(struct zygote *zygote, struct zygote_event *event)
{
    struct message message;
    int fd, got = receive_message(zygote->control, &message, &fd, MSG_DONTWAIT);
    if (got > 0)
        *event = (struct zygote_event){message.type, message.slot, message.pid, message.detail, fd};
    else if (fd >= 0)
        close(fd);
    return got;
}
