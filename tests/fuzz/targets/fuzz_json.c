/* Fuzzes the JSON parser and the strict check. cJSON must parse every text that the check accepts; parser and check
 * must agree; a small arena may cause a refusal but no wrong result; a document that is written again must pass the
 * check. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nash/buf.h>
#include <nash/json.h>
#include <nash/jsonw.h>

#include "fuzz.h"

static void rewrite(const struct nash_json *doc, const cJSON *item, struct nash_arena *arena, struct nash_jsonw *out)
{
    struct nash_json_ints ints;
    if (cJSON_IsString(item)) {
        nash_jsonw_string(out, item->valuestring);
    } else if (cJSON_IsNumber(item)) {
        nash_jsonw_double(out, item->valuedouble);
    } else if (cJSON_IsBool(item)) {
        nash_jsonw_bool(out, cJSON_IsTrue(item));
    } else if (cJSON_IsNull(item)) {
        nash_jsonw_null(out);
    } else if (cJSON_IsArray(item) && nash_json_ints(doc, item, "", arena, &ints, NULL) == NASH_OK) {
        nash_jsonw_array(out);
        for (size_t i = 0; i < ints.count; i++)
            nash_jsonw_int(out, ints.value[i]);
        nash_jsonw_array_end(out);
    } else {
        bool object = cJSON_IsObject(item);
        object ? nash_jsonw_object(out) : nash_jsonw_array(out);
        for (const cJSON *child = item->child; child; child = child->next) {
            if (object)
                nash_jsonw_key(out, child->string);
            rewrite(doc, child, arena, out);
        }
        object ? nash_jsonw_object_end(out) : nash_jsonw_array_end(out);
    }
}

static void check_written(const struct nash_json *doc, struct nash_arena *arena)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    struct nash_error error;
    rewrite(doc, doc->root, arena, &out);
    if (nash_json_check(buf.data, buf.len, &error) != NASH_OK)
        fuzz_fail("the rewritten document is refused", error.detail);
    nash_buf_free(&buf);
}

/* Returns whether cJSON parses a NUL-terminated copy of the text. */
static bool cjson_reads(const char *text, size_t len)
{
    char *copy = malloc(len + 1);
    if (!copy)
        abort();
    memcpy(copy, text, len);
    copy[len] = '\0';
    cJSON *root = cJSON_ParseWithLengthOpts(copy, len + 1, NULL, true);
    bool good = root != NULL;
    cJSON_Delete(root);
    free(copy);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    struct nash_error error = {0};
    struct nash_json doc;
    bool good = nash_json_check(text, size, &error) == NASH_OK;
    if (!good && strncmp(error.detail, "line ", 5) != 0)
        fuzz_fail("a refusal without a place", error.detail);
    if (good && !cjson_reads(text, size))
        fuzz_fail("the gate accepts what cJSON cannot read", "");

    struct nash_arena *arena = nash_arena_new(64 << 20), *small = nash_arena_new(1000);
    enum nash_status status = nash_json_parse(&doc, text, size, arena, &error);
    if (status != (good ? NASH_OK : NASH_INVALID))
        fuzz_fail("check and parse disagree", error.detail);
    if (good)
        check_written(&doc, arena);
    nash_json_free(&doc);

    status = nash_json_parse(&doc, text, size, small, &error);
    if (good ? status != NASH_OK && status != NASH_NOMEM : status == NASH_OK)
        fuzz_fail("a small arena changes the verdict", error.detail);
    nash_json_free(&doc);
    nash_arena_free(small);
    nash_arena_free(arena);
    return 0;
}
