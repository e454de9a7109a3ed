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

/* Copies the segments of a path. */
static size_t mask_segments(const char *path, const char *route, char *out, size_t room)
{
    const char *const token = "{token}";
    size_t at = 0, len = strcspn(path, "?");
    const char *end = path + len;
    while (path < end) {
        size_t slash = *path == '/', segment = strcspn(path + slash, "/?");
        size_t named = route != NULL && *route != '\0' ? strcspn(route + 1, "/") : 0;
        at = add(out, at, room, path, slash);
        if (named == strlen(token) && memcmp(route + 1, token, named) == 0)
            at = add(out, at, room, "***", 3);
        else
            at = add(out, at, room, path + slash, segment);
        path += slash + segment;
        route = route != NULL && *route != '\0' ? route + 1 + named : NULL;
    }
    return at;
}

size_t access_log_mask(const char *path, const char *route, char *out, size_t room)
{
    size_t at = mask_segments(path, route, out, room);
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

void access_log_write(void *context, const struct http_access *access)
{
    enum { FIELDS_MAX = 11 };
    struct log_field fields[FIELDS_MAX];
    (void)context;
    char path[PATH_MAX_BYTES];
    size_t count = 0;
    if (!log_access_on())
        return;
    fields[count++] = text_field("method", access->method);
    size_t path_len = access_log_mask(access->path, access->route, path, sizeof path);
    fields[count++] = (struct log_field){.name = "path", .text = path, .len = path_len};
    if (access->route != NULL)
        fields[count++] = text_field("route", access->route);
    fields[count++] = number_field("status", access->status);
    fields[count++] = number_field("bytes_in", access->bytes_in);
    fields[count++] = number_field("bytes_out", access->bytes_out);
    fields[count++] = number_field("us", access->microseconds);
    if (access->owner != NULL && access->owner[0] != '\0')
        fields[count++] = text_field("owner", access->owner);
    fields[count++] = text_field("address", access->address);
    if (access->request_id != NULL && access->request_id[0] != '\0')
        fields[count++] = text_field("request_id", access->request_id);
    if (access->traceparent != NULL && strlen(access->traceparent) >= TRACEPARENT_LEN)
        fields[count++] =
            (struct log_field){.name = "trace_id", .text = access->traceparent + TRACE_AT, .len = TRACE_DIGITS};
    log_access("request", fields, count);
}
