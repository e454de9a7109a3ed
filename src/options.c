/* Options: one table made from options.def, and the code that reads values into struct options by their offsets. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <nash/arena.h>
#include <nash/json.h>

#include "options_table.h"

/* NOLINTBEGIN(bugprone-macro-parentheses): initializers */
const struct option options_table[] = {
#define SECTION(title) {.name = title, .type = IS_SECTION},
#define VALUE(field, name_, argument_, help_, type_)                                                                   \
    .name = name_, .argument = argument_, .help = help_, .type = type_, .index = OPTION_##field,                       \
    .offset = offsetof(struct options, field)
#define TEXT(field, name, fallback, argument, help) {VALUE(field, name, argument, help, IS_TEXT), .text = fallback},
#define LIST(field, name, argument, help)           {VALUE(field, name, argument, help, IS_LIST)},
#define NUMBER(field, name, fallback, min_, max_, argument, help)                                                      \
    {VALUE(field, name, argument, help, IS_NUMBER), .number = fallback, .min = min_, .max = max_},
#define BYTES(field, name, fallback, argument, help)                                                                   \
    {VALUE(field, name, argument, help, IS_BYTES), .number = fallback, .max = INT64_MAX},
#define FLAG(field, name, help)   {VALUE(field, name, "", help, IS_FLAG)},
#define ACTION(field, name, help) {VALUE(field, name, "", help, IS_ACTION)},
#define LIVE(field)               {.type = IS_LIVE, .index = OPTION_##field},
#include "options.def"
#undef VALUE
};
/* NOLINTEND(bugprone-macro-parentheses) */
const size_t options_table_size = sizeof options_table / sizeof options_table[0];

bool option_has_value(const struct option *option)
{
    return option->type <= IS_FLAG;
}

static bool is_option(const struct option *line)
{
    return line->type <= IS_ACTION;
}

bool option_is_live(const struct option *option)
{
    for (size_t i = 0; i < options_table_size; i++)
        if (options_table[i].type == IS_LIVE && options_table[i].index == option->index)
            return true;
    return false;
}

/* Stores a number in the field of the option. */
static void set_number(struct options *options, const struct option *option, uint64_t value)
{
    char *at = (char *)options + option->offset;
    if (option->type == IS_NUMBER)
        memcpy(at, &(uint32_t){(uint32_t)value}, sizeof(uint32_t));
    else if (option->type == IS_BYTES)
        memcpy(at, &value, sizeof value);
    else
        memcpy(at, &(bool){value != 0}, sizeof(bool));
}

/* Stores a text, which is not copied. */
static void set_text(struct options *options, const struct option *option, const char *value)
{
    memcpy((char *)options + option->offset, &value, sizeof value);
}

const char **option_list(const struct options *options, const struct option *option)
{
    return (const char **)(void *)((char *)(uintptr_t)options + option->offset);
}

const char *option_text(const struct options *options, const struct option *option)
{
    const char *text;
    memcpy(&text, (const char *)options + option->offset, sizeof text);
    return text;
}

uint64_t option_number(const struct options *options, const struct option *option)
{
    const char *at = (const char *)options + option->offset;
    uint32_t number;
    uint64_t bytes;
    bool flag;
    switch (option->type) {
    case IS_NUMBER:
        memcpy(&number, at, sizeof number);
        return number;
    case IS_BYTES:
        memcpy(&bytes, at, sizeof bytes);
        return bytes;
    default:
        memcpy(&flag, at, sizeof flag);
        return flag;
    }
}

static void list_clear(struct options *options, const struct option *option)
{
    memset(option_list(options, option), 0, (OPTIONS_LIST_MAX + 1) * sizeof(const char *));
}

/* Appends the parts of "a,b" to the list. */
static enum nash_status list_add(struct options *options, const struct option *option, const char *from,
                                 const char *value, struct nash_error *error)
{
    const char **list = option_list(options, option);
    size_t count = 0;
    char *rest = NULL, *copy = nash_arena_strndup(options->texts, value, strlen(value));
    if (copy == NULL)
        return nash_fail(error, NASH_INVALID, "", "%s: the options are too long", from);
    while (list[count] != NULL)
        count++;
    for (char *one = strtok_r(copy, ", ", &rest); one != NULL; one = strtok_r(NULL, ", ", &rest)) {
        if (count == OPTIONS_LIST_MAX)
            return nash_fail(error, NASH_INVALID, "", "%s: at most %d values are allowed", from, OPTIONS_LIST_MAX);
        list[count++] = one;
    }
    return NASH_OK;
}

/* Reads "512M" as 512 << 20. Returns false if the text is not a number with an optional unit, or is too large. */
static bool bytes_read(const char *text, uint64_t *value)
{
    size_t digits = strspn(text, "0123456789");
    int64_t count;
    unsigned shift = 0;
    if (!nash_parse_int64(text, digits, &count))
        return false;
    if (text[digits] != '\0') {
        const char *unit = strchr("kKmMgG", text[digits]);
        if (unit == NULL || text[digits + 1] != '\0')
            return false;
        shift = 10 * (unsigned)((unit - "kKmMgG") / 2 + 1);
    }
    *value = (uint64_t)count << shift;
    return *value >> shift == (uint64_t)count && *value <= INT64_MAX;
}

/* Reads "1" or "0", or a word for it. Returns false for other texts. */
static bool flag_read(const char *text, uint64_t *value)
{
    static const char *const words[] = {"0", "1", "false", "true", "no", "yes", "off", "on"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(text, words[i]) == 0) {
            *value = i % 2;
            return true;
        }
    return false;
}

static enum nash_status read_number(struct options *options, const struct option *option, const char *from,
                                    const char *value, struct nash_error *error)
{
    uint64_t number = 0;
    int64_t signed_number;
    if (option->type == IS_NUMBER) {
        if (!nash_parse_int64(value, strlen(value), &signed_number) || signed_number < (int64_t)option->min ||
            signed_number > (int64_t)option->max)
            return nash_fail(error, NASH_INVALID, "", "%s: \"%s\" is not a number from %llu to %llu", from, value,
                             (unsigned long long)option->min, (unsigned long long)option->max);
        number = (uint64_t)signed_number;
    } else if (option->type == IS_BYTES && !bytes_read(value, &number)) {
        return nash_fail(error, NASH_INVALID, "", "%s: \"%s\" is not a size; examples: 1000000, 64K, 512M, 2G", from,
                         value);
    } else if (option->type >= IS_FLAG && !flag_read(value, &number)) {
        return nash_fail(error, NASH_INVALID, "", "%s: \"%s\" must be 1 or 0", from, value);
    }
    set_number(options, option, number);
    return NASH_OK;
}

enum nash_status option_set(struct options *options, const struct option *option, struct option_origin origin,
                            const char *from, const char *value, struct nash_error *error)
{
    struct option_origin *before = &options->origin[option->index];
    if (option->type == IS_LIST && before->source != origin.source)
        list_clear(options, option);
    if (option->type != IS_LIST || before->source != origin.source)
        *before = origin;
    if (option->type == IS_TEXT) {
        set_text(options, option, value);
        return NASH_OK;
    }
    return (option->type == IS_LIST ? list_add : read_number)(options, option, from, value, error);
}

void option_variable(const struct option *option, char out[64])
{
    size_t len = (size_t)snprintf(out, 64, "NASHD_%s", option->name);
    for (size_t i = 0; i < len; i++)
        out[i] = out[i] == '-' ? '_' : (char)toupper((unsigned char)out[i]);
}

static enum nash_status read_environment(struct options *options, struct nash_error *error)
{
    const struct option_origin origin = {.source = SOURCE_ENVIRONMENT};
    for (size_t i = 0; i < options_table_size; i++) {
        char name[64];
        if (!option_has_value(&options_table[i]))
            continue;
        option_variable(&options_table[i], name);
        const char *value = getenv(name);
        if (value != NULL && *value != '\0' &&
            option_set(options, &options_table[i], origin, name, value, error) != NASH_OK)
            return error->status;
    }
    return NASH_OK;
}

const struct option *option_find(const char *name, size_t len)
{
    for (size_t i = 0; i < options_table_size; i++)
        if (is_option(&options_table[i]) && strlen(options_table[i].name) == len &&
            memcmp(options_table[i].name, name, len) == 0)
            return &options_table[i];
    return NULL;
}

/* Reads the option at argv[*at], with its value if that is the next argument, and advances *at. */
static enum nash_status read_argument(struct options *options, int argc, char **argv, int *at, struct nash_error *error)
{
    const struct option_origin origin = {.source = SOURCE_COMMAND_LINE};
    const char *word = argv[(*at)++];
    const char *name = strncmp(word, "--", 2) == 0 ? word + 2 : "";
    size_t len = strcspn(name, "=");
    const struct option *option = option_find(name, len);
    if (option == NULL)
        return nash_fail(error, NASH_INVALID, "", "unknown option \"%s\"; nashd --help lists all options", word);
    const char *value = name[len] == '=' ? name + len + 1 : NULL;
    if (value == NULL && option->type >= IS_FLAG)
        value = "1";
    else if (value == NULL && *at < argc)
        value = argv[(*at)++];
    if (value == NULL)
        return nash_fail(error, NASH_INVALID, "", "--%s requires a value: %s", option->name, option->argument);
    return option_set(options, option, origin, word, value, error);
}

static enum nash_status read_arguments(struct options *options, int argc, char **argv, struct nash_error *error)
{
    enum nash_status status = NASH_OK;
    for (int at = 0; status == NASH_OK && at < argc;)
        status = read_argument(options, argc, argv, &at, error);
    return status;
}

void options_set_defaults(struct options *options)
{
    for (size_t i = 0; i < options_table_size; i++)
        if (options_table[i].type == IS_LIST)
            list_clear(options, &options_table[i]);
        else if (options_table[i].type == IS_TEXT)
            set_text(options, &options_table[i], options_table[i].text);
        else if (is_option(&options_table[i]))
            set_number(options, &options_table[i], options_table[i].number);
    memset(options->origin, 0, sizeof options->origin);
}

/* Sets the defaults, and makes the arena of texts. */
static enum nash_status options_begin(struct options *options, struct nash_error *error)
{
    enum { MEMORY_MAX = 8 * OPTIONS_FILE_MAX };
    options_set_defaults(options);
    options->texts = nash_arena_new(MEMORY_MAX);
    return options->texts != NULL ? NASH_OK : nash_fail(error, NASH_NOMEM, "", "out of memory while reading options");
}

enum nash_status options_read_text(struct options *options, const char *path, const char *text, size_t len,
                                   struct nash_error *error)
{
    enum nash_status status = options_begin(options, error);
    return status == NASH_OK ? options_file_parse(options, path, text, len, error) : status;
}

/* Reads environment and command line, only for the name of the configuration file. Faults are reported by the second
 * reading. Returns NULL if no file is named. */
static const char *find_config(struct options *options, int argc, char **argv)
{
    struct nash_error ignored;
    const char *variable = getenv("NASHD_CONFIG");
    options->config = NULL;
    (void)read_arguments(options, argc, argv, &ignored);
    const char *path = options->config != NULL || variable == NULL || *variable == '\0' ? options->config : variable;
    options_set_defaults(options);
    return path;
}

enum nash_status options_read(struct options *options, int argc, char **argv, struct nash_error *error)
{
    enum nash_status status = options_begin(options, error);
    const char *path = status == NASH_OK ? find_config(options, argc, argv) : NULL;
    if (status == NASH_OK && path != NULL)
        status = options_file_read(options, path, error);
    if (status == NASH_OK)
        status = read_environment(options, error);
    if (status == NASH_OK)
        status = read_arguments(options, argc, argv, error);
    return status;
}

void options_release(struct options *options)
{
    nash_arena_free(options->texts);
    options->texts = NULL;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_value(const struct options *a, const struct options *b, const struct option *option)
{
    if (option->type == IS_TEXT)
        return same_text(option_text(a, option), option_text(b, option));
    if (option->type != IS_LIST)
        return option_number(a, option) == option_number(b, option);
    const char *const *one = option_list(a, option), *const *other = option_list(b, option);
    while (*one != NULL && same_text(*one, *other)) {
        one++;
        other++;
    }
    return *one == NULL && *other == NULL;
}

static void copy_value(struct options *to, const struct options *from, const struct option *option)
{
    if (option->type == IS_LIST)
        memcpy(option_list(to, option), option_list(from, option), (OPTIONS_LIST_MAX + 1) * sizeof(const char *));
    else if (option->type == IS_TEXT)
        set_text(to, option, option_text(from, option));
    else
        set_number(to, option, option_number(from, option));
}

static void add_name(struct option_names *names, const char *name)
{
    size_t len = strlen(names->text);
    snprintf(names->text + len, sizeof names->text - len, "%s%s", len > 0 ? "," : "", name);
    names->count++;
}

void options_update(struct options *running, const struct options *fresh, struct option_names *changed,
                    struct option_names *kept)
{
    *changed = *kept = (struct option_names){0};
    for (size_t i = 0; i < options_table_size; i++) {
        const struct option *option = &options_table[i];
        if (!option_has_value(option))
            continue;
        bool live = option_is_live(option), same = same_value(running, fresh, option);
        if (!same)
            add_name(live ? changed : kept, option->name);
        if (live) { /* also if it is the same: its text may be in memory that is freed with older options */
            copy_value(running, fresh, option);
            running->origin[option->index] = fresh->origin[option->index];
        }
    }
}
