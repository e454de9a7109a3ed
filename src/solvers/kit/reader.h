/* Reads a problem from JSON. A parse function reads all members without checks and gets the status once, at the end:
 *
 *     struct reader r;
 *     reader_root(&r, doc, arena, error);
 *     reader_only(&r, members);
 *     limit = (uint32_t)reader_int(&r, "limit", 1, LIMIT_MAX, LIMIT_DEFAULT);
 *     method = reader_enum(&r, "method", method_names, METHOD_AUTO);
 *     return reader_status(&r);
 *
 * The root keeps one failure: NASH_NOMEM outranks NASH_INVALID, which outranks the rest; within a rank the first one
 * stays. After NASH_INVALID or NASH_NOMEM all members read as absent. After an error of a lower rank, such as
 * NASH_UNPROCESSABLE, reading continues, because a later member may break the schema.
 * Readers hold pointers to their parents: do not copy one, and keep the parent while a child is in use. */
#ifndef KIT_READER_H
#define KIT_READER_H

#include <nash/arena.h>
#include <nash/json.h>
#include <nash/status.h>

/* One JSON value and its place in the document. */
struct reader {
    struct reader *root;
    const struct reader *parent; /* NULL in the root */
    const cJSON *value;          /* NULL: there is no document */
    const char *name;            /* name of the member; NULL: the value is an array element or the root */
    size_t index;                /* index of the array element */

    /* used in the root only */
    const struct nash_json *doc;
    struct nash_arena *arena;
    struct nash_error *error; /* may be NULL */
    enum nash_status status;
    bool beside_text; /* begun by reader_beside_text() */

    cJSON element; /* storage for the value, if it is an element of a flat array of integers */
};

/* ---- the document ---- */

/* Begins at the root of doc. doc NULL: a problem without JSON, such as a text form, whose checks report errors here. */
void reader_root(struct reader *r, const struct nash_json *doc, struct nash_arena *arena, struct nash_error *error);
enum nash_status reader_status(const struct reader *r);
/* True until the first failure of any rank. */
bool reader_ok(const struct reader *r);

/* Reports an error at the member `name` of r; name NULL: at r itself. Returns reader_status(). */
enum nash_status reader_fail(const struct reader *r, enum nash_status status, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Reports an error at an element of the member `name`; name NULL: at an element of r. */
enum nash_status reader_fail_at(const struct reader *r, enum nash_status status, const char *name, size_t index,
                                const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Reports an error at a JSON pointer below r, such as "/cages/3/cells/1"; "": at r itself. */
enum nash_status reader_fail_pointer(const struct reader *r, enum nash_status status, const char *pointer,
                                     const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Reports an error that another function filled in; its pointer is relative to r. */
void reader_adopt(const struct reader *r, const struct nash_error *error);
/* Replaces the detail of the error, if its pointer is r or below, by one that says what this kind expects there. */
void reader_explain(const struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes the JSON pointer of r into out[size], truncated. Returns out. */
char *reader_pointer(const struct reader *r, char *out, size_t size);

/* Allocate from the arena: count zeroed elements of a type, or a copy of a string. Return NULL after reporting
 * NASH_NOMEM. */
#define READER_NEW(r, type, count) ((type *)reader_alloc((r), (count), sizeof(type)))
void *reader_alloc(const struct reader *r, size_t count, size_t size);
char *reader_copy(const struct reader *r, const char *text);
/* Reports that the problem does not fit into memory. */
enum nash_status reader_nomem(const struct reader *r);

/* ---- members; an absent member leaves the child unchanged or gives the fallback ---- */

bool reader_has(const struct reader *r, const char *name);
/* Reports the first member that is not in the NULL-terminated list (type "unknown-member"), or that r is not an object.
 * The root may also have the reserved member "job", and beside a text (beside_text.h) "text". */
void reader_only(const struct reader *r, const char *const names[]);
/* Does the same without reserved members, for a root that is no problem. */
void reader_only_listed(const struct reader *r, const char *const names[]);
/* Reports the first member of the list that is missing: "the member "x" is missing". */
void reader_require(const struct reader *r, const char *const names[]);

/* Begin a child at a member: of any type, an object, an array. Return false if the member is absent, or if it is of
 * another type, which is reported. */
bool reader_member(struct reader *child, struct reader *r, const char *name);
bool reader_object(struct reader *child, struct reader *r, const char *name);
bool reader_array(struct reader *child, struct reader *r, const char *name);

/* Return the value of a member, which must be from lo to hi. */
int64_t reader_int(struct reader *r, const char *name, int64_t lo, int64_t hi, int64_t fallback);
double reader_number(struct reader *r, const char *name, double lo, double hi, double fallback);
bool reader_bool(struct reader *r, const char *name, bool fallback);
/* Returns the index of the member's word in the NULL-terminated list. */
unsigned reader_enum(struct reader *r, const char *name, const char *const words[], unsigned fallback);
/* Returns a string of at most max bytes, which the document owns; NULL when absent. */
const char *reader_string(struct reader *r, const char *name, size_t max);
/* Return an array of integers; count 0 when absent: in the arena; or without a copy if it is stored in 32 bits. */
struct nash_json_ints reader_ints(struct reader *r, const char *name);
struct nash_json_flat reader_flat(struct reader *r, const char *name);

/* ---- elements of an array, members of an object ---- */

/* Goes to the next element: begin with an item of zeroes, `for (struct reader item = {0}; reader_item(&item,
 * &array);)`. Elements of a flat array of integers are read like any other. */
bool reader_item(struct reader *item, struct reader *array);
bool reader_next_member(struct reader *item, struct reader *object); /* the same for all members of an object */
size_t reader_count(const struct reader *array);
/* Returns whether the array is not empty and has only integer literals, which reader_as_ints() reads fastest. */
bool reader_is_flat(const struct reader *array);

/* ---- the value itself ---- */

int64_t reader_as_int(const struct reader *r, int64_t lo, int64_t hi, int64_t fallback);
double reader_as_number(const struct reader *r, double lo, double hi, double fallback);
bool reader_as_bool(const struct reader *r, bool fallback);
unsigned reader_as_enum(const struct reader *r, const char *const words[], unsigned fallback);
const char *reader_as_string(const struct reader *r, size_t max);
struct nash_json_ints reader_as_ints(const struct reader *r);
struct nash_json_flat reader_as_flat(const struct reader *r);

#endif
