/* The options of the server. The command line overrides NASHD_* environment variables, and these override defaults. See
 * options.def. */
#ifndef NASHD_OPTIONS_H
#define NASHD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <nash/status.h>

enum { OPTIONS_LIST_MAX = 64 }; /* values of one LIST; a NULL follows the last one */

struct options {
#define SECTION(title)
#define TEXT(field, name, fallback, argument, help)             const char *field;
#define NUMBER(field, name, fallback, min, max, argument, help) uint32_t field;
#define BYTES(field, name, fallback, argument, help)            uint64_t field;
#define LIST(field, name, argument, help)                       const char *field[OPTIONS_LIST_MAX + 1];
#define FLAG(field, name, help)                                 bool field;
#include "options.def"
#undef SECTION
#undef TEXT
#undef NUMBER
#undef BYTES
#undef LIST
#undef FLAG
};

/* Reads `--name value`, `--name=value` and `--flag`. Texts point into argv or the environment and are not copied.
 * Returns NASH_INVALID with the name of the option in *error. */
enum nash_status options_read(struct options *options, int argc, char **argv, struct nash_error *error);
/* Prints all options by section, each with its default. */
void options_help(FILE *out);

#endif
