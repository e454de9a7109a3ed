#include "summary.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void summary_add(struct summary *summary, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int len = vsnprintf(summary->text + summary->len, sizeof summary->text - summary->len, format, args);
    va_end(args);
    summary->len += len > 0 ? (size_t)len : 0;
    if (summary->len > NASH_SUMMARY_MAX)
        summary->len = NASH_SUMMARY_MAX;
}

void summary_add_count(struct summary *summary, uint64_t count, const char *singular, const char *plural)
{
    summary_add(summary, "%" PRIu64 " %s", count, count == 1 ? singular : plural);
}

void summary_write(const struct summary *summary, struct nash_jsonw *out)
{
    nash_jsonw_key(out, "summary");
    nash_jsonw_string_n(out, summary->text, summary->len);
}
