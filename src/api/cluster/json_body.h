/* Reads a small JSON body: an object that has known members only. */
#ifndef API_JSON_BODY_H
#define API_JSON_BODY_H

#include <api/common.h>
#include <solvers/kit/reader.h>

struct api_json {
    struct nash_arena *arena;
    struct nash_json doc;
    struct reader members;
    struct nash_error error; /* of the parser or of `members` */
};

/* Parses the body; an empty one counts as {}. names: the known members, NULL-terminated. Returns false after replying
 * with an error. Otherwise the caller reads json->members, checks api_json_good() and calls api_json_close(). */
bool api_json_open(struct http_request *request, struct api_json *json, const char *const names[]);
/* Returns false after replying 400 with the JSON pointer of the first bad member. */
bool api_json_good(struct http_request *request, const struct api_json *json);
void api_json_close(struct api_json *json);
/* Replies with the error; returns false. */
bool api_refuse(struct http_request *request, const struct nash_error *error);

#endif
