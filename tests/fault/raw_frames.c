/* Frames as a compromised worker may send them, written without the host's functions. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <jobs/batch/answers.h>
#include <jobs/pool/frame.h>

#include "faults.h"

enum { WORKER_SOCKET_FD = 3 };

/* Writes bytes that are no frame, until the socket is closed. */
enum nash_status fault_flood_raw(struct nash_run *run)
{
    static const char junk[1 << 16] = {1, 2, 3};
    (void)run;
    while (write(WORKER_SOCKET_FD, junk, sizeof junk) > 0)
        continue;
    return NASH_OK;
}

enum nash_status fault_huge_frame(struct nash_run *run)
{
    const uint32_t head[2] = {0xfffffff0u, 5}; /* the head of a result frame of 4 GiB */
    if (write(WORKER_SOCKET_FD, head, sizeof head) < 0)
        _exit(0);
    return fault_spin(run);
}

enum nash_status fault_close_socket(struct nash_run *run)
{
    close(WORKER_SOCKET_FD);
    return fault_spin(run);
}

/* Writes the result twice; the second belongs to no work. */
enum nash_status fault_second_result(struct nash_run *run)
{
    struct {
        uint32_t len, type;
        int32_t status;
        uint8_t final, stopped, retires, padding;
        char json[2];
    } __attribute__((packed)) twice[2] = {{10, 5, 0, 1, 0, 0, 0, "{}"}, {10, 5, 0, 1, 0, 0, 0, "{}"}};
    (void)run;
    if (write(WORKER_SOCKET_FD, twice, sizeof twice) < 0)
        _exit(0);
    return NASH_OK;
}

/* ---- reports of a problem that was read ---- */

struct raw_read {
    struct frame_head head;
    struct frame_read read;
};

static const struct raw_read valid_read = {{sizeof(struct frame_read), FRAME_READ}, {.timeout_ms = 1000}};

/* Writes one of several reports with a value out of its range; fault_number chooses which. */
enum nash_status fault_read_garbage(struct nash_run *run)
{
    struct raw_read bad[] = {valid_read, valid_read, valid_read, valid_read, valid_read, valid_read};
    bad[0].read.timeout_ms = 0;
    bad[1].read.timeout_ms = UINT32_MAX;
    bad[2].read.priority = 101;
    bad[3].read.seed = UINT64_MAX;
    bad[4].read.fresh = 2;
    bad[5].head.len--;
    if (write(WORKER_SOCKET_FD, &bad[fault_number % 6], sizeof bad[0]) < 0)
        _exit(0);
    return fault_spin(run);
}

enum nash_status fault_read_twice(struct nash_run *run)
{
    const struct raw_read twice[2] = {valid_read, valid_read};
    if (write(WORKER_SOCKET_FD, twice, sizeof twice) < 0)
        _exit(0);
    return fault_spin(run);
}

/* Writes a result before the server has decided that the problem is to be solved. */
enum nash_status fault_read_then_result(struct nash_run *run)
{
    struct {
        struct frame_head head;
        struct frame_result result;
        char json[2];
    } __attribute__((packed))
    late = {{sizeof(struct frame_result) + 2, FRAME_RESULT}, {.status = NASH_OK, .final = 1}, {'{', '}'}};
    if (write(WORKER_SOCKET_FD, &valid_read, sizeof valid_read) < 0)
        _exit(0);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    if (write(WORKER_SOCKET_FD, &late, sizeof late) < 0)
        _exit(0);
    return fault_spin(run);
}

/* ---- answers to a chunk's lines ---- */

static enum nash_status write_frame(enum frame_type type, const void *payload, size_t len)
{
    struct frame_head head = {(uint32_t)len, type};
    if (write(WORKER_SOCKET_FD, &head, sizeof head) < 0 || write(WORKER_SOCKET_FD, payload, len) < 0)
        _exit(0);
    return NASH_OK;
}

static enum nash_status write_answer(const char *text, size_t len, int32_t status, size_t announced)
{
    char payload[256];
    const struct answer_head head = {(uint32_t)announced, status};
    memcpy(payload, &head, sizeof head);
    memcpy(payload + sizeof head, text, len);
    return write_frame(FRAME_ANSWERS, payload, sizeof head + len);
}

/* Writes answers for more lines than the chunk has. */
enum nash_status fault_answers_too_many(struct nash_run *run)
{
    (void)run;
    for (int i = 0; i < 3000; i++)
        write_answer("many", 4, NASH_OK, 4);
    return NASH_OK;
}

/* Writes an answer whose length exceeds its frame. */
enum nash_status fault_answers_cut(struct nash_run *run)
{
    write_answer("cut", 3, NASH_OK, 4000000000);
    return fault_spin(run);
}

enum nash_status fault_answers_none(struct nash_run *run)
{
    write_frame(FRAME_ANSWERS, "", 0);
    return fault_spin(run);
}

/* Writes an answer whose text has two lines. */
enum nash_status fault_answers_two_lines(struct nash_run *run)
{
    write_answer("one\ntwo", 7, NASH_OK, 7);
    return fault_spin(run);
}

enum nash_status fault_answers_not_utf8(struct nash_run *run)
{
    write_answer("12345678\xff", 9, NASH_OK, 9);
    return fault_spin(run);
}

/* Writes an error with only two strings, the last without a terminating NUL. */
enum nash_status fault_answers_bad_error(struct nash_run *run)
{
    write_answer("type\0pointer", 12, NASH_INTERNAL, 12);
    return fault_spin(run);
}

/* Writes the end of the chunk while the work continues; the answers that follow belong to no work. */
enum nash_status fault_answers_early_end(struct nash_run *run)
{
    const struct frame_result result = {.status = NASH_OK};
    (void)run;
    return write_frame(FRAME_RESULT, &result, sizeof result);
}

/* Writes the end of the chunk and then an answer, in one call of write(). */
enum nash_status fault_answers_late(struct nash_run *run)
{
    struct {
        struct frame_head end;
        struct frame_result result;
        struct frame_head late;
        struct answer_head answer;
    } all = {{sizeof(struct frame_result), FRAME_RESULT},
             {.status = NASH_OK},
             {sizeof(struct answer_head), FRAME_ANSWERS},
             {0, NASH_OK}};
    if (write(WORKER_SOCKET_FD, &all, sizeof all) < 0)
        _exit(0);
    return fault_spin(run);
}
