/* The whole daemon compared with a bare libmicrohttpd server (../http/echo.c), alternately in one run, best of the
 * rounds. Prints ratios; asserts nothing about time.
 *
 * (No case has 128 connections: the bare server sleeps when exactly so many are ready, see
 * src/http/connection/epoll.c.)
 *
 *   bench_daemon NASHD SLOWSYNC.so [SECONDS_A_ROUND [ROUNDS]]
 *
 * SLOWSYNC.so makes each fdatasync() take 2 ms more, as a disk without a cache does: only there does group commit
 * matter. The store's benchmark measures it alone; here it is measured through HTTP and worker. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "echo.h"
#include "load.h"
#include "request.h"
#include "server.h"
#include "spawn.h"

enum { CONNECTIONS = 32, MANY = 96, ECHO_BODY = 1024, STARTS = 11 };

static const char *program, *slow_sync;
static double seconds = 0.5;
static int rounds = 7;
static unsigned connections = CONNECTIONS;

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static void die(const char *why)
{
    fprintf(stderr, "bench_daemon: %s\n", why);
    exit(1);
}

#define NINE "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

/* ---- measuring ---- */

struct side {
    const struct server *server;
    const struct text *text; /* NULL: a fresh problem each time */
    int status;
    double rate, p50, p99; /* of the best round */
};

static void run_side(struct side *side)
{
    struct load_plan plan = {
        .port = side->server->port, .connections = connections, .seconds = seconds, .status = side->status};
    struct load_result result;
    if (side->text != NULL) {
        plan.text = side->text->data;
        plan.len = side->text->len;
    } else {
        plan.make = text_fresh;
    }
    if (!load_run(&plan, &result) || result.wrong > 0)
        die("wrong replies");
    if (result.rate > side->rate) {
        side->rate = result.rate;
        side->p50 = result.p50_us;
        side->p99 = result.p99_us;
    }
}

static void compare(const char *name, struct side *bare, struct side *ours, const char *goal)
{
    bare->rate = 0;
    for (int i = 0; i < rounds; i++) {
        run_side(bare);
        run_side(ours);
    }
    printf("%-34s %8.0f %8.0f  %6.2fx  %-9s %6.0f %6.0f us  %5.1fx\n", name, bare->rate, ours->rate,
           ours->rate / bare->rate, goal, ours->p50, ours->p99, ours->p99 / ours->p50);
    fflush(stdout);
}

/* Returns the jobs per second when each is a transaction of its own, with the same settings of SQLite. */
static double one_by_one(const char *folder)
{
    char path[128];
    sqlite3 *db;
    sqlite3_stmt *insert;
    snprintf(path, sizeof path, "%s/single.db", folder);
    if (sqlite3_open(path, &db) != SQLITE_OK ||
        sqlite3_exec(
            db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE IF NOT EXISTS job (id BLOB, body BLOB)",
            NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(db, "INSERT INTO job VALUES (randomblob(16), randomblob(400))", -1, &insert, NULL) !=
            SQLITE_OK)
        die("SQLite failed");
    double begin = now();
    unsigned count = 0;
    while (now() - begin < seconds) {
        sqlite3_step(insert);
        sqlite3_reset(insert);
        count++;
    }
    double rate = count / (now() - begin);
    sqlite3_finalize(insert);
    sqlite3_close(db);
    return rate;
}

static void compare_commits(const char *name, const char *preload, const char *goal)
{
    struct daemon d = daemon_start(program, preload);
    struct side ours = {.server = &d.server, .status = 200};
    double single = 0;
    for (int i = 0; i < rounds; i++) {
        int ends[2];
        double rate = 0;
        if (pipe(ends) != 0)
            die("no pipe");
        pid_t pid = fork(); /* of its own, for LD_PRELOAD */
        if (pid == 0) {
            char fd[16], secs[32];
            snprintf(fd, sizeof fd, "%d", ends[1]);
            snprintf(secs, sizeof secs, "%g", seconds);
            if (preload != NULL)
                setenv("LD_PRELOAD", preload, 1);
            execl("/proc/self/exe", "bench_daemon", "--one-by-one", d.folder, fd, secs, (char *)NULL);
            _exit(127);
        }
        if (read(ends[0], &rate, sizeof rate) != sizeof rate)
            die("the single transactions failed");
        waitpid(pid, NULL, 0);
        close(ends[0]);
        close(ends[1]);
        if (rate > single)
            single = rate;
        run_side(&ours);
    }
    printf("%-34s %8.0f %8.0f  %6.2fx  %-9s %6.0f %6.0f us\n", name, single, ours.rate, ours.rate / single, goal,
           ours.p50, ours.p99);
    daemon_stop(&d);
}

/* ---- start and memory ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure_start(void)
{
    double ms[STARTS], idle = 0;
    struct text health;
    char reply[256];
    text_get(&health, "/healthz", "");
    for (int i = 0; i < STARTS; i++) {
        double begin = now();
        struct daemon d = daemon_start(program, NULL);
        text_ask(d.server.port, &health, reply, sizeof reply);
        ms[i] = (now() - begin) * 1e3;
        sleep(i == 0);
        idle = i == 0 ? process_mb(d.server.pid) : idle;
        daemon_stop(&d);
    }
    qsort(ms, STARTS, sizeof ms[0], by_size);
    printf("start to first 200: median %.1f ms, worst %.1f ms (<= 50); idle RSS of the server %.1f MB (<= 20)\n",
           ms[STARTS / 2], ms[STARTS - 1], idle);
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "--one-by-one") == 0) {
        seconds = strtod(argv[4], NULL);
        double rate = one_by_one(argv[2]);
        return write(atoi(argv[3]), &rate, sizeof rate) != sizeof rate;
    }
    if (argc < 3) {
        fprintf(stderr, "usage: bench_daemon NASHD SLOWSYNC.so [SECONDS_A_ROUND [ROUNDS]]\n");
        return 2;
    }
    program = argv[1];
    slow_sync = argv[2];
    seconds = argc > 3 ? strtod(argv[3], NULL) : seconds;
    rounds = argc > 4 ? atoi(argv[4]) : rounds;

    struct server echo = server_fork(echo_start);
    struct daemon d = daemon_start(program, NULL);
    static struct text echo_get, echo_post, nine, large, look, unchanged;
    static char body[ECHO_BODY + 1], reply[4096];
    char path[128], field[128];
    memset(body, 'b', ECHO_BODY);
    text_get(&echo_get, "/x", "");
    text_post(&echo_post, "/x", body, ECHO_BODY);
    text_post(&nine, "/v1/sudoku", "{\"puzzle\":\"" NINE "\"}", strlen(NINE) + 13);
    memset(body, '.', 625); /* only the cached answer matters, not the puzzle */
    memcpy(body, "{\"solutions\":1,\"puzzle\":\"A", 26);
    memcpy(body + 25 + 625, "\"}", 2);
    text_post(&large, "/v1/sudoku", body, 25 + 625 + 2);
    text_ask(d.server.port, &large, reply, sizeof reply);
    text_ask(d.server.port, &nine, reply, sizeof reply);
    const char *id = strstr(reply, "\"id\":\""), *etag = strstr(reply, "ETag: ");
    if (id == NULL || etag == NULL)
        die("no job came back");
    snprintf(path, sizeof path, "/v1/jobs/%.32s", id + 6);
    snprintf(field, sizeof field, "If-None-Match: %.*s\r\n", (int)strcspn(etag + 6, "\r"), etag + 6);
    text_get(&look, path, "");
    text_get(&unchanged, path, field);

    struct side bare_get = {.server = &echo, .text = &echo_get, .status = 200};
    struct side bare_post = {.server = &echo, .text = &echo_post, .status = 200};
    struct side cached = {.server = &d.server, .text = &nine, .status = 200};
    struct side cached_large = {.server = &d.server, .text = &large, .status = 200};
    struct side fresh = {.server = &d.server, .status = 200};
    struct side looked = {.server = &d.server, .text = &look, .status = 200};
    struct side same = {.server = &d.server, .text = &unchanged, .status = 304};
    printf("%d connections%20s %8s %8s  %7s  %-9s %6s %6s     p99/p50\n", CONNECTIONS, "requests/s:", "bare", "nashd",
           "ratio", "goal", "p50", "p99");
    compare("POST cached 9x9", &bare_post, &cached, ">= 0.6");
    compare("POST cached 25x25", &bare_post, &cached_large, ">= 0.6");
    compare("POST uncached, solved, durable", &bare_post, &fresh, ">= 0.15");
    connections = MANY;
    fresh.rate = 0;
    compare("the same, 96 connections", &bare_post, &fresh, "");
    connections = CONNECTIONS;
    compare("GET finished job", &bare_get, &looked, ">= 0.5");
    compare("GET finished job, 304", &bare_get, &same, ">= 0.8");
    daemon_stop(&d);
    server_stop(&echo);
    printf("%34s %8s %8s\n", "jobs/s:", "1 by 1", "nashd");
    compare_commits("against single transactions", NULL, "");
    compare_commits("a disk of 2 ms a sync", slow_sync, "");
    connections = MANY;
    compare_commits("the same, 96 connections", slow_sync, ">= 30");
    measure_start();
    return 0;
}
