/* Members in the front and in the rear: which ones rounds wait for, and for how long. */
#include <string.h>

#include "internal.h"

enum {
    HEDGE_FACTOR = 3, /* a part is late after so many medians */
    LATE_LIMIT = 3,   /* points of lateness in PACE_RECENT requests that send a member to the rear */
    LATE_MORE = 4,    /* an answer later than so many hedge delays has two points, */
    LATE_FAR = 10,    /* later than so many: LATE_LIMIT points */
    STEADY = 32       /* answers on time after which earlier lateness is forgotten */
};

static const int64_t hedge_first_ns = 5 * PACE_MS; /* before the median is known */
static const int64_t hedge_min_ns = PACE_MS / 5;   /* threads of a busy machine wake up late */
static const int64_t retry_first_ns = 250 * PACE_MS, delay_max_ns = 8000 * PACE_MS;
static const int64_t latency_min_ns = 20000;

int64_t pace_delay_doubled(int64_t delay_ns)
{
    return delay_ns < delay_max_ns / 2 ? 2 * delay_ns : delay_max_ns;
}

void pace_join(struct pace *pace, unsigned i)
{
    pace->member[i] = (struct pace_member){.present = true, .retry_after_ns = retry_first_ns};
}

void pace_leave(struct pace *pace, unsigned i)
{
    pace->member[i] = (struct pace_member){0};
}

int64_t pace_median(int64_t *value, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j > 0 && value[j] < value[j - 1]; j--) {
            int64_t other = value[j];
            value[j] = value[j - 1];
            value[j - 1] = other;
        }
    return value[(count - 1) / 2];
}

/* ---- the front ---- */

/* Returns the median trip of a member; INT64_MAX if it has answered nothing yet. */
static int64_t member_trip_ns(const struct pace_member *member)
{
    int64_t trip[PACE_RECENT];
    unsigned count = member->trips < PACE_RECENT ? member->trips : PACE_RECENT;
    for (unsigned i = 0; i < count; i++)
        trip[i] = (int64_t)member->trip_us[i] * 1000;
    return count > 0 ? pace_median(trip, count) : INT64_MAX;
}

bool pace_is_front(const struct pace *pace, unsigned i)
{
    return pace->member[i].present && !pace->member[i].rear;
}

/* Returns the median over the front of the members' medians; INT64_MAX if fewer than half have answered, or the front
 * is empty. */
static int64_t front_trip_ns(const struct pace *pace)
{
    int64_t trip[PACE_MEMBERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < pace->partitions; i++)
        if (pace_is_front(pace, i))
            trip[count++] = member_trip_ns(&pace->member[i]);
    return count > 0 ? pace_median(trip, count) : INT64_MAX;
}

int64_t pace_trip_ns(const struct pace *pace)
{
    int64_t trip[PACE_MEMBERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < pace->partitions; i++)
        if (pace->member[i].present && pace->member[i].trips > 0)
            trip[count++] = member_trip_ns(&pace->member[i]);
    return count > 0 ? pace_median(trip, count) : 0;
}

int64_t pace_hedge_ns(const struct pace *pace)
{
    int64_t median_ns = front_trip_ns(pace);
    if (median_ns == INT64_MAX)
        return hedge_first_ns;
    return HEDGE_FACTOR * median_ns > hedge_min_ns ? HEDGE_FACTOR * median_ns : hedge_min_ns;
}

static unsigned member_lateness(const struct pace_member *member)
{
    unsigned points = 0;
    for (unsigned i = 0; i < PACE_RECENT; i++)
        points += member->late[i];
    return points;
}

/* Sends the member to the rear. A game that is always shared keeps half of its members in the front. */
static void member_demote(struct pace *pace, struct pace_member *member, int64_t now_ns)
{
    unsigned present = 0, front = 0;
    for (unsigned i = 0; i < pace->partitions; i++) {
        present += pace->member[i].present;
        front += pace_is_front(pace, i);
    }
    if (pace->wish == PACE_ALWAYS_SHARE && 2 * (front - 1) < present)
        return;
    member->rear = true;
    member->on_time = 0;
    member->retry_ns = now_ns + member->retry_after_ns;
    member->retry_after_ns = pace_delay_doubled(member->retry_after_ns);
}

/* Returns the points of a request that is `age_ns` old. */
static uint8_t lateness(const struct pace *pace, int64_t age_ns)
{
    int64_t hedge_ns = pace_hedge_ns(pace);
    return age_ns >= LATE_FAR * hedge_ns ? LATE_LIMIT : age_ns >= LATE_MORE * hedge_ns ? 2 : age_ns >= hedge_ns;
}

void pace_late(struct pace *pace, unsigned i, int64_t age_ns, int64_t now_ns)
{
    struct pace_member *member = &pace->member[i];
    if (!pace_is_front(pace, i))
        return;
    member->on_time = 0;
    member->late[member->requests % PACE_RECENT] = lateness(pace, age_ns); /* the open request's points, so far */
    if (member_lateness(member) >= LATE_LIMIT)
        member_demote(pace, member, now_ns);
}

/* Updates the latency by a trip, which is at least as long. */
static void member_note_latency(struct pace_member *member, int64_t trip_ns)
{
    if (trip_ns < latency_min_ns)
        trip_ns = latency_min_ns;
    if (member->latency_ns == 0 || trip_ns < member->latency_ns)
        member->latency_ns = trip_ns;
}

void pace_echo(struct pace *pace, unsigned i, int64_t trip_ns)
{
    struct pace_member *member = &pace->member[i];
    if (trip_ns > member->latency_ns) /* the shortest trip was long ago */
        member->latency_ns += (trip_ns - member->latency_ns) / (member->latency_ns > 0 ? PACE_RECENT : 1);
    member_note_latency(member, trip_ns);
}

void pace_answered(struct pace *pace, unsigned i, int64_t trip_ns, bool rear, int64_t now_ns)
{
    struct pace_member *member = &pace->member[i];
    if (rear) {
        member_note_latency(member, trip_ns);
        member->rear_trip_ns += member->rear_trip_ns == 0 ? trip_ns : (trip_ns - member->rear_trip_ns) / PACE_RECENT;
        return;
    }
    pace_echo(pace, i, trip_ns); /* the windows of rounds are short */
    uint8_t points = lateness(pace, trip_ns);
    int64_t us = trip_ns / 1000;
    member->trip_us[member->trips++ % PACE_RECENT] = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
    member->late[member->requests % PACE_RECENT] = points;
    member->requests++;
    member->late[member->requests % PACE_RECENT] = 0; /* the next request takes the place of the oldest */
    member->on_time = points == 0 ? member->on_time + 1 : 0;
    if (member->on_time == STEADY)
        member->retry_after_ns = retry_first_ns;
    if (!member->rear && member_lateness(member) >= LATE_LIMIT)
        member_demote(pace, member, now_ns);
}

void pace_retry(struct pace *pace, int64_t now_ns)
{
    for (unsigned i = 0; i < pace->partitions; i++) {
        struct pace_member *member = &pace->member[i];
        if (!member->present || !member->rear || now_ns < member->retry_ns)
            continue;
        member->rear = false;
        member->trips = 0; /* trips from before say nothing about now */
        member->requests = 0;
        memset(member->late, 0, sizeof member->late);
        member->late[PACE_RECENT - 1] = LATE_LIMIT - 1; /* the first late answer is enough */
    }
}

unsigned pace_count_front(const struct pace *pace)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pace->partitions; i++)
        count += pace_is_front(pace, i);
    return count;
}

int64_t pace_latency_ns(const struct pace *pace)
{
    int64_t latency[PACE_MEMBERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < pace->partitions; i++)
        if (pace->member[i].present && pace->member[i].latency_ns > 0)
            latency[count++] = pace->member[i].latency_ns;
    return count > 0 ? pace_median(latency, count) : 0;
}

/* ---- the rear ---- */

void pace_cut(struct pace *pace, int64_t now_ns)
{
    int64_t since_ns = now_ns - pace->cut_ns;
    if (pace->cut_ns != 0)
        pace->cut_every_ns += pace->cut_every_ns == 0 ? since_ns : (since_ns - pace->cut_every_ns) / PACE_RECENT;
    pace->cut_ns = now_ns;
}

unsigned pace_open_max(const struct pace *pace, unsigned i)
{
    enum { OPEN_MIN = 2 };
    int64_t trip_ns = pace->member[i].rear_trip_ns, every_ns = pace->cut_every_ns > 0 ? pace->cut_every_ns : PACE_MS;
    int64_t count = trip_ns / every_ns + OPEN_MIN;
    return count < PACE_OPEN_MAX ? (unsigned)count : PACE_OPEN_MAX;
}
