/* A worker: one order in, one answer out (solving.c), within its memory (footprint.c). See worker.h. It locks itself
 * down before it reads the first order. */
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <jobs/pool/sandbox.h>
#include <jobs/pool/solving.h>
#include <jobs/pool/worker.h>

enum {
    INBOX_BYTES = 16 << 10, /* most orders come whole in one read */
    NOMEM_PROBE = 32 << 20
};

/* ---- talking ---- */

/* At least one byte, at most `room`. */
static size_t receive(void *out, size_t room)
{
    ssize_t got;
    do
        got = recv(WORKER_SOCKET, out, room, 0);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        _exit(0); /* the server is gone or wants us no more */
    return (size_t)got;
}

void worker_send(struct iovec *parts, size_t count)
{
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    while (message.msg_iovlen > 0) {
        ssize_t sent = sendmsg(WORKER_SOCKET, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            _exit(0);
        while (message.msg_iovlen > 0 && (size_t)sent >= message.msg_iov->iov_len) {
            sent -= (ssize_t)message.msg_iov->iov_len;
            message.msg_iov++;
            message.msg_iovlen--;
        }
        if (message.msg_iovlen > 0) {
            message.msg_iov->iov_base = (char *)message.msg_iov->iov_base + sent;
            message.msg_iov->iov_len -= (size_t)sent;
        }
    }
}

/* ---- the end of memory ---- */

/* A library in C whose memory ends calls abort(). Is that why? Then say so in a way the server understands. */
static void on_abort(int signal_number)
{
    (void)signal_number;
    void *probe = mmap(NULL, NOMEM_PROBE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED)
        _exit(WORKER_EXIT_NOMEM);
    signal(SIGABRT, SIG_DFL);
}

/* One in C++ throws std::bad_alloc, which nothing catches here: be told before. This is std::set_new_handler(), absent
 * where no C++ is linked. */
typedef void (*new_handler)(void);
extern new_handler set_new_handler(new_handler handler) __asm__("_ZSt15set_new_handlerPFvvE") __attribute__((weak));

static void on_bad_alloc(void)
{
    _exit(WORKER_EXIT_NOMEM);
}

/* ---- orders ---- */

static void next_order(struct worker *worker)
{
    static char inbox[INBOX_BYTES];
    struct frame_solve start;
    size_t count, got = 0;
    while (got < sizeof start)
        got += receive(inbox + got, sizeof inbox - got);
    memcpy(&start, inbox, sizeof start);
    const struct nash_solver *solver = nash_kinds(&count)[start.order.kind];
    size_t len = start.head.len - sizeof start.order;
    footprint_limit_for(worker, solver, len);
    nash_buf_reset(&worker->problem);
    worker->problem.cap = len + 1; /* no room in advance: a problem may be long, and does not grow */
    if (!nash_buf_reserve(&worker->problem, len + 1))
        _exit(WORKER_EXIT_NOMEM);
    nash_buf_add(&worker->problem, inbox + sizeof start, got - sizeof start);
    while (worker->problem.len < len)
        worker->problem.len += receive(worker->problem.data + worker->problem.len, len - worker->problem.len);
    if (!worker_answer(worker, &start.order, solver))
        _exit(0);
}

/* ---- the beginning ---- */

static void prepare_streams(bool keep_stderr)
{
    static char in[BUFSIZ], out[BUFSIZ];
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if ((fd != STDERR_FILENO || !keep_stderr) && dup2(null, fd) < 0)
            close(fd);
    if (null > STDERR_FILENO)
        close(null);
    setvbuf(stdin, in, _IOFBF, sizeof in); /* or stdio asks for the file's block size, which the sandbox forbids */
    setvbuf(stdout, out, _IOFBF, sizeof out);
}

/* ^C and its like stay blocked, since they are for the server, which drains; faults are let through. */
static void prepare_signals(void)
{
    static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigaddset(&set, faults[i]);
    signal(SIGABRT, on_abort);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    if (set_new_handler != NULL)
        set_new_handler(on_bad_alloc);
}

static void prepare_process(void)
{
    const struct rlimit none = {0, 0};
    FILE *score = fopen("/proc/self/oom_score_adj", "we"); /* when memory ends, a worker goes first */
    if (score != NULL) {
        fputs("1000", score);
        fclose(score);
    }
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    mallopt(M_ARENA_MAX, 1);
}

_Noreturn void worker_main(struct slot_flag *flag, bool keep_stderr)
{
    static struct worker worker;
    struct frame_head ready = {.type = FRAME_READY};
    prepare_streams(keep_stderr);
    prepare_signals();
    prepare_process();
    worker.flag = flag;
    worker.arena = nash_arena_new(0);
    worker.statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    footprint_begin(&worker);
    if (worker.arena == NULL || !sandbox_enter())
        _exit(1);
    footprint_limit(&worker);
    worker_send(&(struct iovec){&ready, sizeof ready}, 1);
    for (;;)
        next_order(&worker);
}
