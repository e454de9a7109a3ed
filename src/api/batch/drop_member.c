#include "drop_member.h"

#include <stdbool.h>
#include <string.h>

struct cursor {
    const char *at, *end;
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(struct cursor *c)
{
    while (c->at < c->end && is_space(*c->at))
        c->at++;
}

static void skip_string(struct cursor *c)
{
    for (c->at++; c->at < c->end && *c->at != '"'; c->at++)
        if (*c->at == '\\')
            c->at++;
    c->at++;
}

/* Skips one JSON value with everything nested in it. */
static void skip_value(struct cursor *c)
{
    unsigned depth = 0;
    do {
        if (*c->at == '"') {
            skip_string(c);
            continue;
        }
        if (*c->at == '{' || *c->at == '[')
            depth++;
        else if (*c->at == '}' || *c->at == ']')
            depth--;
        else if (depth == 0) { /* a literal or number */
            while (c->at < c->end && !is_space(*c->at) && strchr(",]}", *c->at) == NULL)
                c->at++;
            return;
        }
        c->at++;
    } while (depth > 0);
}

static bool key_is(const char *from, const char *to, const char *name)
{
    size_t len = strlen(name);
    return (size_t)(to - from) == len + 2 && memcmp(from + 1, name, len) == 0;
}

/* Copies text[len] to out, without the bytes from `from` up to, but not including, `to`. */
static void copy_without(const char *text, size_t len, const char *from, const char *to, char *out, size_t *out_len)
{
    size_t head = (size_t)(from - text), tail = (size_t)(text + len - to);
    memmove(out, text, head);
    memmove(out + head, to, tail);
    *out_len = head + tail;
}

const char *drop_string_member(const char *text, size_t len, const char *name, char *out, size_t *out_len,
                               const char **value, size_t *value_len)
{
    struct cursor c = {text, text + len};
    const char *after = NULL; /* the '{' or ',' before the current member */
    skip_space(&c);
    if (c.at == c.end || *c.at != '{')
        return "the line must be a JSON object";
    for (after = c.at++;; after = c.at++) {
        skip_space(&c);
        if (*c.at == '}')
            return "the member \"kind\" is missing";
        const char *key = c.at;
        skip_string(&c);
        bool found = key_is(key, c.at, name);
        skip_space(&c);
        c.at++; /* ':' */
        skip_space(&c);
        const char *from = c.at;
        skip_value(&c);
        const char *to = c.at;
        skip_space(&c);
        if (found) {
            if (*from != '"' || memchr(from, '\\', (size_t)(to - from)) != NULL)
                return "the member \"kind\" must be the name of a kind";
            *value = from + 1;
            *value_len = (size_t)(to - from) - 2;
            if (*c.at == ',') /* removes the comma after the member as well */
                copy_without(text, len, after + 1, c.at + 1, out, out_len);
            else /* the last member: removes the comma before it, if any */
                copy_without(text, len, *after == ',' ? after : after + 1, c.at, out, out_len);
            return NULL;
        }
        if (*c.at == '}')
            return "the member \"kind\" is missing";
    }
}
