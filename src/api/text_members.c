#include "text_members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/utf8.h>

/* ---- the set ---- */

struct text_members *text_members_new(void)
{
    struct text_members *members = calloc(1, sizeof *members);
    if (members != NULL)
        members->json = NASH_BUF_INIT(0);
    return members;
}

void text_members_free(struct text_members *members)
{
    if (members == NULL)
        return;
    for (unsigned i = 0; i < members->count; i++)
        nash_buf_free(&members->member[i].values);
    nash_buf_free(&members->json);
    free(members);
}

static struct text_member *find_or_add(struct text_members *members, const char *name)
{
    char key[TEXT_MEMBER_NAME];
    snprintf(key, sizeof key, "%s", name);
    for (unsigned i = 0; i < members->count; i++)
        if (strcmp(members->member[i].name, key) == 0)
            return &members->member[i];
    members->too_many |= members->count == TEXT_MEMBERS_MAX;
    if (members->too_many)
        return NULL;
    struct text_member *member = &members->member[members->count++];
    member->values = NASH_BUF_INIT(0);
    strcpy(member->name, key);
    return member;
}

void text_members_add(struct text_members *members, const char *name, const char *value)
{
    struct text_member *member = find_or_add(members, name);
    if (member == NULL)
        return;
    struct nash_jsonw json = {.out = &member->values, .comma = member->count++ > 0};
    size_t len = strlen(value);
    if (len > 0 && nash_json_check(value, len, NULL) == NASH_OK)
        nash_jsonw_raw(&json, value, len);
    else
        nash_jsonw_string_n(&json, value, len);
}

/* ---- the object ---- */

static bool is_of_job(const char *name)
{
    static const char *const names[] = {"timeout_ms", "priority", "seed", "fresh", "webhook"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Writes the members of "job", or all others. */
static void write_some(const struct text_members *members, bool of_job, struct nash_jsonw *json)
{
    for (unsigned i = 0; i < members->count; i++) {
        const struct text_member *member = &members->member[i];
        if (is_of_job(member->name) != of_job)
            continue;
        nash_jsonw_key(json, member->name);
        if (member->count > 1)
            nash_jsonw_array(json);
        nash_jsonw_raw(json, member->values.data, member->values.len);
        if (member->count > 1)
            nash_jsonw_array_end(json);
    }
}

static bool has_job(const struct text_members *members)
{
    for (unsigned i = 0; i < members->count; i++)
        if (is_of_job(members->member[i].name))
            return true;
    return false;
}

/* Writes the members, without the braces around them. */
static void write_members(const struct text_members *members, struct nash_jsonw *json)
{
    write_some(members, false, json);
    if (!has_job(members))
        return;
    nash_jsonw_kobject(json, "job");
    write_some(members, true, json);
    nash_jsonw_object_end(json);
}

void text_members_write_problem(const struct text_members *members, const char *text, size_t len, struct nash_buf *out)
{
    struct nash_jsonw json = NASH_JSONW(out);
    nash_jsonw_object(&json);
    nash_jsonw_key(&json, "text");
    nash_jsonw_string_n(&json, text, len);
    write_members(members, &json);
    nash_jsonw_object_end(&json);
}

/* Appends text[len], whole characters, to a JSON string in a file. */
static enum nash_status append_escaped(struct tempfile *out, const char *text, size_t len, struct nash_error *error)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw json = NASH_JSONW(&buf);
    nash_jsonw_string_n(&json, text, len);
    enum nash_status status =
        buf.failed ? nash_fail_type(error, NASH_BUSY, "busy", "", "the server has no memory for this problem now")
                   : tempfile_append(out, buf.data + 1, buf.len - 2, error); /* without the quotes */
    nash_buf_free(&buf);
    return status;
}

/* Appends the text piece by piece. A piece ends with a whole character. */
static enum nash_status append_text(struct tempfile *out, const struct tempfile *text, struct nash_error *error)
{
    enum { PIECE_BYTES = 64 << 10, CHARACTER_MAX = 4 };
    char piece[PIECE_BYTES];
    for (uint64_t at = 0, len = tempfile_len(text); at < len;) {
        ssize_t got = tempfile_read(text, at, piece, sizeof piece);
        if (got <= 0)
            return nash_fail_type(error, NASH_BUSY, "busy", "",
                                  "the server cannot read its copy of the body; try again later");
        size_t valid = utf8_span(piece, (size_t)got);
        bool is_last = at + (uint64_t)got >= len;
        if ((size_t)got - valid >= (is_last ? 1 : CHARACTER_MAX) || memchr(piece, '\0', valid) != NULL)
            return nash_fail(error, NASH_INVALID, "", "the text is not UTF-8 or has a NUL byte");
        enum nash_status status = append_escaped(out, piece, valid, error);
        if (status != NASH_OK)
            return status;
        at += valid;
    }
    return NASH_OK;
}

enum nash_status text_members_write_file(const struct text_members *members, const struct tempfile *text,
                                         struct tempfile *out, struct nash_error *error)
{
    static const char begin[] = "{\"text\":\"";
    struct nash_buf frame = NASH_BUF_INIT(0); /* the problem with an empty text */
    text_members_write_problem(members, "", 0, &frame);
    enum nash_status status =
        frame.failed ? nash_fail_type(error, NASH_BUSY, "busy", "", "the server has no memory for this problem now")
                     : tempfile_append(out, begin, sizeof begin - 1, error);
    if (status == NASH_OK)
        status = append_text(out, text, error);
    if (status == NASH_OK)
        status = tempfile_append(out, frame.data + sizeof begin - 1, frame.len - (sizeof begin - 1), error);
    nash_buf_free(&frame);
    return status;
}

/* ---- checking ---- */

void text_members_explain(const char *what, struct nash_error *error)
{
    const struct nash_error was = *error;
    const char *at = was.pointer[0] == '/' ? was.pointer + 1 : "", *known = strstr(was.detail, "known: ");
    if (strncmp(at, "job/", 4) == 0)
        at += 4;
    int len = (int)strcspn(at, "/");
    error->pointer[0] = '\0';
    if (len == 0 || strcmp(at, "text") == 0)
        return;
    if (strcmp(was.type, "unknown-member") == 0 && known != NULL)
        nash_fail_type(error, was.status, was.type, "", "unknown %s \"%.*s\"; %s, timeout_ms, seed, fresh", what, len,
                       at, known);
    else
        nash_fail_type(error, was.status, was.type, "", "%s \"%.*s\": %s", what, len, at, was.detail);
}

static enum nash_status check_json(struct text_members *members, const struct nash_solver *solver,
                                   uint32_t timeout_max_ms, struct nash_error *error)
{
    struct nash_jsonw json = NASH_JSONW(&members->json);
    struct nash_arena *arena = nash_arena_new(solver->limits.memory_bytes);
    struct nash_json doc = {0};
    nash_jsonw_object(&json);
    write_members(members, &json);
    nash_jsonw_object_end(&json);
    enum nash_status status = NASH_NOMEM;
    if (arena == NULL || members->json.failed)
        nash_fail(error, NASH_NOMEM, "", "there is no memory to read the parameters");
    else
        status = nash_members_read(solver, members->json.data, members->json.len, arena, &doc, &members->job,
                                   timeout_max_ms, error);
    nash_json_free(&doc);
    nash_arena_free(arena);
    return status;
}

enum nash_status text_members_check(struct text_members *members, const struct nash_solver *solver, const char *what,
                                    uint32_t timeout_max_ms, struct nash_error *error)
{
    if (members->too_many)
        return nash_fail(error, NASH_INVALID, "", "more than %d parameters", TEXT_MEMBERS_MAX);
    for (unsigned i = 0; i < members->count; i++)
        if (strcmp(members->member[i].name, "job") == 0 || strcmp(members->member[i].name, "text") == 0)
            return nash_fail_type(error, NASH_INVALID, "unknown-member", "",
                                  "unknown %s \"%s\"; the members of job are timeout_ms, priority, seed and fresh",
                                  what, members->member[i].name);
    enum nash_status status = check_json(members, solver, timeout_max_ms, error);
    if (status != NASH_OK)
        text_members_explain(what, error);
    return status;
}
