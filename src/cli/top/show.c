/* The view of `nashd top`, as text. */
#include <stdio.h>
#include <string.h>

#include "sample.h"

enum { NUMBER_MAX = 32 };

/* Writes a size with three digits and a unit. */
static const char *size_text(char out[NUMBER_MAX], int64_t bytes)
{
    static const char unit[] = "BKMGT";
    double value = (double)bytes;
    int i = 0;
    for (; value >= 1000 && i < 4; i++)
        value /= 1024;
    snprintf(out, NUMBER_MAX, i == 0 || value >= 100 ? "%.0f%c" : "%.1f%c", value, unit[i]);
    return out;
}

static const char *age_text(char out[NUMBER_MAX], int64_t ms)
{
    long long s = ms > 0 ? ms / 1000 : 0;
    if (s >= 86400)
        snprintf(out, NUMBER_MAX, "%lldd %02lldh", s / 86400, s / 3600 % 24);
    else if (s >= 3600)
        snprintf(out, NUMBER_MAX, "%lldh %02lldm", s / 3600, s / 60 % 60);
    else if (s >= 60)
        snprintf(out, NUMBER_MAX, "%lldm %02llds", s / 60, s % 60);
    else
        snprintf(out, NUMBER_MAX, "%llds", s);
    return out;
}

static const char *duration_text(char out[NUMBER_MAX], double seconds)
{
    if (seconds < 0)
        snprintf(out, NUMBER_MAX, "-");
    else if (seconds < 1)
        snprintf(out, NUMBER_MAX, "%gms", seconds * 1000);
    else
        snprintf(out, NUMBER_MAX, "%gs", seconds);
    return out;
}

/* The seconds between the samples. */
static double span_s(const struct top_sample *now, const struct top_sample *before)
{
    int64_t ms = now->now_ms - (before != NULL ? before->now_ms : now->started_ms);
    return ms > 0 ? (double)ms / 1000 : 1;
}

/* Returns the upper bound of the bucket with the quantile; -1 without runs; of the last bucket, its lower bound. */
static double quantile_s(const struct top_sample *now, const int64_t bucket[TOP_BUCKETS], double q)
{
    double total = 0, seen = 0;
    for (unsigned i = 0; i < now->buckets; i++)
        total += (double)bucket[i];
    for (unsigned i = 0; i < now->buckets && now->buckets > 1 && total > 0; i++) {
        seen += (double)bucket[i];
        if (seen >= q * total)
            return now->bucket_s[i + 1 < now->buckets ? i : now->buckets - 2];
    }
    return -1;
}

/* Sets the runs since `before`; those since the start if there are none. */
static void recent_runs(const struct top_kind *now, const struct top_kind *before, int64_t bucket[TOP_BUCKETS])
{
    int64_t total = 0;
    for (int i = 0; i < TOP_BUCKETS; i++)
        total += bucket[i] = now->bucket[i] - (before != NULL ? before->bucket[i] : 0);
    if (total <= 0)
        memcpy(bucket, now->bucket, sizeof now->bucket);
}

static int64_t finished(const struct top_sample *sample)
{
    int64_t count = 0;
    for (unsigned i = 0; sample != NULL && i < sample->kinds; i++)
        count += sample->kind[i].succeeded + sample->kind[i].failed + sample->kind[i].cancelled;
    return count;
}

static int64_t replies(const struct top_sample *sample)
{
    int64_t count = 0;
    for (int i = 0; sample != NULL && i < 5; i++)
        count += sample->replies[i];
    return count;
}

static double rate(int64_t now, int64_t before, double seconds)
{
    return now > before ? (double)(now - before) / seconds : 0;
}

static void show_server(struct nash_buf *out, const struct top_sample *now, const struct top_sample *before)
{
    char up[NUMBER_MAX], bytes[NUMBER_MAX], used[NUMBER_MAX], limit[NUMBER_MAX];
    double seconds = span_s(now, before);
    nash_buf_printf(out, "nashd %s   up %s%s\n", now->version, age_text(up, now->now_ms - now->started_ms),
                    now->draining ? "   DRAINING" : "");
    nash_buf_printf(out, "workers  %lld of %lld busy   replaced %lld   crashes %lld\n", (long long)now->busy,
                    (long long)now->workers, (long long)now->replaced, (long long)now->crashes);
    nash_buf_printf(out,
                    "jobs     queued %lld   running %lld   succeeded %lld   failed %lld   cancelled %lld   %.1f/s\n",
                    (long long)now->queued, (long long)now->running, (long long)now->succeeded, (long long)now->failed,
                    (long long)now->cancelled, rate(finished(now), finished(before), seconds));
    nash_buf_printf(out, "http     %lld connections   %.1f replies/s   4xx %lld   5xx %lld\n",
                    (long long)now->connections, rate(replies(now), replies(before), seconds),
                    (long long)now->replies[3], (long long)now->replies[4]);
    nash_buf_printf(out, "store    %s   %.1f commits/s\n", size_text(bytes, now->store_bytes),
                    rate(now->commits, before != NULL ? before->commits : 0, seconds));
    for (unsigned i = 0; i < now->budgets; i++)
        nash_buf_printf(out, "%s%s %s/%s%s", i == 0 ? "memory   " : "   ", now->budget[i].name,
                        size_text(used, now->budget[i].used), size_text(limit, now->budget[i].limit),
                        i + 1 == now->budgets ? "\n" : "");
}

/* The kinds that were used, by their order in the server. */
static void show_kinds(struct nash_buf *out, const struct top_sample *now, const struct top_sample *before)
{
    double seconds = span_s(now, before);
    nash_buf_puts(out, "\nKIND        SUBMITTED     /s  CACHED  SUCCEEDED  FAILED  CANCELLED     P50     P99\n");
    for (unsigned i = 0; i < now->kinds; i++) {
        const struct top_kind *kind = &now->kind[i];
        const struct top_kind *old = before != NULL && i < before->kinds ? &before->kind[i] : NULL;
        char p50[NUMBER_MAX], p99[NUMBER_MAX];
        int64_t bucket[TOP_BUCKETS];
        if (kind->submitted == 0 && kind->succeeded + kind->failed + kind->cancelled == 0)
            continue;
        recent_runs(kind, old, bucket);
        nash_buf_printf(out, "%-11.11s %9lld %6.1f %7lld %10lld %7lld %10lld %7s %7s\n", kind->name,
                        (long long)kind->submitted, rate(kind->submitted, old != NULL ? old->submitted : 0, seconds),
                        (long long)kind->cached, (long long)kind->succeeded, (long long)kind->failed,
                        (long long)kind->cancelled, duration_text(p50, quantile_s(now, bucket, 0.5)),
                        duration_text(p99, quantile_s(now, bucket, 0.99)));
    }
}

static void show_running(struct nash_buf *out, const struct top_sample *now)
{
    nash_buf_puts(out, "\nRUNNING   KIND            AGE  PROGRESS\n");
    for (unsigned i = 0; i < now->jobs; i++) {
        char age[NUMBER_MAX];
        nash_buf_printf(out, "%-8.8s  %-10.10s  %7s  %s\n", now->job[i].id, now->job[i].kind,
                        age_text(age, now->now_ms - now->job[i].started_ms), now->job[i].progress);
    }
}

/* Copies lines, each cut at `columns` characters, at most `lines` of them. */
static void copy_cut(struct nash_buf *out, const char *text, int columns, int lines)
{
    for (int i = 0; i < lines && *text != '\0'; i++) {
        size_t len = strcspn(text, "\n");
        nash_buf_add(out, text, len < (size_t)columns ? len : (size_t)columns);
        nash_buf_putc(out, '\n');
        text += len + (text[len] == '\n');
    }
}

void top_show(struct nash_buf *out, const struct top_sample *now, const struct top_sample *before, int columns,
              int lines)
{
    struct nash_buf whole = NASH_BUF_INIT(0);
    show_server(&whole, now, before);
    show_kinds(&whole, now, before);
    show_running(&whole, now);
    copy_cut(out, nash_buf_cstr(&whole), columns, lines);
    nash_buf_free(&whole);
}

void top_show_line(struct nash_buf *out, const struct top_sample *now, const struct top_sample *before)
{
    double seconds = span_s(now, before);
    nash_buf_printf(out, "busy=%lld/%lld queued=%lld running=%lld finished/s=%.1f replies/s=%.1f commits/s=%.1f\n",
                    (long long)now->busy, (long long)now->workers, (long long)now->queued, (long long)now->running,
                    rate(finished(now), finished(before), seconds), rate(replies(now), replies(before), seconds),
                    rate(now->commits, before != NULL ? before->commits : 0, seconds));
}
