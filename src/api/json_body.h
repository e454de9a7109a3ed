/* A small JSON body, read strictly: an object with none but the members named. */
#ifndef API_JSON_BODY_H
#define API_JSON_BODY_H

#include <api/common.h>
#include <nash/json.h>

struct api_json {
    struct nash_arena *arena;
    struct nash_json doc;
};

/* An empty body reads as {}. False after having answered: 400 with a JSON pointer, 415. Else to be closed. */
bool api_json_open(struct http_request *request, struct api_json *json, const char *const names[]);
void api_json_close(struct api_json *json);
/* Answers with the problem of an error; false. */
bool api_refuse(struct http_request *request, const struct nash_error *error);
/* A string member, *text untouched when absent; false after having answered 400. */
bool api_json_text(struct http_request *request, const struct api_json *json, const char *name, size_t max,
                   const char **text);

#endif
