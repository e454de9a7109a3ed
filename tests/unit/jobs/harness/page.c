#include "page.h"

#include <cjson/cJSON.h>
#include <stdatomic.h>
#include <unistd.h>

#include <base/clock.h>

static void fire(struct feed_reader *reader)
{
    atomic_fetch_add(&((struct page *)reader->context)->fired, 1);
}

void page_open(struct page *page, struct house *house, const char *owner, int64_t seen)
{
    page->house = house;
    page->owner = owner;
    page->last = seen;
    page->reader = (struct feed_reader){.fire = fire, .context = page};
    assert_true(feed_open(house->jobs, &page->reader, owner, seen));
}

void page_close(struct page *page)
{
    feed_close(page->house->jobs, &page->reader);
}

/* ---- the map ---- */

static unsigned find(const struct page *page, const char *id)
{
    unsigned i = 0;
    while (i < page->jobs && strcmp(page->job[i].id, id) != 0)
        i++;
    return i;
}

static void put(struct page *page, cJSON *row)
{
    const char *id = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(row, "id"));
    assert_non_null(id);
    cJSON_DeleteItemFromObjectCaseSensitive(row, "progress"); /* not compared: the feed skips some progress */
    unsigned i = find(page, id);
    assert_true(i < PAGE_JOBS);
    page->jobs += i == page->jobs;
    snprintf(page->job[i].id, sizeof page->job[i].id, "%s", id);
    assert_true(cJSON_PrintPreallocated(row, page->job[i].row, PAGE_ROW, false));
}

static void drop(struct page *page, const char *id)
{
    unsigned i = find(page, id);
    if (i < page->jobs)
        page->job[i] = page->job[--page->jobs];
}

static void load_into(struct page *page, struct house *house, const char *owner)
{
    struct nash_arena *arena = nash_arena_new(64 << 20);
    struct store_filter filter = {.owner = owner[0] != '\0' ? owner : NULL, .limit = PAGE_JOBS};
    struct store_job *rows;
    size_t count;
    struct nash_error error = {0};
    if (jobs_list(house->jobs, &filter, arena, &rows, &count, &error) != NASH_OK)
        fail_msg("%s", error.detail);
    page->jobs = 0;
    for (size_t i = 0; i < count; i++) {
        struct nash_buf buf = NASH_BUF_INIT(0);
        struct nash_jsonw json = NASH_JSONW(&buf);
        job_write(&(struct job_view){.id = rows[i].id, .row = rows[i]}, false, &json);
        cJSON *row = cJSON_Parse(nash_buf_cstr(&buf));
        put(page, row);
        cJSON_Delete(row);
        nash_buf_free(&buf);
        store_job_release(&rows[i]);
    }
    nash_arena_free(arena);
}

void page_load(struct page *page)
{
    load_into(page, page->house, page->owner);
    page->stale = false;
}

const char *page_difference(struct page *page)
{
    static struct page truth;
    static char text[3 * PAGE_ROW];
    load_into(&truth, page->house, page->owner);
    for (unsigned i = 0; i < truth.jobs; i++) {
        unsigned at = find(page, truth.job[i].id);
        const char *row = at < page->jobs ? page->job[at].row : "nothing";
        if (strcmp(row, truth.job[i].row) == 0)
            continue;
        snprintf(text, sizeof text, "the list has %s, the page %s", truth.job[i].row, row);
        return text;
    }
    for (unsigned i = 0; i < page->jobs; i++) {
        if (find(&truth, page->job[i].id) < truth.jobs)
            continue;
        snprintf(text, sizeof text, "the list has nothing, the page %s", page->job[i].row);
        return text;
    }
    return NULL;
}

const char *page_row(struct page *page, const struct job *job)
{
    char id[JOB_ID_TEXT];
    struct job_view view;
    job_view(page->house->jobs, (struct job *)(uintptr_t)job, &view);
    job_id_text(id, &view.id);
    job_view_release(&view);
    unsigned i = find(page, id);
    return i < page->jobs ? page->job[i].row : NULL;
}

/* ---- events ---- */

static void apply_row(struct page *page, cJSON *row)
{
    const cJSON *more = cJSON_GetObjectItemCaseSensitive(row, "more");
    if (more != NULL) {
        page->more += (uint64_t)more->valuedouble;
        page->stale = true;
    } else if (cJSON_GetObjectItemCaseSensitive(row, "deleted") != NULL) {
        page->deletions++;
        drop(page, cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(row, "id")));
    } else {
        page->rows++;
        put(page, row);
    }
}

static void apply_event(struct page *page, const char *name, const char *data)
{
    cJSON *json = cJSON_Parse(data);
    if (json == NULL)
        fail_msg("event %s is not JSON: %s", name, data);
    if (strcmp(name, "reset") == 0) {
        page->resets++;
        page_load(page);
    } else if (strcmp(name, "stats") == 0) {
        page->stats++;
    } else {
        assert_string_equal(name, "jobs");
        for (cJSON *row = json->child; row != NULL; row = row->next)
            apply_row(page, row);
    }
    cJSON_Delete(json);
}

/* Reads the events of a segment. Each has the lines "id" (except a "stats" event), "event" and "data". */
static void read_segment(struct page *page, const struct bytes *segment)
{
    char *text = strdup(segment->data), *rest = text;
    while (*rest != '\0') {
        char *end = strstr(rest, "\n\n"), *save = NULL;
        assert_non_null(end);
        *end = '\0';
        char *line = strtok_r(rest, "\n", &save);
        if (strncmp(line, "id: ", 4) == 0) {
            int64_t number = strtoll(line + 4, NULL, 10);
            if (number <= page->last)
                fail_msg("number %lld after %lld", (long long)number, (long long)page->last);
            page->last = number;
            line = strtok_r(NULL, "\n", &save);
        }
        assert_memory_equal(line, "event: ", 7);
        struct nash_buf data = NASH_BUF_INIT(0);
        for (char *more; (more = strtok_r(NULL, "\n", &save)) != NULL;) {
            assert_memory_equal(more, "data: ", 6);
            nash_buf_puts(&data, more + 6);
        }
        apply_event(page, line + 7, nash_buf_cstr(&data));
        nash_buf_free(&data);
        rest = end + 2;
    }
    free(text);
}

unsigned page_read(struct page *page, unsigned most)
{
    unsigned count = 0;
    struct bytes *segment;
    while (count < most && (segment = feed_next(page->house->jobs, &page->reader)) != NULL) {
        read_segment(page, segment);
        bytes_unref(segment);
        count++;
    }
    return count;
}

void page_read_until_equal(struct page *page)
{
    enum { PATIENCE = 20000 };
    const char *difference = "";
    for (int i = 0; i < PATIENCE; i++) {
        unsigned count = page_read(page, UINT32_MAX);
        if (page->stale && count == 0)
            page_load(page);
        if ((i == 0 || count > 0 || i % 64 == 0) && (difference = page_difference(page)) == NULL)
            return;
        usleep(1000);
    }
    fail_msg("page of \"%s\": %s", page->owner, difference);
}
