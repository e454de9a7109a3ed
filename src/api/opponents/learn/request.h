/* Composes the requests with which a kind learns, and reads their results. Texts are strict JSON. Only in the thread.
 */
#ifndef API_OPPONENTS_REQUEST_H
#define API_OPPONENTS_REQUEST_H

#include <api/documents/request.h>
#include <api/opponents/record.h>

/* {"hands": ""}, from which nothing is learnt. */
extern const struct slice no_hands;

/* Appends {"learn": {settings, learn}, "model": model, "job": job}. A member of `learn` replaces the setting of its
 * name. learn, model and job may be absent. */
void request_learn(struct nash_buf *out, struct slice settings, struct slice learn, struct slice model,
                   struct slice job);
/* Appends {"learn": {"models": [a, b]}}; b may be absent: then nothing is added, and the answer reports on a. */
void request_merge(struct nash_buf *out, struct slice a, struct slice b);
/* Appends the request that learns nothing and reports. model may be absent. */
void request_report(struct nash_buf *out, struct slice settings, struct slice model);

/* Moves the pointer of an error in such a request to the place in the body that its client sent: /learn/hands becomes
 * /hands, and an error in the stored model has no place. Adds advice to one about the size. stored: the model of the
 * request is the stored one. */
void request_relocate(struct nash_error *error, bool stored);

/* What a job has learnt. */
struct learnt {
    struct slice model; /* text NULL: the result has none */
    int64_t hands;      /* new ones */
};
struct learnt result_learnt(const struct bytes *result);
/* Returns the number of hands that a model says it has, or `fallback`. */
int64_t model_hands(struct slice model, int64_t fallback);

#endif
