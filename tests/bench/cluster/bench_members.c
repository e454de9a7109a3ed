/* Many games with many members: starts a server, lets phones join by WebSockets, submits all games at once, and reports
 * threads, memory and time of the server and the share of games that were solved. Fails if a game is not solved, a
 * connection is lost, or the server has more than 32 threads.
 *
 * usage: bench_members [MEMBERS [GAMES [SIDE-OF-A-BOX [PERCENT-GIVEN [MODE]]]]]; NASHD names the server's program */
#include <ask.h>
#include <daemon.h>
#include <five.h>
#include <frames.h>
#include <phone.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/test.h>
#include <cluster/envelope.h>
#include <cluster/program.h>

enum { THREADS = 2, EVENTS = 64, GAMES_MAX = 4096, PATH_ROOM = 96, SAMPLE_MS = 20 };

/* ---- members ---- */

struct bench_member {
    struct raw raw;
    struct shard_host *host;
};

/* A thread that plays for a part of the members. */
struct bench_crew {
    pthread_t thread;
    int epoll;
    uint8_t answer[MESSAGE_MAX];
};

static _Atomic bool stopping;
static _Atomic unsigned answered, lost;

static bool member_answer(struct bench_crew *crew, struct bench_member *member)
{
    struct frame frame = frame_next(&member->raw); /* frame_next_data() would wait for the next one after a ping */
    bool good = frame.opcode == FRAME_BINARY || frame.opcode == FRAME_PING;
    if (frame.opcode == FRAME_PING) {
        good = frame_send(&member->raw, FRAME_PONG, frame.data, frame.len);
    } else if (good) {
        size_t len = shard_host_take(member->host, frame.data, frame.len, crew->answer, sizeof crew->answer);
        good = len == 0 || frame_send(&member->raw, FRAME_BINARY, crew->answer, len);
        atomic_fetch_add(&answered, 1);
    }
    frame_free(&frame);
    return good;
}

static void *crew_main(void *context)
{
    struct bench_crew *crew = context;
    struct epoll_event event[EVENTS];
    while (!atomic_load(&stopping)) {
        int count = epoll_wait(crew->epoll, event, EVENTS, 200);
        for (int i = 0; i < count; i++) {
            struct bench_member *member = event[i].data.ptr;
            bool good = true;
            do
                good = member_answer(crew, member);
            while (good && member->raw.len > 0);
            if (!good) {
                atomic_fetch_add(&lost, 1);
                epoll_ctl(crew->epoll, EPOLL_CTL_DEL, member->raw.fd, NULL);
            }
        }
    }
    return NULL;
}

static void member_join_hub(struct bench_member *member, uint16_t port, unsigned number)
{
    struct phone phone;
    char tail[128];
    phone_join(&phone, port, "bench");
    snprintf(tail, sizeof tail, "/socket?session=%s", phone.session);
    if (!frames_opened(&member->raw, port, phone_path(&phone, tail), PHONE_PROTOCOL))
        fail_msg("member %u cannot connect", number);
    member->host = shard_host_new(NULL, NULL);
    phone_free(&phone);
}

/* ---- the server ---- */

/* Returns a number of /proc/PID/status, such as "Threads:". */
static unsigned long server_status(pid_t pid, const char *name)
{
    char path[64], line[256];
    unsigned long value = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            value = strtoul(line + strlen(name), NULL, 10);
    if (file != NULL)
        fclose(file);
    return value;
}

/* The largest values that were read every SAMPLE_MS. */
static _Atomic unsigned long most_threads, most_kb;

static void *sample_main(void *context)
{
    const struct daemon *d = context;
    while (!atomic_load(&stopping)) {
        unsigned long threads = server_status(d->pid, "Threads:"), kb = server_status(d->pid, "VmRSS:");
        if (threads > atomic_load(&most_threads))
            atomic_store(&most_threads, threads);
        if (kb > atomic_load(&most_kb))
            atomic_store(&most_kb, kb);
        phone_sleep_ms(SAMPLE_MS);
    }
    return NULL;
}

/* Returns the games that are being played. */
static int games_now(uint16_t port)
{
    struct answer answer = ask_get(port, "/v1/shards");
    int games = cJSON_GetArraySize(answer_member(&answer, "games"));
    answer_free(&answer);
    return games;
}

static void print_server(pid_t pid, const char *when)
{
    printf("%-28s %3lu threads, %6.1f MB resident\n", when, server_status(pid, "Threads:"),
           (double)server_status(pid, "VmRSS:") / 1024);
    fflush(stdout);
}

/* ---- games ---- */

static void game_begin(char path[PATH_ROOM], uint16_t port, unsigned box, unsigned fixed, const char *mode,
                       unsigned number)
{
    char board[2048], body[4096];
    game_board(board, box, fixed, number);
    snprintf(body, sizeof body,
             "{\"puzzle\":\"%s\",\"method\":\"sap\",\"mode\":\"%s\",\"wait_ms\":0,\"shards\":[\"phone\",\"local\","
             "\"phone\",\"local\"],\"job\":{\"seed\":%u,\"timeout_ms\":300000}}",
             board, mode, number + 1);
    struct answer answer = ask_json_with(port, "/v1/sudoku", "Prefer: respond-async", body);
    if (answer.status != 202 && answer.status != 200)
        fail_msg("%d %s", answer.status, answer.reply.body);
    snprintf(path, PATH_ROOM, "%s", job_path(&answer, ""));
    answer_free(&answer);
}

/* Waits for the end of a job. Returns whether the puzzle was solved; adds the rounds that phones played. */
static bool game_result(uint16_t port, const char *path, double *phone_rounds)
{
    char wait[PATH_ROOM + 16];
    snprintf(wait, sizeof wait, "%.*s?wait=15", PATH_ROOM - 1, path);
    for (int i = 0; i < 60; i++) {
        struct answer answer = ask_get(port, wait);
        bool over = strcmp(answer_text(&answer, "status"), "queued") != 0 &&
                    strcmp(answer_text(&answer, "status"), "running") != 0;
        bool solved = strcmp(answer_text2(&answer, "result", "verdict"), "solved") == 0;
        const cJSON *game = cJSON_GetObjectItem(answer_member(&answer, "result"), "game"), *shard;
        cJSON_ArrayForEach(shard, cJSON_GetObjectItem(game, "shards"))
        {
            bool phone = strcmp(cJSON_GetStringValue(cJSON_GetObjectItem(shard, "kind")), "phone") == 0;
            *phone_rounds += phone ? cJSON_GetNumberValue(cJSON_GetObjectItem(shard, "rounds")) : 0;
        }
        if (over && !solved)
            printf("%s: %.200s\n", path, answer.reply.body);
        answer_free(&answer);
        if (over)
            return solved;
    }
    return false;
}

int main(int argc, char **argv)
{
    static struct daemon d = {.args = {"--queue", "100000"}};
    static struct bench_crew crew[THREADS];
    static char path[GAMES_MAX][PATH_ROOM];
    unsigned members = argc > 1 ? (unsigned)atoi(argv[1]) : 1000, games = argc > 2 ? (unsigned)atoi(argv[2]) : 256;
    unsigned box = argc > 3 ? (unsigned)atoi(argv[3]) : 4, fixed = argc > 4 ? (unsigned)atoi(argv[4]) : 45;
    const char *mode = argc > 5 ? argv[5] : "exact";
    struct bench_member *member = calloc(members + 1, sizeof *member);
    pthread_t sampler;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    assert_true(member != NULL && games <= GAMES_MAX);
    daemon_start(&d);
    pthread_create(&sampler, NULL, sample_main, &d);
    print_server(d.pid, "started");
    for (unsigned i = 0; i < THREADS; i++) {
        crew[i].epoll = epoll_create1(EPOLL_CLOEXEC);
        pthread_create(&crew[i].thread, NULL, crew_main, &crew[i]);
    }
    int64_t begin = clock_mono_ns();
    for (unsigned i = 0; i < members; i++) {
        member_join_hub(&member[i], d.port, i);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &member[i]};
        epoll_ctl(crew[i % THREADS].epoll, EPOLL_CTL_ADD, member[i].raw.fd, &event);
    }
    printf("%u members joined in %.1f s\n", members, (double)(clock_mono_ns() - begin) / 1e9);
    print_server(d.pid, "joined");
    begin = clock_mono_ns();
    unsigned solved = 0;
    double phone_rounds = 0;
    for (unsigned i = 0; i < games; i++)
        game_begin(path[i], d.port, box, fixed, mode, i);
    printf("%u games submitted in %.1f s\n", games, (double)(clock_mono_ns() - begin) / 1e9);
    print_server(d.pid, "submitted");
    printf("%d games at once\n", games_now(d.port));
    for (unsigned i = 0; i < games; i++) {
        solved += game_result(d.port, path[i], &phone_rounds);
        if (i == games / 2)
            print_server(d.pid, "half of the games read");
    }
    double seconds = (double)(clock_mono_ns() - begin) / 1e9;
    print_server(d.pid, "all games over");
    printf("at most %lu threads, %.1f MB resident\n", atomic_load(&most_threads), (double)atomic_load(&most_kb) / 1024);
    printf("%u of %u games solved in %.1f s; phones answered %u messages, %.0f rounds; %u connections lost\n", solved,
           games, seconds, atomic_load(&answered), phone_rounds, atomic_load(&lost));
    atomic_store(&stopping, true);
    pthread_join(sampler, NULL);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(crew[i].thread, NULL);
    for (unsigned i = 0; i < members; i++) {
        raw_close(&member[i].raw);
        shard_host_free(member[i].host);
    }
    free(member);
    daemon_remove(&d);
    return solved < games || atomic_load(&lost) > 0 || atomic_load(&most_threads) > 32;
}
