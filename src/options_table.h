/* The table of options, for the files that read and print them. */
#ifndef NASHD_OPTIONS_TABLE_H
#define NASHD_OPTIONS_TABLE_H

#include "options.h"

enum option_type { IS_TEXT, IS_LIST, IS_NUMBER, IS_BYTES, IS_FLAG, IS_ACTION, IS_SECTION, IS_LIVE };

/* One line of options.def. A section has only a name, its title; IS_LIVE has only an index, that of its option. */
struct option {
    const char *name, *argument, *help, *text; /* text: default of a TEXT */
    enum option_type type;
    unsigned index;            /* OPTION_field */
    size_t offset;             /* of the field in struct options */
    uint64_t number, min, max; /* default and range of a number */
};

extern const struct option options_table[];
extern const size_t options_table_size;

/* Returns true for a line that is an option with a value, which a file and a variable may give. */
bool option_has_value(const struct option *option);
/* Returns true if the value may change while the server runs. */
bool option_is_live(const struct option *option);
/* Returns NULL if the name is unknown. */
const struct option *option_find(const char *name, size_t len);
/* Returns the option whose name is most similar, or NULL if none is similar. */
const struct option *option_nearest(const char *name, size_t len);

const char **option_list(const struct options *options, const struct option *option);
const char *option_text(const struct options *options, const struct option *option);
uint64_t option_number(const struct options *options, const struct option *option);

void options_set_defaults(struct options *options);
/* Reads the value of an option. A LIST gets further values, unless its values are of another origin: these are
 * replaced. `from` names the origin in messages: an option, a variable, or the place in a file. */
enum nash_status option_set(struct options *options, const struct option *option, struct option_origin origin,
                            const char *from, const char *value, struct nash_error *error);

/* Writes the environment variable of an option: NASHD_API_KEYS for --api-keys. */
void option_variable(const struct option *option, char out[64]);

/* Reads the contents of a configuration file into options that have been set to their defaults. `path` names the file
 * in messages. Implemented in options_file.c. */
enum nash_status options_file_parse(struct options *options, const char *path, const char *text, size_t len,
                                    struct nash_error *error);
enum nash_status options_file_read(struct options *options, const char *path, struct nash_error *error);

#endif
