/* A server for a test: a child process nashd on a free port, with a data folder that remains after its end. */
#ifndef TESTS_API_DAEMON_H
#define TESTS_API_DAEMON_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct daemon {
    pid_t pid; /* 0: not running */
    uint16_t port;
    char folder[64];      /* contains data/ and log */
    const char *program;  /* path of the program; NULL: the environment variable NASHD */
    const char *args[16]; /* further options, NULL-terminated */
};

/* Starts d->program with d->args; makes the folder if there is none. Fails the test and prints the log if the server
 * does not start. */
void daemon_start(struct daemon *d);
/* Sends SIGTERM and waits for the end; fails the test unless the exit status is 0. */
void daemon_stop(struct daemon *d);
/* Waits for the end of a server that has received a SIGTERM in another way. */
void daemon_wait(struct daemon *d);
/* Sends SIGKILL. */
void daemon_kill(struct daemon *d);
/* Kills the server if it still runs and removes the folder. */
void daemon_remove(struct daemon *d);
/* Writes the children of a process to found[]; returns their number, at most `most`. The first child of a server is its
 * zygote, whose children are the workers. Skips the test where /proc does not show children. */
unsigned daemon_children(pid_t parent, pid_t found[], unsigned most);
/* For cmocka: returns the set-up of a group of tests, which starts this server and puts it into *state. One group of a
 * program. */
int (*daemon_setup(struct daemon *d))(void **state);
/* The teardown of a group that has its server in *state: stops it, which must succeed, and removes it. */
int daemon_teardown(void **state);
/* Prints the end of the log, which may explain a failure. */
void daemon_show_log(const struct daemon *d);

#endif
