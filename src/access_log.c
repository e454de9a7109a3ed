/* Lines of the access log. The query may hold secrets: an invitation or a token lets its reader join, and logs are read
 * by more people than requests. The trace id is that of traceparent (W3C Trace Context): version, trace, span, flags.
 */
#include "access_log.h"

#include <stdbool.h>
#include <string.h>

#include <base/log.h>

enum { PATH_MAX_BYTES = 1024, TRACE_DIGITS = 32, TRACE_AT = 3, TRACEPARENT_LEN = 55 };

/* Returns true for a parameter with such a word in its name. */
static bool is_secret(const char *name, size_t len)
{
    static const char *const words[] = {"invit", "token", "key", "secret", "ticket", "session", "password"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (memmem(name, len, words[i], strlen(words[i])) != NULL)
            return true;
    return memchr(name, '%', len) != NULL; /* an encoded name: it is not read here */
}

/* Appends bytes as far as there is room. */
static size_t add(char *out, size_t at, size_t room, const char *bytes, size_t len)
{
    len = len < room - at ? len : room - at;
    memcpy(out + at, bytes, len);
    return at + len;
}

size_t access_log_mask(const char *path, char *out, size_t room)
{
    size_t at = add(out, 0, room, path, strcspn(path, "?"));
    for (path += strcspn(path, "?"); *path != '\0';) {
        at = add(out, at, room, path++, 1); /* ? or & */
        size_t name = strcspn(path, "=&"), whole = strcspn(path, "&");
        at = add(out, at, room, path, name);
        if (name < whole && is_secret(path, name))
            at = add(out, at, room, "=***", 4);
        else
            at = add(out, at, room, path + name, whole - name);
        path += whole;
    }
    return at;
}

static struct log_field text_field(const char *name, const char *text)
{
    text = text != NULL ? text : "";
    return (struct log_field){.name = name, .text = text, .len = strlen(text)};
}

static struct log_field number_field(const char *name, uint64_t number)
{
    return (struct log_field){.name = name, .number = number};
}

void access_log_write(const struct access_line *line)
{
    enum { FIELDS_MAX = 11 };
    struct log_field fields[FIELDS_MAX];
    char path[PATH_MAX_BYTES];
    size_t count = 0;
    if (!log_access_on())
        return;
    fields[count++] = text_field("method", line->method);
    size_t path_len = access_log_mask(line->path != NULL ? line->path : "", path, sizeof path);
    fields[count++] = (struct log_field){.name = "path", .text = path, .len = path_len};
    if (line->route != NULL)
        fields[count++] = text_field("route", line->route);
    fields[count++] = number_field("status", line->status);
    fields[count++] = number_field("bytes_in", line->bytes_in);
    fields[count++] = number_field("bytes_out", line->bytes_out);
    fields[count++] = number_field("us", line->microseconds);
    if (line->owner != NULL && line->owner[0] != '\0')
        fields[count++] = text_field("owner", line->owner);
    fields[count++] = text_field("address", line->address);
    if (line->request_id != NULL && line->request_id[0] != '\0')
        fields[count++] = text_field("request_id", line->request_id);
    if (line->traceparent != NULL && strlen(line->traceparent) >= TRACEPARENT_LEN)
        fields[count++] =
            (struct log_field){.name = "trace_id", .text = line->traceparent + TRACE_AT, .len = TRACE_DIGITS};
    log_access("request", fields, count);
}
