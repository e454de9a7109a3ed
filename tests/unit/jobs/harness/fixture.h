/* A jobs core with a real store in a temporary folder and with the fake executor, and helpers of the tests. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <stdio.h>
#include <string.h>

#include <jobs/batches.h>
#include <jobs/job_view.h>
#include <jobs/jobs.h>
#include <jobs/stats.h>

#include "../../base/test.h"
#include "fake.h"

/* While true, all jobs and batches belong to one flow, so that the order in which they start does not depend on the
 * clock. house_init() sets it. */
extern bool house_has_one_flow;

extern const struct nash_solver nash_solver_tiny, nash_solver_dice, nash_solver_dealt, nash_solver_steady;

struct house {
    char folder[64];
    struct jobs_options options;
    unsigned places;
    unsigned extra_places; /* of these, beside those of the workers: for slices and readings */
    fake_work *work;
    struct store *store;
    struct jobs *jobs;
    struct fake *fake;
    unsigned distributed_places; /* places of a second executor, for distributed problems; 0 = no such executor */
    struct fake *distributed;
    enum nash_status (*distributed_check)(struct executor *executor, const struct nash_solver *solver,
                                          const void *problem, struct nash_error *error);
};

/* A test may change the members between house_init() and house_start(); the default is two places in manual mode. */
void house_init(struct house *house);  /* makes the folder and sets default options */
void house_start(struct house *house); /* starts store and core */
void house_stop(struct house *house);  /* stops them without a drain: running work is lost, as in a kill */
void house_release(struct house *house);

/* Setup and teardown for cmocka: *state is a house, started with the defaults. */
int house_setup(void **state);
int house_teardown(void **state);

/* Submits a problem of the kind `tiny`, checks the result, and returns the job, or NULL if it is refused. The caller
 * owns a reference to the job. */
struct job *submit(struct house *house, enum submit_result expected, const char *text);
/* Does the same as submit(), with an owner and an Idempotency-Key; key may be NULL. */
struct job *submit_as(struct house *house, enum submit_result expected, const char *owner, const char *key,
                      const char *text);
/* Checks that a request is refused with this status, error type and pointer. */
void refused(struct house *house, const struct nash_solver *solver, enum nash_format format, const char *text,
             enum nash_status status, const char *type, const char *pointer);

/* Waits until the condition holds. */
void await(struct house *house, struct job *job, enum job_condition condition);
enum job_state state_of(struct house *house, struct job *job);
struct job_id id_of(struct house *house, struct job *job);
/* Returns a new reference to the job with this id, which must exist. */
struct job *job_of(struct house *house, const struct job_id *id);
/* Returns the JSON object of a job, without members that change with time, in a static buffer. */
const char *object_of(struct house *house, struct job *job);
/* Returns a member of a JSON object as JSON text, or "" if it is absent, in a static buffer. */
const char *member(const char *object, const char *name);

/* Returns the problem {"n":n} in a static buffer. */
const char *tiny(int n);
/* Returns the executor's place at which the problem n is being solved, or -1. */
int place_of(struct house *house, int n);
/* Ends the work on the problem n successfully, with the answer {"n":n}. */
void solve(struct house *house, int n);
/* Submits the problem n, solves it and waits for the end of its job, which it returns with a reference. */
struct job *solve_anew(struct house *house, int n);

#endif
