#include "negotiation.h"

#include <string.h>
#include <strings.h>

/* Returns whether a media range of Accept, e.g. "text/html;q=0.5", names the type or, if `wildcards` is set, is a
 * wildcard for it. A range with q=0 matches nothing. */
static bool range_allows(const char *range, size_t len, const char *type, bool wildcards)
{
    size_t name = 0;
    while (name < len && range[name] != ';')
        name++;
    const char *q = memmem(range, len, "q=0", 3);
    if (q != NULL && strspn(q + 3, ".0") == strcspn(q + 3, ",; \t"))
        return false;
    while (name > 0 && (range[name - 1] == ' ' || range[name - 1] == '\t'))
        name--;
    if (name == strlen(type) && strncasecmp(range, type, name) == 0)
        return true;
    if (!wildcards)
        return false;
    if (name == 3 && memcmp(range, "*/*", 3) == 0)
        return true;
    size_t major = (size_t)(strchr(type, '/') - type) + 1;
    return name == major + 1 && strncasecmp(range, type, major) == 0 && range[major] == '*';
}

bool api_accept_allows(const char *accept, const char *type, bool wildcards)
{
    if (accept == NULL || *accept == '\0')
        return wildcards;
    while (*accept != '\0') {
        accept += strspn(accept, ", \t");
        size_t len = strcspn(accept, ",");
        if (len > 0 && range_allows(accept, len, type, wildcards))
            return true;
        accept += len;
    }
    return false;
}

bool api_accepts(const struct http_request *request, const char *type)
{
    return api_accept_allows(http_header(request, "Accept"), type, true);
}

bool api_accepts_named(const struct http_request *request, const char *type)
{
    return api_accept_allows(http_header(request, "Accept"), type, false);
}

bool api_accepts_or_406(struct http_request *request, const char *type)
{
    if (api_accepts(request, type))
        return true;
    http_problem_text(request, 406, "not-acceptable", "the Accept header excludes %s, the only type of this resource",
                      type);
    return false;
}

bool api_content_is(const struct http_request *request, const char *type)
{
    const char *given = http_header(request, "Content-Type");
    size_t len = strlen(type);
    return given != NULL && strncasecmp(given, type, len) == 0 && strchr("; \t", given[len]) != NULL;
}

bool api_content_is_json_lines(const struct http_request *request)
{
    return api_content_is(request, "application/x-ndjson") || api_content_is(request, "application/ndjson") ||
           api_content_is(request, "application/jsonl");
}

bool api_problem_format(const struct http_request *request, const struct nash_solver *solver, enum nash_format *format)
{
    *format = NASH_FORMAT_JSON;
    if (http_header(request, "Content-Type") == NULL || api_content_is(request, "application/json"))
        return true;
    *format = NASH_FORMAT_TEXT;
    return solver->parse_text != NULL && api_content_is(request, "text/plain");
}

enum api_form api_choose_form(const struct http_request *request, bool has_text, const char *json)
{
    const char *accept = http_header(request, "Accept");
    bool allows_text = has_text && api_accept_allows(accept, "text/plain", true);
    if (!api_accept_allows(accept, json, true))
        return allows_text ? API_FORM_TEXT : API_FORM_NONE;
    bool names_text_only =
        allows_text && api_accept_allows(accept, "text/plain", false) && !api_accept_allows(accept, json, false);
    return names_text_only ? API_FORM_TEXT : API_FORM_JSON;
}
