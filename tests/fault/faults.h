/* Shared by faults.c and raw_frames.c. */
#ifndef FAULTS_H
#define FAULTS_H

#include <nash/solver.h>

extern int64_t fault_number; /* "n" of the current problem */

enum nash_status fault_spin(struct nash_run *run);

/* raw_frames.c: frames as a compromised worker may send them. */
enum nash_status fault_flood_raw(struct nash_run *run);
enum nash_status fault_huge_frame(struct nash_run *run);
enum nash_status fault_close_socket(struct nash_run *run);
enum nash_status fault_second_result(struct nash_run *run);
/* The same while a problem is read, or out of turn. */
enum nash_status fault_read_garbage(struct nash_run *run);
enum nash_status fault_read_twice(struct nash_run *run);
enum nash_status fault_read_then_result(struct nash_run *run);
/* The same within a chunk. */
enum nash_status fault_answers_too_many(struct nash_run *run);
enum nash_status fault_answers_cut(struct nash_run *run);
enum nash_status fault_answers_none(struct nash_run *run);
enum nash_status fault_answers_two_lines(struct nash_run *run);
enum nash_status fault_answers_not_utf8(struct nash_run *run);
enum nash_status fault_answers_bad_error(struct nash_run *run);
enum nash_status fault_answers_early_end(struct nash_run *run);
enum nash_status fault_answers_late(struct nash_run *run);

#endif
