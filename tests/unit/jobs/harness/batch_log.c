#include "batch_log.h"

static void on_answers(struct jobs_batch *batch, const struct batch_answer *answer, size_t count)
{
    struct log *log = batch_context(batch);
    pthread_mutex_lock(&log->lock);
    log->twice_at_once |= log->inside++ > 0;
    log->ended |= count == 0;
    for (size_t i = 0; i < count; i++) {
        log->out_of_order |= answer[i].index != log->next++;
        if (answer[i].status == NASH_OK)
            nash_buf_printf(&log->text, "%.*s ", (int)answer[i].len, answer[i].text);
        else
            nash_buf_printf(&log->text, "!%s ", nash_error_type(answer[i].error));
    }
    bool frees = log->free_at != 0 && log->next >= log->free_at;
    if (frees)
        log->free_at = 0;
    log->inside--;
    pthread_cond_broadcast(&log->changed);
    pthread_mutex_unlock(&log->lock);
    if (frees)
        batch_free(batch);
}

static void on_room(struct jobs_batch *batch)
{
    struct log *log = batch_context(batch);
    pthread_mutex_lock(&log->lock);
    log->has_room = true;
    pthread_cond_broadcast(&log->changed);
    pthread_mutex_unlock(&log->lock);
}

void log_begin(struct log *log, struct house *house, unsigned window, unsigned chunk_lines)
{
    *log = (struct log){.house = house, .text = NASH_BUF_INIT(0)};
    pthread_mutex_init(&log->lock, NULL);
    pthread_cond_init(&log->changed, NULL);
    struct batch_options options = {.solver = &nash_solver_tiny,
                                    .format = NASH_FORMAT_TEXT,
                                    .window = window,
                                    .chunk_lines = chunk_lines,
                                    .answers = on_answers,
                                    .room = on_room,
                                    .context = log};
    struct nash_error error = {0};
    log->batch = batch_start(house->jobs, &options, &error);
    assert_non_null(log->batch);
}

void stage(struct log *log, const char *line)
{
    while (!batch_add(log->batch, line, strlen(line))) {
        pthread_mutex_lock(&log->lock);
        while (!log->has_room)
            pthread_cond_wait(&log->changed, &log->lock);
        log->has_room = false;
        pthread_mutex_unlock(&log->lock);
    }
}

void add(struct log *log, const char *line)
{
    stage(log, line);
    batch_flush(log->batch);
}

void wait_for_end(struct log *log)
{
    pthread_mutex_lock(&log->lock);
    while (!log->ended)
        pthread_cond_wait(&log->changed, &log->lock);
    pthread_mutex_unlock(&log->lock);
}

uint64_t log_delivered(struct log *log)
{
    pthread_mutex_lock(&log->lock);
    uint64_t delivered = log->next;
    pthread_mutex_unlock(&log->lock);
    return delivered;
}

void log_end(struct log *log)
{
    assert_false(log->out_of_order);
    assert_false(log->twice_at_once);
    nash_buf_free(&log->text);
}

void log_expect(struct log *log, const char *expected)
{
    wait_for_end(log);
    assert_string_equal(nash_buf_cstr(&log->text), expected);
    batch_free(log->batch);
    log_end(log);
}

void log_wait_delivered(struct log *log, uint64_t count)
{
    pthread_mutex_lock(&log->lock);
    while (log->next < count)
        pthread_cond_wait(&log->changed, &log->lock);
    pthread_mutex_unlock(&log->lock);
}
