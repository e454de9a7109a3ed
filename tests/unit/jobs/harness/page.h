/* A live page: a reader of the feed that maintains a list of jobs by applying the events, as a browser does. */
#ifndef PAGE_H
#define PAGE_H

#include <jobs/feed.h>

#include "fixture.h"

enum { PAGE_JOBS = 1024, PAGE_ROW = 512 };

struct page {
    struct house *house;
    const char *owner; /* whose jobs the page shows; "" = all owners */
    struct feed_reader reader;
    _Atomic unsigned fired;
    struct {
        char id[JOB_ID_TEXT];
        char row[PAGE_ROW]; /* the job object without progress */
    } job[PAGE_JOBS];
    unsigned jobs;
    bool stale;   /* an event said that more jobs have changed than were published: load the list again */
    int64_t last; /* number of the last event */
    /* numbers of events read, by type */
    unsigned resets, rows, deletions, stats;
    uint64_t more; /* changed jobs that were counted but not published */
};

void page_open(struct page *page, struct house *house, const char *owner, int64_t seen);
void page_close(struct page *page);
/* Fetches and applies up to `most` segments of the feed; returns the number of segments. */
unsigned page_read(struct page *page, unsigned most);
/* Loads the list of jobs, as at the opening of a page. */
void page_load(struct page *page);
/* Returns NULL if the page's jobs equal the list, otherwise the difference as text in a static buffer. */
const char *page_difference(struct page *page);
/* Returns the page's row of a job, or NULL. */
const char *page_row(struct page *page, const struct job *job);
/* Reads until the page's jobs equal the list; fails the test if they never do. */
void page_read_until_equal(struct page *page);

#endif
