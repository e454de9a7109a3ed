#include "answers.h"

#include <string.h>

#include <base/utf8.h>
#include <nash/json.h>

/* ---- writing ---- */

size_t answers_begin(struct nash_buf *out)
{
    size_t place = out->len;
    nash_buf_add(out, &(struct answer_head){0}, sizeof(struct answer_head));
    return place;
}

void answers_end(struct nash_buf *out, size_t place)
{
    if (out->failed)
        return;
    const struct answer_head head = {.len = (uint32_t)(out->len - place - sizeof head), .status = NASH_OK};
    memcpy(out->data + place, &head, sizeof head);
}

/* Appends a string of an error with its NUL. room: size of its array. Replaces bytes that are not UTF-8 by '?', since
 * the string may be truncated within a character. */
static void add_string(struct nash_buf *out, const char *text, size_t room)
{
    size_t len = strnlen(text, room - 1);
    while (len > 0) {
        size_t good = utf8_span(text, len);
        nash_buf_add(out, text, good);
        if (good == len)
            break;
        nash_buf_putc(out, '?');
        text += good + 1;
        len -= good + 1;
    }
    nash_buf_putc(out, '\0');
}

void answers_add_error(struct nash_buf *out, const struct nash_error *error)
{
    size_t place = answers_begin(out);
    add_string(out, error->type, sizeof error->type);
    add_string(out, error->pointer, sizeof error->pointer);
    add_string(out, error->detail, sizeof error->detail);
    if (out->failed)
        return;
    const struct answer_head head = {.len = (uint32_t)(out->len - place - sizeof head), .status = error->status};
    memcpy(out->data + place, &head, sizeof head);
}

/* ---- reading ---- */

bool answers_next(const char **at, const char *end, struct answer *answer)
{
    struct answer_head head;
    if (*at == end)
        return false;
    memcpy(&head, *at, sizeof head);
    *answer = (struct answer){.status = head.status, .text = *at + sizeof head, .len = head.len};
    *at += sizeof head + head.len;
    return true;
}

/* Copies a string, truncated if it exceeds room - 1 bytes. Returns the position after the NUL of `text`. */
static const char *copy_string(char *out, size_t room, const char *text)
{
    size_t len = strlen(text), kept = len < room ? len : room - 1;
    memcpy(out, text, kept);
    out[kept] = '\0';
    return text + len + 1;
}

void answer_error(const struct answer *answer, struct nash_error *error)
{
    const char *at = answer->text;
    error->status = answer->status;
    at = copy_string(error->type, sizeof error->type, at);
    at = copy_string(error->pointer, sizeof error->pointer, at);
    copy_string(error->detail, sizeof error->detail, at);
}

/* ---- checking ---- */

bool answer_is_one_line(const char *text, size_t len)
{
    const char *end = text + len;
    for (const char *stop; (stop = memchr(text, '\n', (size_t)(end - text))) != NULL; text = stop + 1)
        if (*text != '#')
            return false;
    return memchr(end - len, '\r', len) == NULL;
}

static bool check_answer(const struct answer *answer, const struct answers_rules *rules)
{
    if (answer->len > rules->len_max || (!rules->lines && !answer_is_one_line(answer->text, answer->len)))
        return false;
    return rules->json ? nash_json_check(answer->text, answer->len, NULL) == NASH_OK
                       : utf8_span(answer->text, answer->len) == answer->len;
}

/* Removes one string from the front of *rest. Returns false when it has no NUL within `room` bytes, or is not UTF-8. */
static bool skip_string(struct answer *rest, size_t room)
{
    const char *end = memchr(rest->text, '\0', rest->len < room ? rest->len : room);
    if (end == NULL)
        return false;
    size_t len = (size_t)(end - rest->text);
    bool good = utf8_span(rest->text, len) == len;
    rest->text = end + 1;
    rest->len -= len + 1;
    return good;
}

static bool check_error(const struct answer *answer)
{
    const struct nash_error *error = NULL;
    struct answer rest = *answer;
    return answer->status < NASH_OK && answer->status >= NASH_INTERNAL && skip_string(&rest, sizeof error->type) &&
           skip_string(&rest, sizeof error->pointer) && skip_string(&rest, sizeof error->detail) && rest.len == 0;
}

bool answers_check(const char *block, size_t len, const struct answers_rules *rules, unsigned *count, unsigned *no_mem)
{
    struct answer answer = {0};
    const char *at = block, *end = block + len;
    for (*count = *no_mem = 0; at < end; (*count)++) {
        struct answer_head head;
        if ((size_t)(end - at) < sizeof head || *count == rules->count_max)
            return false;
        memcpy(&head, at, sizeof head);
        if (head.len > (size_t)(end - at) - sizeof head)
            return false;
        answers_next(&at, end, &answer);
        if (!(answer.status == NASH_OK ? check_answer(&answer, rules) : check_error(&answer)))
            return false;
        *no_mem += answer.status == NASH_NOMEM;
    }
    return *count > 0;
}
