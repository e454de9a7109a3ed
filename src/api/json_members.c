#include "json_members.h"

#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(struct json_members *m)
{
    while (m->at < m->end && is_space(*m->at))
        m->at++;
}

static void skip_string(struct json_members *m)
{
    for (m->at++; m->at < m->end && *m->at != '"'; m->at++)
        if (*m->at == '\\')
            m->at++;
    m->at++;
}

/* Skips one JSON value with everything nested in it. */
static void skip_value(struct json_members *m)
{
    unsigned depth = 0;
    do {
        if (*m->at == '"') {
            skip_string(m);
            continue;
        }
        if (*m->at == '{' || *m->at == '[')
            depth++;
        else if (*m->at == '}' || *m->at == ']')
            depth--;
        else if (depth == 0) { /* a literal or number */
            while (m->at < m->end && !is_space(*m->at) && strchr(",]}", *m->at) == NULL)
                m->at++;
            return;
        }
        m->at++;
    } while (depth > 0);
}

void json_members_begin(struct json_members *m, const char *text, size_t len)
{
    *m = (struct json_members){.at = text, .end = text + len};
    skip_space(m);
    m->is_object = m->at < m->end && *m->at == '{';
    m->is_array = m->at < m->end && *m->at == '[';
}

/* Takes the value that begins here, and the space behind it. */
static struct slice take_value(struct json_members *m)
{
    const char *from = m->at;
    skip_value(m);
    struct slice value = {from, (size_t)(m->at - from)};
    skip_space(m);
    return value;
}

bool json_members_next(struct json_members *m, struct json_member *member)
{
    if (!m->is_object || m->at == m->end || *m->at == '}')
        return false;
    m->at++; /* '{' or ',' */
    skip_space(m);
    if (*m->at == '}')
        return false;
    const char *from = m->at;
    skip_string(m);
    member->key = (struct slice){from + 1, (size_t)(m->at - from) - 2};
    skip_space(m);
    m->at++; /* ':' */
    skip_space(m);
    member->value = take_value(m);
    return true;
}

bool json_elements_next(struct json_members *m, struct slice *value)
{
    if (!m->is_array || m->at == m->end || *m->at == ']')
        return false;
    m->at++; /* '[' or ',' */
    skip_space(m);
    if (*m->at == ']')
        return false;
    *value = take_value(m);
    return true;
}

struct slice json_member_of(struct slice object, const char *name)
{
    struct json_members members;
    struct json_member member;
    if (object.text != NULL)
        json_members_begin(&members, object.text, object.len);
    while (object.text != NULL && json_members_next(&members, &member))
        if (slice_is(member.key, name))
            return member.value;
    return (struct slice){0};
}

void json_members_without(struct slice object, const char *name, struct nash_buf *out)
{
    struct json_members members;
    struct json_member member;
    char before = '{';
    json_members_begin(&members, object.text, object.len);
    while (json_members_next(&members, &member)) {
        if (slice_is(member.key, name))
            continue;
        nash_buf_printf(out, "%c\"", before);
        nash_buf_add(out, member.key.text, member.key.len);
        nash_buf_puts(out, "\":");
        nash_buf_add(out, member.value.text, member.value.len);
        before = ',';
    }
    nash_buf_puts(out, before == '{' ? "{}" : "}");
}

void json_member_write(const struct json_member *member, struct nash_jsonw *out)
{
    if (out->comma)
        nash_buf_putc(out->out, ',');
    nash_buf_putc(out->out, '"');
    nash_buf_add(out->out, member->key.text, member->key.len);
    nash_buf_puts(out->out, "\":");
    nash_buf_add(out->out, member->value.text, member->value.len);
    out->comma = true;
}

bool slice_is(struct slice slice, const char *text)
{
    return slice.text != NULL && slice.len == strlen(text) && memcmp(slice.text, text, slice.len) == 0;
}

bool slice_is_object(struct slice value)
{
    return value.len > 0 && value.text[0] == '{';
}

struct slice slice_string(struct slice value)
{
    if (value.len < 2 || value.text[0] != '"' || memchr(value.text, '\\', value.len) != NULL)
        return (struct slice){0};
    return (struct slice){value.text + 1, value.len - 2};
}
