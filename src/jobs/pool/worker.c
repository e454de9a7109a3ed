/* A worker: one order in, one verdict out. See worker.h.
 *
 * It locks itself down before it reads the first order. Its memory is limited anew for each run: what the process had
 * at its start, and what the kind's limit allows on top, for the arena and for libraries that allocate themselves. */
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
    SLACK_BYTES = 48 << 20, /* above a kind's memory: problem, result, heap in pieces */
    TRIM_BYTES = 16 << 20,  /* a run that held more gives its heap back */
    NOMEM_PROBE = 32 << 20
};

struct worker {
    struct nash_run run;
    const _Atomic int *cancel;
    struct nash_arena *arena;
    struct nash_buf problem, result;
    uint64_t base_bytes;  /* address space at the start */
    uint64_t limit_bytes; /* RLIMIT_AS as it is set */
};

/* ---- talking ---- */

static void receive(void *out, size_t count)
{
    for (char *at = out; count > 0;) {
        ssize_t got = recv(WORKER_SOCKET, at, count, MSG_WAITALL);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            _exit(0); /* the server is gone or wants us no more */
        at += got;
        count -= (size_t)got;
    }
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

static void progress(struct nash_run *run, const char *json, size_t len)
{
    int64_t now = clock_mono_ns();
    if (now < run->progress_next_ns)
        return;
    run->progress_next_ns = now + PROGRESS_EVERY_MS * INT64_C(1000000);
    send_frame(FRAME_PROGRESS, json, len, NULL, 0);
}

static enum nash_status emit(struct nash_run *run, const char *name, const void *bytes, size_t len)
{
    (void)run;
    if (len >= UINT32_MAX - 1024)
        return NASH_TOO_LARGE;
    send_frame(FRAME_BLOB, name, strlen(name) + 1, bytes, len);
    return NASH_OK;
}

/* ---- memory ---- */

static uint64_t address_space(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file != NULL) {
        if (fscanf(file, "%lu", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void limit_memory(struct worker *worker, const struct nash_solver *solver)
{
    uint64_t bytes = worker->base_bytes + solver->limits.memory_bytes + SLACK_BYTES;
    if (SANDBOX_SANITIZED || bytes == worker->limit_bytes)
        return;
    struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    getrlimit(RLIMIT_AS, &limit);
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
    worker->limit_bytes = bytes;
}

/* A C++ library whose memory ends calls abort(). Is that why? Then say so in a way the server understands. */
static void on_abort(int signal_number)
{
    (void)signal_number;
    void *probe = mmap(NULL, NOMEM_PROBE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED)
        _exit(WORKER_EXIT_NOMEM);
    signal(SIGABRT, SIG_DFL);
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

static void answer(struct worker *worker, const struct frame_order *order, const struct nash_solver *solver)
{
    bool final = false;
    struct nash_error error = {0};
    int64_t now = clock_mono_ns();
    worker->run = (struct nash_run){
        .arena = worker->arena,
        .seed = order->seed,
        .deadline_ns = now + order->timeout_ms * INT64_C(1000000),
        .cancel = worker->cancel,
        .progress = progress,
        .emit = emit,
        .progress_next_ns = now + PROGRESS_FIRST_MS * INT64_C(1000000),
    };
    nash_buf_reset(&worker->result);
    enum nash_status status = nash_solve_run(solver, order->format, worker->problem.data, worker->problem.len,
                                             order->want_text, &worker->run, &worker->result, &final, &error);
    struct frame_verdict verdict = {.status = status, .final = final, .stopped = (uint8_t)worker->run.stopped};
    if (status == NASH_OK) {
        send_frame(FRAME_RESULT, &verdict, sizeof verdict, worker->result.data, worker->result.len);
        return;
    }
    name_type(&error, status);
    send_frame(FRAME_RESULT, &verdict, sizeof verdict, &error, sizeof error);
}

/* Gives back what a large run took. */
static void tidy(struct worker *worker)
{
    if (nash_arena_peak(worker->arena) + worker->problem.room + worker->result.room < TRIM_BYTES &&
        mallinfo2().fordblks < TRIM_BYTES)
        return;
    nash_arena_reset(worker->arena, 0);
    nash_buf_free(&worker->problem);
    nash_buf_free(&worker->result);
    malloc_trim(0);
}

static void next_order(struct worker *worker)
{
    struct frame_head head;
    struct frame_order order;
    size_t count;
    receive(&head, sizeof head);
    receive(&order, sizeof order);
    const struct nash_solver *solver = nash_kinds(&count)[order.kind];
    limit_memory(worker, solver);
    nash_buf_reset(&worker->problem);
    if (!nash_buf_reserve(&worker->problem, head.len))
        _exit(WORKER_EXIT_NOMEM);
    worker->problem.len = head.len - sizeof order;
    receive(worker->problem.data, worker->problem.len);
    nash_arena_reset(worker->arena, solver->limits.memory_bytes);
    answer(worker, &order, solver);
    tidy(worker);
}

/* ---- the beginning ---- */

static void prepare_process(bool keep_stderr)
{
    const struct rlimit none = {0, 0};
    int null = open("/dev/null", O_RDWR);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fd != STDERR_FILENO || !keep_stderr)
            dup2(null, fd);
    close(null);
    FILE *score = fopen("/proc/self/oom_score_adj", "we"); /* when memory ends, a worker goes first */
    if (score != NULL) {
        fputs("1000", score);
        fclose(score);
    }
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    signal(SIGABRT, on_abort);
    signal(SIGINT, SIG_IGN); /* ^C is for the server, which drains */
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    mallopt(M_ARENA_MAX, 1);
}

_Noreturn void worker_main(unsigned slot, struct slot_flag *flag, bool keep_stderr)
{
    const struct rlimit no_more_files = {0, 0};
    struct worker worker = {.cancel = &flag->cancel, .arena = nash_arena_new(0)};
    (void)slot;
    prepare_process(keep_stderr);
    worker.base_bytes = address_space();
    if (worker.arena == NULL || !sandbox_enter() ||
        (!SANDBOX_SANITIZED && setrlimit(RLIMIT_NOFILE, &no_more_files) != 0))
        _exit(1);
    send_frame(FRAME_READY, NULL, 0, NULL, 0);
    for (;;)
        next_order(&worker);
}
