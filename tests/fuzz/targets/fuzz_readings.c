/* Fuzzes the reading of a body of any kind. What is written is JSON, and each problem that was read can be submitted.
 */
#include <string.h>

#include <nash/nash.h>
#include <solvers/readings.h>

#include "fuzz.h"

enum { ARENA_BYTES = 32 << 20 };

static void check_reading(const cJSON *reading, struct nash_arena *arena)
{
    const char *kind = cJSON_GetObjectItem(reading, "kind")->valuestring;
    char *text = cJSON_PrintUnformatted(cJSON_GetObjectItem(reading, "problem"));
    const struct nash_body body = {.text = text, .len = strlen(text)};
    struct nash_error error;
    void *problem;
    nash_arena_reset(arena, ARENA_BYTES);
    enum nash_status status =
        nash_request_read(nash_find_kind(kind, strlen(kind)), &body, arena, &problem, NULL, 0, &error);
    if (status != NASH_OK && status != NASH_NOMEM && status != NASH_TOO_LARGE)
        fuzz_fail("a problem that was read is refused", error.detail);
    cJSON_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nash_arena *arena = nash_arena_new(ARENA_BYTES);
    struct nash_buf out = NASH_BUF_INIT(0);
    struct nash_error error = {0};
    enum nash_status status = readings_write((const char *)data, size, arena, ARENA_BYTES, &out, &error);
    if (status != (error.status == NASH_OK ? NASH_OK : NASH_UNPROCESSABLE))
        fuzz_fail("a status of its own", nash_status_name(status));
    if (nash_json_check(out.data, out.len, &error) != NASH_OK)
        fuzz_fail("no JSON", error.detail);
    if (status == NASH_OK) {
        cJSON *found = cJSON_ParseWithLength(out.data, out.len);
        const cJSON *reading;
        if (cJSON_GetArraySize(found) == 0)
            fuzz_fail("no reading", "readings");
        cJSON_ArrayForEach(reading, found) check_reading(reading, arena);
        cJSON_Delete(found);
    }
    nash_buf_free(&out);
    nash_arena_free(arena);
    return 0;
}
