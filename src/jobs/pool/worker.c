/* A worker: one order in, one verdict out. See worker.h.
 *
 * It locks itself down before it reads the first order. Its memory is limited anew for each run: what the process had
 * at its start, and what the kind's limit allows on top, for the arena and for libraries that allocate themselves. A
 * process that has grown and cannot give back what it took (a heap in pieces) would run the next order in less; so it
 * says that it retires, and a new one takes its place. */
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

#include <base/clock.h>
#include <jobs/pool/frame.h>
#include <jobs/pool/sandbox.h>
#include <jobs/pool/worker.h>

enum {
    PROGRESS_FIRST_MS = 100,
    PROGRESS_EVERY_MS = 250,
    INBOX_BYTES = 16 << 10, /* most orders come whole in one read */
    SLACK_BYTES = 48 << 20, /* above a kind's memory: problem, result, heap in pieces */
    TRIM_BYTES = 16 << 20,  /* a run that held more gives its heap back */
    GROWN_BYTES = 24 << 20, /* a process that still has this much more than at its start retires */
    BASE_BYTES = 256 << 20, /* address space at the start, where it cannot be read */
    NOMEM_PROBE = 32 << 20
};

struct worker {
    struct nash_run run;
    const _Atomic int *cancel;
    struct nash_arena *arena;
    struct nash_buf problem, result;
    int statm;            /* /proc/self/statm; -1 = not there */
    uint64_t base_bytes;  /* address space at the start */
    uint64_t limit_bytes; /* RLIMIT_AS as it is set */
    uint64_t emitted;     /* bytes of by-products of this run */
    char inbox[INBOX_BYTES];
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

static void send_frame(enum frame_type type, const void *first, size_t first_len, const void *second, size_t second_len)
{
    struct frame_head head = {.len = (uint32_t)(first_len + second_len), .type = type};
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)(uintptr_t)first, first_len}, {(void *)(uintptr_t)second, second_len}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = 3};
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

/* Too long a report is left out: it is only for people. */
static void progress(struct nash_run *run, const char *json, size_t len)
{
    int64_t now = clock_mono_ns();
    if (now < run->progress_next_ns || len > FRAME_PROGRESS_MOST)
        return;
    run->progress_next_ns = now + PROGRESS_EVERY_MS * INT64_C(1000000);
    send_frame(FRAME_PROGRESS, json, len, NULL, 0);
}

static enum nash_status emit(struct nash_run *run, const char *name, const void *bytes, size_t len)
{
    struct worker *worker = (struct worker *)run; /* its first member */
    size_t name_len = strlen(name) + 1;
    if (name_len == 1 || name_len + len < len || name_len + len > FRAME_BLOBS_MOST - worker->emitted)
        return NASH_TOO_LARGE;
    worker->emitted += name_len + len;
    send_frame(FRAME_BLOB, name, name_len, bytes, len);
    return NASH_OK;
}

/* ---- memory ---- */

/* 0 = unknown. No stdio: it works in the sandbox too. */
static uint64_t address_space(const struct worker *worker)
{
    char text[32];
    ssize_t got = worker->statm >= 0 ? pread(worker->statm, text, sizeof text - 1, 0) : -1;
    if (got <= 0)
        return 0;
    text[got] = '\0';
    return strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit_address_space(struct worker *worker, uint64_t bytes)
{
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    if (SANDBOX_SANITIZED || bytes == worker->limit_bytes)
        return;
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    if (worker->limit_bytes == 0) /* the first and largest one */
        limit.rlim_max = limit.rlim_cur;
    setrlimit(RLIMIT_AS, &limit);
    worker->limit_bytes = bytes;
}

static uint64_t limit_for(const struct worker *worker, const struct nash_solver *solver)
{
    return worker->base_bytes + solver->limits.memory_bytes + SLACK_BYTES;
}

/* No run of any kind may ever have more than this. */
static void limit_for_good(struct worker *worker)
{
    size_t count;
    uint64_t most = 0;
    const struct nash_solver *const *kinds = nash_kinds(&count);
    for (size_t i = 0; i < count; i++)
        if (limit_for(worker, kinds[i]) > most)
            most = limit_for(worker, kinds[i]);
    limit_address_space(worker, most);
}

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

/* Gives back what a large run took; true when that does not bring the process near where it began. */
static bool tidy(struct worker *worker)
{
    if (nash_arena_peak(worker->arena) + worker->problem.room + worker->result.room < TRIM_BYTES &&
        mallinfo2().fordblks < TRIM_BYTES)
        return false;
    nash_arena_reset(worker->arena, 0);
    nash_buf_free(&worker->problem);
    malloc_trim(0);
    uint64_t now = address_space(worker);
    return now == 0 || now > worker->base_bytes + GROWN_BYTES;
}

/* ---- solving ---- */

/* An error always has a type by which the server and the job's reader know it. */
static void name_type(struct nash_error *error, enum nash_status status)
{
    if (error->type[0] == '\0' && status == NASH_TOO_LARGE)
        strcpy(error->type, "output-limit");
    else if (error->type[0] == '\0' && status == NASH_NOMEM)
        strcpy(error->type, "out-of-memory");
}

static void begin_run(struct worker *worker, const struct frame_order *order)
{
    int64_t now = clock_mono_ns();
    worker->emitted = 0;
    worker->run = (struct nash_run){
        .arena = worker->arena,
        .seed = order->seed,
        .deadline_ns = now + order->timeout_ms * INT64_C(1000000),
        .cancel = worker->cancel,
        .progress = progress,
        .emit = emit,
        .progress_next_ns = now + PROGRESS_FIRST_MS * INT64_C(1000000),
    };
}

static void answer(struct worker *worker, const struct frame_order *order, const struct nash_solver *solver)
{
    bool final = false;
    struct nash_error error = {0};
    begin_run(worker, order);
    nash_buf_reset(&worker->result);
    enum nash_status status = nash_solve_run(solver, order->format, worker->problem.data, worker->problem.len,
                                             order->want_text, &worker->run, &worker->result, &final, &error);
    struct frame_verdict verdict = {
        .status = status, .final = final, .stopped = (uint8_t)worker->run.stopped, .retires = tidy(worker)};
    if (status == NASH_OK) {
        send_frame(FRAME_RESULT, &verdict, sizeof verdict, worker->result.data, worker->result.len);
    } else {
        name_type(&error, status);
        send_frame(FRAME_RESULT, &verdict, sizeof verdict, &error, sizeof error);
    }
    if (verdict.retires)
        _exit(0);
}

static void next_order(struct worker *worker)
{
    struct frame_solve start;
    size_t count, got = 0;
    while (got < sizeof start)
        got += receive(worker->inbox + got, sizeof worker->inbox - got);
    memcpy(&start, worker->inbox, sizeof start);
    const struct nash_solver *solver = nash_kinds(&count)[start.order.kind];
    size_t len = start.head.len - sizeof start.order;
    limit_address_space(worker, limit_for(worker, solver));
    nash_buf_reset(&worker->problem);
    if (!nash_buf_reserve(&worker->problem, len + 1))
        _exit(WORKER_EXIT_NOMEM);
    nash_buf_add(&worker->problem, worker->inbox + sizeof start, got - sizeof start);
    while (worker->problem.len < len)
        worker->problem.len += receive(worker->problem.data + worker->problem.len, len - worker->problem.len);
    nash_arena_reset(worker->arena, solver->limits.memory_bytes);
    answer(worker, &start.order, solver);
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
    prepare_streams(keep_stderr);
    prepare_signals();
    prepare_process();
    worker.cancel = &flag->cancel;
    worker.arena = nash_arena_new(0);
    worker.statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    worker.base_bytes = address_space(&worker);
    if (worker.base_bytes == 0)
        worker.base_bytes = BASE_BYTES;
    if (worker.arena == NULL || !sandbox_enter())
        _exit(1);
    limit_for_good(&worker);
    send_frame(FRAME_READY, NULL, 0, NULL, 0);
    for (;;)
        next_order(&worker);
}
