#include "drop_member.h"

#include <string.h>

#include <api/json_members.h>

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
    struct json_members members;
    struct json_member member;
    json_members_begin(&members, text, len);
    if (!members.is_object)
        return "the line must be a JSON object";
    for (const char *after = members.at; json_members_next(&members, &member); after = members.at) {
        if (!slice_is(member.key, name))
            continue;
        struct slice word = slice_string(member.value);
        if (word.text == NULL)
            return "the member \"kind\" must be the name of a kind";
        *value = word.text;
        *value_len = word.len;
        /* `after` is the '{' or ',' before the member, members.at the ',' or '}' after it */
        if (*members.at == ',') /* removes the comma after the member as well */
            copy_without(text, len, after + 1, members.at + 1, out, out_len);
        else /* the last member: removes the comma before it, if any */
            copy_without(text, len, *after == ',' ? after : after + 1, members.at, out, out_len);
        return NULL;
    }
    return "the member \"kind\" is missing";
}
