/* Settings of the server, derived from the options. */
#ifndef NASHD_SETTINGS_H
#define NASHD_SETTINGS_H

#include <api/keys.h>
#include <cluster/transport/key.h>
#include <http/listen/listen.h>

#include "options.h"

enum { SETTINGS_HOST_MAX = 256, SETTINGS_PATH_MAX = 512, SETTINGS_URL_MAX = 4096 };

struct settings {
    struct http_listen listens[HTTP_LISTEN_MAX];
    size_t listens_count;
    uint32_t workers;
    char spool_dir[SETTINGS_PATH_MAX]; /* folder of temporary files */
    char store_url[SETTINGS_URL_MAX];
    char peer_key[PEER_KEY_MAX + 1]; /* "": none */
    struct keys *keys;               /* NULL: authentication is off */
};

/* Checks the options, sets up the log, creates the data folder and loads the key files. Returns NASH_INVALID with the
 * option's name in *error; settings_release() is needed in any case. */
enum nash_status settings_read(struct settings *settings, const struct options *options, struct nash_error *error);
/* Writes the URL of the store. */
enum nash_status settings_store_url(const struct options *options, char out[SETTINGS_URL_MAX],
                                    struct nash_error *error);
/* Sets up level, format and files of the log; also while the server runs. Nothing changes after an error. */
enum nash_status settings_set_log(const struct options *options, struct nash_error *error);
void settings_release(struct settings *settings);

#endif
