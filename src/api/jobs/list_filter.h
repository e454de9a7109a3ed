/* The filter of the list of jobs, as of the calls that change all jobs of it (list.c). */
#ifndef API_LIST_FILTER_H
#define API_LIST_FILTER_H

#include <api/common.h>

/* The range of ids that begin with the digits of the query, which are padded with 0 and with f. */
struct list_ids {
    struct job_id from, to;
};

/* Reads the query into the filter, whose texts are those of the request, and whose ids those of *ids. is_list: the
 * parameters limit and cursor are allowed, else all. Returns false after replying 400. */
bool list_filter_read(struct http_request *request, bool is_list, struct store_filter *filter, struct list_ids *ids);

/* Texts of a filter that outlive the query. */
struct list_texts {
    char owner[JOB_OWNER_MAX], kind[JOB_KIND_MAX], tag[NASH_TAG_MAX + 1];
};

/* Copies the texts of the filter, because the query may end before another thread has used them. */
void list_filter_keep(struct store_filter *filter, struct list_texts *texts);

#endif
