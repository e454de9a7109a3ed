/* Derives the settings from the options and the system: addresses, folders, keys. */
#include "settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/log.h>

enum { WORKERS_MAX = 256 };

/* Reads --listen. */
static enum nash_status settings_read_listen(struct settings *settings, const struct options *options,
                                             struct nash_error *error)
{
    const char *const standard[] = {"127.0.0.1:8080", NULL};
    const char *const *texts = options->listen[0] != NULL ? options->listen : standard;
    for (size_t i = 0; texts[i] != NULL; i++) {
        struct http_listen *listen = &settings->listens[settings->listens_count];
        struct nash_error why;
        if (settings->listens_count == HTTP_LISTEN_MAX)
            return nash_fail(error, NASH_INVALID, "", "--listen: at most %d addresses are allowed", HTTP_LISTEN_MAX);
        if (http_listen_parse(texts[i], listen, &why) != NASH_OK)
            return nash_fail(error, NASH_INVALID, "", "--listen %s", why.detail);
        settings->listens_count++;
        if (!http_listen_is_local(listen) && options->api_keys == NULL && !options->insecure_public)
            return nash_fail(error, NASH_INVALID, "",
                             "%s is not loopback: every client that reaches it could use this server; give --api-keys "
                             "FILE, or --insecure-public to allow it",
                             listen->host);
    }
    return NASH_OK;
}

/* Returns the index of `value` in names[count], or -1. */
static int name_index(const char *value, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], value) == 0)
            return i;
    return -1;
}

enum nash_status settings_set_log(const struct options *options, struct nash_error *error)
{
    static const char *const formats[] = {"text", "json", "journal"}, *const levels[] = {"debug", "info", "warn",
                                                                                         "error"};
    const struct log_targets targets = {.file = options->log_file, .access = options->access_log};
    int format = name_index(options->log_format, formats, LOG_JOURNAL + 1);
    int level = name_index(options->log_level, levels, LOG_ERROR + 1);
    if (format < 0)
        return nash_fail(error, NASH_INVALID, "", "--log-format %s: expected text, json or journal",
                         options->log_format);
    if (level < 0)
        return nash_fail(error, NASH_INVALID, "", "--log-level %s: expected debug, info, warn or error",
                         options->log_level);
    if (log_open(&targets, error) == NASH_OK)
        log_setup((enum log_level)level, (enum log_format)format);
    else
        return error->status;
    return NASH_OK;
}

enum nash_status settings_store_url(const struct options *options, char out[SETTINGS_URL_MAX], struct nash_error *error)
{
    size_t len =
        (size_t)(options->store != NULL ? snprintf(out, SETTINGS_URL_MAX, "%s", options->store)
                                        : snprintf(out, SETTINGS_URL_MAX, "sqlite:%s/nashd.db", options->data));
    return len < SETTINGS_URL_MAX ? NASH_OK : nash_fail(error, NASH_INVALID, "", "--store: the URL is too long");
}

/* Creates the data folder if it does not exist. Sets the folder of temporary files and the URL of the store. */
static enum nash_status settings_read_data(struct settings *settings, const struct options *options,
                                           struct nash_error *error)
{
    if (mkdir(options->data, S_IRWXU) != 0 && errno != EEXIST)
        return nash_fail(error, NASH_INVALID, "", "--data %s: %s", options->data, strerror(errno));
    if (access(options->data, W_OK | X_OK) != 0)
        return nash_fail(error, NASH_INVALID, "", "--data %s: %s", options->data, strerror(errno));
    size_t len = (size_t)snprintf(settings->spool_dir, sizeof settings->spool_dir, "%s", options->data);
    if (len >= sizeof settings->spool_dir)
        return nash_fail(error, NASH_INVALID, "", "--data: the path is too long");
    return settings_store_url(options, settings->store_url, error);
}

static enum nash_status settings_read_keys(struct settings *settings, const struct options *options,
                                           struct nash_error *error)
{
    if (options->peer_key != NULL && peer_key_load(options->peer_key, settings->peer_key, error) != NASH_OK)
        return error->status;
    if (options->api_keys != NULL && (settings->keys = keys_load(options->api_keys, error)) == NULL)
        return error->status;
    return NASH_OK;
}

static uint32_t worker_count(uint32_t option)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return option != 0 ? option : processors > 0 && processors <= WORKERS_MAX ? (uint32_t)processors : 1;
}

enum nash_status settings_read(struct settings *settings, const struct options *options, struct nash_error *error)
{
    *settings = (struct settings){.workers = worker_count(options->workers)};
    if (settings_set_log(options, error) != NASH_OK || settings_read_listen(settings, options, error) != NASH_OK ||
        settings_read_data(settings, options, error) != NASH_OK ||
        settings_read_keys(settings, options, error) != NASH_OK)
        return error->status;
    return NASH_OK;
}

void settings_release(struct settings *settings)
{
    keys_free(settings->keys);
}
