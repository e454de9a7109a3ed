/* Names of members that join are foreign text and appear in results, logs and pages. Characters that act on a terminal
 * or reverse a line of text are dropped (controls, direction marks, zero-width characters), and runs of blanks become
 * one. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/utf8.h>

#include "session.h"

static uint32_t code_point(const char *text, size_t len)
{
    static const uint8_t first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (uint8_t)text[0] & first[len];
    for (size_t i = 1; i < len; i++)
        code = code << 6 | ((uint8_t)text[i] & 0x3fU);
    return code;
}

static bool is_blank(uint32_t code)
{
    return code <= ' ' || (code >= 0x7f && code <= 0xa0) || (code >= 0x2000 && code <= 0x200a) || code == 0x2028 ||
           code == 0x2029 || code == 0x202f || code == 0x205f || code == 0x3000;
}

static bool is_left_out(uint32_t code)
{
    return code == 0xad || code == 0x61c || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2060 && code <= 0x206f) || code == 0xfeff || (code >= 0xfff0 && code <= 0xfffb) ||
           (code >= 0xe000 && code <= 0xf8ff) || code >= 0xe0000;
}

void session_name_clean(char out[SESSION_NAME_ROOM], const char *text)
{
    size_t left = strlen(text), used = 0;
    bool blank = false;
    for (size_t len; left > 0; text += len, left -= len) {
        size_t whole = utf8_length(text, left);
        len = whole > 0 ? whole : 1;
        uint32_t code = whole > 0 ? code_point(text, whole) : ' ';
        if (is_blank(code)) {
            blank = used > 0;
        } else if (!is_left_out(code)) {
            if (used + blank + len > SESSION_NAME_MAX)
                break;
            if (blank)
                out[used++] = ' ';
            memcpy(out + used, text, len);
            used += len;
            blank = false;
        }
    }
    out[used] = '\0';
}

/* ---- unique names ---- */

/* Returns the number with which another session has this name, as "phone 3"; 1 for the name itself, 0 if it has another
 * name. */
static unsigned long name_number(const struct session *session, const char *name, size_t len)
{
    char *end;
    if (strncmp(session->name, name, len) != 0)
        return 0;
    const char *tail = session->name + len;
    if (*tail == '\0')
        return 1;
    if (tail[0] != ' ' || tail[1] < '1' || tail[1] > '9')
        return 0;
    unsigned long number = strtoul(tail + 1, &end, 10);
    return *end == '\0' ? number : 0;
}

/* Returns the lowest number that no other session has with this name. Visits all sessions once for each NUMBERS of
 * them. */
static unsigned long name_free_number(const struct session *session, const char *name)
{
    enum { NUMBERS = 64 };
    size_t len = strlen(name);
    for (unsigned long from = 1;; from += NUMBERS) {
        uint64_t taken = 0;
        for (const struct session *other = session->sessions->sessions; other != NULL; other = other->next) {
            unsigned long number = other != session ? name_number(other, name, len) : 0;
            if (number >= from && number - from < NUMBERS)
                taken |= 1ULL << (number - from);
        }
        if (~taken != 0)
            return from + (unsigned long)__builtin_ctzll(~taken);
    }
}

void session_set_name(struct session *session, const char *requested_name)
{
    char clean[SESSION_NAME_ROOM];
    session_name_clean(clean, requested_name);
    if (clean[0] == '\0') /* unique, because the numbers of sessions are */
        snprintf(session->name, sizeof session->name, "%s %llu", session->kind == MEMBER_PHONE ? "phone" : "server",
                 (unsigned long long)session->number);
    else
        snprintf(session->name, sizeof session->name, "%s", clean);
    if (session->kind != MEMBER_PHONE || name_free_number(session, session->name) == 1)
        return;
    const char *name = clean[0] != '\0' ? clean : "phone";
    unsigned long number = name_free_number(session, name);
    if (number > 1)
        snprintf(session->name, sizeof session->name, "%s %lu", name, number);
    else
        snprintf(session->name, sizeof session->name, "%s", name);
}
