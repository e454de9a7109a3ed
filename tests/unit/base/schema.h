/* The JSON schemas of requests, for tests that walk their members and examples. SCHEMA_DIR is defined by meson. */
#ifndef TEST_SCHEMA_H
#define TEST_SCHEMA_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "test.h"

/* Returns the schema of a kind's request, which the caller deletes. Fails if it cannot be read. */
static inline cJSON *test_request_schema(const char *kind)
{
    static char text[1 << 18];
    char path[1024];
    snprintf(path, sizeof path, "%s/%s.request.json", SCHEMA_DIR, kind);
    FILE *file = fopen(path, "re");
    if (!file)
        fail_msg("%s cannot be read", path);
    size_t len = fread(text, 1, sizeof text, file);
    fclose(file);
    cJSON *schema = cJSON_ParseWithLength(text, len);
    assert_non_null(schema);
    return schema;
}

#endif
