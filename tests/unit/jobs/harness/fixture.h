/* A core with a real store in a folder of its own and the fake executor, and the helpers of the tests. */
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

extern const struct nash_solver nash_solver_tiny, nash_solver_dice, nash_solver_dealt;

struct house {
    char folder[64];
    struct jobs_options options;
    unsigned places;
    fake_work *work;
    struct store *store;
    struct jobs *jobs;
    struct fake *fake;
    unsigned distributed_places; /* of a second executor, for several machines; 0 = none */
    struct fake *distributed;
    enum nash_status (*distributed_check)(struct executor *executor, const struct nash_solver *solver,
                                          const void *problem, struct nash_error *error);
};

/* Two places, by hand, unless changed in between. */
void house_init(struct house *house);  /* the folder, and options */
void house_start(struct house *house); /* store and core */
void house_stop(struct house *house);  /* without a drain: running work is lost, as in a kill */
void house_release(struct house *house);

/* cmocka's setup and teardown: a house started with the defaults in *state. */
int house_setup(void **state);
int house_teardown(void **state);

/* Submits; checks the result and returns the job with its reference (NULL when refused). */
struct job *submit(struct house *house, enum submit_result expected, const char *text);
/* The same with an owner and an Idempotency-Key (or NULL). */
struct job *submit_as(struct house *house, enum submit_result expected, const char *owner, const char *key,
                      const char *text);
/* Checks that the request is refused with that status, type and pointer. */
void refused(struct house *house, const struct nash_solver *solver, enum nash_format format, const char *text,
             enum nash_status status, const char *type, const char *pointer);

/* Blocks until the condition holds. */
void await(struct house *house, struct job *job, enum job_condition condition);
enum job_state state_of(struct house *house, struct job *job);
/* Returns the job object, in a static buffer; without members that change with time when stable. */
const char *object_of(struct house *house, struct job *job);
/* Returns a member of an object as text ("" when absent); in a static buffer. */
const char *member(const char *object, const char *name);

/* Returns n as a problem, in a static buffer. */
const char *tiny(int n);
/* Returns the place where n is solved; -1 = nowhere. */
int place_of(struct house *house, int n);
/* Ends the work of n with {"n":n}. */
void solve(struct house *house, int n);

#endif
