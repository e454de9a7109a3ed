/* Calendar arithmetic is libc's (gmtime_r, timegm). Parsing is stricter than strptime. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <base/clock.h>

enum { NS_PER_S = 1000000000, NS_PER_MS = 1000000, MS_PER_S = 1000 };

int64_t clock_mono_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

int64_t clock_wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * MS_PER_S + now.tv_nsec / NS_PER_MS;
}

int64_t clock_cpu_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

/* 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z: in RFC 3339 a year has four digits. */
static const int64_t min_ms = -62167219200000, max_ms = 253402300799999;

/* Returns a second as "2026-11-21T01:26:00". Each thread caches the last one, because most times written lie in the
 * same second. */
static const char *second_text(int64_t seconds)
{
    static _Thread_local int64_t known = INT64_MIN;
    static _Thread_local char text[CLOCK_TEXT];
    if (seconds == known)
        return text;
    time_t when = (time_t)seconds;
    struct tm tm;
    gmtime_r(&when, &tm);
    snprintf(text, sizeof text, "%04u-%02u-%02uT%02u:%02u:%02u", (unsigned)(tm.tm_year + 1900) % 10000,
             (unsigned)(tm.tm_mon + 1) % 100, (unsigned)tm.tm_mday % 100, (unsigned)tm.tm_hour % 100,
             (unsigned)tm.tm_min % 100, (unsigned)tm.tm_sec % 100);
    known = seconds;
    return text;
}

char *clock_text(char *out, int64_t wall_ms)
{
    enum { SECOND_LEN = 19 };
    wall_ms = wall_ms < min_ms ? min_ms : wall_ms > max_ms ? max_ms : wall_ms;
    int64_t seconds = wall_ms / MS_PER_S, ms = wall_ms % MS_PER_S;
    if (ms < 0) {
        ms += MS_PER_S;
        seconds--;
    }
    memcpy(out, second_text(seconds), SECOND_LEN);
    out[SECOND_LEN] = '.';
    out[SECOND_LEN + 1] = (char)('0' + ms / 100);
    out[SECOND_LEN + 2] = (char)('0' + ms / 10 % 10);
    out[SECOND_LEN + 3] = (char)('0' + ms % 10);
    memcpy(out + SECOND_LEN + 4, "Z", 2);
    return out;
}

/* Reads exactly `count` digits as a number in lo..hi, and the byte `then` after them, unless `then` is '\0'. */
static bool read_field(const char **text, int count, int lo, int hi, char then, int *value)
{
    int number = 0;
    for (int i = 0; i < count; i++) {
        char c = *(*text)++;
        if (c < '0' || c > '9')
            return false;
        number = number * 10 + (c - '0');
    }
    *value = number;
    return number >= lo && number <= hi && (then == '\0' || *(*text)++ == then);
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

/* Reads the digits after the decimal point; digits beyond milliseconds are dropped. */
static bool read_fraction(const char **text, int *ms)
{
    int weight = 100, digits = 0;
    *ms = 0;
    for (; **text >= '0' && **text <= '9'; (*text)++, digits++) {
        *ms += (**text - '0') * weight;
        weight /= 10;
    }
    return digits > 0;
}

bool clock_read(const char *text, int64_t *wall_ms)
{
    int year, month, day, hour = 0, minute = 0, second = 0, ms = 0;
    if (!read_field(&text, 4, 0, 9999, '-', &year) || !read_field(&text, 2, 1, 12, '-', &month) ||
        !read_field(&text, 2, 1, days_in_month(year, month), '\0', &day))
        return false;
    if (*text == 'T') {
        text++;
        if (!read_field(&text, 2, 0, 23, ':', &hour) || !read_field(&text, 2, 0, 59, ':', &minute) ||
            !read_field(&text, 2, 0, 59, '\0', &second))
            return false;
        if (*text == '.' && (text++, !read_fraction(&text, &ms)))
            return false;
        if (*text++ != 'Z')
            return false;
    }
    if (*text != '\0')
        return false;
    struct tm tm = {.tm_year = year - 1900,
                    .tm_mon = month - 1,
                    .tm_mday = day,
                    .tm_hour = hour,
                    .tm_min = minute,
                    .tm_sec = second};
    *wall_ms = (int64_t)timegm(&tm) * MS_PER_S + ms;
    return true;
}
