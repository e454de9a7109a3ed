/* The options of the server. A value on the command line takes precedence over one in a NASHD_* variable, then come the
 * configuration file and the default. See options.def. */
#ifndef NASHD_OPTIONS_H
#define NASHD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <nash/status.h>

enum { OPTIONS_LIST_MAX = 64 };        /* values of one LIST; a NULL follows the last one */
enum { OPTIONS_FILE_MAX = 256 << 10 }; /* bytes of a configuration file */

/* The number of lines of options.def, which is that of `origin`. */
enum {
#define SECTION(title)
#define TEXT(field, ...)   OPTION_##field,
#define NUMBER(field, ...) OPTION_##field,
#define BYTES(field, ...)  OPTION_##field,
#define LIST(field, ...)   OPTION_##field,
#define FLAG(field, ...)   OPTION_##field,
#define ACTION(field, ...) OPTION_##field,
#define LIVE(field)
#include "options.def"
    OPTIONS_COUNT
};

/* Where the value of an option comes from. */
enum option_source { SOURCE_DEFAULT, SOURCE_FILE, SOURCE_ENVIRONMENT, SOURCE_COMMAND_LINE };
struct option_origin {
    enum option_source source;
    unsigned line; /* of the configuration file, from 1 */
};

struct options {
#define SECTION(title)
#define TEXT(field, name, fallback, argument, help)             const char *field;
#define NUMBER(field, name, fallback, min, max, argument, help) uint32_t field;
#define BYTES(field, name, fallback, argument, help)            uint64_t field;
#define LIST(field, name, argument, help)                       const char *field[OPTIONS_LIST_MAX + 1];
#define FLAG(field, name, help)                                 bool field;
#define ACTION(field, name, help)                               bool field;
#define LIVE(field)
#include "options.def"
    struct option_origin origin[OPTIONS_COUNT]; /* by OPTION_field */
    struct nash_arena *texts;                   /* of values from the configuration file and of lists */
};

/* Reads the configuration file, if one is named, then the environment and the command line: `--name value`,
 * `--name=value` and `--flag`. Texts point into argv, the environment or options->texts. Returns NASH_INVALID with the
 * origin and the name of the option in *error. options_release() is needed in any case. */
enum nash_status options_read(struct options *options, int argc, char **argv, struct nash_error *error);
void options_release(struct options *options);

/* Sets all options to their defaults; then `text`, the contents of a configuration file, named `path` in messages. */
enum nash_status options_read_text(struct options *options, const char *path, const char *text, size_t len,
                                   struct nash_error *error);

/* Names of options, separated by commas. */
struct option_names {
    char text[1024]; /* cut to fit */
    size_t count;
};

/* Copies from `fresh` into `running` all values that differ and may change while the server runs (LIVE in options.def):
 * `changed` gets their names. `kept` gets those of the others, whose values stay until the server is started again.
 * Copied texts stay in the memory of `fresh`. */
void options_update(struct options *running, const struct options *fresh, struct option_names *changed,
                    struct option_names *kept);

/* Prints all options by section, each with its default. */
void options_help(FILE *out);
/* Prints all options with their values and origins, in the format of a configuration file. */
void options_print(const struct options *options, FILE *out);

#endif
