/* JSON pointers are built from the chain of readers, and only when something fails: a body may hold a million objects.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "beside_text.h"

/* ---- errors ---- */

static int status_rank(enum nash_status status)
{
    return status == NASH_OK ? 0 : status == NASH_NOMEM ? 3 : status == NASH_INVALID ? 2 : 1;
}

char *reader_pointer(const struct reader *r, char *out, size_t size)
{
    char above[sizeof r->error->pointer];
    if (size)
        *out = '\0';
    if (!r->parent)
        return out;
    reader_pointer(r->parent, above, sizeof above);
    return r->name ? nash_pointer(out, size, above, r->name) : nash_pointer_index(out, size, above, r->index);
}

void reader_adopt(const struct reader *r, const struct nash_error *error)
{
    struct reader *root = r->root;
    if (status_rank(error->status) <= status_rank(root->status))
        return;
    root->status = error->status;
    if (!root->error)
        return;
    char pointer[sizeof error->pointer];
    reader_pointer(r, pointer, sizeof pointer);
    size_t len = strlen(pointer), more = strlen(error->pointer);
    if (more > sizeof pointer - 1 - len)
        more = sizeof pointer - 1 - len;
    memcpy(pointer + len, error->pointer, more);
    pointer[len + more] = '\0';
    nash_fail_type(root->error, error->status, error->type, pointer, "%s", error->detail);
}

__attribute__((format(printf, 4, 0))) static enum nash_status
reader_vfail(const struct reader *r, enum nash_status status, const char *at, const char *format, va_list args)
{
    struct nash_error error;
    char detail[sizeof error.detail];
    vsnprintf(detail, sizeof detail, format, args);
    nash_fail(&error, status, at, "%s", detail);
    reader_adopt(r, &error);
    return r->root->status;
}

enum nash_status reader_fail(const struct reader *r, enum nash_status status, const char *name, const char *format, ...)
{
    char at[sizeof r->error->pointer];
    va_list args;
    va_start(args, format);
    status = reader_vfail(r, status, name ? nash_pointer(at, sizeof at, "", name) : "", format, args);
    va_end(args);
    return status;
}

enum nash_status reader_fail_at(const struct reader *r, enum nash_status status, const char *name, size_t index,
                                const char *format, ...)
{
    char member[sizeof r->error->pointer], at[sizeof member];
    va_list args;
    va_start(args, format);
    nash_pointer_index(at, sizeof at, name ? nash_pointer(member, sizeof member, "", name) : "", index);
    status = reader_vfail(r, status, at, format, args);
    va_end(args);
    return status;
}

enum nash_status reader_fail_pointer(const struct reader *r, enum nash_status status, const char *pointer,
                                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status = reader_vfail(r, status, pointer, format, args);
    va_end(args);
    return status;
}

void reader_explain(const struct reader *r, const char *format, ...)
{
    struct nash_error *error = r->root->error;
    char at[sizeof error->pointer];
    va_list args;
    if (!error || r->root->status == NASH_OK || r->root->status == NASH_NOMEM)
        return;
    size_t len = strlen(reader_pointer(r, at, sizeof at));
    if (strncmp(error->pointer, at, len) != 0 || (error->pointer[len] != '/' && error->pointer[len] != '\0'))
        return;
    va_start(args, format);
    vsnprintf(error->detail, sizeof error->detail, format, args);
    va_end(args);
}

enum nash_status reader_nomem(const struct reader *r)
{
    return reader_fail(r, NASH_NOMEM, NULL, "the problem does not fit into the memory of this job");
}

/* ---- the document ---- */

void reader_root(struct reader *r, const struct nash_json *doc, struct nash_arena *arena, struct nash_error *error)
{
    r->root = r;
    r->parent = NULL;
    r->value = doc ? doc->root : NULL;
    r->name = NULL;
    r->index = 0;
    r->doc = doc;
    r->arena = arena;
    r->error = error;
    r->status = NASH_OK;
    r->beside_text = false;
}

void reader_beside_text(struct reader *r, const struct nash_json *members, struct nash_arena *arena,
                        struct nash_error *error)
{
    reader_root(r, members, arena, error);
    r->beside_text = true;
}

enum nash_status reader_status(const struct reader *r)
{
    return r->root->status;
}

bool reader_ok(const struct reader *r)
{
    return r->root->status == NASH_OK;
}

enum nash_status reader_no_members(const struct nash_json *members, struct nash_arena *arena, struct nash_error *error)
{
    static const char *const none[] = {NULL};
    struct reader r;
    reader_beside_text(&r, members, arena, error);
    reader_only(&r, none);
    return reader_status(&r);
}

/* True after a failure that ends reading. */
static bool reader_ended(const struct reader *r)
{
    return status_rank(r->root->status) > 1;
}

void *reader_alloc(const struct reader *r, size_t count, size_t size)
{
    void *memory = nash_arena_array(r->root->arena, count, size);
    if (!memory)
        reader_nomem(r);
    return memory;
}

char *reader_copy(const struct reader *r, const char *text)
{
    char *copy = text ? nash_arena_strndup(r->root->arena, text, strlen(text)) : NULL;
    if (text && !copy)
        reader_nomem(r);
    return copy;
}

/* ---- members ---- */

static void reader_begin(struct reader *child, struct reader *parent, const cJSON *value, const char *name)
{
    child->root = parent->root;
    child->parent = parent;
    child->value = value;
    child->name = name;
    child->index = 0;
}

bool reader_has(const struct reader *r, const char *name)
{
    return !reader_ended(r) && nash_json_get(r->value, name) != NULL;
}

static bool is_listed(const char *name, const char *const names[])
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* Returns whether every root may have the member. */
static bool is_reserved(const struct reader *r, const char *name)
{
    return !r->parent && (strcmp(name, "job") == 0 || (r->beside_text && strcmp(name, "text") == 0));
}

static void fail_unknown_member(const struct reader *r, const char *name, const char *const names[])
{
    struct nash_error error;
    char at[sizeof error.pointer], known[256];
    nash_fail_type(&error, NASH_INVALID, "unknown-member", nash_pointer(at, sizeof at, "", name),
                   "no such member is known here; known: %s",
                   *names ? nash_join_words(known, sizeof known, names) : "none");
    reader_adopt(r, &error);
}

static void check_members(const struct reader *r, const char *const names[], bool reserved)
{
    if (reader_ended(r) || (r->root == r && !r->doc))
        return;
    if (!cJSON_IsObject(r->value)) {
        reader_fail(r, NASH_INVALID, NULL, "must be a JSON object");
        return;
    }
    for (const cJSON *item = r->value->child; item; item = item->next) {
        if (!(reserved && is_reserved(r, item->string)) && !is_listed(item->string, names)) {
            fail_unknown_member(r, item->string, names);
            return;
        }
    }
}

void reader_only(const struct reader *r, const char *const names[])
{
    check_members(r, names, true);
}

void reader_only_listed(const struct reader *r, const char *const names[])
{
    check_members(r, names, false);
}

void reader_require(const struct reader *r, const char *const names[])
{
    for (; *names && !reader_ended(r); names++)
        if (!nash_json_get(r->value, *names))
            reader_fail(r, NASH_INVALID, NULL, "the member \"%s\" is missing", *names);
}

bool reader_member(struct reader *child, struct reader *r, const char *name)
{
    const cJSON *value = reader_ended(r) ? NULL : nash_json_get(r->value, name);
    if (value)
        reader_begin(child, r, value, name);
    return value != NULL;
}

bool reader_object(struct reader *child, struct reader *r, const char *name)
{
    if (!reader_member(child, r, name))
        return false;
    if (!cJSON_IsObject(child->value))
        reader_fail(child, NASH_INVALID, NULL, "must be a JSON object");
    return cJSON_IsObject(child->value);
}

bool reader_array(struct reader *child, struct reader *r, const char *name)
{
    if (!reader_member(child, r, name))
        return false;
    if (!cJSON_IsArray(child->value))
        reader_fail(child, NASH_INVALID, NULL, "must be an array");
    return cJSON_IsArray(child->value);
}

bool reader_next_member(struct reader *item, struct reader *object)
{
    const cJSON *last = item->value;
    if (reader_ended(object) || !cJSON_IsObject(object->value))
        return false;
    const cJSON *next = last ? last->next : object->value->child;
    reader_begin(item, object, next, next ? next->string : NULL);
    return next != NULL;
}

/* ---- elements ---- */

static const struct nash_json_flat *reader_flat_array(const struct reader *r)
{
    return r->root->doc ? nash_json_flat_at(r->root->doc, r->value) : NULL;
}

bool reader_is_flat(const struct reader *array)
{
    return reader_flat_array(array) != NULL;
}

size_t reader_count(const struct reader *array)
{
    const struct nash_json_flat *flat = reader_flat_array(array);
    return flat ? flat->count : cJSON_IsArray(array->value) ? (size_t)cJSON_GetArraySize(array->value) : 0;
}

static bool reader_item_of_flat(struct reader *item, const struct nash_json_flat *flat)
{
    if (item->index == flat->count)
        return false;
    int64_t value = flat->narrow ? flat->narrow[item->index] : flat->wide[item->index];
    item->element = (cJSON){.type = cJSON_Number, .valuedouble = (double)value};
    item->value = &item->element;
    return true;
}

bool reader_item(struct reader *item, struct reader *array)
{
    const cJSON *last = item->value;
    size_t index = last ? item->index + 1 : 0;
    if (reader_ended(array) || !cJSON_IsArray(array->value))
        return false;
    const struct nash_json_flat *flat = reader_flat_array(array);
    reader_begin(item, array, last ? last->next : array->value->child, NULL);
    item->index = index;
    return flat ? reader_item_of_flat(item, flat) : item->value != NULL;
}

/* ---- the value itself ---- */

int64_t reader_as_int(const struct reader *r, int64_t lo, int64_t hi, int64_t fallback)
{
    struct nash_error error;
    if (nash_json_as_int(r->value, "", lo, hi, &fallback, &error) != NASH_OK)
        reader_adopt(r, &error);
    return fallback;
}

double reader_as_number(const struct reader *r, double lo, double hi, double fallback)
{
    struct nash_error error;
    if (nash_json_as_number(r->value, "", lo, hi, &fallback, &error) != NASH_OK)
        reader_adopt(r, &error);
    return fallback;
}

bool reader_as_bool(const struct reader *r, bool fallback)
{
    struct nash_error error;
    if (nash_json_as_bool(r->value, "", &fallback, &error) != NASH_OK)
        reader_adopt(r, &error);
    return fallback;
}

unsigned reader_as_enum(const struct reader *r, const char *const words[], unsigned fallback)
{
    struct nash_error error;
    if (nash_json_as_word(r->value, "", words, &fallback, &error) != NASH_OK)
        reader_adopt(r, &error);
    return fallback;
}

const char *reader_as_string(const struct reader *r, size_t max)
{
    struct nash_error error;
    const char *text = NULL;
    if (nash_json_as_string(r->value, "", max, &text, &error) != NASH_OK)
        reader_adopt(r, &error);
    return text;
}

struct nash_json_ints reader_as_ints(const struct reader *r)
{
    struct nash_error error;
    struct nash_json_ints ints = {0};
    if (nash_json_ints(r->root->doc, r->value, "", r->root->arena, &ints, &error) != NASH_OK)
        reader_adopt(r, &error);
    return ints;
}

struct nash_json_flat reader_as_flat(const struct reader *r)
{
    struct nash_error error;
    struct nash_json_flat flat = {0};
    if (nash_json_flat(r->root->doc, r->value, "", r->root->arena, &flat, &error) != NASH_OK)
        reader_adopt(r, &error);
    return flat;
}

/* ---- a member's value ---- */

int64_t reader_int(struct reader *r, const char *name, int64_t lo, int64_t hi, int64_t fallback)
{
    struct reader m;
    return reader_member(&m, r, name) ? reader_as_int(&m, lo, hi, fallback) : fallback;
}

double reader_number(struct reader *r, const char *name, double lo, double hi, double fallback)
{
    struct reader m;
    return reader_member(&m, r, name) ? reader_as_number(&m, lo, hi, fallback) : fallback;
}

bool reader_bool(struct reader *r, const char *name, bool fallback)
{
    struct reader m;
    return reader_member(&m, r, name) ? reader_as_bool(&m, fallback) : fallback;
}

unsigned reader_enum(struct reader *r, const char *name, const char *const words[], unsigned fallback)
{
    struct reader m;
    return reader_member(&m, r, name) ? reader_as_enum(&m, words, fallback) : fallback;
}

const char *reader_string(struct reader *r, const char *name, size_t max)
{
    struct reader m;
    return reader_member(&m, r, name) ? reader_as_string(&m, max) : NULL;
}

struct nash_json_ints reader_ints(struct reader *r, const char *name)
{
    struct reader m;
    return reader_member(&m, r, name) ? reader_as_ints(&m) : (struct nash_json_ints){0};
}

struct nash_json_flat reader_flat(struct reader *r, const char *name)
{
    struct reader m;
    return reader_member(&m, r, name) ? reader_as_flat(&m) : (struct nash_json_flat){0};
}
