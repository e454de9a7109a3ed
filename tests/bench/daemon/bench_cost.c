/* The processor time of a request in the server process, and in its workers, compared with that of a bare
 * libmicrohttpd server (../http/echo.c) for a request of the same length; alternately in one run, the least of the
 * rounds. Our replies are longer: they have some 300 bytes of fields and the job. With --syscalls also counts system
 * calls a job, by strace. Works with an older nashd too.
 *
 *   bench_cost NASHD [SECONDS_A_ROUND [ROUNDS [--syscalls]]] */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "echo.h"
#include "load.h"
#include "request.h"
#include "server.h"
#include "spawn.h"

enum { CONNECTIONS = 32, WORKERS_MAX = 64 };

static double seconds = 0.5;
static int rounds = 7;

static void die(const char *why)
{
    fprintf(stderr, "bench_cost: %s\n", why);
    exit(1);
}

static double workers_cpu(const struct daemon *d)
{
    pid_t worker[WORKERS_MAX];
    unsigned count = daemon_workers(d, worker, WORKERS_MAX);
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += server_cpu(worker[i]);
    return sum;
}

/* One kind of request to one server. */
struct side {
    const struct server *server;
    const struct daemon *daemon; /* NULL: no workers */
    const struct text *text;     /* NULL: a fresh problem each time */
    int status;
    double us, worker_us; /* least of the rounds, a request */
};

static void run_side(struct side *side)
{
    struct load_plan plan = {
        .port = side->server->port, .connections = CONNECTIONS, .seconds = seconds, .status = side->status};
    struct load_result result;
    if (side->text != NULL) {
        plan.text = side->text->data;
        plan.len = side->text->len;
    } else {
        plan.make = text_fresh;
    }
    double before = server_cpu(side->server->pid), worker_before = side->daemon ? workers_cpu(side->daemon) : 0;
    if (!load_run(&plan, &result) || result.wrong > 0)
        die("wrong replies");
    double us = (server_cpu(side->server->pid) - before) * 1e6 / (double)result.replies;
    if (side->us != 0 && us >= side->us)
        return;
    side->us = us;
    side->worker_us = side->daemon ? (workers_cpu(side->daemon) - worker_before) * 1e6 / (double)result.replies : 0;
}

static void compare(const char *name, struct side *bare, struct side *ours)
{
    bare->us = 0;
    for (int i = 0; i < rounds; i++) {
        run_side(bare);
        run_side(ours);
    }
    printf("%-32s %8.2f %8.2f  %6.2fx %10.2f\n", name, bare->us, ours->us, bare->us / ours->us, ours->worker_us);
    fflush(stdout);
}

/* ---- system calls ---- */

/* Attaches strace to all threads of a process. Returns its process id, after it has attached. */
static pid_t strace_start(pid_t pid, const char *path)
{
    pid_t tracer = fork();
    if (tracer == 0) {
        char number[16];
        snprintf(number, sizeof number, "%d", (int)pid);
        execlp("strace", "strace", "-f", "-q", "-c", "-o", path, "-p", number, (char *)NULL);
        _exit(127);
    }
    nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
    return tracer;
}

/* Prints the calls a job, from the table of strace -c: time, seconds, usecs/call, calls, [errors], name. */
static void print_calls(const char *path, double jobs)
{
    char line[256], name[64], more[64];
    double total = 0;
    unsigned long calls;
    FILE *file = fopen(path, "re");
    if (file == NULL)
        die("strace has written nothing");
    while (fgets(line, sizeof line, file) != NULL) {
        int fields = sscanf(line, "%*f %*f %*u %lu %63s %63s", &calls, name, more);
        if (fields < 2 || strstr(line, " total") != NULL)
            continue;
        total += (double)calls;
        if ((double)calls / jobs >= 0.5)
            printf(" %.1f %s", (double)calls / jobs, fields == 3 ? more : name);
    }
    printf("; %.1f in all\n", total / jobs);
    fclose(file);
}

/* Counts the system calls of fresh jobs on so many connections. */
static void count_calls(const struct daemon *d, unsigned connections)
{
    char path[96];
    struct load_plan plan = {.port = d->server.port, .connections = connections, .seconds = 2, .status = 200};
    struct load_result result;
    plan.make = text_fresh;
    snprintf(path, sizeof path, "%s/strace", d->folder);
    pid_t tracer = strace_start(d->server.pid, path);
    bool done = load_run(&plan, &result) && result.wrong == 0;
    kill(tracer, SIGINT);
    waitpid(tracer, NULL, 0);
    if (!done)
        die("wrong replies under strace");
    printf("system calls a job, %u connection%s:", connections, connections > 1 ? "s" : "");
    print_calls(path, (double)result.replies);
}

int main(int argc, char **argv)
{
    static const char problem[] =
        "{\"puzzle\":\"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\"}";
    static struct text echo_get, echo_post, nine, look, unchanged;
    static char reply[4096];
    char path[128], field[128];
    if (argc < 2) {
        fprintf(stderr, "usage: bench_cost NASHD [SECONDS_A_ROUND [ROUNDS [--syscalls]]]\n");
        return 2;
    }
    seconds = argc > 2 ? strtod(argv[2], NULL) : seconds;
    rounds = argc > 3 ? atoi(argv[3]) : rounds;
    struct server echo = server_fork(echo_start);
    struct daemon d = daemon_start(argv[1], NULL);
    text_get(&echo_get, "/v1/jobs/0123456789abcdef0123456789abcdef", "");
    text_post(&echo_post, "/v1/sudoku", problem, sizeof problem - 1);
    text_post(&nine, "/v1/sudoku", problem, sizeof problem - 1);
    text_ask(d.server.port, &nine, reply, sizeof reply);
    const char *id = strstr(reply, "\"id\":\""), *etag = strstr(reply, "ETag: ");
    if (id == NULL || etag == NULL)
        die("no job came back");
    snprintf(path, sizeof path, "/v1/jobs/%.32s", id + 6);
    snprintf(field, sizeof field, "If-None-Match: %.*s\r\n", (int)strcspn(etag + 6, "\r"), etag + 6);
    text_get(&look, path, "");
    text_ask(d.server.port, &look, reply, sizeof reply); /* the reply of GET has its own tag */
    if ((etag = strstr(reply, "ETag: ")) != NULL)
        snprintf(field, sizeof field, "If-None-Match: %.*s\r\n", (int)strcspn(etag + 6, "\r"), etag + 6);
    text_get(&unchanged, path, field);

    struct side bare_get = {.server = &echo, .text = &echo_get, .status = 200};
    struct side bare_post = {.server = &echo, .text = &echo_post, .status = 200};
    struct side looked = {.server = &d.server, .text = &look, .status = 200};
    struct side same = {.server = &d.server, .text = &unchanged, .status = 304};
    struct side cached = {.server = &d.server, .text = &nine, .status = 200};
    struct side fresh = {.server = &d.server, .daemon = &d, .status = 200};
    printf("%-32s %8s %8s  %7s %10s\n", "CPU us a request", "bare", "nashd", "ratio", "workers");
    compare("GET finished job", &bare_get, &looked);
    compare("GET finished job, 304", &bare_get, &same);
    compare("POST cached", &bare_post, &cached);
    compare("POST uncached, solved, durable", &bare_post, &fresh);
    if (argc > 4 && strcmp(argv[4], "--syscalls") == 0) {
        count_calls(&d, 1);
        count_calls(&d, CONNECTIONS);
    }
    daemon_stop(&d);
    server_stop(&echo);
    return 0;
}
