/* GET of a collection of documents: those that the caller may see, newest first, page by page. */
#ifndef API_DOCUMENTS_LIST_H
#define API_DOCUMENTS_LIST_H

#include "call.h"

struct document_collection {
    const char *path;   /* "/v1/opponents" */
    const char *member; /* of the reply: "opponents" */
    const char *filter; /* query parameter that selects documents by their kind: "kind" */
    bool (*is_known)(const char *kind);
    /* Writes what the first page has before its documents. NULL: nothing. */
    void (*write_first)(const struct store_document_filter *filter, struct nash_jsonw *json);
    void (*write)(const struct store_document *row, struct nash_jsonw *json);
};

/* Replies with a page. */
void documents_list(struct http_request *request, struct document_room *room,
                    const struct document_collection *collection);

#endif
