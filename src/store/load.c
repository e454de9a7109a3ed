/* Large bodies: see load.h. */
#include "load.h"

#include <string.h>

#include <base/log.h>

/* Returns whether a body is stored before its row. One that is too long is left to the engine, which refuses it. */
static bool is_long(uint64_t len)
{
    return len > STORE_PART_BYTES && len <= STORE_BODY_MAX;
}

static struct load_source problem_source(struct store_op *op)
{
    uint64_t len = op_problem_bytes(&op->row);
    if (!is_long(len) || op->problem.done == len)
        return (struct load_source){0};
    return (struct load_source){
        .load = &op->problem, .bytes = op->row.problem, .file = op->row.large_problem, .len = len};
}

static struct load_source result_source(struct store_op *op)
{
    uint64_t len = op_result_bytes(&op->row);
    if (!is_long(len) || op->result.done == len)
        return (struct load_source){0};
    return (struct load_source){.load = &op->result, .bytes = op->row.result, .file = op->row.large_result, .len = len};
}

struct load_source load_next(struct store_op *op)
{
    struct load_source source = {0};
    if (op->verb == STORE_SUBMIT)
        source = problem_source(op);
    if (source.load == NULL && (op->verb == STORE_SUBMIT || op->verb == STORE_FINISH))
        source = result_source(op->merged_finish != NULL ? op->merged_finish : op);
    return source;
}

/* Reads len bytes of a file. */
static bool file_read(const struct tempfile *file, uint64_t from, char *out, size_t len)
{
    size_t done = 0;
    while (done < len) {
        ssize_t count = tempfile_read(file, from + done, out + done, len - done);
        if (count <= 0) {
            log_error("store write failed", "reason=a temporary file cannot be read");
            return false;
        }
        done += (size_t)count;
    }
    return true;
}

enum nash_status load_read(const struct load_source *source, struct bytes *buffer)
{
    uint64_t left = source->len - source->load->done;
    buffer->len = left < LOAD_BYTES ? (size_t)left : LOAD_BYTES;
    if (source->file == NULL)
        memcpy(buffer->data, source->bytes->data + source->load->done, buffer->len);
    else if (!file_read(source->file, source->load->done, buffer->data, buffer->len))
        return NASH_INTERNAL;
    return NASH_OK;
}

static void load_short_file(struct tempfile **file, struct bytes **bytes)
{
    uint64_t len = tempfile_len(*file);
    if (*file == NULL || len > STORE_PART_BYTES)
        return;
    struct bytes *read = bytes_new((size_t)len);
    if (read == NULL || !file_read(*file, 0, read->data, (size_t)len)) {
        bytes_unref(read);
        return;
    }
    read->len = (size_t)len;
    read->data[len] = '\0';
    bytes_unref(*bytes);
    *bytes = read;
    tempfile_unref(*file);
    *file = NULL;
}

void load_short_files(struct store_op *op)
{
    load_short_file(&op->row.large_problem, &op->row.problem);
    load_short_file(&op->row.large_result, &op->row.result);
    if (op->merged_finish != NULL)
        load_short_files(op->merged_finish);
}

static uint64_t bytes_of(const struct bytes *bytes)
{
    return bytes != NULL ? bytes->len : 0;
}

uint64_t load_row_bytes(const struct store_op *op)
{
    uint64_t sum = bytes_of(op->row.error) + bytes_of(op->row.progress) + bytes_of(op->row.tags) + bytes_of(op->blob);
    sum += op->problem.body == 0 ? op_problem_bytes(&op->row) : 0;
    sum += op->result.body == 0 ? op_result_bytes(&op->row) : 0;
    sum += op->document != NULL ? bytes_of(op->document->body) : 0;
    sum += op->task != NULL ? bytes_of(op->task->request) : 0;
    return sum + (op->merged_finish != NULL ? load_row_bytes(op->merged_finish) : 0);
}
