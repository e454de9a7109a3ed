/* Many Sudokus through POST /v1/sudoku/batch against the same ones solved by libnash in one thread of this process,
 * alternately. Prints the cost of the transport as processor time per line and process, which does not depend on the
 * number of cores; then the lines per second that follow for one worker, and the memory for a million lines. Prints
 * ratios; asserts nothing about time.
 *
 *     bench_batch NASHD [FILE [ROUNDS]]
 *
 * FILE has one puzzle a line; without one, lines are made here: known puzzles, turned and renamed at random. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <nash/nash.h>
#include <nash/rng.h>

#include "spawn.h"

enum { LINES = 200000, MILLION = 1000000, MADE = 5000, WORKERS_MOST = 8, CELLS = 81 };

static _Noreturn void die(const char *why)
{
    fprintf(stderr, "bench_batch: %s\n", why);
    exit(1);
}

/* ---- lines ---- */

/* All lines of a round, one after the other. */
struct lines {
    char *text;
    size_t len;
    unsigned count;
};

static void shuffle(struct nash_rng *rng, int *list, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)nash_rng_below(rng, (uint64_t)i + 1), kept = list[i];
        list[i] = list[j];
        list[j] = kept;
    }
}

/* Nine rows (or columns) in an order that keeps the boxes. */
static void shuffle_bands(struct nash_rng *rng, int order[9])
{
    int band[3] = {0, 1, 2};
    shuffle(rng, band, 3);
    for (int b = 0; b < 3; b++) {
        int row[3] = {0, 1, 2};
        shuffle(rng, row, 3);
        for (int r = 0; r < 3; r++)
            order[3 * b + r] = 3 * band[b] + row[r];
    }
}

/* The same puzzle to a person, another one to a program. */
static void disguise(struct nash_rng *rng, const char *puzzle, char *out)
{
    int row[9], col[9], digit[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    shuffle_bands(rng, row);
    shuffle_bands(rng, col);
    shuffle(rng, digit, 9);
    bool turned = nash_rng_below(rng, 2) != 0;
    for (int r = 0; r < 9; r++)
        for (int c = 0; c < 9; c++) {
            char given = puzzle[turned ? 9 * col[c] + row[r] : 9 * row[r] + col[c]];
            out[9 * r + c] = given == '.' ? '.' : (char)('0' + digit[given - '1']);
        }
    out[CELLS] = '\n';
}

static char *make_puzzles(size_t *len)
{
    static const char *const known[] = {
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    };
    struct nash_rng rng;
    nash_rng_seed(&rng, 9);
    *len = (size_t)MADE * (CELLS + 1);
    char *text = malloc(*len);
    for (int i = 0; text != NULL && i < MADE; i++)
        disguise(&rng, known[i % 4], text + (size_t)i * (CELLS + 1));
    return text;
}

static char *read_puzzles(const char *path, size_t *len)
{
    enum { ROOM = 64 << 20 };
    char *text = malloc(ROOM);
    FILE *file = fopen(path, "re");
    if (file == NULL || text == NULL)
        die("the file cannot be read");
    *len = fread(text, 1, ROOM - 1, file);
    fclose(file);
    if (*len > 0 && text[*len - 1] != '\n')
        text[(*len)++] = '\n';
    return text;
}

/* The puzzles again and again, remarks and empty lines left out. */
static struct lines repeat(const char *puzzles, size_t len, unsigned count)
{
    struct nash_buf all = NASH_BUF_INIT(0);
    unsigned done = 0;
    while (done < count && !all.failed) {
        unsigned before = done;
        for (const char *at = puzzles, *next; at < puzzles + len && done < count; at = next) {
            next = (const char *)memchr(at, '\n', (size_t)(puzzles + len - at)) + 1;
            if (at[0] == '#' || at[0] == '\n')
                continue;
            nash_buf_add(&all, at, (size_t)(next - at));
            done++;
        }
        if (done == before)
            die("there are no puzzles");
    }
    struct lines lines = {.count = count};
    lines.text = nash_buf_steal(&all, &lines.len);
    return lines;
}

/* ---- in this process ---- */

static double seconds_of(clockid_t clock)
{
    struct timespec at;
    clock_gettime(clock, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

/* As a worker does it, less the messages: one arena and one buffer for all lines. */
static double solve_here(const struct lines *lines, bool want_text)
{
    const struct nash_solver *solver = nash_find_kind("sudoku", strlen("sudoku"));
    struct nash_run run = {.arena = nash_arena_new(solver->limits.memory_bytes)};
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error;
    bool final;
    double begin = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    for (const char *at = lines->text, *end = at + lines->len; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        run = (struct nash_run){.arena = run.arena};
        nash_arena_reset(run.arena, solver->limits.memory_bytes);
        nash_buf_reset(&out);
        nash_solve_run(solver, NASH_FORMAT_TEXT, at, (size_t)(stop - at), want_text, &run, &out, &final, &error);
        at = stop + 1;
    }
    double spent = seconds_of(CLOCK_THREAD_CPUTIME_ID) - begin;
    nash_buf_free(&out);
    nash_arena_free(run.arena);
    return spent * 1e6 / lines->count;
}

/* ---- through the server ---- */

static void send_all(int fd, const char *bytes, size_t len)
{
    for (ssize_t sent; len > 0; bytes += sent, len -= (size_t)sent)
        if ((sent = send(fd, bytes, len, MSG_NOSIGNAL)) <= 0)
            die("the batch was cut");
}

struct sender {
    int fd;
    const struct lines *lines;
};

static void *send_body(void *context)
{
    const struct sender *sender = context;
    send_all(sender->fd, sender->lines->text, sender->lines->len);
    return NULL;
}

/* Reads to the end. Lines of the head and of chunks end in "\r\n", answers in "\n". */
static unsigned count_answers(int fd)
{
    static char piece[1 << 18];
    unsigned answers = 0;
    char last = '\0';
    for (ssize_t got; (got = recv(fd, piece, sizeof piece, 0)) > 0;)
        for (ssize_t i = 0; i < got; i++) {
            answers += piece[i] == '\n' && last != '\r';
            last = piece[i];
        }
    return answers;
}

static void post_batch(uint16_t port, const struct lines *lines, bool want_text)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    char head[256];
    pthread_t thread;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    struct sender sender = {.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), .lines = lines};
    if (connect(sender.fd, (struct sockaddr *)&address, sizeof address) != 0)
        die("no connection");
    int len = snprintf(head, sizeof head,
                       "POST /v1/sudoku/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                       "Content-Type: text/plain\r\nAccept: %s\r\nContent-Length: %zu\r\n\r\n",
                       want_text ? "text/plain" : "application/x-ndjson", lines->len);
    send_all(sender.fd, head, (size_t)len);
    if (pthread_create(&thread, NULL, send_body, &sender) != 0)
        die("no thread");
    unsigned answers = count_answers(sender.fd);
    pthread_join(thread, NULL);
    close(sender.fd);
    if (answers != lines->count) {
        fprintf(stderr, "%u answers to %u lines\n", answers, lines->count);
        exit(1);
    }
}

/* ---- measuring ---- */

static double cpu_of_workers(const struct daemon *d)
{
    pid_t found[WORKERS_MOST];
    double sum = 0;
    for (unsigned i = daemon_workers(d, found, WORKERS_MOST); i > 0; i--)
        sum += server_cpu(found[i - 1]);
    return sum;
}

/* us a line; of the best round. */
struct costs {
    double here, server, workers, wall;
};

static void measure(const struct daemon *d, const struct lines *lines, bool want_text, struct costs *best)
{
    struct costs now = {.here = solve_here(lines, want_text)};
    double server = server_cpu(d->server.pid), workers = cpu_of_workers(d), wall = seconds_of(CLOCK_MONOTONIC);
    post_batch(d->server.port, lines, want_text);
    now.server = (server_cpu(d->server.pid) - server) * 1e6 / lines->count;
    now.workers = (cpu_of_workers(d) - workers) * 1e6 / lines->count;
    now.wall = (seconds_of(CLOCK_MONOTONIC) - wall) * 1e6 / lines->count;
    if (best->here == 0 || now.here < best->here)
        best->here = now.here;
    if (best->wall == 0 || now.server + now.workers < best->server + best->workers) {
        best->server = now.server;
        best->workers = now.workers;
    }
    if (best->wall == 0 || now.wall < best->wall)
        best->wall = now.wall;
}

static void compare(const struct daemon *d, const struct lines *lines, bool want_text, int rounds)
{
    struct costs best = {0};
    for (int i = 0; i < rounds; i++)
        measure(d, lines, want_text, &best);
    double all = best.server + best.workers;
    printf("%-7s %8.2f %8.2f %8.2f %8.2f %8.2f  %9.0f %8.2f\n", want_text ? "text" : "NDJSON", best.here, best.workers,
           best.server, all, best.here / all, 1e6 / best.wall, best.here / best.wall);
    fflush(stdout);
}

static void measure_memory(const struct daemon *d, const char *puzzles, size_t len)
{
    pid_t worker = 0;
    struct lines lines = repeat(puzzles, len, MILLION);
    daemon_workers(d, &worker, 1);
    for (int i = 0; i < 2; i++) {
        double server = process_mb(d->server.pid), its = process_mb(worker);
        post_batch(d->server.port, &lines, i == 0);
        printf("10^6 lines, %-6s: server %.1f -> %.1f MB, worker %.1f -> %.1f MB\n", i == 0 ? "text" : "NDJSON", server,
               process_mb(d->server.pid), its, process_mb(worker));
    }
    free(lines.text);
}

int main(int argc, char **argv)
{
    struct nash_error error;
    size_t len;
    if (argc < 2) {
        fprintf(stderr, "usage: bench_batch NASHD [FILE [ROUNDS]]\n");
        return 2;
    }
    if (nash_prepare(NULL, &error) != NASH_OK)
        die(error.detail);
    char *puzzles = argc > 2 && argv[2][0] != '\0' ? read_puzzles(argv[2], &len) : make_puzzles(&len);
    struct lines lines = repeat(puzzles, len, LINES);
    setenv("NASHD_WORKERS", "1", 1);
    struct daemon d = daemon_start(argv[1], NULL);
    int rounds = argc > 3 ? atoi(argv[3]) : 5;
    printf("%-7s %8s %8s %8s %8s %8s  %9s %8s\n", "us/line", "here", "worker", "server", "both", "ratio", "lines/s",
           "ratio");
    compare(&d, &lines, true, rounds);
    compare(&d, &lines, false, rounds);
    measure_memory(&d, puzzles, len);
    daemon_stop(&d);
    free(lines.text);
    free(puzzles);
    return 0;
}
