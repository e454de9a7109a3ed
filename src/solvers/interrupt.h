/* Comes back from a library that cannot be asked to stop.
 *
 * A timer looks every 5 ms whether the run has to stop. If so, and the processor is just in the library's own text (not
 * in libc: malloc is then not under way), the call is left by a jump. The library is in no state to be called again in
 * this process as it is, but the heap and all of ours are. Memory that the library was just being given is lost.
 *
 * One call at a time in a process, since it has SIGALRM's handler meanwhile; the thread that makes it is the one that
 * is interrupted. A library that libc calls back while it holds a lock (qsort() does not) cannot be called so. Where
 * processor or build give no certain answer to where the call is, it is not left: x86-64, AArch64 and RISC-V do,
 * ThreadSanitizer does not. */
#ifndef SOLVERS_INTERRUPT_H
#define SOLVERS_INTERRUPT_H

#include <nash/solver.h>

/* The address range of the executable text of the loaded object that `symbol` is in; before the sandbox. False:
 * unknown. */
struct interrupt_text {
    uintptr_t begin, end;
};
bool interrupt_text_of(const void *symbol, struct interrupt_text *text);

/* Is a call left in this build at all? */
bool interrupt_is_possible(void);

/* Calls call(context). True: it returned. False: it was left because run has to stop; run->stopped and run->spent are
 * set. */
bool interrupt_call(void (*call)(void *context), void *context, const struct interrupt_text *text,
                    struct nash_run *run);

#endif
