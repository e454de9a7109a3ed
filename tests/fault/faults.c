/* The kind "fault": {"do": "…", "n": N}, or as text "… N". A solver that does each thing that a solver must not do, to
 * show that the server survives it. "n" makes problems different, and is a parameter of several faults. */
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <nash/solver.h>
#include <solvers/kit/beside_text.h>

struct fault {
    const struct misdeed *misdeed;
    int64_t n;
};

static volatile int sink;
static volatile unsigned turns;
int64_t fault_number; /* "n" of the current problem */

static enum nash_status do_segfault(struct nash_run *run)
{
    static volatile uintptr_t nowhere = 8; /* volatile, so that the compiler cannot remove the faulty access */
    (void)run;
    sink = *(volatile int *)nowhere;
    return NASH_OK;
}

static enum nash_status do_abort(struct nash_run *run)
{
    (void)run;
    abort();
}

static enum nash_status do_exit(struct nash_run *run)
{
    (void)run;
    _exit(7);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Winfinite-recursion"
__attribute__((noinline)) static int deeper(volatile char *above)
{
    volatile char room[4096];
    room[0] = above != NULL ? above[0] : 0;
    int below = deeper(room);
    return below + room[0];
}
#pragma GCC diagnostic pop

static enum nash_status do_stack_overflow(struct nash_run *run)
{
    (void)run;
    sink = deeper(NULL);
    return NASH_OK;
}

/* Uses up the arena and returns NASH_NOMEM, as a correct solver does. */
static enum nash_status do_eat_memory(struct nash_run *run)
{
    while (nash_arena_alloc(run->arena, 1 << 20) != NULL)
        continue;
    return NASH_NOMEM;
}

/* Allocates memory outside the arena and aborts when an allocation fails, as a library may do. */
static enum nash_status do_eat_malloc(struct nash_run *run)
{
    (void)run;
    for (;;) {
        char *block = malloc(1 << 20);
        if (block == NULL)
            abort();
        memset(block, 1, 1 << 20);
        sink = *(volatile char *)block; /* the read keeps the compiler from removing the block */
    }
}

/* Allocates n MiB outside the arena in small pieces and frees them, as a library may do. */
static enum nash_status do_use_malloc(struct nash_run *run)
{
    enum { PIECE = 64 << 10 };
    void **last = NULL;
    (void)run;
    for (int64_t left = fault_number << 20; left > 0; left -= PIECE) {
        void **piece = malloc(PIECE - 16);
        if (piece == NULL)
            abort();
        memset(piece, 1, PIECE - 16);
        *piece = last;
        last = piece;
    }
    while (last != NULL) {
        void **next = *last;
        free(last);
        last = next;
    }
    return NASH_OK;
}

/* Allocates two blocks of n MiB by operator new of C++, which throws an exception if memory is lacking. */
extern void *operator_new(size_t size) __asm__("_Znwm");

static enum nash_status do_bad_alloc(struct nash_run *run)
{
    (void)run;
    for (int i = 0; i < 2; i++) {
        char *block = operator_new((size_t)fault_number << 20);
        *block = 1;
        sink = *(volatile char *)block;
    }
    return NASH_OK;
}

static enum nash_status do_syscall(struct nash_run *run)
{
    (void)run;
    sink = (int)syscall(fault_number, -1L, -1L, -1L, -1L, -1L, -1L);
    return NASH_OK;
}

/* Lifts its own limit on memory. */
static enum nash_status do_lift_limit(struct nash_run *run)
{
    (void)run;
    const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
    return setrlimit(RLIMIT_AS, &none) == 0 ? NASH_OK : NASH_NOMEM;
}

enum nash_status fault_spin(struct nash_run *run)
{
    while (run != NULL)
        turns++;
    return NASH_OK;
}

/* Polls, and stops on request. */
static enum nash_status do_wait(struct nash_run *run)
{
    while (!nash_stop(run, 1))
        turns++;
    return NASH_OK;
}

static enum nash_status do_open(struct nash_run *run)
{
    (void)run;
    sink = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
    return NASH_OK;
}

static enum nash_status do_socket(struct nash_run *run)
{
    (void)run;
    sink = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return NASH_OK;
}

static enum nash_status do_fork(struct nash_run *run)
{
    (void)run;
    if (fork() == 0)
        _exit(0);
    return NASH_OK;
}

static enum nash_status do_exec(struct nash_run *run)
{
    (void)run;
    execl("/bin/true", "true", (char *)NULL);
    return NASH_OK;
}

static enum nash_status do_kill_parent(struct nash_run *run)
{
    (void)run;
    kill(getppid(), SIGKILL);
    return NASH_OK;
}

static enum nash_status do_executable_memory(struct nash_run *run)
{
    (void)run;
    sink = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
    return NASH_OK;
}

/* Reports more progress than the server accepts, without the host's own rate limit. Each report has 64 KiB, because on
 * a busy machine, small ones might stay below the limit of bytes per second. */
static enum nash_status do_flood_progress(struct nash_run *run)
{
    static char json[1 << 16];
    memset(json, 'x', sizeof json);
    memcpy(json, "{\"n\":\"", 6);
    memcpy(json + sizeof json - 2, "\"}", 2);
    while (!nash_stop(run, 1)) {
        run->progress_next_ns = 0;
        run->progress(run, json, sizeof json);
    }
    return NASH_OK;
}

static enum nash_status do_emit(struct nash_run *run)
{
    return run->emit != NULL ? run->emit(run, "note", "a blob\0with a NUL", 17) : NASH_OK;
}

/* Reports progress after a by-product (blob) that is larger than the limit of all progress. */
static enum nash_status do_emit_much(struct nash_run *run)
{
    enum { MUCH = 4 << 20 };
    char *much = calloc(1, MUCH);
    enum nash_status status = much != NULL ? run->emit(run, "much", much, MUCH) : NASH_NOMEM;
    free(much);
    run->progress_next_ns = 0;
    run->progress(run, "{\"n\":1}", 7);
    return status;
}

/* Emits more by-products (blobs) than may be kept, or the same one more often than is allowed in so short a time, and
 * returns the error, as a correct solver does. */
static enum nash_status emit_until_refused(struct nash_run *run, bool same)
{
    enum { MUCH = 32 << 20 };
    static const char much[MUCH];
    char name[] = "much-a";
    enum nash_status status = NASH_OK;
    for (int i = 0; i < 15 && status == NASH_OK; i++) {
        status = run->emit(run, name, much, MUCH);
        name[5] = (char)(name[5] + !same);
    }
    return status;
}

static enum nash_status do_emit_too_much(struct nash_run *run)
{
    return emit_until_refused(run, false);
}

static enum nash_status do_emit_too_often(struct nash_run *run)
{
    return emit_until_refused(run, true);
}

/* Emits a blob under a name that is not allowed. */
static enum nash_status do_emit_hidden(struct nash_run *run)
{
    return run->emit(run, ".hidden", "x", 1);
}

/* Reports progress that is valid JSON, but too long to be sent. */
static enum nash_status do_long_progress(struct nash_run *run)
{
    static char json[100000];
    memset(json, ' ', sizeof json);
    json[0] = '{';
    json[sizeof json - 1] = '}';
    run->progress_next_ns = 0;
    run->progress(run, json, sizeof json);
    return NASH_OK;
}

/* Runs n ms; reports progress when it is due, and stops on request. */
static enum nash_status do_slow(struct nash_run *run)
{
    bool stopped = false;
    for (int64_t ms = 0; ms < fault_number && !stopped; ms++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        run->clock_in = 0;
        stopped = nash_stop(run, 1);
        if (nash_progress_due(run))
            run->progress(run, "{\"slow\":true}", 13);
    }
    return NASH_OK;
}

/* Allocates n MiB outside the arena and never frees them; aborts if the allocation fails. */
static enum nash_status do_leak(struct nash_run *run)
{
    (void)run;
    char *block = malloc((size_t)fault_number << 20);
    if (block == NULL)
        abort();
    memset(block, 1, (size_t)fault_number << 20);
    sink = *(volatile char *)block;
    return NASH_OK;
}

static enum nash_status do_mangled_error(struct nash_run *run)
{
    (void)run;
    return NASH_INTERNAL;
}

static enum nash_status do_nothing(struct nash_run *run)
{
    (void)run;
    return NASH_OK;
}

static const struct misdeed {
    const char *name;
    enum nash_status (*run)(struct nash_run *run);
} misdeeds[] = {
    {"segfault", do_segfault},
    {"abort", do_abort},
    {"exit", do_exit},
    {"stack-overflow", do_stack_overflow},
    {"eat-memory", do_eat_memory},
    {"eat-malloc", do_eat_malloc},
    {"use-malloc", do_use_malloc},
    {"bad-alloc", do_bad_alloc},
    {"syscall", do_syscall},
    {"lift-limit", do_lift_limit},
    {"spin", fault_spin},
    {"wait", do_wait},
    {"open", do_open},
    {"socket", do_socket},
    {"fork", do_fork},
    {"exec", do_exec},
    {"kill-parent", do_kill_parent},
    {"executable-memory", do_executable_memory},
    {"flood-progress", do_flood_progress},
    {"flood-result", do_nothing},
    {"flood-raw", fault_flood_raw},
    {"huge-frame", fault_huge_frame},
    {"close-socket", fault_close_socket},
    {"emit", do_emit},
    {"emit-much", do_emit_much},
    {"emit-too-much", do_emit_too_much},
    {"emit-too-often", do_emit_too_often},
    {"emit-hidden", do_emit_hidden},
    {"long-progress", do_long_progress},
    {"out-of-turn", fault_second_result},
    {"answers-too-many", fault_answers_too_many},
    {"answers-cut", fault_answers_cut},
    {"answers-none", fault_answers_none},
    {"answers-two-lines", fault_answers_two_lines},
    {"answers-not-utf8", fault_answers_not_utf8},
    {"answers-bad-error", fault_answers_bad_error},
    {"answers-early-end", fault_answers_early_end},
    {"answers-late", fault_answers_late},
    {"read-garbage", fault_read_garbage},
    {"read-twice", fault_read_twice},
    {"read-then-result", fault_read_then_result},
    {"slow", do_slow},
    {"leak", do_leak},
    {"long-text", do_nothing},
    {"two-lines", do_nothing},
    {"mangled-error", do_mangled_error},
    {"wrong-answer", do_nothing},
    {"nothing", do_nothing},
};

static const struct misdeed *find(const char *name)
{
    for (size_t i = 0; i < sizeof misdeeds / sizeof misdeeds[0]; i++)
        if (strcmp(misdeeds[i].name, name) == 0)
            return &misdeeds[i];
    return NULL;
}

static pid_t parent; /* the process that has prepared; workers are its descendants */

static enum nash_status prepare(const char *data_dir, struct nash_error *error)
{
    (void)data_dir;
    (void)error;
    parent = getpid();
    return NASH_OK;
}

static bool is_worker(void)
{
    return getpid() != parent;
}

/* Does the misdeed of a problem with "reading": true while a worker reads it. */
static void do_while_reading(const struct fault *fault, struct nash_arena *arena)
{
    struct nash_run run = {.arena = arena};
    fault_number = fault->n;
    fault->misdeed->run(&run);
}

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const members[] = {"do", "n", "reading", NULL};
    struct fault *fault = NASH_NEW(arena, struct fault, 1);
    struct reader r;
    reader_root(&r, doc, arena, error);
    reader_only(&r, members);
    const char *name = reader_string(&r, "do", 64);
    fault->n = reader_int(&r, "n", 0, INT64_C(1) << 50, 0);
    fault->misdeed = find(name != NULL ? name : "");
    if (fault->misdeed == NULL)
        reader_fail(&r, NASH_INVALID, "do", "there is no misdeed \"%s\"", name != NULL ? name : "");
    else if (reader_bool(&r, "reading", false) && is_worker())
        do_while_reading(fault, arena);
    *problem = fault;
    return reader_status(&r);
}

/* Parses the text form "NAME N". */
static enum nash_status parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    enum nash_status status = reader_no_members(members, arena, error);
    if (status != NASH_OK || text == NULL)
        return status;
    struct fault *fault = NASH_NEW(arena, struct fault, 1);
    const char *space = memchr(text, ' ', len);
    *problem = fault;
    if (space == NULL || !nash_parse_int64(space + 1, len - (size_t)(space + 1 - text), &fault->n))
        return nash_fail(error, NASH_INVALID, "", "must be a misdeed and a number");
    fault->misdeed = find(nash_arena_strndup(arena, text, (size_t)(space - text)));
    return fault->misdeed != NULL ? NASH_OK : nash_fail(error, NASH_INVALID, "", "there is no such misdeed");
}

static void canon(const void *problem, struct nash_sha256 *sha)
{
    const struct fault *fault = problem;
    nash_sha256_string(sha, fault->misdeed->name);
    nash_sha256_u64(sha, (uint64_t)fault->n);
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct fault *fault = problem;
    fault_number = fault->n;
    enum nash_status status = fault->misdeed->run(run);
    if (fault->misdeed->run == do_mangled_error) {
        nash_fail(error, status, "", "cut within a character: \xe2\x82");
        memset(error->pointer, 0xff, sizeof error->pointer);
        return status;
    }
    result->final = run->stopped == NASH_STOP_NONE;
    result->answer = (void *)(uintptr_t)problem;
    return status == NASH_OK ? NASH_OK
                             : nash_fail(error, status, "", "the misdeed \"%s\" is done", fault->misdeed->name);
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct fault *fault = problem;
    (void)result;
    if (strcmp(fault->misdeed->name, "wrong-answer") == 0)
        return nash_fail(error, NASH_INTERNAL, "", "the answer is wrong, as it was meant to be");
    return NASH_OK;
}

enum { RESULT_BYTES = 100000 };

static void write_result(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct fault *fault = problem;
    (void)result;
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "did", fault->misdeed->name);
    if (strcmp(fault->misdeed->name, "flood-result") == 0) {
        nash_jsonw_karray(out, "flood");
        for (int i = 0; i < RESULT_BYTES; i++)
            nash_jsonw_int(out, i);
        nash_jsonw_array_end(out);
    }
    nash_jsonw_object_end(out);
}

static void text_of(const cJSON *result, struct nash_buf *out)
{
    (void)result;
    nash_buf_puts(out, "nothing happened");
}

static void write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct fault *fault = problem;
    (void)result;
    nash_buf_printf(out, "%s %lld", fault->misdeed->name, (long long)fault->n);
    if (strcmp(fault->misdeed->name, "two-lines") == 0)
        nash_buf_puts(out, "\nand more");
    for (int64_t i = 0; strcmp(fault->misdeed->name, "long-text") == 0 && i < fault->n; i++)
        nash_buf_putc(out, 'x');
}

extern const struct nash_solver nash_solver_fault;
const struct nash_solver nash_solver_fault = {
    .kind = "fault",
    .title = "Does what it must not",
    .version = "1",
    .limits = {.body_bytes = 96 << 20,
               .memory_bytes = 64 << 20,
               .result_bytes = RESULT_BYTES,
               .time_ms_default = 500,
               .time_ms_max = 60000},
    .prepare = prepare,
    .parse = parse,
    .parse_text = parse_text,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .write = write_result,
    .text_of = text_of,
    .write_text = write_text,
};
