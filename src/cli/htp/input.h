/* The lines of stdin, read by a thread of their own, so that "# interrupt" is seen while a command runs.
 *
 * "# interrupt" ends the search of the command before it, whether it runs or still waits; after the end of that command
 * it does nothing. Other comments and empty lines are skipped. One command waits at a time. */
#ifndef CLI_HTP_INPUT_H
#define CLI_HTP_INPUT_H

#include <stdbool.h>

enum { HTP_LINE_MAX = 64 << 10 };

/* The flag for nash_run.cancel: set when the command that htp_input_next() has returned is to end. */
extern _Atomic int htp_interrupted;

/* Starts the thread. Returns false if there can be none. */
bool htp_input_start(void);
/* Waits for the next command and copies its line, without its end. A line that is too long is "line-too-long". Returns
 * false at the end of the input. */
bool htp_input_next(char line[HTP_LINE_MAX]);

#endif
