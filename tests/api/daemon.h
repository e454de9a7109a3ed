/* A nashd of the test's own: a child process on a free port, with a data folder that outlives it. */
#ifndef TESTS_API_DAEMON_H
#define TESTS_API_DAEMON_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct daemon {
    pid_t pid; /* 0: not running */
    uint16_t port;
    char folder[64];      /* holds data/ and log */
    const char *program;  /* by default what the variable NASHD names */
    const char *args[16]; /* further options, NULL-terminated */
};

/* Starts d->program (NASHD) with d->args; a folder is made when there is none yet. Fails the test, with the log, when
 * it does not come up. */
void daemon_start(struct daemon *d);
/* SIGTERM, and the end it leads to: fails the test unless the exit status is 0. */
void daemon_stop(struct daemon *d);
/* The same without SIGTERM: somebody has sent one. */
void daemon_wait(struct daemon *d);
/* SIGKILL. */
void daemon_kill(struct daemon *d);
/* Kills what still runs and removes the folder. */
void daemon_remove(struct daemon *d);
/* For cmocka, after a group's setup has put the daemon into *state: stops it, which must end well, and removes it. */
int daemon_teardown(void **state);
/* Prints the end of the log: for what failed in a way it may explain. */
void daemon_show_log(const struct daemon *d);

#endif
