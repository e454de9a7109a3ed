/* SIGINT and SIGTERM as a flag: the first one stops the search, a second one ends the process. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <poll.h>

extern _Atomic int interrupted; /* the signal that stops the command; 0: none. For nash_run.cancel. */

void interrupt_catch(void);
/* Waits as poll() does, and returns -1 at once after a signal. The signals are blocked but for the wait, so that none
 * is missed right before it. timeout_ns < 0: no limit. */
int interrupt_poll(struct pollfd *fds, unsigned count, long long timeout_ns);

#endif
