/* The kind "echo": {"say": "…", "sleep_ms": N, "partial": true, "await": "PATH", "read_ms": N}. Its answer is the text,
 * at once or after sleep_ms with progress reports; it stops on request. It serves to test the code around solvers. With
 * "await", the server (not a worker) makes the file PATH.begun when it reads the problem, and then waits for the file
 * PATH.go. With "read_ms", a worker takes so long to read the problem. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <nash/solver.h>
#include <solvers/kit/beside_text.h>

struct echo {
    const char *text;
    int64_t sleep_ms;
    bool partial;
};

static pid_t program; /* a process that was started as a program: the server, or the zygote, but no worker */

__attribute__((constructor)) static void note_program(void)
{
    program = getpid();
}

static void await_file(const char *path)
{
    enum { PATIENCE_MS = 60000 };
    char name[512];
    if (!path || getpid() != program)
        return;
    snprintf(name, sizeof name, "%s.begun", path);
    int fd = open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    snprintf(name, sizeof name, "%s.go", path);
    for (int ms = 0; ms < PATIENCE_MS && access(name, F_OK) != 0; ms++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void read_slowly(int64_t ms)
{
    for (; ms > 0 && getpid() != program; ms--)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static enum nash_status parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const members[] = {"say", "sleep_ms", "partial", "await", "read_ms", NULL};
    struct reader r;
    reader_root(&r, doc, arena, error);
    struct echo *echo = READER_NEW(&r, struct echo, 1);
    reader_only(&r, members);
    const char *text = reader_string(&r, "say", 4 << 20);
    echo->text = reader_copy(&r, text ? text : "");
    echo->sleep_ms = reader_int(&r, "sleep_ms", 0, 60000, 0);
    echo->partial = reader_bool(&r, "partial", false);
    await_file(reader_string(&r, "await", 256));
    read_slowly(reader_int(&r, "read_ms", 0, 60000, 0));
    *problem = echo;
    return reader_status(&r);
}

static enum nash_status parse_text(const char *text, size_t len, const struct nash_json *members,
                                   struct nash_arena *arena, void **problem, struct nash_error *error)
{
    enum nash_status status = reader_no_members(members, arena, error);
    if (status != NASH_OK || text == NULL)
        return status;
    struct echo *echo = NASH_NEW(arena, struct echo, 1);
    if (len > 0 && text[0] == '!')
        return nash_fail(error, NASH_UNPROCESSABLE, "", "a text must not begin with '!'");
    echo->text = nash_arena_strndup(arena, text, len);
    *problem = echo;
    return NASH_OK;
}

static void canon(const void *problem, struct nash_sha256 *sha)
{
    const struct echo *echo = problem;
    nash_sha256_string(sha, echo->text);
    nash_sha256_u64(sha, (uint64_t)echo->sleep_ms);
    nash_sha256_u64(sha, echo->partial);
}

static enum nash_status solve(const void *problem, struct nash_run *run, struct nash_result *result,
                              struct nash_error *error)
{
    const struct echo *echo = problem;
    bool stopped = false;
    (void)error;
    for (int64_t ms = 0; ms < echo->sleep_ms && !stopped; ms++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        run->clock_in = 0;
        stopped = nash_stop(run, 1);
        if (nash_progress_due(run))
            run->progress(run, "{\"asleep\":true}", 15);
    }
    result->final = !stopped && !echo->partial;
    result->answer = (void *)(uintptr_t)echo->text;
    return NASH_OK;
}

static enum nash_status verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct echo *echo = problem;
    return strcmp(result->answer, echo->text) == 0 ? NASH_OK : nash_fail(error, NASH_INTERNAL, "", "another text");
}

static void write_problem(const void *problem, struct nash_jsonw *out)
{
    const struct echo *echo = problem;
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "say", echo->text);
    nash_jsonw_object_end(out);
}

static void write_json(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    (void)problem;
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "text", result->answer);
    nash_jsonw_object_end(out);
}

static void write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    (void)problem;
    nash_buf_puts(out, result->answer);
}

static void text_of(const cJSON *result, struct nash_buf *out)
{
    nash_buf_puts(out, nash_json_get(result, "text")->valuestring);
}

extern const struct nash_solver nash_solver_echo;
const struct nash_solver nash_solver_echo = {
    .kind = "echo",
    .title = "Says it back",
    .version = "1",
    .limits = {.body_bytes = 8 << 20,
               .memory_bytes = 32 << 20,
               .result_bytes = 8 << 20,
               .time_ms_default = 10000,
               .time_ms_max = 60000},
    .parse = parse,
    .parse_text = parse_text,
    .canon = canon,
    .solve = solve,
    .verify = verify,
    .write_problem = write_problem,
    .write = write_json,
    .write_text = write_text,
    .text_of = text_of,
};
