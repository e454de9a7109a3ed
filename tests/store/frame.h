/* The harness of the store's tests: a fresh store for each test, synchronous operations, comparison of rows.
 *
 * Tests that include only this header and store.h form the conformance suite, which every engine must pass unchanged. A
 * test program takes the URL of a store as its argument and empties that store before each test; without an argument
 * each test gets a SQLite file in a folder of its own. */
#ifndef FRAME_H
#define FRAME_H

#include <store/store.h>

#include "../unit/base/test.h"

/* Reads the URL from the program's arguments. Must be called first in main(). */
void frame_start(int argc, char **argv);
/* The setup and the teardown of each test. */
int frame_setup(void **state);
int frame_teardown(void **state);

const char *frame_url(void);
const char *frame_folder(void); /* path of the test's folder, which the teardown removes */
/* Opens the store of the test as a node of this name. Fails the test if it cannot. */
struct store *frame_open(const char *node);

/* Returns the n-th id. Different n have different ids, in an order that is unrelated to n. */
struct job_id id_of(uint64_t n);
struct nash_hash hash_of(uint64_t n);
struct bytes *bytes_of(const char *text);
struct bytes *bytes_random(struct nash_rng *rng, size_t len);

/* Makes a job that every engine accepts: unfinished, of kind "kind", without owner, id and key by n. */
struct store_job job_of(uint64_t n);

/* Posts one write and waits until it is done. Returns its status. The caller still owns the references of the row. */
enum nash_status put(struct store *store, struct store_op *op);
/* Posts a SUBMIT of a row and waits. Releases the row's references; row->id is set to the id in the store. */
enum nash_status submit(struct store *store, struct store_job *row);
enum nash_status finish(struct store *store, const struct job_id *id, enum job_state state, int64_t finished_ms);
enum nash_status heartbeat(struct store *store, const struct job_id *id, int64_t started_ms, const char *progress);
enum nash_status removal(struct store *store, const struct job_id *id);
/* Returns the list of a job's blobs as "name:bytes name:bytes", in a static buffer. */
const char *blob_list(struct store *store, const struct job_id *id);
enum nash_status put_blob(struct store *store, const struct job_id *id, const char *name, const char *text);

/* Reads one job with bodies, of any length. Returns false if it is absent. The caller releases it with
 * store_job_release(). */
bool get(struct store *store, const struct job_id *id, struct store_job *row);
bool bytes_equal(const struct bytes *a, const struct bytes *b);
/* Returns whether the opening of a listed row is right: the first bytes of the result, or NULL if the result is absent
 * or empty. */
bool is_opening(const struct bytes *opening, const struct bytes *result);
/* Fails the test, naming the field, if two rows differ. The flags select which bodies are compared; sequences never
 * are. */
void assert_same_job(const struct store_job *got, const struct store_job *want, bool problem_and_result,
                     bool error_and_progress);

/* A write whose done() blocks the writer thread until the plug is released, so that operations posted meanwhile wait in
 * the queue. */
struct plug {
    struct store_op op;
    _Atomic int state;
};
void plug_in(struct store *store, struct plug *plug);
void plug_out(struct plug *plug);

#endif
