/* Memory that only the start of a process needs. */
#ifndef BASE_MEMORY_STARTUP_H
#define BASE_MEMORY_STARTUP_H

/* Gives back free heap, and the pages of program and libraries that the dynamic linker and the set-up have read, some
 * 6 MB; what is used again is mapped again. Called once the process has started. Any number of threads may run. */
void startup_memory_release(void);

#endif
