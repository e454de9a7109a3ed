#include "five.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <base/test.h>

enum { POLL_MS = 5, RESULT_MS = 120000 };

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static void write_key(struct five *five)
{
    snprintf(five->key, sizeof five->key, "/tmp/nashd-key-XXXXXX");
    int fd = mkstemp(five->key);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "0123456789abcdef0123\n", 21), 21);
    close(fd);
}

static void with(struct daemon *d, const char *const *args)
{
    size_t count = 0;
    while (d->args[count] != NULL)
        count++;
    for (; *args != NULL; args++)
        d->args[count++] = *args;
}

static void start_peers(struct five *five, const char *lease_ms, uint64_t seed)
{
    five->peers[0] = '\0';
    for (unsigned i = 0; i < OTHERS; i++) {
        with(&five->other[i], (const char *const[]){"--workers", "1", "--peer-key", five->key, NULL});
        daemon_start(&five->other[i]);
        five->proxy[i] = proxy_start(five->other[i].port, seed * OTHERS + i);
        snprintf(five->url[i], sizeof five->url[i], "http://127.0.0.1:%u", proxy_port(five->proxy[i]));
        strcat(strcat(five->peers, i > 0 ? "," : ""), five->url[i]);
    }
    with(&five->hub, (const char *const[]){"--workers", "1", "--peer-key", five->key, "--lease-ms", lease_ms, "--peer",
                                           five->peers, NULL});
    daemon_start(&five->hub);
}

static unsigned sessions_count(struct five *five)
{
    struct answer answer = ask_get(five->hub.port, "/v1/shards");
    int count = cJSON_GetArraySize(answer_member(&answer, "members"));
    answer_free(&answer);
    return (unsigned)count;
}

void five_await_joined(struct five *five, unsigned count)
{
    if (!five->joined)
        return;
    /* stop at the first reading with this number: with a short lease, a member may be away at the next reading */
    unsigned joined = sessions_count(five);
    for (int ms = 0; ms < CLIENT_PATIENCE_MS && joined != count; ms += 10) {
        sleep_ms(10);
        joined = sessions_count(five);
    }
    assert_int_equal(joined, count);
}

static void start_joined(struct five *five, const char *lease_ms, uint64_t seed)
{
    with(&five->hub, (const char *const[]){"--workers", "1", "--peer-key", five->key, "--lease-ms", lease_ms, NULL});
    daemon_start(&five->hub);
    for (unsigned i = 0; i < OTHERS; i++) {
        five->proxy[i] = proxy_start(five->hub.port, seed * OTHERS + i);
        snprintf(five->option[i][0], 80, "http://127.0.0.1:%u", proxy_port(five->proxy[i]));
        snprintf(five->option[i][1], 80, "http://server-%u.test", i + 1);
        memcpy(five->url[i], five->option[i][1], sizeof five->url[i]);
        with(&five->other[i], (const char *const[]){"--workers", "1", "--peer-key", five->key, "--join",
                                                    five->option[i][0], "--public-url", five->option[i][1], NULL});
        daemon_start(&five->other[i]);
    }
    five_await_joined(five, OTHERS);
}

void five_start(struct five *five, bool joined, const char *lease_ms, uint64_t seed)
{
    *five = (struct five){.joined = joined};
    write_key(five);
    if (joined)
        start_joined(five, lease_ms, seed);
    else
        start_peers(five, lease_ms, seed);
}

void five_stop(struct five *five)
{
    for (unsigned i = 0; i < OTHERS; i++) {
        five_freeze(five, i, false);
        daemon_remove(&five->other[i]);
    }
    daemon_stop(&five->hub);
    daemon_remove(&five->hub);
    for (unsigned i = 0; i < OTHERS; i++)
        if (five->proxy[i] != NULL)
            proxy_stop(five->proxy[i]);
    unlink(five->key);
}

void five_kill(struct five *five, unsigned i)
{
    daemon_kill(&five->other[i]);
}

void five_freeze(struct five *five, unsigned i, bool frozen)
{
    if (five->other[i].pid > 0 && frozen != five->frozen[i])
        kill(five->other[i].pid, frozen ? SIGSTOP : SIGCONT);
    five->frozen[i] = frozen;
}

void five_lose(struct five *five, enum loss how, unsigned i)
{
    if (how == KILLED)
        five_kill(five, i);
    if (how == FROZEN)
        five_freeze(five, i, true);
    if (how == CUT)
        proxy_down(five->proxy[i], true);
}

void five_start_anew(struct five *five, unsigned i)
{
    daemon_start(&five->other[i]);
    if (!five->joined)
        proxy_upstream(five->proxy[i], five->other[i].port);
}

/* ---- boards ---- */

static void shuffle(struct nash_rng *rng, unsigned *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        list[i] = i;
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)nash_rng_below(rng, i), swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

/* Shuffles lines and keeps boxes together. */
static void shuffle_lines(struct nash_rng *rng, unsigned *line, unsigned box)
{
    unsigned partitions[8], in_partition[8];
    shuffle(rng, partitions, box);
    for (unsigned i = 0; i < box; i++) {
        shuffle(rng, in_partition, box);
        for (unsigned j = 0; j < box; j++)
            line[i * box + j] = partitions[i] * box + in_partition[j];
    }
}

void game_board(char *out, unsigned box, unsigned fixed, uint64_t seed)
{
    unsigned side = box * box, cells = side * side, row[64], column[64], letter[64];
    unsigned *order = calloc(cells, sizeof *order);
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    shuffle_lines(&rng, row, box);
    shuffle_lines(&rng, column, box);
    shuffle(&rng, letter, side);
    shuffle(&rng, order, cells);
    memset(out, '.', cells);
    for (unsigned i = 0; i < cells * fixed / 100; i++) {
        unsigned r = row[order[i] / side], c = column[order[i] % side];
        unsigned value = letter[(box * (r % box) + r / box + c) % side];
        out[order[i]] = (char)(side <= 9 ? '1' + (char)value : 'A' + (char)value);
    }
    out[cells] = '\0';
    free(order);
}

/* ---- games ---- */

static unsigned sum(const cJSON *shards, const char *name, bool remote)
{
    double sum = 0;
    const cJSON *shard;
    cJSON_ArrayForEach(shard, shards)
    {
        bool local = strcmp(cJSON_GetObjectItem(shard, "kind")->valuestring, "local") == 0;
        if (!remote || !local)
            sum += cJSON_GetObjectItem(shard, name)->valuedouble;
    }
    return (unsigned)sum;
}

static void read_text(const cJSON *object, const char *name, char *out, size_t room)
{
    const cJSON *item = cJSON_GetObjectItem(object, name);
    snprintf(out, room, "%s", cJSON_IsString(item) ? item->valuestring : "");
}

/* Adds the members that a game or a farm has quarantined. */
static void read_quarantined(const cJSON *of, struct outcome *outcome)
{
    const cJSON *one;
    cJSON_ArrayForEach(one, cJSON_GetObjectItem(of, "quarantined")) if (outcome->catches < 4)
        read_text(one, "member", outcome->quarantined[outcome->catches++], 128);
}

/* Reads the members that results and progress reports have in common. */
static void read_report(const cJSON *course, struct outcome *outcome)
{
    const cJSON *shards = cJSON_GetObjectItem(course, "shards");
    const cJSON *updates = cJSON_GetObjectItem(course, "updates"), *one;
    *outcome = (struct outcome){0};
    read_text(course, "trajectory", outcome->trajectory, sizeof outcome->trajectory);
    outcome->updates = updates != NULL ? (uint64_t)updates->valuedouble : 0;
    outcome->leases = sum(shards, "leases", false);
    outcome->faults = sum(shards, "faults", false);
    outcome->hedged = sum(shards, "hedged", false);
    outcome->messages = sum(shards, "messages", false);
    outcome->remote = sum(shards, "rounds", true);
    cJSON_ArrayForEach(one, shards) outcome->away +=
        strcmp(cJSON_GetObjectItem(one, "kind")->valuestring, "local") != 0;
    read_quarantined(course, outcome);
}

static void read_result(const cJSON *result, struct outcome *outcome)
{
    read_report(cJSON_GetObjectItem(result, "game"), outcome);
    read_quarantined(cJSON_GetObjectItem(result, "farm"), outcome);
    read_text(result, "verdict", outcome->verdict, sizeof outcome->verdict);
}

static void write_game(const struct five *five, const struct game *game, char *out, size_t room)
{
    const char *pace = strcmp(game->mode, "exact") == 0 ? ",\"pace\":\"share\"" : ""; /* all members take part */
    size_t len = (size_t)snprintf(out, room,
                                  "{\"puzzle\":\"%s\",\"method\":\"%s\",\"mode\":\"%s\"%s%s,\"job\":{\"seed\":%llu,"
                                  "\"timeout_ms\":60000},\"shards\":",
                                  game->puzzle, game->method, game->mode, pace, game->more != NULL ? game->more : "",
                                  (unsigned long long)game->seed);
    if (five == NULL)
        len += (size_t)snprintf(out + len, room - len, "1}");
    for (unsigned i = 0; five != NULL && i < game->shards; i++)
        len += (size_t)snprintf(out + len, room - len, "%s\"%s\"%s", i == 0 ? "[" : ",",
                                i == 0 ? "local" : five->url[i - 1], i + 1 == game->shards ? "]}" : "");
    assert_true(len < room);
}

void game_alone(const struct game *game, struct outcome *outcome)
{
    char body[GAME_TEXT], path[] = "/tmp/nashd-game-XXXXXX", command[512];
    static char answer[1 << 18];
    write_game(NULL, game, body, sizeof body);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, body, strlen(body)), strlen(body));
    close(fd);
    snprintf(command, sizeof command, "%s solve --timeout 60000 --seed %llu sudoku <%s", getenv("NASHD"),
             (unsigned long long)game->seed, path);
    FILE *pipe = popen(command, "re");
    assert_non_null(pipe);
    answer[fread(answer, 1, sizeof answer - 1, pipe)] = '\0';
    pclose(pipe);
    unlink(path);
    cJSON *result = cJSON_Parse(answer);
    assert_non_null(result);
    read_result(result, outcome);
    cJSON_Delete(result);
}

void game_submit(struct five *five, const struct game *game, char *path, size_t room)
{
    char body[GAME_TEXT];
    write_game(five, game, body, sizeof body);
    struct answer answer = ask_json_with(five->hub.port, "/v1/sudoku", "Prefer: respond-async", body);
    if (answer.status != 202 && answer.status != 200)
        fail_msg("%d %s", answer.status, answer.reply.body);
    snprintf(path, room, "%s", job_path(&answer, ""));
    answer_free(&answer);
}

static bool is_over(const struct answer *answer)
{
    const char *status = answer_text(answer, "status");
    return strcmp(status, "queued") != 0 && strcmp(status, "running") != 0;
}

bool game_reaches(struct five *five, const char *path, double updates)
{
    for (int ms = 0; ms < CLIENT_PATIENCE_MS; ms += 5) {
        struct answer answer = ask_get(five->hub.port, path);
        const cJSON *now = cJSON_GetObjectItem(answer_member(&answer, "progress"), "updates");
        bool over = is_over(&answer), there = now != NULL && now->valuedouble > updates;
        answer_free(&answer);
        if (over || there)
            return !over;
        sleep_ms(5);
    }
    fail_msg("the game does not begin");
    return false;
}

void game_read_progress(struct five *five, const char *path, struct outcome *outcome)
{
    struct answer answer = ask_get(five->hub.port, path);
    if (is_over(&answer)) {
        const char *shards = strstr(answer.reply.body, "\"shards\"");
        daemon_show_log(&five->hub);
        fail_msg("it is over: %s", shards != NULL ? shards : answer.reply.body);
    }
    read_report(answer_member(&answer, "progress"), outcome);
    answer_free(&answer);
}

void game_cancel(struct five *five, const char *path)
{
    char cancel[96];
    snprintf(cancel, sizeof cancel, "%s/cancel", path);
    struct answer answer = ask(five->hub.port, "POST", cancel, NULL, NULL);
    expect_status(&answer, 200);
    answer_free(&answer);
}

void game_wait(struct five *five, const char *path, struct outcome *outcome)
{
    char wait[96];
    bool over = false;
    snprintf(wait, sizeof wait, "%s?wait=15", path);
    for (int i = 0; i < 5 && !over; i++) {
        struct answer answer = ask_get(five->hub.port, wait);
        over = is_over(&answer);
        if (over)
            read_result(answer_member(&answer, "result"), outcome);
        if (over && outcome->verdict[0] == '\0')
            fail_msg("%s", answer.reply.body);
        answer_free(&answer);
    }
    if (!over) {
        daemon_show_log(&five->hub);
        fail_msg("the game does not end");
    }
}

void game_play(struct five *five, const struct game *game, struct outcome *outcome)
{
    char path[96];
    game_submit(five, game, path, sizeof path);
    game_wait(five, path, outcome);
}

void game_same(const struct game *game, const struct outcome *alone, const struct outcome *shards)
{
    if (strcmp(alone->verdict, "solved") == 0 && strcmp(shards->verdict, "solved") == 0 &&
        strcmp(alone->trajectory, shards->trajectory) == 0 && alone->trajectory[0] != '\0')
        return;
    fail_msg("seed %llu, mode %s, puzzle %s: alone %s %s, of shards %s %s", (unsigned long long)game->seed, game->mode,
             game->puzzle, alone->verdict, alone->trajectory, shards->verdict, shards->trajectory);
}

void farm_submit(uint16_t port, const char *kind, const char *request, char *path, size_t room)
{
    struct answer answer = ask_json_with(port, kind, "Prefer: respond-async", request);
    if (answer.status != 202 && answer.status != 200)
        fail_msg("%d %s", answer.status, answer.reply.body);
    snprintf(path, room, "%s", job_path(&answer, ""));
    answer_free(&answer);
}

cJSON *farm_result(uint16_t port, const char *path)
{
    for (unsigned ms = 0; ms < RESULT_MS; ms += POLL_MS, sleep_ms(POLL_MS)) {
        struct answer answer = ask_get(port, path);
        const char *status = answer_text(&answer, "status");
        bool over = strcmp(status, "queued") != 0 && strcmp(status, "running") != 0;
        cJSON *result = over ? cJSON_Duplicate(answer_member(&answer, "result"), true) : NULL;
        if (over && !cJSON_IsObject(result))
            fail_msg("%s", answer.reply.body);
        answer_free(&answer);
        if (over)
            return result;
    }
    fail_msg("the job does not end");
    return NULL;
}

double farm_number(const cJSON *of, const char *name)
{
    const cJSON *number = cJSON_GetObjectItem(cJSON_GetObjectItem(of, "farm"), name);
    return number != NULL ? number->valuedouble : 0;
}
