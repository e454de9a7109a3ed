/* nashd: wiring only. Options become parts, the parts run until a signal, then they drain.
 *
 * The order matters: solvers prepare what workers shall share, then the zygote is forked while there is no thread, then
 * come the shards, the store, the jobs and at last the door. They end in the opposite order. */
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <api/api.h>
#include <base/clock.h>
#include <base/log.h>
#include <jobs/feed.h>
#include <shards/join.h>
#include <shards/key.h>
#include <shards/peer.h>

#include "commands.h"
#include "options.h"

enum { HOST_ROOM = 256 };

struct server {
    struct options options;
    char host[HOST_ROOM];  /* as a literal address */
    char shown[HOST_ROOM]; /* as in a URL */
    uint16_t port;
    char store_url[4096];
    char peer_key[PEER_KEY_MAX + 1]; /* "": none */
    struct zygote *zygote;
    struct peers *peers;
    struct joins *joins;
    struct http *http;
    struct api api;
};

/* ---- options that need a second look ---- */

static bool is_loopback(const char *host)
{
    return strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0;
}

/* "127.0.0.1:8080", "[::1]:0", "localhost:8080" */
static enum nash_status listen_read(struct server *server, struct nash_error *error)
{
    const char *text = server->options.listen, *colon = strrchr(text, ':');
    int64_t port;
    size_t len = colon != NULL ? (size_t)(colon - text) : 0;
    if (len == 0 || len >= HOST_ROOM || !nash_parse_int64(colon + 1, strlen(colon + 1), &port) || port < 0 ||
        port > UINT16_MAX)
        return nash_fail(error, NASH_INVALID, "", "--listen %s: write HOST:PORT, such as 127.0.0.1:8080 or [::1]:0",
                         text);
    snprintf(server->shown, sizeof server->shown, "%.*s", (int)len, text);
    if (text[0] == '[' && text[len - 1] == ']')
        snprintf(server->host, sizeof server->host, "%.*s", (int)len - 2, text + 1);
    else
        snprintf(server->host, sizeof server->host, "%s",
                 strcmp(server->shown, "localhost") == 0 ? "127.0.0.1" : server->shown);
    server->port = (uint16_t)port;
    if (is_loopback(server->host) || server->options.api_keys != NULL || server->options.insecure_public)
        return NASH_OK;
    return nash_fail(error, NASH_INVALID, "",
                     "%s is not loopback: anyone who reaches it could use this server. Give --api-keys FILE, or "
                     "--insecure-public if you mean it",
                     server->host);
}

static enum nash_status log_read(const struct options *options, struct nash_error *error)
{
    static const char *const levels[] = {"debug", "info", "warn", "error"};
    bool json = strcmp(options->log_format, "json") == 0;
    if (!json && strcmp(options->log_format, "text") != 0)
        return nash_fail(error, NASH_INVALID, "", "--log-format %s: write text or json", options->log_format);
    for (int level = LOG_DEBUG; level <= LOG_ERROR; level++)
        if (strcmp(levels[level], options->log_level) == 0) {
            log_setup((enum log_level)level, json ? LOG_JSON : LOG_TEXT);
            return NASH_OK;
        }
    return nash_fail(error, NASH_INVALID, "", "--log-level %s: write debug, info, warn or error", options->log_level);
}

static enum nash_status data_prepare(struct server *server, struct nash_error *error)
{
    const struct options *options = &server->options;
    if (mkdir(options->data, S_IRWXU) != 0 && errno != EEXIST)
        return nash_fail(error, NASH_INVALID, "", "--data %s: %s", options->data, strerror(errno));
    if (access(options->data, W_OK | X_OK) != 0)
        return nash_fail(error, NASH_INVALID, "", "--data %s: %s", options->data, strerror(errno));
    size_t len = (size_t)snprintf(server->api.spool_dir, sizeof server->api.spool_dir, "%s", options->data);
    if (len >= sizeof server->api.spool_dir)
        return nash_fail(error, NASH_INVALID, "", "--data: the path is too long");
    if (options->store != NULL)
        len = (size_t)snprintf(server->store_url, sizeof server->store_url, "%s", options->store);
    else
        len = (size_t)snprintf(server->store_url, sizeof server->store_url, "sqlite:%s/nashd.db", options->data);
    return len < sizeof server->store_url ? NASH_OK
                                          : nash_fail(error, NASH_INVALID, "", "--store: the URL is too long");
}

static enum nash_status look_again(struct server *server, struct nash_error *error)
{
    struct options *options = &server->options;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (options->workers == 0)
        options->workers = processors > 0 && processors <= 256 ? (uint32_t)processors : 1;
    enum nash_status status = log_read(options, error);
    if (status == NASH_OK)
        status = listen_read(server, error);
    if (status == NASH_OK)
        status = data_prepare(server, error);
    if (status == NASH_OK && options->peer_key != NULL)
        status = peer_key_load(options->peer_key, server->peer_key, error);
    if (status == NASH_OK && options->api_keys != NULL) {
        server->api.keys = keys_load(options->api_keys, error);
        status = server->api.keys != NULL ? NASH_OK : error->status;
    }
    return status;
}

/* ---- the parts ---- */

static void tell_sandbox(const struct sandbox_report *report)
{
    if (!report->no_new_privs || !report->seccomp || !report->rlimits)
        log_warn("weak sandbox", "the kernel lacks:%s%s%s", report->no_new_privs ? "" : " no_new_privs",
                 report->seccomp ? "" : " seccomp", report->rlimits ? "" : " rlimits");
    if (report->landlock_abi == 0)
        log_info("sandbox", "the kernel has no Landlock; workers are held by seccomp and rlimits alone");
}

static const char *peer_key(const struct server *server)
{
    return server->peer_key[0] != '\0' ? server->peer_key : NULL;
}

static enum nash_status start_zygote(struct server *server, struct nash_error *error)
{
    server->zygote = zygote_start(server->options.workers, server->options.worker_stderr, error);
    return server->zygote != NULL ? NASH_OK : error->status;
}

/* Games that several machines play: those who are called, and the seats for those who call. */
static enum nash_status start_shards(struct server *server, struct nash_error *error)
{
    const struct options *options = &server->options;
    const struct shards_options shards = {.lease_ms = options->lease_ms};
    server->api.shards = shards_start(&shards, error);
    if (server->api.shards == NULL)
        return error->status;
    const char *instance = shards_instance(server->api.shards);
    server->peers = peers_new(server->api.shards, options->peer, peer_key(server), instance, error);
    if (server->peers == NULL)
        return error->status;
    const struct shards_peers peers = peers_for_games(server->peers);
    shards_use_peers(server->api.shards, &peers);
    const struct seats_options seats = {.key = peer_key(server), .instance = instance};
    server->api.seats = seats_new(&seats);
    server->api.joined = joined_start(server->api.shards, &(struct joined_options){0});
    server->api.invitations = invitations_new(&(struct invitations_options){0});
    server->api.public_url = options->public_url;
    return server->api.seats != NULL && server->api.joined != NULL && server->api.invitations != NULL
               ? NASH_OK
               : nash_fail(error, NASH_NOMEM, "", "no memory for those who play");
}

/* Of this machine; "nashd" if it has none. */
static void host_name(char *out, size_t room)
{
    if (gethostname(out, room) != 0)
        snprintf(out, room, "nashd");
    out[room - 1] = '\0';
}

static enum nash_status start_jobs(struct server *server, struct nash_error *error)
{
    const struct options *options = &server->options;
    char node[STORE_NODE_MAX];
    host_name(node, sizeof node);
    sandbox_probe(&server->api.sandbox);
    tell_sandbox(&server->api.sandbox);
    server->api.store = store_open(server->store_url, node, error);
    if (server->api.store == NULL)
        return error->status;
    struct jobs_options jobs = jobs_defaults;
    jobs.workers = options->workers;
    jobs.queue_max = options->queue;
    jobs.memory_bytes = options->memory;
    jobs.worker_stderr = options->worker_stderr;
    jobs.spread = shards_executor(server->api.shards);
    jobs.retention.max_age_ms = (int64_t)options->keep_days * 24 * 3600 * 1000;
    jobs.retention.max_bytes = options->keep_bytes;
    server->api.jobs = jobs_start(&jobs, server->zygote, server->api.store, error);
    if (server->api.jobs == NULL)
        return error->status;
    feed_set_stats(server->api.jobs, api_stats_write, &server->api);
    return NASH_OK;
}

/* "Listening" is said when problems can be solved: workers lock themselves down in a few milliseconds. */
static void wait_for_worker(const struct server *server)
{
    enum { PATIENCE_MS = 10000 };
    struct jobs_stats stats = {0};
    for (int ms = 0; ms < PATIENCE_MS; ms++) {
        jobs_stats(server->api.jobs, &stats);
        if (stats.workers > 0)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    log_error("no worker", "none has become ready in %d s; jobs will wait", PATIENCE_MS / 1000);
}

static const char *authorize(void *context, const char *token, size_t len, struct nash_error *why)
{
    return keys_owner(((struct api *)context)->keys, token, len, why);
}

static enum nash_status start_http(struct server *server, struct nash_error *error)
{
    const struct options *options = &server->options;
    struct http_options http = http_defaults;
    http.host = server->host;
    http.port = server->port;
    http.routes = api_routes;
    http.routes_count = api_routes_count;
    http.connections = options->connections;
    http.per_ip = options->per_ip;
    http.cors_origins = options->cors[0] != NULL ? options->cors : NULL;
    http.authorize = server->api.keys != NULL ? authorize : NULL;
    http.context = &server->api;
    server->http = http_start(&http, error);
    return server->http != NULL ? NASH_OK : error->status;
}

/* Offers shards to the hubs, once this server can be asked about itself. */
static enum nash_status start_joins(struct server *server, struct nash_error *error)
{
    char host[64];
    static char name[HOST_ROOM + 80];
    host_name(host, sizeof host);
    if (server->options.public_url != NULL)
        snprintf(name, sizeof name, "%s", server->options.public_url);
    else
        snprintf(name, sizeof name, "%s:%u", host, http_port(server->http));
    const struct join_options joins = {.urls = server->options.join,
                                       .key = peer_key(server),
                                       .instance = shards_instance(server->api.shards),
                                       .name = name,
                                       .seats = server->options.join_seats};
    server->joins = joins_start(&joins, error);
    return server->joins != NULL ? NASH_OK : error->status;
}

/* Blocks until SIGTERM or SIGINT: true; or until the zygote has died: false, for without it nothing can be solved, and
 * whoever started us shall start us anew. A ^C after that ends the process at once, which loses nothing; a second
 * SIGTERM changes nothing. */
static bool wait_for_end(struct server *server, const sigset_t *signals)
{
    int signal_number = SIGCHLD;
    sigset_t interrupt;
    while (signal_number == SIGCHLD && zygote_lives(server->zygote))
        if (sigwait(signals, &signal_number) != 0)
            signal_number = SIGCHLD;
    log_info("draining", "%s", signal_number == SIGCHLD ? "the zygote has died" : strsignal(signal_number));
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_UNBLOCK, &interrupt, NULL);
    return signal_number != SIGCHLD;
}

static void stop(struct server *server)
{
    uint32_t grace_ms = server->options.grace * 1000;
    atomic_store(&server->api.draining, true);
    joins_stop(server->joins);
    if (server->http != NULL && server->api.jobs != NULL)
        jobs_drain(server->api.jobs, grace_ms);
    if (server->http != NULL)
        http_stop(server->http, grace_ms);
    seats_free(server->api.seats);
    if (server->api.jobs != NULL)
        jobs_stop(server->api.jobs);
    peers_free(server->peers);
    joined_stop(server->api.joined);
    invitations_free(server->api.invitations);
    shards_stop(server->api.shards);
    if (server->api.store != NULL)
        store_close(server->api.store);
    zygote_stop(server->zygote);
    keys_free(server->api.keys);
}

static int serve(struct server *server)
{
    struct nash_error error = {0};
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit on files is a full disk, not the end */
    umask(S_IRWXG | S_IRWXO);
    mallopt(M_ARENA_MAX, 4); /* a handful of threads: fewer heaps, less memory held */
    server->api.started_ms = clock_wall_ms();

    enum nash_status status = look_again(server, &error);
    if (status == NASH_OK)
        status = nash_prepare(server->options.data, &error);
    if (status == NASH_OK)
        status = start_zygote(server, &error);
    if (status == NASH_OK)
        status = start_shards(server, &error);
    if (status == NASH_OK)
        status = start_jobs(server, &error);
    if (status == NASH_OK)
        status = start_http(server, &error);
    if (status == NASH_OK)
        status = start_joins(server, &error);
    if (status == NASH_OK) {
        wait_for_worker(server);
        log_info("started", "version=%s workers=%u store=%s keys=%s", nash_version(), server->options.workers,
                 server->store_url, server->api.keys != NULL ? "on" : "off");
        printf("nashd listening on http://%s:%u\n", server->shown, http_port(server->http));
        fflush(stdout);
        if (!wait_for_end(server, &signals))
            status = NASH_INTERNAL;
    } else {
        fprintf(stderr, "nashd: %s\n", error.detail);
    }
    stop(server);
    return status == NASH_OK ? 0 : status == NASH_INVALID ? 2 : 1;
}

static int help(void)
{
    puts("usage: nashd [OPTION…]                    serve\n"
         "       nashd solve KIND < problem         solve once, without a server\n"
         "       nashd keygen NAME [EXPIRES]        make an API key\n"
         "       nashd --healthcheck URL            ask a server whether it is well\n"
         "       nashd --version\n\n"
         "Each option is also an environment variable: --api-keys is NASHD_API_KEYS.\n");
    options_help(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    static struct server server;
    struct nash_error error;
    const char *first = argc > 1 ? argv[1] : "";
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0)
        return help();
    if (strcmp(first, "--version") == 0)
        return printf("nashd %s\n", nash_version()) < 0;
    if (strcmp(first, "solve") == 0)
        return command_solve(argc - 2, argv + 2);
    if (strcmp(first, "keygen") == 0)
        return command_keygen(argc - 2, argv + 2);
    if (strcmp(first, "--healthcheck") == 0)
        return command_healthcheck(argc - 2, argv + 2);
    if (options_read(&server.options, argc - 1, argv + 1, &error) != NASH_OK) {
        fprintf(stderr, "nashd: %s\n", error.detail);
        return 2;
    }
    return serve(&server);
}
