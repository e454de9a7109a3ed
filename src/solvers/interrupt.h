/* Comes back from a library that cannot be asked to stop.
 *
 * A timer looks every few milliseconds whether the run has to stop. If so, and the processor is just in the library's
 * own text (not in libc: malloc is then not under way), the call is left by a jump. The library is in no state to be
 * called again in this process, but the heap and all of ours are. Only for processes with one thread, as workers are.
 */
#ifndef SOLVERS_INTERRUPT_H
#define SOLVERS_INTERRUPT_H

#include <nash/solver.h>

/* The address range of the executable text of the loaded object that `symbol` is in; before the sandbox. False:
 * unknown. */
struct interrupt_text {
    uintptr_t begin, end;
};
bool interrupt_text_of(const void *symbol, struct interrupt_text *text);

/* Calls call(context). True: it returned. False: it was left because run has to stop; run->stopped and run->spent are
 * set. */
bool interrupt_call(void (*call)(void *context), void *context, const struct interrupt_text *text,
                    struct nash_run *run);

#endif
