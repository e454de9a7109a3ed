/* The number of jobs a minute is bounded by the generic cell rate algorithm: flow->paid_ns is the time up to which the
 * jobs so far have used the quota, each for its share of a minute. A job may come if that is at most a minute ahead. */
#include "quota.h"

#include <stdio.h>

#include <base/clock.h>
#include <jobs/state.h>

static const int64_t minute_ns = INT64_C(60000000000), second_ns = INT64_C(1000000000);

const struct jobs_quota *jobs_default_quota(const struct jobs *jobs)
{
    return &jobs->options.quota;
}

/* Returns the time that the flow has used ahead of now. */
static int64_t used_ahead_ns(const struct flow *flow, int64_t now_ns)
{
    return flow->paid_ns > now_ns ? flow->paid_ns - now_ns : 0;
}

static uint32_t whole_seconds(int64_t ns)
{
    return ns > 0 ? (uint32_t)((ns + second_ns - 1) / second_ns) : 0;
}

static struct jobs_quota_state state_of_flow(const struct flow *flow, uint32_t per_minute, int64_t now_ns)
{
    if (per_minute == 0)
        return (struct jobs_quota_state){0};
    int64_t ahead_ns = used_ahead_ns(flow, now_ns), share_ns = minute_ns / per_minute;
    int64_t left_ns = minute_ns - ahead_ns;
    return (struct jobs_quota_state){.per_minute = per_minute,
                                     .left = left_ns > 0 ? (uint32_t)(left_ns / share_ns) : 0,
                                     .full_s = whole_seconds(ahead_ns),
                                     .next_s = whole_seconds(ahead_ns + share_ns - minute_ns)};
}

struct jobs_quota_state jobs_quota_state(struct jobs *jobs, const char *name, const struct jobs_quota *quota)
{
    uint32_t per_minute = (quota != NULL ? quota : &jobs->options.quota)->per_minute;
    if (per_minute == 0)
        return (struct jobs_quota_state){0};
    jobs_lock(jobs);
    struct flow *flow = flow_use(&jobs->flows, name);
    struct jobs_quota_state state = state_of_flow(flow, per_minute, clock_mono_ns());
    flow_unuse(&jobs->flows, flow);
    jobs_unlock(jobs);
    return state;
}

static enum nash_status refuse(struct jobs *jobs, struct nash_error *error, const char *limit)
{
    jobs->over_quota++;
    return nash_fail_type(error, NASH_BUSY, "quota-exceeded", "", "%s", limit);
}

/* Checks what the flow has waiting. */
static enum nash_status check_waiting(struct jobs *jobs, const struct flow *flow, uint64_t bytes,
                                      struct nash_error *error)
{
    const struct jobs_quota *quota = &flow->quota;
    unsigned running = flow->running[CLOCK_POOL] + flow->running[CLOCK_DISTRIBUTED];
    char text[160];
    if (quota->queued != 0 && flow->jobs >= quota->queued + running) {
        snprintf(text, sizeof text,
                 "%u of your jobs wait, and no more may (queued=%u): let some finish, or cancel them",
                 flow->jobs - running, quota->queued);
        return refuse(jobs, error, text);
    }
    if (quota->bytes != 0 && flow->bytes + bytes > quota->bytes) {
        snprintf(text, sizeof text,
                 "your unfinished problems have %llu bytes, with this one %llu, and may have %llu (bytes)",
                 (unsigned long long)flow->bytes, (unsigned long long)(flow->bytes + bytes),
                 (unsigned long long)quota->bytes);
        return refuse(jobs, error, text);
    }
    return NASH_OK;
}

static enum nash_status take_of_minute(struct jobs *jobs, struct flow *flow, struct nash_error *error)
{
    int64_t now_ns = clock_mono_ns();
    uint32_t per_minute = flow->quota.per_minute;
    struct jobs_quota_state state = state_of_flow(flow, per_minute, now_ns);
    char text[160];
    if (per_minute != 0 && state.left == 0) {
        snprintf(text, sizeof text, "you may submit %u jobs a minute (per-minute); the next one in %u s", per_minute,
                 state.next_s);
        return refuse(jobs, error, text);
    }
    if (per_minute != 0)
        flow->paid_ns = now_ns + used_ahead_ns(flow, now_ns) + minute_ns / per_minute;
    return NASH_OK;
}

enum nash_status quota_admit(struct jobs *jobs, const struct jobs_request *request, uint64_t bytes, bool waits,
                             struct nash_error *error)
{
    struct flow *flow = flow_use(&jobs->flows, request->flow != NULL ? request->flow : request->owner);
    flow->quota = request->quota != NULL ? *request->quota : jobs->options.quota;
    flow_update(&jobs->flows, flow); /* the limit of running work may be another one now */
    enum nash_status status = waits ? check_waiting(jobs, flow, bytes, error) : NASH_OK;
    if (status == NASH_OK)
        status = take_of_minute(jobs, flow, error);
    flow_unuse(&jobs->flows, flow);
    return status;
}
