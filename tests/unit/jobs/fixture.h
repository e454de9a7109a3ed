/* A core with a real store in a folder of its own and the fake executor; and the words the tests speak. */
#ifndef FIXTURE_H
#define FIXTURE_H

#include <stdio.h>
#include <string.h>

#include <jobs/jobs.h>

#include "../base/test.h"
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
    unsigned spread_places; /* of a second executor, for several machines; 0 = none */
    struct fake *spread;
    enum nash_status (*spread_check)(struct executor *executor, const struct nash_solver *solver, const void *problem,
                                     struct nash_error *error);
};

/* Two places, by hand, unless changed in between. */
void house_init(struct house *house);  /* the folder, and options */
void house_start(struct house *house); /* store and core */
void house_stop(struct house *house);  /* without a drain: what runs is lost, as in a kill */
void house_release(struct house *house);

/* cmocka's setup and teardown: a house started with the defaults in *state. */
int house_setup(void **state);
int house_teardown(void **state);

/* Submits; the job must be what is expected, and is returned with its reference (NULL when refused). */
struct job *submit(struct house *house, enum jobs_outcome expected, const char *text);
/* The same with an owner and an Idempotency-Key (or NULL). */
struct job *submit_as(struct house *house, enum jobs_outcome expected, const char *owner, const char *key,
                      const char *text);
/* Must be refused with that status, type and pointer. */
void refused(struct house *house, const struct nash_solver *solver, enum nash_format format, const char *text,
             enum nash_status status, const char *type, const char *pointer);

/* Blocks until the condition holds. */
void await(struct house *house, struct job *job, enum job_condition condition);
enum job_state state_of(struct house *house, struct job *job);
/* The job object, in a static buffer; without members that change with time when stable. */
const char *object_of(struct house *house, struct job *job);
/* The member of an object text as text ("" when absent); in a static buffer. */
const char *member(const char *object, const char *name);

/* n as a problem, in a static buffer. */
const char *tiny(int n);
/* The place where n is worked on; -1 = nowhere. */
int place_of(struct house *house, int n);
/* Ends the execution of n with {"n":n}. */
void solve(struct house *house, int n);

#endif
