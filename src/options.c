/* Options: one table made from options.def, and the code that reads values into struct options by their offsets. */
#include "options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <nash/json.h>

enum value_type { IS_TEXT, IS_LIST, IS_NUMBER, IS_BYTES, IS_FLAG, IS_SECTION };

/* One line of options.def. A section has only a name, its title. */
struct option {
    const char *name, *argument, *help, *text; /* text: default of a TEXT */
    enum value_type type;
    size_t offset;             /* of the field in struct options */
    uint64_t number, min, max; /* default and range of a number */
};

/* NOLINTBEGIN(bugprone-macro-parentheses): initializers */
static const struct option known[] = {
#define SECTION(title) {.name = title, .type = IS_SECTION},
#define TEXT(field, name_, fallback, argument_, help_)                                                                 \
    {.name = name_,                                                                                                    \
     .argument = argument_,                                                                                            \
     .help = help_,                                                                                                    \
     .text = fallback,                                                                                                 \
     .type = IS_TEXT,                                                                                                  \
     .offset = offsetof(struct options, field)},
#define LIST(field, name_, argument_, help_)                                                                           \
    {.name = name_, .argument = argument_, .help = help_, .type = IS_LIST, .offset = offsetof(struct options, field)},
#define NUMBER(field, name_, fallback, min_, max_, argument_, help_)                                                   \
    {.name = name_,                                                                                                    \
     .argument = argument_,                                                                                            \
     .help = help_,                                                                                                    \
     .type = IS_NUMBER,                                                                                                \
     .offset = offsetof(struct options, field),                                                                        \
     .number = fallback,                                                                                               \
     .min = min_,                                                                                                      \
     .max = max_},
#define BYTES(field, name_, fallback, argument_, help_)                                                                \
    {.name = name_,                                                                                                    \
     .argument = argument_,                                                                                            \
     .help = help_,                                                                                                    \
     .type = IS_BYTES,                                                                                                 \
     .offset = offsetof(struct options, field),                                                                        \
     .number = fallback,                                                                                               \
     .max = INT64_MAX},
#define FLAG(field, name_, help_)                                                                                      \
    {.name = name_, .argument = "", .help = help_, .type = IS_FLAG, .offset = offsetof(struct options, field)},
#include "options.def"
#undef SECTION
#undef TEXT
#undef NUMBER
#undef BYTES
#undef LIST
#undef FLAG
};
/* NOLINTEND(bugprone-macro-parentheses) */
enum { KNOWN = sizeof known / sizeof known[0] };

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

static const char **list_of(struct options *options, const struct option *option)
{
    return (const char **)(void *)((char *)options + option->offset);
}

static void list_clear(struct options *options, const struct option *option)
{
    memset(list_of(options, option), 0, (OPTIONS_LIST_MAX + 1) * sizeof(const char *));
}

/* Appends the parts of "a,b" to the list. The copy of `value` is never freed: options live as long as the process. */
static enum nash_status list_add(struct options *options, const struct option *option, const char *from,
                                 const char *value, struct nash_error *error)
{
    const char **list = list_of(options, option);
    size_t count = 0;
    char *rest = NULL, *copy = strdup(value);
    while (list[count] != NULL)
        count++;
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the list points into the copy */
    for (char *one = copy != NULL ? strtok_r(copy, ", ", &rest) : NULL; one != NULL;
         one = strtok_r(NULL, ", ", &rest)) {
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

/* Reads the value of an option. `from` names its origin, an option or a variable, in messages. */
static enum nash_status option_set(struct options *options, const struct option *option, const char *from,
                                   const char *value, struct nash_error *error)
{
    uint64_t number = 0;
    int64_t signed_number;
    switch (option->type) {
    case IS_TEXT:
        set_text(options, option, value);
        return NASH_OK;
    case IS_LIST:
        return list_add(options, option, from, value, error);
    case IS_NUMBER:
        if (!nash_parse_int64(value, strlen(value), &signed_number) || signed_number < (int64_t)option->min ||
            signed_number > (int64_t)option->max)
            return nash_fail(error, NASH_INVALID, "", "%s: \"%s\" is not a number from %llu to %llu", from, value,
                             (unsigned long long)option->min, (unsigned long long)option->max);
        number = (uint64_t)signed_number;
        break;
    case IS_BYTES:
        if (!bytes_read(value, &number))
            return nash_fail(error, NASH_INVALID, "", "%s: \"%s\" is not a size; examples: 1000000, 64K, 512M, 2G",
                             from, value);
        break;
    case IS_FLAG:
        if (strcmp(value, "1") != 0 && strcmp(value, "0") != 0)
            return nash_fail(error, NASH_INVALID, "", "%s: \"%s\" must be 1 or 0", from, value);
        number = value[0] == '1';
        break;
    case IS_SECTION:
        return NASH_OK;
    }
    set_number(options, option, number);
    return NASH_OK;
}

/* Writes the variable of an option: NASHD_API_KEYS for --api-keys. */
static void variable_name(const struct option *option, char out[64])
{
    size_t len = (size_t)snprintf(out, 64, "NASHD_%s", option->name);
    for (size_t i = 0; i < len; i++)
        out[i] = out[i] == '-' ? '_' : (char)toupper((unsigned char)out[i]);
}

static enum nash_status read_environment(struct options *options, struct nash_error *error)
{
    for (size_t i = 0; i < KNOWN; i++) {
        char name[64];
        if (known[i].type == IS_SECTION)
            continue;
        variable_name(&known[i], name);
        const char *value = getenv(name);
        enum nash_status status =
            value != NULL && *value != '\0' ? option_set(options, &known[i], name, value, error) : NASH_OK;
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}

static const struct option *option_find(const char *name, size_t len)
{
    for (size_t i = 0; i < KNOWN; i++)
        if (known[i].type != IS_SECTION && strlen(known[i].name) == len && memcmp(known[i].name, name, len) == 0)
            return &known[i];
    return NULL;
}

/* Reads the option at argv[*at], with its value if that is the next argument, and advances *at. seen[]: the options
 * read so far. */
static enum nash_status read_argument(struct options *options, int argc, char **argv, int *at, bool seen[KNOWN],
                                      struct nash_error *error)
{
    const char *word = argv[(*at)++];
    const char *name = strncmp(word, "--", 2) == 0 ? word + 2 : "";
    size_t len = strcspn(name, "=");
    const struct option *option = option_find(name, len);
    if (option == NULL)
        return nash_fail(error, NASH_INVALID, "", "unknown option \"%s\"; nashd --help lists all options", word);
    const char *value = name[len] == '=' ? name + len + 1 : NULL;
    if (value == NULL && option->type == IS_FLAG)
        value = "1";
    else if (value == NULL && *at < argc)
        value = argv[(*at)++];
    if (option->type == IS_LIST && !seen[option - known])
        list_clear(options, option); /* the command line replaces the list of the variable */
    seen[option - known] = true;
    if (value == NULL)
        return nash_fail(error, NASH_INVALID, "", "--%s requires a value: %s", option->name, option->argument);
    return option_set(options, option, word, value, error);
}

enum nash_status options_read(struct options *options, int argc, char **argv, struct nash_error *error)
{
    bool seen[KNOWN] = {false};
    for (size_t i = 0; i < KNOWN; i++)
        if (known[i].type == IS_LIST)
            list_clear(options, &known[i]);
        else if (known[i].type == IS_TEXT)
            set_text(options, &known[i], known[i].text);
        else if (known[i].type != IS_SECTION)
            set_number(options, &known[i], known[i].number);
    enum nash_status status = read_environment(options, error);
    for (int at = 0; status == NASH_OK && at < argc;)
        status = read_argument(options, argc, argv, &at, seen, error);
    return status;
}

/* Writes the default as it is given on the command line, in brackets; "" if there is none. */
static void default_text(const struct option *option, char out[64])
{
    out[0] = '\0';
    if (option->type == IS_TEXT && option->text != NULL)
        snprintf(out, 64, " [%s]", option->text);
    else if (option->type == IS_NUMBER)
        snprintf(out, 64, " [%llu]", (unsigned long long)option->number);
    else if (option->type == IS_BYTES)
        snprintf(out, 64, " [%lluM]", (unsigned long long)option->number >> 20);
}

/* Prints the words of `text`, wrapped between the columns `indent` and WIDTH. The cursor is at `indent`. */
static void print_wrapped(FILE *out, const char *text, int indent)
{
    enum { WIDTH = 100 };
    int column = indent;
    for (const char *word = text; *word != '\0'; word += strspn(word, " ")) {
        int len = (int)strcspn(word, " ");
        if (column > indent && column + 1 + len > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", len, word);
        word += len;
    }
    fputc('\n', out);
}

void options_help(FILE *out)
{
    enum { INDENT = 36 };
    for (size_t i = 0; i < KNOWN; i++) {
        char value[64], text[512];
        if (known[i].type == IS_SECTION) {
            fprintf(out, "%s%s:\n", i > 0 ? "\n" : "", known[i].name);
            continue;
        }
        default_text(&known[i], value);
        snprintf(text, sizeof text, "%s%s", known[i].help, value);
        int column = fprintf(out, "  --%s %s", known[i].name, known[i].argument);
        if (column >= INDENT)
            column = fprintf(out, "\n") - 1;
        fprintf(out, "%*s", INDENT - column, "");
        print_wrapped(out, text, INDENT);
    }
}
