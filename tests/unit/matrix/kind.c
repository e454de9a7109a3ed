#include "kind.h"

const struct nash_solver *const kind_solver = &nash_solver_matrix;

void kind_is(const struct kind_case *c, const char *path, const char *json)
{
    char *text = cJSON_PrintUnformatted(kind_at(c, path));
    if (strcmp(text, json) != 0)
        fail_msg("%s is %.500s, not %.500s", path, text, json);
    cJSON_free(text);
}

void kind_random_table(struct nash_rng *rng, uint32_t rows, uint32_t cols, int lo, int hi, struct nash_buf *out,
                       int64_t *entry)
{
    nash_buf_putc(out, '[');
    for (uint32_t i = 0; i < rows; i++) {
        nash_buf_puts(out, i ? ",[" : "[");
        for (uint32_t j = 0; j < cols; j++) {
            *entry = lo + (int64_t)nash_rng_below(rng, (uint64_t)(hi - lo + 1));
            nash_buf_puts(out, j ? "," : "");
            nash_buf_i64(out, *entry++);
        }
        nash_buf_putc(out, ']');
    }
    nash_buf_putc(out, ']');
}
