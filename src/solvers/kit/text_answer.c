#include "text_answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void text_remark(struct nash_buf *out, const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    int len = vasprintf(&text, format, args);
    va_end(args);
    if (len < 0) {
        out->failed = true;
        return;
    }
    nash_buf_puts(out, "# ");
    for (const char *c = text; *c != '\0'; c++)
        nash_buf_putc(out, (unsigned char)*c < ' ' ? '?' : *c);
    nash_buf_putc(out, '\n');
    free(text);
}

void text_remark_parts(const cJSON *result, const struct text_part *parts, size_t count, struct nash_buf *out)
{
    const cJSON *omitted = nash_json_get(result, "omitted");
    struct nash_buf names = NASH_BUF_INIT(0);
    for (size_t i = 0; i < count; i++) {
        const char *why = text_member_string(omitted, parts[i].member);
        if (nash_json_get(result, parts[i].member) && !parts[i].in_text)
            nash_buf_printf(&names, "%s%s", names.len > 0 ? ", " : "", parts[i].question);
        else if (*why != '\0')
            text_remark(out, "%s: %s", parts[i].question, why);
    }
    if (names.len > 0)
        text_remark(out, "only in JSON: %s", nash_buf_cstr(&names));
    out->failed |= names.failed;
    nash_buf_free(&names);
}

void text_by_json(const struct nash_solver *solver, const void *problem, const struct nash_result *result,
                  struct nash_buf *out)
{
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw writer = NASH_JSONW(&json);
    solver->write(problem, result, &writer);
    cJSON *root = json.failed ? NULL : cJSON_ParseWithLength(json.data, json.len);
    if (root)
        solver->text_of(root, out);
    out->failed |= !root;
    cJSON_Delete(root);
    nash_buf_free(&json);
}

double text_member_number(const cJSON *object, const char *name)
{
    const cJSON *item = nash_json_get(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : 0;
}

const char *text_member_string(const cJSON *object, const char *name)
{
    const cJSON *item = nash_json_get(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}
