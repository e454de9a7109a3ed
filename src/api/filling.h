/* Documents that problems name, as "opponent": ID or "model": ID. The server puts what they hold in their place before
 * the problem is parsed, so that solvers stay pure and the key of an answer covers it. */
#ifndef API_FILLING_H
#define API_FILLING_H

#include <stdbool.h>

#include <jobs/jobs.h>

struct api;
struct body_reader;

struct filling {
    /* Returns whether a JSON body, which need not be valid, may name a document. */
    bool (*may_be_in)(const struct nash_solver *solver, const char *text, size_t len);
    /* Returns the thread that fills bodies. */
    struct body_reader *(*thread)(struct api *api);
    /* Appends to *whole the JSON body text[len] with what its documents hold, and sets *found; leaves both if it names
     * none, or is not valid. The owner ("": all) must be allowed to see the documents. */
    enum nash_status (*fill)(struct api *api, const struct nash_solver *solver, const char *owner, const char *text,
                             size_t len, struct nash_buf *whole, bool *found, struct nash_error *error);
    /* Returns whether the job keeps the body as its client sent it, because what the documents hold is large and needed
     * only while the job runs. NULL: the job keeps the filled body, from which its answer can be found again. */
    bool (*keeps_sent)(const struct nash_solver *solver, const char *text, size_t len);
    /* Moves the pointer of an error in a filled problem to the member that its client sent. NULL: it stays. */
    void (*relocate)(const struct nash_solver *solver, struct nash_error *error);
};

/* Returns what fills a JSON body; NULL: it names no document. */
const struct filling *filling_of(const struct nash_solver *solver, const char *text, size_t len);
/* Puts what its documents hold into a JSON request: request->text is then in *whole, and request->sent what the client
 * sent. Leaves both if it names none. */
enum nash_status filling_apply(const struct filling *filling, struct api *api, struct jobs_request *request,
                               struct nash_buf *whole, struct nash_error *error);

#endif
