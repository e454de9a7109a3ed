/* The summary of a result, for rows that do not carry the result itself (include/nash/solver.h defines what a kind
 * writes).
 *
 * A result comes from a worker process, which is not trusted, and of a stored result only the first bytes may have been
 * read. So this is no JSON parser: it accepts the one form that is allowed, and a result in any other form has no
 * summary. */
#include <string.h>

#include <store/store.h>

#include "write.h"

static const char opening[] = "{\"summary\":\"";

_Static_assert(sizeof opening - 1 + NASH_SUMMARY_MAX + 2 <= STORE_OPENING,
               "the longest summary fits into a row's opening");

/* Printable ASCII that needs no escape in a JSON string. */
static bool is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

size_t summary_find(const struct bytes *result, const char **summary)
{
    const size_t before = sizeof opening - 1;
    size_t len = 0;
    if (result == NULL || result->len < before || memcmp(result->data, opening, before) != 0)
        return 0;
    const char *text = result->data + before;
    size_t left = result->len - before;
    while (len < left && len <= NASH_SUMMARY_MAX && is_plain(text[len]))
        len++;
    if (len == 0 || len > NASH_SUMMARY_MAX || left - len < 2 || text[len] != '"' ||
        (text[len + 1] != ',' && text[len + 1] != '}'))
        return 0;
    *summary = text;
    return len;
}
