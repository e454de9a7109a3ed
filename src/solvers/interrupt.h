/* Interrupts a call of a library that offers no way to stop.
 *
 * A timer checks every 5 ms whether the run has to stop. If so, and if the processor is in the text of the library (not
 * in libc, so malloc is not active), the call is left by a jump. Afterwards this process must not call the library
 * again, but the heap and all other state are intact. Memory that the library was about to receive leaks.
 *
 * One call at a time per process, since it owns the handler of SIGALRM; the calling thread is the one interrupted. A
 * library that libc calls back while holding a lock is not supported (qsort() holds none). Calls can be interrupted on
 * x86-64, AArch64 and RISC-V, but not under ThreadSanitizer; elsewhere they run to their end. */
#ifndef SOLVERS_INTERRUPT_H
#define SOLVERS_INTERRUPT_H

#include <nash/solver.h>

/* Finds the executable segment that contains `symbol`. Must be called before the sandbox is entered. Returns false if
 * there is none. */
struct interrupt_text {
    uintptr_t begin, end;
};
bool interrupt_text_of(const void *symbol, struct interrupt_text *text);

/* Returns whether calls can be interrupted in this build. */
bool interrupt_is_possible(void);

/* Calls call(context). Returns true if it returned, false if it was interrupted because the run has to stop; then
 * run->stopped and run->spent are set. */
bool interrupt_call(void (*call)(void *context), void *context, const struct interrupt_text *text,
                    struct nash_run *run);

#endif
