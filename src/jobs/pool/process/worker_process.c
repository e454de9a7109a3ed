/* The life of a worker process: it locks itself down, then takes one problem or chunk after the other (solve_loop.c)
 * within its memory limit (memory_limit.c). */
#include "worker_process.h"

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

#include "solve_loop.h"

enum {
    INBOX_BYTES = 16 << 10, /* most work arrives in one read */
    NOMEM_PROBE = 32 << 20  /* bytes; memory has run out when so many cannot be mapped */
};

/* ---- out of memory ---- */

/* A C library without memory calls abort(). If memory has run out, exits with a status that the server recognizes. */
static void exit_without_memory(void)
{
    void *probe = mmap(NULL, NOMEM_PROBE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (probe == MAP_FAILED)
        _exit(WORKER_EXIT_NOMEM);
    munmap(probe, NOMEM_PROBE);
}

/* A C++ library without memory throws std::bad_alloc, which nothing catches here; so a handler that runs before the
 * throw ends the process. This is std::set_new_handler(), absent where no C++ is linked. */
typedef void (*new_handler)(void);
extern new_handler set_new_handler(new_handler handler) __asm__("_ZSt15set_new_handlerPFvvE") __attribute__((weak));

static void on_bad_alloc(void)
{
    _exit(WORKER_EXIT_NOMEM);
}

/* ---- faults ---- */

static pid_t own_pid;

/* Handles the signal of a fault. If another process has sent it, ends with a status that gives the signal; otherwise
 * ends by the signal, as without a handler. On a full stack this does not run: the kernel ends the process. */
static void on_fault(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code <= 0 && info->si_pid != own_pid) /* SI_USER, SI_QUEUE, SI_TKILL */
        _exit(WORKER_EXIT_SIGNAL + signal_number);
    if (signal_number == SIGABRT)
        exit_without_memory();
    signal(signal_number, SIG_DFL);
    raise(signal_number); /* is delivered at the return */
}

/* ---- work ---- */

/* Fills a buffer with the next `len` bytes, of which the first ones, at most `*there`, are in *inbox already. Takes
 * them off the inbox. */
static void receive_part(struct nash_buf *buf, size_t len, const char **inbox, size_t *there)
{
    size_t first = *there < len ? *there : len;
    nash_buf_reset(buf);
    buf->cap = len + 1; /* no spare room: a problem may be long, and does not grow */
    if (!nash_buf_reserve(buf, len + 1))
        _exit(WORKER_EXIT_NOMEM);
    nash_buf_add(buf, *inbox, first);
    *inbox += first;
    *there -= first;
    while (buf->len < len)
        buf->len += process_receive(buf->data + buf->len, len - buf->len);
}

static void process_next_work(struct worker_process *process)
{
    static char inbox[INBOX_BYTES];
    const char *rest = inbox + sizeof(struct frame_solve);
    struct frame_solve start;
    size_t count, got = 0;
    while (got < sizeof start)
        got += process_receive(inbox + got, sizeof inbox - got);
    memcpy(&start, inbox, sizeof start);
    const struct nash_solver *solver = nash_kinds(&count)[start.work.kind];
    size_t len = start.head.len - sizeof start.work;
    memory_limit_set(process, solver, len);
    got -= sizeof start;
    receive_part(&process->problem, len - start.work.resume_len, &rest, &got);
    if (start.work.resume_len > 0)
        receive_part(&process->resume, start.work.resume_len, &rest, &got);
    if (start.work.background)
        process_lower_priority(process);
    nash_buf_reset(&process->result);
    nash_arena_reset(process->arena, solver->limits.memory_bytes);
    if (!(start.work.reads ? process_read : process_work)(process, &start.work, solver))
        _exit(0);
}

/* ---- start ---- */

static void prepare_streams(bool keep_stderr)
{
    static char in[BUFSIZ], out[BUFSIZ];
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if ((fd != STDERR_FILENO || !keep_stderr) && dup2(null, fd) < 0)
            close(fd);
    if (null > STDERR_FILENO)
        close(null);
    setvbuf(stdin, in, _IOFBF, sizeof in); /* else stdio reads the file's block size, which the sandbox forbids */
    setvbuf(stdout, out, _IOFBF, sizeof out);
}

/* ^C and similar signals stay blocked, since the server handles them by draining; faults are let through. A sanitizer
 * has handlers of its own for most of them. */
static void prepare_signals(void)
{
    static const int faults[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
    const struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigset_t set;
    own_pid = getpid();
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        sigaddset(&set, faults[i]);
        if (!SANDBOX_SANITIZED || faults[i] == SIGABRT)
            sigaction(faults[i], &action, NULL);
    }
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    if (set_new_handler != NULL)
        set_new_handler(on_bad_alloc);
}

static void prepare_process(void)
{
    const struct rlimit none = {0, 0};
    FILE *score = fopen("/proc/self/oom_score_adj", "we"); /* when memory runs out, the kernel kills workers first */
    if (score != NULL) {
        fputs("1000", score);
        fclose(score);
    }
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_FSIZE, &none);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    mallopt(M_ARENA_MAX, 1);
}

_Noreturn void worker_process_main(struct worker_flag *flag, bool keep_stderr)
{
    static struct worker_process process;
    struct frame_head ready = {.type = FRAME_READY};
    prepare_streams(keep_stderr);
    prepare_signals();
    prepare_process();
    process.flag = flag;
    process.arena = nash_arena_new(0);
    process.statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    memory_limit_init(&process);
    if (process.arena == NULL || !sandbox_enter())
        _exit(1);
    memory_limit_lock(&process);
    process_send(&(struct iovec){&ready, sizeof ready}, 1);
    for (;;)
        process_next_work(&process);
}
