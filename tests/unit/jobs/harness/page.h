/* A live page: a reader of the feed that keeps a map of jobs by applying the events, as a browser would. */
#ifndef PAGE_H
#define PAGE_H

#include <jobs/feed.h>

#include "fixture.h"

enum { PAGE_JOBS = 1024, PAGE_ROW = 512 };

struct page {
    struct house *house;
    const char *owner; /* "" = all */
    struct feed_reader reader;
    _Atomic unsigned fired;
    struct {
        char id[JOB_ID_TEXT];
        char row[PAGE_ROW]; /* the job object without progress */
    } job[PAGE_JOBS];
    unsigned jobs;
    bool stale;   /* more had changed than was published */
    int64_t last; /* number */
    /* counts of what was read */
    unsigned resets, rows, deletions, stats;
    uint64_t more;
};

void page_open(struct page *page, struct house *house, const char *owner, int64_t seen);
void page_close(struct page *page);
/* Fetches and applies up to that many segments; returns how many there were. */
unsigned page_read(struct page *page, unsigned most);
/* Loads the list. */
void page_load(struct page *page);
/* Returns NULL when the map equals the list; else what differs (static buffer). */
const char *page_difference(struct page *page);
/* Returns the row of a job; NULL when the page has none. */
const char *page_row(struct page *page, const struct job *job);
/* Reads until the map equals the list, or fails. */
void page_read_until_equal(struct page *page);

#endif
