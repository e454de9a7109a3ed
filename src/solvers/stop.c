#include <base/clock.h>
#include <nash/solver.h>

static int64_t run_now(const struct nash_run *run)
{
    return run->clock ? run->clock() : clock_mono_ns();
}

/* Called only until run->stopped is set. A cancel is checked before the budgets, because a client waits for it. */
bool nash_stop_slow(struct nash_run *run)
{
    run->clock_in = NASH_CLOCK_EVERY;
    if (run->cancel && atomic_load_explicit(run->cancel, memory_order_relaxed))
        run->stopped = NASH_STOP_CANCEL;
    else if (run->node_limit && run->nodes >= run->node_limit)
        run->stopped = NASH_STOP_NODES;
    else if (run->deadline_ns && run_now(run) >= run->deadline_ns)
        run->stopped = NASH_STOP_TIME;
    return run->stopped != NASH_STOP_NONE;
}

bool nash_progress_due(struct nash_run *run)
{
    return run->progress && run_now(run) >= run->progress_next_ns;
}

void nash_progress_send(struct nash_run *run, struct nash_buf *json)
{
    if (!json->failed)
        run->progress(run, json->data, json->len);
    nash_buf_free(json);
}
