/* Content negotiation: Accept and Content-Type (RFC 9110 sections 8.3 and 12.5.1). */
#ifndef API_NEGOTIATION_H
#define API_NEGOTIATION_H

#include <api/common.h>

/* Returns whether this value of Accept (NULL: the header is absent) allows the type; `wildcards`: also by "*" in place
 * of the type or of its second part, and when it is absent. */
bool api_accept_allows(const char *accept, const char *type, bool wildcards);

/* Returns whether Accept allows the type ("application/json"). A request without Accept allows every type. */
bool api_accepts(const struct http_request *request, const char *type);
/* Returns whether Accept names the type itself, not by a wildcard. */
bool api_accepts_named(const struct http_request *request, const char *type);
/* Returns whether Accept allows the type; false after replying 406. */
bool api_accepts_or_406(struct http_request *request, const char *type);

/* Returns whether Content-Type is this media type, with any parameters. */
bool api_content_is(const struct http_request *request, const char *type);
/* Returns whether Content-Type is one of JSON lines: application/x-ndjson, application/ndjson or application/jsonl.
 * None of them is registered, and all are in use. */
bool api_content_is_json_lines(const struct http_request *request);

/* Reads Content-Type of a problem; a body without one counts as JSON. Returns false if it is neither application/json
 * nor, where the kind has a text form, text/plain. */
bool api_problem_format(const struct http_request *request, const struct nash_solver *solver, enum nash_format *format);

/* The form of a reply that can be JSON or the kind's text. */
enum api_form { API_FORM_NONE, API_FORM_JSON, API_FORM_TEXT };

/* Chooses the form that Accept allows. JSON (media type `json`) is preferred, unless Accept names text/plain and
 * reaches JSON by a wildcard only. API_FORM_NONE: neither is acceptable. */
enum api_form api_choose_form(const struct http_request *request, bool has_text, const char *json);

#endif
