/* See pace.h. */
#include "pace.h"

#include <stdio.h>
#include <string.h>

enum {
    HEDGE_FACTOR = 3,  /* a part is late after so many medians */
    LATE_LIMIT = 3,    /* points of lateness in PACE_RECENT requests that send a member to the rear */
    LATE_MORE = 4,     /* an answer later than so many hedge delays has two points, */
    LATE_FAR = 10,     /* later than so many: LATE_LIMIT points */
    STEADY = 32,       /* answers on time after which earlier lateness is forgotten */
    TRIAL_ROUNDS = 32, /* most rounds of a trial of sharing, */
    TRIAL_ROUNDS_MIN = 8,
    TRIAL_MARGIN = 10, /* per cent by which a trial must be faster than the present way to play */
    WINDOW_FIRST = 64,
    WINDOW_MIN = 32,
    WINDOW_MAX = 1 << 17,
    WINDOW_SHARE = 4 /* the window is so many times what recent rounds committed */
};

#define MS INT64_C(1000000)
static const int64_t hedge_first_ns = 5 * MS; /* before the median is known */
static const int64_t hedge_min_ns = MS / 5;   /* threads of a busy machine wake up late */
static const double trial_share_ns = 20e6;    /* a trial of sharing ends after this time and TRIAL_ROUNDS_MIN rounds */
static const double trial_lead_ns = 4e6;
static const double rate_memory_ns = 50e6; /* time over which rates are averaged */
static const int64_t retry_first_ns = 250 * MS, trial_first_ns = 500 * MS, delay_max_ns = 8000 * MS;
static const int64_t latency_min_ns = 20000;

static int64_t delay_doubled(int64_t delay_ns)
{
    return delay_ns < delay_max_ns / 2 ? 2 * delay_ns : delay_max_ns;
}

void pace_init(struct pace *pace, unsigned partitions, enum pace_wish wish)
{
    *pace = (struct pace){.partitions = partitions,
                          .wish = wish,
                          .play = wish == PACE_ALWAYS_LEAD ? PACE_LEAD : PACE_SHARE,
                          .trial = wish == PACE_MEASURED,
                          .trial_after_ns = trial_first_ns,
                          .ticks_a_round = (double)WINDOW_FIRST / WINDOW_SHARE};
}

void pace_join(struct pace *pace, unsigned i)
{
    pace->member[i] = (struct pace_member){.present = true, .retry_after_ns = retry_first_ns};
}

void pace_leave(struct pace *pace, unsigned i)
{
    pace->member[i] = (struct pace_member){0};
}

/* ---- the front ---- */

static void sort_ns(int64_t *value, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        for (unsigned j = i; j > 0 && value[j] < value[j - 1]; j--) {
            int64_t other = value[j];
            value[j] = value[j - 1];
            value[j - 1] = other;
        }
}

/* Returns the median trip of a member; INT64_MAX if it has answered nothing yet. */
static int64_t member_trip_ns(const struct pace_member *member)
{
    int64_t trip[PACE_RECENT];
    unsigned count = member->trips < PACE_RECENT ? member->trips : PACE_RECENT;
    for (unsigned i = 0; i < count; i++)
        trip[i] = (int64_t)member->trip_us[i] * 1000;
    sort_ns(trip, count);
    return count > 0 ? trip[(count - 1) / 2] : INT64_MAX;
}

bool pace_is_front(const struct pace *pace, unsigned i)
{
    return pace->member[i].present && !pace->member[i].rear;
}

/* Returns the median over the front of the members' medians; INT64_MAX if too few have answered, or nobody is there.
 * Members in the rear do not count: a majority of slow members must not make the others wait. */
static int64_t front_trip_ns(const struct pace *pace)
{
    int64_t trip[PACE_MEMBERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < pace->partitions; i++)
        if (pace_is_front(pace, i))
            trip[count++] = member_trip_ns(&pace->member[i]);
    sort_ns(trip, count);
    return count > 0 ? trip[(count - 1) / 2] : INT64_MAX;
}

int64_t pace_trip_ns(const struct pace *pace)
{
    int64_t trip[PACE_MEMBERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < pace->partitions; i++)
        if (pace->member[i].present && pace->member[i].trips > 0)
            trip[count++] = member_trip_ns(&pace->member[i]);
    sort_ns(trip, count);
    return count > 0 ? trip[(count - 1) / 2] : 0;
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
    member->retry_after_ns = delay_doubled(member->retry_after_ns);
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

/* ---- shared or led ---- */

static void rate_add(struct pace_rate *rate, double ticks, double ns)
{
    if (rate->ns > rate_memory_ns) {
        rate->ticks /= 2;
        rate->ns /= 2;
    }
    rate->ticks += ticks;
    rate->ns += ns > 1 ? ns : 1; /* a simulated clock may stand still */
}

static double rate_per_s(const struct pace_rate *rate)
{
    return rate->ns > 0 ? rate->ticks / rate->ns * 1e9 : rate->before;
}

double pace_shared_rate(const struct pace *pace)
{
    return rate_per_s(&pace->shared);
}

double pace_led_rate(const struct pace *pace)
{
    return rate_per_s(&pace->led);
}

enum pace_play pace_play(const struct pace *pace)
{
    return pace->play;
}

/* Returns the median latency of the present members; 0 if it is unknown. */
static int64_t latency_ns(const struct pace *pace)
{
    int64_t latency[PACE_MEMBERS_MAX];
    unsigned count = 0;
    for (unsigned i = 0; i < pace->partitions; i++)
        if (pace->member[i].present && pace->member[i].latency_ns > 0)
            latency[count++] = pace->member[i].latency_ns;
    sort_ns(latency, count);
    return count > 0 ? latency[(count - 1) / 2] : 0;
}

/* Returns whether rounds of the largest window could be faster than the hub alone. */
static bool sharing_could_pay(const struct pace *pace)
{
    int64_t least_ns = latency_ns(pace);
    return least_ns > 0 && WINDOW_MAX * 1e9 / (double)least_ns > pace_led_rate(pace);
}

static unsigned count_front(const struct pace *pace)
{
    unsigned count = 0;
    for (unsigned i = 0; i < pace->partitions; i++)
        count += pace_is_front(pace, i);
    return count;
}

static void trial_begin(struct pace *pace, enum pace_play play)
{
    pace->play = play;
    pace->trial = true;
    pace->trial_rounds = 0;
    pace->trial_ns = 0;
    pace->idle_round = false;
    struct pace_rate *rate = play == PACE_SHARE ? &pace->shared : &pace->led;
    *rate = (struct pace_rate){.before = rate_per_s(rate)};
}

/* Ends the trial of the way `tried`, which goes on if it is faster than the other. */
static void trial_end(struct pace *pace, enum pace_play tried, int64_t now_ns)
{
    enum pace_play other = tried == PACE_SHARE ? PACE_LEAD : PACE_SHARE;
    double mine = tried == PACE_SHARE ? pace_shared_rate(pace) : pace_led_rate(pace),
           before = tried == PACE_SHARE ? pace_led_rate(pace) : pace_shared_rate(pace);
    bool faster = mine > before * (1 + TRIAL_MARGIN / 100.0);
    pace->trial = false;
    pace->play = faster ? tried : other;
    pace->trial_after_ns = faster ? trial_first_ns : delay_doubled(pace->trial_after_ns);
    pace->next_trial_ns = now_ns + pace->trial_after_ns;
}

void pace_round(struct pace *pace, uint32_t ticks, int64_t took_ns, unsigned answers, int64_t now_ns)
{
    rate_add(&pace->shared, ticks, (double)took_ns);
    pace->shared_ticks += ticks;
    pace->ticks_a_round += (ticks - pace->ticks_a_round) / WINDOW_SHARE;
    pace->trial_rounds++;
    pace->trial_ns += (double)took_ns;
    if (pace->wish != PACE_MEASURED)
        return;
    pace->idle_round = answers == 0;
    bool nobody = pace->idle_round || count_front(pace) == 0;
    if (!pace->trial) {
        if (nobody || now_ns >= pace->next_trial_ns)
            trial_begin(pace, PACE_LEAD);
        return;
    }
    if (!nobody && pace->trial_rounds < TRIAL_ROUNDS &&
        (pace->trial_rounds < TRIAL_ROUNDS_MIN || pace->trial_ns < trial_share_ns))
        return;
    if (pace->led.ns > 0)
        trial_end(pace, PACE_SHARE, now_ns);
    else
        trial_begin(pace, PACE_LEAD); /* the beginning of the game: both are measured */
}

void pace_led(struct pace *pace, uint64_t ticks, int64_t took_ns, int64_t now_ns)
{
    rate_add(&pace->led, (double)ticks, (double)took_ns);
    pace->led_ticks += ticks;
    if (pace->play != PACE_LEAD || pace->wish != PACE_MEASURED) /* the hub plays on while no member is free */
        return;
    pace->trial_ns += took_ns > 1 ? (double)took_ns : 1;
    if (pace->trial) {
        if (pace->trial_ns >= trial_lead_ns)
            trial_end(pace, PACE_LEAD, now_ns);
    } else if (now_ns >= pace->next_trial_ns) {
        pace_retry(pace, now_ns);
        if (count_front(pace) > 0 && sharing_could_pay(pace))
            trial_begin(pace, PACE_SHARE);
        else
            pace->next_trial_ns = now_ns + pace->trial_after_ns;
    }
}

uint32_t pace_window(const struct pace *pace)
{
    double n = pace->ticks_a_round * WINDOW_SHARE + WINDOW_MIN;
    return n < WINDOW_MAX ? (uint32_t)n : WINDOW_MAX;
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
    int64_t trip_ns = pace->member[i].rear_trip_ns, every_ns = pace->cut_every_ns > 0 ? pace->cut_every_ns : MS;
    int64_t count = trip_ns / every_ns + OPEN_MIN;
    return count < PACE_OPEN_MAX ? (unsigned)count : PACE_OPEN_MAX;
}

/* ---- the report ---- */

/* Writes a number of ticks a second with two digits, as in "6.5 million". */
static void write_rate(double rate, char *out, size_t room)
{
    if (rate >= 1e6)
        snprintf(out, room, "%.*f million", rate < 1e7 ? 1 : 0, rate / 1e6);
    else
        snprintf(out, room, "%.0f", rate);
}

void pace_reason(const struct pace *pace, char *out, size_t room)
{
    char shared[32], led[32], most[32];
    int64_t trip_ns = latency_ns(pace);
    write_rate(trip_ns > 0 ? WINDOW_MAX * 1e9 / (double)trip_ns : 0, most, sizeof most);
    write_rate(pace_shared_rate(pace), shared, sizeof shared);
    write_rate(pace_led_rate(pace), led, sizeof led);
    if (pace->shared_ticks + pace->led_ticks == 0)
        snprintf(out, room, "the game was over before its first round");
    else if (pace->wish != PACE_MEASURED)
        snprintf(out, room, "the request asked for it");
    else if (pace->led_ticks == 0)
        snprintf(out, room, "all rounds were shared: the game was over before the hub alone was measured");
    else if (pace->shared_ticks == 0)
        snprintf(out, room, "no member was there in time to share a round");
    else if (pace->play == PACE_SHARE && !pace->trial)
        snprintf(out, room, "sharing rounds commits %s ticks a second, this server alone plays %s", shared, led);
    else if (trip_ns > 0 && !sharing_could_pay(pace))
        snprintf(out, room,
                 "members answer after %.3g ms, so that shared rounds could commit at most %s ticks a second; this "
                 "server alone plays %s, so it led and the members confirmed",
                 (double)trip_ns / 1e6, most, led);
    else
        snprintf(out, room,
                 "shared rounds commit %s ticks a second; this server alone plays %s, so it led and the members "
                 "confirmed",
                 shared, led);
}
