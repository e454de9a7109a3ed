/* The brief of a result, for rows that do not carry the result itself (include/nash/solver.h says what a kind writes).
 *
 * A result comes from a worker process, which is not trusted, and of a stored one only the first bytes are at hand. So
 * this is no JSON parser: it knows the one spelling that is allowed, and whatever is spelled otherwise has no brief. */
#include <string.h>

#include <jobs/core.h>

static const char opening[] = "{\"brief\":\"";

_Static_assert(sizeof opening - 1 + NASH_BRIEF_MAX + 2 <= STORE_OPENING, "the longest brief must be in what is listed");

/* Printable ASCII that stands for itself in a JSON string. */
static bool is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

size_t brief_find(const struct bytes *result, const char **brief)
{
    const size_t before = sizeof opening - 1;
    size_t len = 0;
    if (result == NULL || result->len < before || memcmp(result->data, opening, before) != 0)
        return 0;
    const char *text = result->data + before;
    size_t left = result->len - before;
    while (len < left && len <= NASH_BRIEF_MAX && is_plain(text[len]))
        len++;
    if (len == 0 || len > NASH_BRIEF_MAX || left - len < 2 || text[len] != '"' ||
        (text[len + 1] != ',' && text[len + 1] != '}'))
        return 0;
    *brief = text;
    return len;
}
