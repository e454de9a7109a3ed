/* Reads a body that may be a problem of any kind, as a user pastes it.
 *
 * A body that is a JSON object is a request of the kinds that accept it. Any other body, and an object that no kind
 * accepts, is a text. Readings are in the order of the registry, in which sudoku comes before matrix; a text whose
 * problem would contradict itself (nash_solver.doubtful) comes after all others. */
#ifndef SOLVERS_READINGS_H
#define SOLVERS_READINGS_H

#include <nash/buf.h>
#include <nash/status.h>

struct nash_arena;

/* Appends the array of readings, [{"kind","problem","summary"},...]. "problem" is what /v1/{kind} solves: the object as
 * it was sent, or what a text says: {"text":...} if the kind cannot write problems. Returns NASH_UNPROCESSABLE with
 * *error (type "unreadable") if no kind can read the body; then `out` has [{"kind","detail"},...], the reasons. The
 * arena is reset for each kind, with a limit of arena_bytes. */
enum nash_status readings_write(const char *text, size_t len, struct nash_arena *arena, size_t arena_bytes,
                                struct nash_buf *out, struct nash_error *error);

#endif
