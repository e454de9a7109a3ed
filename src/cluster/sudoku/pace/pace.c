/* Shared or led: both are timed, and the faster one goes on. */
#include <stdio.h>

#include "internal.h"

enum {
    TRIAL_ROUNDS = 32, /* most rounds of a trial of sharing, */
    TRIAL_ROUNDS_MIN = 8,
    TRIAL_MARGIN = 10, /* per cent by which a trial must be faster than the present way to play */
    WINDOW_FIRST = 64,
    WINDOW_MIN = 32,
    WINDOW_MAX = 1 << 17,
    WINDOW_SHARE = 4 /* the window is so many times what recent rounds committed */
};

static const double trial_share_ns = 20e6; /* a trial of sharing ends after this time and TRIAL_ROUNDS_MIN rounds */
static const double trial_lead_ns = 4e6;
static const double rate_memory_ns = 50e6; /* time over which rates are averaged */
static const int64_t trial_first_ns = 500 * PACE_MS;

void pace_init(struct pace *pace, unsigned partitions, enum pace_wish wish)
{
    *pace = (struct pace){.partitions = partitions,
                          .wish = wish,
                          .play = wish == PACE_ALWAYS_LEAD ? PACE_LEAD : PACE_SHARE,
                          .trial = wish == PACE_MEASURED,
                          .trial_after_ns = trial_first_ns,
                          .ticks_a_round = (double)WINDOW_FIRST / WINDOW_SHARE};
}

/* ---- measuring ---- */

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

/* Returns whether rounds of the largest window could be faster than the hub alone. */
static bool sharing_could_pay(const struct pace *pace)
{
    int64_t least_ns = pace_latency_ns(pace);
    return least_ns > 0 && WINDOW_MAX * 1e9 / (double)least_ns > pace_led_rate(pace);
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
    pace->trial_after_ns = faster ? trial_first_ns : pace_delay_doubled(pace->trial_after_ns);
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
    bool nobody = pace->idle_round || pace_count_front(pace) == 0;
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
        if (pace_count_front(pace) > 0 && sharing_could_pay(pace))
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
    int64_t trip_ns = pace_latency_ns(pace);
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
