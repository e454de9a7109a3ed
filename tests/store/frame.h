/* The frame of the store's tests: a fresh store for each test, operations posted and waited for, rows compared.
 *
 * What includes only this header and store.h is the conformance suite, which any engine must pass unchanged: a test
 * program takes the store's URL as argument and empties that store before each test; without an argument every test
 * gets a SQLite file in a folder of its own. */
#ifndef FRAME_H
#define FRAME_H

#include <store/store.h>

#include "../unit/base/test.h"

/* Call first in main(): remembers the URL. */
void frame_start(int argc, char **argv);
/* The group's setup and teardown of each test. */
int frame_setup(void **state);
int frame_teardown(void **state);

const char *frame_url(void);
const char *frame_folder(void); /* of this test; removed by the teardown */
/* Opens the test's store as a node of this name; fails the test when it cannot. */
struct store *frame_open(const char *node);

/* The n-th id: any two n give two ids that share no order with n. */
struct job_id id_of(uint64_t n);
struct nash_hash hash_of(uint64_t n);
struct bytes *bytes_of(const char *text);
struct bytes *bytes_random(struct nash_rng *rng, size_t len);

/* A job that every engine takes: unfinished, of kind "kind", owned by nobody, id and key by n. */
struct store_job job_of(uint64_t n);

/* Posts one write and waits; gives its outcome. The row keeps its references. */
enum nash_status put(struct store *store, struct store_op *op);
/* The same, from the row alone; *row's references are dropped, and its id is what the store made of it. */
enum nash_status submit(struct store *store, struct store_job *row);
enum nash_status finish(struct store *store, const struct job_id *id, enum job_state state, int64_t finished_ms);
enum nash_status heartbeat(struct store *store, const struct job_id *id, int64_t started_ms, const char *progress);
enum nash_status removal(struct store *store, const struct job_id *id);
enum nash_status put_blob(struct store *store, const struct job_id *id, const char *name, const char *text);

/* Reads one job with bodies; false when it is not there. store_job_release() it. */
bool get(struct store *store, const struct job_id *id, struct store_job *row);
bool bytes_equal(const struct bytes *a, const struct bytes *b);
/* A listed row holds how this result begins, and nothing when it is absent or empty. */
bool is_opening(const struct bytes *opening, const struct bytes *result);
/* Fails the test, naming the field, when two rows differ; bodies only if wanted. Sequences are not compared. */
void assert_same_job(const struct store_job *got, const struct store_job *want, bool problem_and_result,
                     bool error_and_progress);

/* Keeps the writer busy (within a done()) until released: what is posted meanwhile waits in the queue. */
struct plug {
    struct store_op op;
    _Atomic int state;
};
void plug_in(struct store *store, struct plug *plug);
void plug_out(struct plug *plug);

#endif
