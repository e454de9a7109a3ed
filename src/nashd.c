/* nashd: wiring only. Starts the parts in order, waits for a signal, stops them in the opposite order.
 *
 * First comes the zygote, which prepares the tables that workers share, then cluster, store and jobs, and last HTTP, so
 * that a request never meets a part that has not started. */
#include <assert.h>
#include <cli/commands.h>
#include <cli/demo.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <api/access.h>
#include <api/api.h>
#include <api/cluster/lan.h>
#include <api/cursor.h>
#include <api/games/games.h>
#include <api/models/models.h>
#include <api/opponents/opponents.h>
#include <api/readers/offload.h>
#include <api/webhooks/webhooks.h>
#include <base/clock.h>
#include <base/log.h>
#include <base/memory/startup.h>
#include <cluster/sessions/invitation.h>
#include <cluster/transport/hub_client.h>
#include <cluster/transport/peer.h>
#include <jobs/dispatch/slices.h>
#include <jobs/feed.h>
#include <jobs/limits.h>

#include "access_log.h"
#include "options.h"
#include "reload.h"
#include "settings.h"

struct server {
    struct options options;
    struct settings settings;
    struct reload reload;
    struct zygote *zygote;
    struct peers *peers;
    struct hub_clients *hub_clients;
    struct http *http;
    struct api api;
};

/* Logs what the kernel lacks for the sandbox. */
static void log_sandbox(const struct sandbox_report *report)
{
    if (!report->no_new_privs || !report->seccomp || !report->rlimits)
        log_warn("weak sandbox", "the kernel lacks:%s%s%s", report->no_new_privs ? "" : " no_new_privs",
                 report->seccomp ? "" : " seccomp", report->rlimits ? "" : " rlimits");
    if (report->landlock_abi == 0)
        log_info("sandbox", "the kernel has no Landlock; workers are confined by seccomp and rlimits only");
}

/* Reads what the data folder has for the keys: when each was used last, and the secret of cursors. */
static enum nash_status start_keys(struct server *server, struct nash_error *error)
{
    char path[SETTINGS_PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/keys-used", server->options.data);
    keys_keep_use(server->api.keys, path);
    return cursor_secret_load(&server->api.cursors, server->options.data, error);
}

static enum nash_status start_settings(struct server *server, struct nash_error *error)
{
    enum nash_status status = settings_read(&server->settings, &server->options, error);
    static_assert(sizeof server->api.spool_dir == SETTINGS_PATH_MAX, "one size of paths");
    memcpy(server->api.spool_dir, server->settings.spool_dir, sizeof server->api.spool_dir);
    server->api.keys = server->settings.keys;
    if (status == NASH_OK && server->api.keys != NULL)
        status = start_keys(server, error);
    return status;
}

/* Returns the secret that servers share, or NULL. */
static const char *peer_key(const struct server *server)
{
    return server->settings.peer_key[0] != '\0' ? server->settings.peer_key : NULL;
}

/* Forks the probe of the sandbox, which must be done before any thread exists, and starts the zygote. */
static enum nash_status start_zygote(struct server *server, struct nash_error *error)
{
    sandbox_probe(&server->api.sandbox);
    log_sandbox(&server->api.sandbox);
    server->zygote = zygote_start(server->options.data, jobs_processes(server->settings.workers),
                                  server->options.worker_stderr, error);
    return server->zygote != NULL ? NASH_OK : error->status;
}

/* Sets up the memory of the server. A game, a shard and a body take blocks
 * of some 100 KiB of which they use a part, for seconds. Blocks of this size come from the system and go back to it,
 * each with the pages that were used only. (By default malloc raises the limit with the first such block that is
 * freed.) */
static void server_memory_setup(void)
{
    enum { MAPPED_BYTES = 128 << 10 };
    mallopt(M_MMAP_THRESHOLD, MAPPED_BYTES);
}

/* Starts the cluster: peers that this server calls, shards that it hosts for hubs, sessions of members that join. */
static enum nash_status start_cluster(struct server *server, struct nash_error *error)
{
    const struct options *options = &server->options;
    const struct cluster_options cluster = {.lease_ms = options->lease_ms};
    server_memory_setup();
    server->api.cluster = cluster_start(&cluster, error);
    if (server->api.cluster == NULL)
        return error->status;
    const char *instance = cluster_instance(server->api.cluster);
    server->peers = peers_new(server->api.cluster, options->peer, peer_key(server), instance, error);
    if (server->peers == NULL)
        return error->status;
    const struct cluster_peers peers = peers_for_games(server->peers);
    cluster_use_peers(server->api.cluster, &peers);
    const struct hosted_shards_options hosted = {
        .key = peer_key(server), .instance = instance, .compute = cluster_compute(server->api.cluster)};
    server->api.hosted_shards = hosted_shards_new(&hosted);
    server->api.sessions = sessions_start(server->api.cluster, &(struct sessions_options){0});
    server->api.invitations = invitations_new(&(struct invitations_options){0});
    server->api.public_url = options->public_url;
    return server->api.hosted_shards != NULL && server->api.sessions != NULL && server->api.invitations != NULL
               ? NASH_OK
               : nash_fail(error, NASH_NOMEM, "", "out of memory while starting the cluster");
}

/* Writes the name of this machine, or "nashd" if it has none. */
static void host_name(char *out, size_t room)
{
    if (gethostname(out, room) != 0)
        snprintf(out, room, "nashd");
    out[room - 1] = '\0';
}

/* Sets what SIGHUP may change. */
static void set_job_limits(struct jobs_options *jobs, const struct options *options)
{
    jobs->queue_max = options->queue;
    jobs->queue_bytes = options->queue_bytes;
    jobs->quota = (struct jobs_quota){.queued = options->quota_queued,
                                      .running = options->quota_running,
                                      .per_minute = options->quota_per_minute,
                                      .bytes = options->quota_bytes};
    jobs->min_free_bytes = options->min_free;
    jobs->memory_bytes = options->memory;
    jobs->retention.max_age_ms = (int64_t)options->keep_days * 24 * 3600 * 1000;
    jobs->retention.max_bytes = options->keep_bytes;
    jobs->retention.document_type = "game";
    jobs->retention.document_max_age_ms = (int64_t)options->games_max_age * 24 * 3600 * 1000;
}

static enum nash_status start_jobs(struct server *server, struct nash_error *error)
{
    enum { REPLY_BYTES = 1 << 30 }; /* of temporary files: five blobs of the greatest length */
    const struct options *options = &server->options;
    char node[STORE_NODE_MAX];
    host_name(node, sizeof node);
    server->api.store = store_open(server->settings.store_url, node, error);
    if (server->api.store == NULL)
        return error->status;
    struct jobs_options jobs = jobs_defaults;
    jobs.workers = server->settings.workers;
    set_job_limits(&jobs, options);
    jobs.event_bytes = options->event_bytes;
    jobs.scrub_ms = (int64_t)options->scrub * 1000;
    jobs.share_answers = options->share_answers;
    jobs.worker_stderr = options->worker_stderr;
    jobs.distributed = cluster_executor(server->api.cluster);
    jobs.check_webhook = webhooks_check;
    jobs.webhook_context = (void *)(uintptr_t)options->webhook;
    server->api.jobs = jobs_start(&jobs, server->zygote, server->api.store, error);
    if (server->api.jobs == NULL)
        return error->status;
    feed_set_stats(server->api.jobs, api_stats_write, &server->api);
    api_add_budget(&server->api, "answers", jobs_answer_budget(server->api.jobs));
    atomic_store(&server->api.reply_bytes.max, REPLY_BYTES);
    api_add_budget(&server->api, "replies", &server->api.reply_bytes);
    api_add_budget(&server->api, "events", jobs_event_budget(server->api.jobs));
    api_add_budget(&server->api, "queue", jobs_queue_budget(server->api.jobs));
    api_add_budget(&server->api, "bodies", &server->api.body_files);
    const struct webhooks_options webhooks = {.origins = options->webhook, .secret = options->webhook_secret};
    server->api.webhooks = webhooks_start(&webhooks, server->api.jobs, server->api.store, error);
    return server->api.webhooks != NULL ? NASH_OK : error->status;
}

/* Waits for the first worker, so that "listening" means that problems can be solved. Workers take a few milliseconds to
 * enter their sandbox. */
static void wait_for_worker(const struct server *server)
{
    enum { WORKER_WAIT_MS = 10000 };
    struct jobs_stats stats = {0};
    for (int ms = 0; ms < WORKER_WAIT_MS; ms++) {
        jobs_stats(server->api.jobs, &stats);
        if (stats.workers > 0)
            return;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    log_error("no worker", "no worker became ready within %d s; jobs stay queued", WORKER_WAIT_MS / 1000);
}

static const char *authorize(void *context, const char *token, size_t len, struct nash_error *why)
{
    return keys_owner(((struct api *)context)->keys, token, len, why);
}

static enum nash_status start_http(struct server *server, struct nash_error *error)
{
    /* Problems and messages have limits of their own. The other bodies are a few names; some need no API key, and the
     * HTTP thread reads them. */
    enum { SMALL_BODY_BYTES = 16 << 10 };
    const struct options *options = &server->options;
    server->api.body_reader = body_reader_start(error);
    server->api.readers = body_readers_start(OFFLOAD_THREADS, OFFLOAD_WAITING_MAX, error);
    if (server->api.body_reader == NULL || server->api.readers == NULL)
        return error->status;
    server->api.opponents = opponents_start(&server->api, options->opponents, error);
    if (server->api.opponents == NULL)
        return error->status;
    server->api.models = models_start(&server->api, options->models, error);
    if (server->api.models == NULL)
        return error->status;
    server->api.games = games_start(&server->api, options->games, error);
    if (server->api.games == NULL)
        return error->status;
    struct http_options http = http_defaults;
    http.listens = server->settings.listens;
    http.listens_count = server->settings.listens_count;
    http.routes = api_routes;
    http.routes_count = api_routes_count;
    http.connections = options->connections;
    http.per_ip = options->per_ip;
    http.body_max = SMALL_BODY_BYTES;
    http.body_rate = options->body_rate;
    http.body_max_ms = options->body_max_seconds * 1000;
    http.spool_dir = server->settings.spool_dir;
    http.body_bytes = &server->api.body_files;
    atomic_store(&server->api.body_files.max, options->body_bytes);
    http.cors_origins = options->cors[0] != NULL ? options->cors : NULL;
    http.authorize = server->api.keys != NULL ? authorize : NULL;
    http.admit = api_admit;
    http.access = access_log_write;
    http.context = &server->api;
    server->http = http_start(&http, error);
    return server->http != NULL ? NASH_OK : error->status;
}

/* Offers shards to the hubs. Starts last, because a hub may call this server at once. */
static enum nash_status start_hub_clients(struct server *server, struct nash_error *error)
{
    char host[64];
    static char name[SETTINGS_HOST_MAX + 80];
    host_name(host, sizeof host);
    if (server->options.public_url != NULL)
        snprintf(name, sizeof name, "%s", server->options.public_url);
    else
        snprintf(name, sizeof name, "%s:%u", host, http_port(server->http));
    const struct hub_client_options options = {.urls = server->options.join,
                                               .key = peer_key(server),
                                               .instance = cluster_instance(server->api.cluster),
                                               .name = name,
                                               .shards = server->options.join_seats,
                                               .compute = cluster_compute(server->api.cluster)};
    server->hub_clients = hub_clients_start(&options, error);
    return server->hub_clients != NULL ? NASH_OK : error->status;
}

/* Reads the options again and passes those that have changed to the parts. */
static void reload_all_options(struct server *server)
{
    struct jobs_options jobs = jobs_defaults;
    if (!reload_options(&server->reload, &server->options))
        return;
    set_job_limits(&jobs, &server->options);
    jobs_set_limits(server->api.jobs, &jobs);
    atomic_store(&server->api.body_files.max, server->options.body_bytes);
    reload_report(&server->reload);
}

/* Replaces the API keys by those in the file now. A request accepted before, and its job, continue with a key that is
 * no longer there. */
static void reload_keys(const struct server *server)
{
    struct nash_error error;
    size_t count;
    if (server->api.keys == NULL)
        log_info("SIGHUP", "there is no key file to read: the server was started without --api-keys");
    else if (keys_reload(server->api.keys, &count, &error) == NASH_OK)
        log_info("keys reloaded", "file=%s keys=%zu", server->options.api_keys, count);
    else
        log_error("keys not reloaded", "%s; the keys read before stay in force", error.detail);
}

/* Waits for SIGTERM or SIGINT. SIGHUP reloads options and keys meanwhile, and the use of keys is written now and then.
 * A second SIGINT ends the process at once, which loses nothing that was acknowledged; a second SIGTERM is ignored. */
static void wait_for_end(struct server *server, const sigset_t *signals)
{
    int signal_number = 0;
    sigset_t interrupt;
    enum { KEYS_SAVE_S = 300 }; /* how often the use of keys is written, at most */
    while (signal_number != SIGTERM && signal_number != SIGINT) {
        signal_number = sigtimedwait(signals, NULL, &(struct timespec){.tv_sec = KEYS_SAVE_S});
        keys_save_use(server->api.keys);
        if (signal_number == SIGHUP) {
            reload_all_options(server);
            reload_keys(server);
        }
    }
    log_info("draining", "%s", strsignal(signal_number));
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_UNBLOCK, &interrupt, NULL);
}

/* Drains and stops all parts that were started. */
static void stop(struct server *server)
{
    uint32_t grace_ms = server->options.grace * 1000;
    atomic_store(&server->api.draining, true);
    hub_clients_stop(server->hub_clients);
    if (server->http != NULL && server->api.jobs != NULL)
        jobs_drain(server->api.jobs, grace_ms);
    body_reader_stop(server->api.body_reader);
    body_reader_stop(server->api.readers);
    opponents_stop(server->api.opponents);
    games_stop(server->api.games);
    models_stop(server->api.models);
    if (server->http != NULL)
        http_stop(server->http, grace_ms);
    body_reader_free(server->api.body_reader);
    body_reader_free(server->api.readers);
    opponents_free(server->api.opponents);
    games_free(server->api.games);
    models_free(server->api.models);
    hosted_shards_free(server->api.hosted_shards);
    webhooks_stop(server->api.webhooks);
    if (server->api.jobs != NULL)
        jobs_stop(server->api.jobs);
    peers_free(server->peers);
    sessions_stop(server->api.sessions);
    invitations_free(server->api.invitations);
    cluster_stop(server->api.cluster);
    if (server->api.store != NULL)
        store_close(server->api.store);
    zygote_stop(server->zygote);
    keys_save_use(server->api.keys);
    settings_release(&server->settings);
    reload_release(&server->reload);
}

static enum nash_status start_log(struct server *server, struct nash_error *error)
{
    (void)server;
    return log_start(error);
}

/* The parts, in the order in which they start. */
typedef enum nash_status start_part(struct server *server, struct nash_error *error);
static start_part *const parts[] = {start_settings, start_zygote, start_log,        start_cluster,
                                    start_jobs,     start_http,   start_hub_clients};

static enum nash_status start(struct server *server, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && status == NASH_OK; i++)
        status = parts[i](server, error);
    return status;
}

/* Sets up signals and limits of the process. The signals of *waited are blocked: wait_for_end() receives them. */
static void process_setup(sigset_t *waited)
{
    sigemptyset(waited);
    sigaddset(waited, SIGTERM);
    sigaddset(waited, SIGINT);
    sigaddset(waited, SIGHUP);
    sigprocmask(SIG_BLOCK, waited, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL); /* if the parent ignored it, the kernel would not keep the status of the zygote */
    signal(SIGUSR1, SIG_IGN); /* unused; many scripts send these two to any daemon, and by default they end it */
    signal(SIGUSR2, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit then fails with an error, as on a full disk */
    umask(S_IRWXG | S_IRWXO);
    mallopt(M_ARENA_MAX, 4); /* at most four heaps: few threads allocate, and each heap keeps freed memory */
}

/* Makes the link by which one phone joins, at the address `base`. Returns NULL if no invitation can be made. */
static const char *make_phone_link(const struct server *server, const char *base)
{
    static struct invitation invitation;
    struct nash_error error;
    if (invitation_make(server->api.invitations, &invitation, &error) != NASH_OK)
        return NULL;
    snprintf(invitation.url, sizeof invitation.url, "%s/join#%s", base, invitation.token);
    invitation_keep_url(server->api.invitations, &invitation);
    return invitation.url;
}

/* Prints where the demonstration is. A server that listens on all interfaces is shown by two addresses: that of this
 * machine for itself, and that of the local network for phones. */
static void show_demo(const struct server *server)
{
    char here[SETTINGS_HOST_MAX + 16], phones[SETTINGS_HOST_MAX + 16] = "", address[LAN_ADDRESS_MAX];
    unsigned port = http_port(server->http);
    bool local = http_on_loopback(server->http), all = strcmp(server->settings.listens[0].host, "0.0.0.0") == 0 ||
                                                       strcmp(server->settings.listens[0].host, "::") == 0;
    if (all)
        snprintf(here, sizeof here, "http://127.0.0.1:%u", port);
    else
        snprintf(here, sizeof here, "%s", http_listening(server->http, 0));
    if (server->options.public_url != NULL)
        snprintf(phones, sizeof phones, "%s", server->options.public_url);
    else if (all && lan_address(address))
        snprintf(phones, sizeof phones, "http://%s:%u", address, port);
    else if (!all && !local)
        snprintf(phones, sizeof phones, "%s", here);
    bool reachable = phones[0] != '\0';
    demo_show(here, reachable ? phones : NULL, reachable ? make_phone_link(server, phones) : NULL,
              !local && server->api.keys == NULL);
}

static void show_addresses(const struct http *http)
{
    const char *address;
    for (unsigned i = 0; (address = http_listening(http, i)) != NULL; i++)
        printf("%s%s", i == 0 ? "nashd listening on " : ", ", address);
    putchar('\n');
    fflush(stdout);
}

/* demo: the server is that of a demonstration. argv: the options, which SIGHUP reads again. */
static int serve(struct server *server, bool demo, int argc, char **argv)
{
    enum { LOG_WAIT_MS = 2000 };
    struct nash_error error = {0};
    sigset_t signals;
    process_setup(&signals);
    server->reload = (struct reload){.argc = argc, .argv = argv};
    server->api.started_ms = clock_wall_ms();
    enum nash_status status = start(server, &error);
    if (status == NASH_OK) {
        wait_for_worker(server);
        log_info("started", "version=%s workers=%u store=%s keys=%s", nash_version(), server->settings.workers,
                 server->settings.store_url, server->api.keys != NULL ? "on" : "off");
        if (demo) {
            show_demo(server);
        } else {
            show_addresses(server->http);
        }
        startup_memory_release();
        wait_for_end(server, &signals);
    } else {
        fprintf(stderr, "nashd: %s\n", error.detail);
    }
    stop(server);
    log_stop(LOG_WAIT_MS);
    return status == NASH_OK ? COMMAND_DONE : status == NASH_INVALID ? COMMAND_USAGE : COMMAND_FAILED;
}

/* Serves with the options of a demonstration until a signal ends it. */
static int serve_demo(struct server *server, int argc, char **argv)
{
    struct demo demo;
    struct nash_error error;
    int code = COMMAND_USAGE;
    if (argc > 0 && (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0))
        return demo_help();
    if (demo_begin(&demo, argc, argv, &error) == NASH_OK &&
        options_read(&server->options, demo.argc, demo.argv, &error) == NASH_OK)
        code = serve(server, true, demo.argc, demo.argv);
    else
        fprintf(stderr, "nashd: %s\n", error.detail);
    demo_end(&demo);
    return code;
}

/* nashd backup FILE [OPTION...]: the options name the database as those of the server do. FILE may also come last. */
static int backup(struct options *options, int argc, char **argv)
{
    struct nash_error error;
    char url[SETTINGS_URL_MAX];
    bool first = argc > 0 && argv[0][0] != '-';
    if (argc == 0 || argv[first ? 0 : argc - 1][0] == '-') {
        fputs("usage: nashd backup FILE [--data DIR] [--store URL] [--config FILE]\n"
              "Copies the database of a server, which may be running, to FILE, which must not exist, and checks the "
              "copy.\n",
              argc > 0 && strcmp(argv[0], "--help") == 0 ? stdout : stderr);
        return argc > 0 && strcmp(argv[0], "--help") == 0 ? COMMAND_DONE : COMMAND_USAGE;
    }
    if (options_read(options, argc - 1, argv + first, &error) != NASH_OK ||
        settings_store_url(options, url, &error) != NASH_OK) {
        fprintf(stderr, "nashd backup: %s\n", error.detail);
        return COMMAND_USAGE;
    }
    return command_backup(argv[first ? 0 : argc - 1], url);
}

static int help(void)
{
    puts("usage: nashd [OPTION...]                  serve\n"
         "       nashd solve KIND [FILE]            solve without a server; see nashd solve --help\n"
         "       nashd replay [FILE]                repeat a recorded job and compare; see nashd replay --help\n"
         "       nashd htp [--engine NAME]          play and solve Hex by HTP; see nashd htp --help\n"
         "       nashd match hex --a A --b B        play a match of Hex; see nashd match --help\n"
         "       nashd train hex [CONFIG]           train a network for Hex; see nashd train --help\n"
         "       nashd demo [--phones]              show how five members solve one board\n"
         "       nashd keygen NAME [OPTION...]      make an API key\n"
         "       nashd check [--data DIR]           compare all stored answers with their checksums\n"
         "       nashd backup FILE [OPTION...]      copy the database of a server, which may be running\n"
         "       nashd top [--once] [URL]           show what a server does, once a second\n"
         "       nashd --healthcheck URL            check the health of a server\n"
         "       nashd --version\n\n"
         "Each option is also an environment variable: --api-keys is NASHD_API_KEYS.\n");
    options_help(stdout);
    return 0;
}

int main(int argc, char **argv)
{
    static struct server server;
    struct nash_error error;
    zygote_enter(argc, argv);
    const char *first = argc > 1 ? argv[1] : "";
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0)
        return help();
    if (strcmp(first, "--version") == 0)
        return printf("nashd %s\n", nash_version()) < 0;
    if (strcmp(first, "solve") == 0)
        return command_solve(argc - 2, argv + 2);
    if (strcmp(first, "replay") == 0)
        return command_replay(argc - 2, argv + 2);
    if (strcmp(first, "htp") == 0)
        return command_htp(argc - 2, argv + 2);
    if (strcmp(first, "match") == 0)
        return command_match(argc - 2, argv + 2);
    if (strcmp(first, "train") == 0)
        return command_train(argc - 2, argv + 2);
    if (strcmp(first, "demo") == 0)
        return serve_demo(&server, argc - 2, argv + 2);
    if (strcmp(first, "backup") == 0)
        return backup(&server.options, argc - 2, argv + 2);
    if (strcmp(first, "top") == 0)
        return command_top(argc - 2, argv + 2);
    if (strcmp(first, "keygen") == 0)
        return command_keygen(argc - 2, argv + 2);
    if (strcmp(first, "check") == 0 || strcmp(first, "--check") == 0)
        return command_check(argc - 2, argv + 2);
    if (strcmp(first, "--healthcheck") == 0)
        return command_healthcheck(argc - 2, argv + 2);
    if (options_read(&server.options, argc - 1, argv + 1, &error) != NASH_OK) {
        fprintf(stderr, "nashd: %s\n", error.detail);
        return COMMAND_USAGE;
    }
    if (server.options.print_config) {
        options_print(&server.options, stdout);
        return fflush(stdout) == 0 ? COMMAND_DONE : COMMAND_FAILED;
    }
    return serve(&server, false, argc - 1, argv + 1);
}
