/* Reads a configuration file: lines `name = value`, comments, and headings `[Section]` without effect. A value is taken
 * as it stands, up to a `#` after white space, or is in quotes with the escapes \" \\ and \xNN. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <base/secret.h>
#include <base/utf8.h>
#include <nash/arena.h>

#include "options_table.h"

enum { NAME_MAX_BYTES = 64, PLACE_MAX = 320 };

/* The file that is read. */
struct config_file {
    struct options *options;
    const char *path;
    unsigned line;
    struct nash_error *error;
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Returns the number of single-character changes that make one name the other. */
static unsigned name_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
    unsigned row[NAME_MAX_BYTES + 1];
    for (size_t j = 0; j <= b_len; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= a_len; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_len; j++) {
            unsigned above = row[j], change = diagonal + (a[i - 1] != b[j - 1]);
            unsigned least = above < row[j - 1] ? above : row[j - 1];
            row[j] = least + 1 < change ? least + 1 : change;
            diagonal = above;
        }
    }
    return row[b_len];
}

const struct option *option_nearest(const char *name, size_t len)
{
    const struct option *nearest = NULL;
    unsigned least = NAME_MAX_BYTES;
    for (size_t i = 0; i < options_table_size && len < NAME_MAX_BYTES; i++) {
        const struct option *option = &options_table[i];
        size_t room = option_has_value(option) ? strlen(option->name) : NAME_MAX_BYTES;
        unsigned distance = room < NAME_MAX_BYTES ? name_distance(name, len, option->name, room) : least;
        if (distance < least && distance <= 1 + room / 3) {
            least = distance;
            nearest = option;
        }
    }
    return nearest;
}

static enum nash_status file_fail(const struct config_file *file, const char *what)
{
    return nash_fail(file->error, NASH_INVALID, "", "%s:%u: %s", file->path, file->line, what);
}

static enum nash_status fail_unknown(const struct config_file *file, const char *name, size_t len)
{
    const struct option *nearest = option_nearest(name, len);
    int shown = len < NAME_MAX_BYTES ? (int)len : NAME_MAX_BYTES;
    return nash_fail(file->error, NASH_INVALID, "", "%s:%u: unknown option \"%.*s\"; %s%s%s", file->path, file->line,
                     shown, name, nearest != NULL ? "the most similar name is \"" : "nashd --help lists all options",
                     nearest != NULL ? nearest->name : "", nearest != NULL ? "\"" : "");
}

static enum nash_status read_heading(const struct config_file *file, const char *text, size_t len)
{
    const char *end = memchr(text, ']', len);
    if (end == NULL || end == text + 1)
        return file_fail(file, "a heading must be [Section]");
    for (const char *rest = end + 1; rest < text + len && *rest != '#'; rest++)
        if (!is_blank(*rest))
            return file_fail(file, "text behind the heading");
    size_t title = (size_t)(end - text) - 1;
    for (size_t i = 0; i < options_table_size; i++)
        if (options_table[i].type == IS_SECTION && strlen(options_table[i].name) == title &&
            strncasecmp(options_table[i].name, text + 1, title) == 0)
            return NASH_OK;
    return nash_fail(file->error, NASH_INVALID, "", "%s:%u: unknown section \"%.*s\"; nashd --help lists all sections",
                     file->path, file->line, title < NAME_MAX_BYTES ? (int)title : NAME_MAX_BYTES, text + 1);
}

/* Reads a quoted value of which text[0] is the opening quote into `out`, which has room for len bytes. */
static enum nash_status read_quoted(const struct config_file *file, const char *text, size_t len, char *out)
{
    size_t at = 1;
    while (at < len && text[at] != '"') {
        if (text[at] != '\\') {
            *out++ = text[at++];
            continue;
        }
        char byte = '\0';
        if (at + 1 < len && (text[at + 1] == '"' || text[at + 1] == '\\')) {
            *out++ = text[at + 1];
            at += 2;
        } else if (at + 3 < len && text[at + 1] == 'x' && hex_decode(&byte, 1, text + at + 2, 2) && byte != '\0') {
            *out++ = byte;
            at += 4;
        } else {
            return file_fail(file, "a backslash in quotes must be one of \\\" \\\\ \\xNN");
        }
    }
    *out = '\0';
    if (at >= len)
        return file_fail(file, "the value has no closing quote");
    for (at++; at < len && text[at] != '#'; at++)
        if (!is_blank(text[at]))
            return file_fail(file, "text behind the closing quote");
    return NASH_OK;
}

/* Returns the value that starts at text, NUL-terminated, in the memory of the options; NULL after an error. */
static const char *read_value(const struct config_file *file, const char *text, size_t len)
{
    char *value = nash_arena_strndup(file->options->texts, text, len);
    if (value == NULL) {
        (void)file_fail(file, "the options are too long");
        return NULL;
    }
    if (len > 0 && text[0] == '"')
        return read_quoted(file, text, len, value) == NASH_OK ? value : NULL;
    for (size_t at = 0; at < len; at++)
        if (text[at] == '#' && (at == 0 || is_blank(text[at - 1])))
            len = at;
    while (len > 0 && is_blank(text[len - 1]))
        len--;
    value[len] = '\0';
    if (len > 0)
        return value;
    (void)file_fail(file, "the value is missing; write \"\" for an empty text, or remove the line");
    return NULL;
}

static enum nash_status read_assignment(const struct config_file *file, const char *text, size_t len)
{
    const char *equals = memchr(text, '=', len);
    size_t name = equals != NULL ? (size_t)(equals - text) : 0, at = name + 1;
    while (name > 0 && is_blank(text[name - 1]))
        name--;
    if (name == 0)
        return file_fail(file, "expected name = value, [Section] or a comment");
    const struct option *option = option_find(text, name);
    if (option == NULL || !option_has_value(option))
        return fail_unknown(file, text, name);
    if (option->index == OPTION_config)
        return file_fail(file, "a configuration file cannot name another one");
    const struct option_origin *before = &file->options->origin[option->index];
    if (before->source == SOURCE_FILE && option->type != IS_LIST)
        return nash_fail(file->error, NASH_INVALID, "", "%s:%u: %s is given a second time; the first is line %u",
                         file->path, file->line, option->name, before->line);
    while (at < len && is_blank(text[at]))
        at++;
    at = at < len ? at : len;
    const char *value = read_value(file, text + at, len - at);
    if (value == NULL)
        return file->error->status;
    char from[PLACE_MAX];
    snprintf(from, sizeof from, "%s:%u: %s", file->path, file->line, option->name);
    return option_set(file->options, option, (struct option_origin){SOURCE_FILE, file->line}, from, value, file->error);
}

static enum nash_status read_line(const struct config_file *file, const char *text, size_t len)
{
    if (utf8_span(text, len) != len)
        return file_fail(file, "the line is not UTF-8");
    for (size_t i = 0; i < len; i++)
        if (((unsigned char)text[i] < ' ' && !is_blank(text[i])) || text[i] == 0x7F)
            return file_fail(file, "the line has a control character");
    while (len > 0 && is_blank(*text)) {
        text++;
        len--;
    }
    if (len == 0 || *text == '#')
        return NASH_OK;
    return *text == '[' ? read_heading(file, text, len) : read_assignment(file, text, len);
}

enum nash_status options_file_parse(struct options *options, const char *path, const char *text, size_t len,
                                    struct nash_error *error)
{
    struct nash_error local;
    struct config_file file = {.options = options, .path = path, .error = error != NULL ? error : &local};
    const char *end = text + len;
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) /* a byte order mark, which some editors write */
        text += 3;
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline != NULL ? newline : end;
        file.line++;
        if (read_line(&file, text, (size_t)(stop - text)) != NASH_OK)
            return file.error->status;
        text = newline != NULL ? newline + 1 : end;
    }
    return NASH_OK;
}

/* Reads up to `room` bytes. Returns their number, or -1 with errno set. */
static ssize_t read_all(int fd, char *text, size_t room)
{
    size_t len = 0;
    ssize_t got = 1;
    while (len < room && got > 0) {
        got = read(fd, text + len, room - len);
        if (got > 0)
            len += (size_t)got;
        else if (got < 0 && errno == EINTR)
            got = 1;
    }
    return got < 0 ? -1 : (ssize_t)len;
}

enum nash_status options_file_read(struct options *options, const char *path, struct nash_error *error)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *text = fd >= 0 ? malloc(OPTIONS_FILE_MAX + 1) : NULL;
    ssize_t len = text != NULL ? read_all(fd, text, OPTIONS_FILE_MAX + 1) : -1;
    enum nash_status status;
    if (len < 0)
        status = nash_fail(error, NASH_INVALID, "", "--config %s: %s", path, strerror(errno));
    else if (len > OPTIONS_FILE_MAX)
        status =
            nash_fail(error, NASH_INVALID, "", "--config %s: the file is larger than %d bytes", path, OPTIONS_FILE_MAX);
    else
        status = options_file_parse(options, path, text, (size_t)len, error);
    free(text);
    if (fd >= 0)
        close(fd);
    if (status == NASH_OK) {
        options->config = nash_arena_strndup(options->texts, path, strlen(path));
        options->origin[OPTION_config].source = SOURCE_ENVIRONMENT;
    }
    return status;
}
