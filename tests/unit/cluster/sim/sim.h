/* A deterministic simulation of a hub and its members. One thread, a virtual clock, a seeded network: the settings
 * determine a game down to each message, so that a failure can be repeated and made smaller. Nothing sleeps. */
#ifndef TEST_CLUSTER_SIM_H
#define TEST_CLUSTER_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "../harness/match.h"
#include "settings.h"

/* What happened, beside the result. */
struct sim_course {
    struct match_end end[3];        /* [settings->games] */
    unsigned lies[SIM_MEMBERS_MAX]; /* false answers that were delivered, and read, during a game */
    int64_t took_ns;                /* virtual time */
    uint64_t steps, delivered;      /* steps of games, messages delivered */
    char hanging[100];              /* why a game did not end; "": all have ended */
};

/* Plays the games of the settings. sim_course_release() frees the course. */
void sim_play(const struct sim_settings *settings, struct sim_course *course);
void sim_course_release(struct sim_course *course);

/* Plays game number `number` of the settings in one process, without members. */
void sim_play_alone(const struct sim_settings *settings, unsigned number, struct match_end *end);

#endif
