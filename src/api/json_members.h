/* The top-level members of the text of a JSON object, found without parsing it to a tree: a member of megabytes costs
 * one pass over its bytes. The text must be strict JSON (nash_json_check). */
#ifndef API_JSON_MEMBERS_H
#define API_JSON_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include <nash/buf.h>
#include <nash/jsonw.h>

/* A part of a text, which owns it. */
struct slice {
    const char *text; /* NULL: absent */
    size_t len;
};

struct json_member {
    struct slice key;   /* without its quotes; escapes stay as they are */
    struct slice value; /* the JSON value */
};

struct json_members {
    const char *at, *end;
    bool is_object, is_array;
};

/* Begins at the first member, or the first element of an array. A text that is no object has no members. */
void json_members_begin(struct json_members *members, const char *text, size_t len);
/* Goes to the next member; returns false at the end. */
bool json_members_next(struct json_members *members, struct json_member *member);
/* Returns the value of a member, or a slice with text NULL. */
struct slice json_member_of(struct slice object, const char *name);
/* Goes to the next element, if the text is an array; returns false at the end. */
bool json_elements_next(struct json_members *elements, struct slice *value);
/* Appends the object without the members of this name; out->failed is set if it has no room. */
void json_members_without(struct slice object, const char *name, struct nash_buf *out);

/* Writes the member into an object, as it was, with its escapes. */
void json_member_write(const struct json_member *member, struct nash_jsonw *out);

bool slice_is(struct slice slice, const char *text);
bool slice_is_object(struct slice value);
/* Returns the characters of a string without escapes; text NULL if the value is anything else. */
struct slice slice_string(struct slice value);

#endif
