/* The options of the server: command line first, then NASHD_* variables, then defaults. See options.def. */
#ifndef NASHD_OPTIONS_H
#define NASHD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <nash/status.h>

enum { OPTIONS_LIST_MAX = 64 }; /* values of one LIST, and a NULL */

struct options {
#define TEXT(field, name, fallback, argument, help)                const char *field;
#define NUMBER(field, name, fallback, least, most, argument, help) uint32_t field;
#define BYTES(field, name, fallback, argument, help)               uint64_t field;
#define LIST(field, name, argument, help)                          const char *field[OPTIONS_LIST_MAX + 1];
#define FLAG(field, name, help)                                    bool field;
#include "options.def"
#undef TEXT
#undef NUMBER
#undef BYTES
#undef LIST
#undef FLAG
};

/* Reads `--name value`, `--name=value` and `--flag`; texts point into argv or the environment. NASH_INVALID says what
 * is wrong. */
enum nash_status options_read(struct options *options, int argc, char **argv, struct nash_error *error);
/* One line an option, with its default. */
void options_help(FILE *out);

#endif
