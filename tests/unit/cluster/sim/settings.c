/* The settings of simulated games: drawn from a seed, printed, simplified. */
#include "settings.h"

#include <stdio.h>
#include <string.h>

enum { TIMEOUT_MS = 600000 }; /* of a game that need not time out */

static unsigned below(struct nash_rng *rng, unsigned n)
{
    return (unsigned)nash_rng_below(rng, n);
}

/* Returns whether an event of this percentage happens. */
static bool percent(struct nash_rng *rng, unsigned of_100)
{
    return below(rng, 100) < of_100;
}

static void draw_lie(struct nash_rng *rng, struct sim_member *member)
{
    static const enum net_lie lies[] = {NET_RANDOM_VALUES, NET_RANDOM_VALUES, NET_RANDOM_VALUES, NET_KEEPS_BACK,
                                        NET_KEEPS_BACK,    NET_WRONG_OWNER,   NET_IMMUTABLE,     NET_STALE_EPOCH,
                                        NET_REPLAYS,       NET_GARBAGE,       NET_SCRAMBLES};
    member->lie = lies[below(rng, sizeof lies / sizeof *lies)];
    member->lies_of_100 = percent(rng, 50) ? 100 : 2 + below(rng, 30);
}

static void draw_member(struct nash_rng *rng, struct sim_member *member, bool wild)
{
    *member = (struct sim_member){.server = percent(rng, 20), .compute_us = below(rng, 400)};
    if (percent(rng, 25))
        draw_lie(rng, member);
    if (!wild)
        return;
    if (!member->server && percent(rng, 25))
        member->joins_ms = 1 + below(rng, 200);
    if (percent(rng, 15))
        member->compute_us *= 100;
    if (percent(rng, 25)) {
        member->freezes_at = 1 + below(rng, 60);
        member->freeze_ms = 1 + below(rng, 1000);
    }
    if (percent(rng, 20)) {
        member->goes_at = 1 + below(rng, 60);
        member->back_ms = percent(rng, 50) ? 1 + below(rng, 300) : 0;
    }
}

static void draw_network(struct nash_rng *rng, struct sim_settings *s, bool wild)
{
    s->latency_us = 20 + below(rng, 500);
    s->jitter_us = below(rng, 300);
    s->in_order = !wild || percent(rng, 50);
    if (!wild)
        return;
    if (percent(rng, 30))
        s->latency_us *= 20;
    if (percent(rng, 30))
        s->jitter_us *= 20;
    s->spike_of_1000 = percent(rng, 40) ? below(rng, 50) : 0;
    s->lost_of_1000 = percent(rng, 30) ? below(rng, 20) : 0;
    s->twice_of_1000 = percent(rng, 30) ? below(rng, 200) : 0;
}

void sim_draw(struct sim_settings *s, uint64_t seed)
{
    static const struct {
        unsigned box_rows, box_cols, fixed, updates;
        bool propagate;
    } size[] = {{3, 3, 30, 3000, false}, {3, 3, 40, 20000, false}, {4, 4, 40, 6000, false}, {4, 4, 50, 20000, true},
                {5, 5, 50, 10000, true}, {5, 5, 40, 3000, false},  {2, 3, 30, 2000, false}, {2, 2, 20, 500, false}};
    static const int audits[] = {-1, -1, 100, 100, 30, 0};
    static const unsigned hubs_us[] = {0, 1, 20, 500};
    struct nash_rng rng;
    nash_rng_seed(&rng, seed);
    unsigned of = below(&rng, sizeof size / sizeof *size);
    bool wild = percent(&rng, 70);
    *s = (struct sim_settings){.seed = seed,
                               .box_rows = size[of].box_rows,
                               .box_cols = size[of].box_cols,
                               .fixed = size[of].fixed,
                               .updates = size[of].updates,
                               .propagate = size[of].propagate,
                               .games = !wild || percent(&rng, 80) ? 1 : 2 + below(&rng, 2),
                               .token = percent(&rng, 20),
                               .restarts = below(&rng, 2),
                               .lease_ms = percent(&rng, 50) ? 80 : 1000,
                               .audit = audits[below(&rng, sizeof audits / sizeof *audits)],
                               .wait_ms = percent(&rng, 50) ? below(&rng, 200) : 0,
                               .timeout_ms = percent(&rng, 90) ? TIMEOUT_MS : 1 + below(&rng, 300),
                               .hub_us = hubs_us[below(&rng, sizeof hubs_us / sizeof *hubs_us)]};
    if (s->token && s->updates > 300)
        s->updates = 300;
    s->partitions = 1 + below(&rng, s->box_cols > SIM_PARTITIONS_MAX ? SIM_PARTITIONS_MAX : s->box_cols);
    s->local = below(&rng, s->partitions + 1);
    s->members = s->partitions - s->local + below(&rng, 3);
    draw_network(&rng, s, wild);
    for (unsigned i = 0; i < s->members; i++)
        draw_member(&rng, &s->member[i], wild);
    s->pace = below(&rng, 3);
    if (s->pace == 2 && !s->token) /* the hub leads: otherwise the game ends before a member confirms anything */
        s->updates *= 20;
}

char *sim_member_name(const struct sim_settings *s, unsigned i, char *name)
{
    snprintf(name, 32, s->member[i].server ? "http://server-%u" : "phone %u", i + 1);
    return name;
}

void sim_print(const struct sim_settings *s)
{
    fprintf(
        stderr,
        "seed %llu: %u game(s) of %ux%u boxes, %u %% given, %u updates, %u restarts%s, %s, %u partitions, %u local, "
        "pace %u, audit %d %%, wait %u ms, lease %u ms, timeout %u ms, hub %u us; network: %u us + %u us, spikes %u, "
        "lost %u, "
        "twice %u of "
        "1000%s\n",
        (unsigned long long)s->seed, s->games, s->box_rows, s->box_cols, s->fixed, s->updates, s->restarts,
        s->propagate ? ", propagated" : "", s->token ? "token" : "exact", s->partitions, s->local, s->pace, s->audit,
        s->wait_ms, s->lease_ms, s->timeout_ms, s->hub_us, s->latency_us, s->jitter_us, s->spike_of_1000,
        s->lost_of_1000, s->twice_of_1000, s->in_order ? ", in order" : "");
    for (unsigned i = 0; i < s->members; i++) {
        const struct sim_member *m = &s->member[i];
        char name[32];
        fprintf(stderr,
                "  %s: lie %d (%u %%), joins at %u ms, %u us a message, freezes at %u for %u ms, goes at %u for %u "
                "ms\n",
                sim_member_name(s, i, name), m->lie, m->lies_of_100, m->joins_ms, m->compute_us, m->freezes_at,
                m->freeze_ms, m->goes_at, m->back_ms);
    }
}

/* ---- simplification ---- */

/* Sets *field to `to`. Returns whether that changed it. */
static bool simpler(unsigned *field, unsigned to)
{
    bool changes = *field > to;
    if (changes)
        *field = to;
    return changes;
}

static bool truth_to_false(bool *field)
{
    bool was = *field;
    *field = false;
    return was;
}

enum { OF_GAME = 16, OF_MEMBER = 6 };

static bool simplify_game(struct sim_settings *s, unsigned number)
{
    switch (number) {
    case 0:
        return simpler(&s->games, 1);
    case 1:
        return simpler(&s->spike_of_1000, 0);
    case 2:
        return simpler(&s->lost_of_1000, 0);
    case 3:
        return simpler(&s->twice_of_1000, 0);
    case 4:
        return simpler(&s->jitter_us, 0);
    case 5:
        return simpler(&s->latency_us, 100);
    case 6:
        return simpler(&s->hub_us, 0);
    case 7:
        return simpler(&s->wait_ms, 0);
    case 8:
        return simpler(&s->restarts, 0);
    case 9:
        return simpler(&s->local, 0);
    case 10:
        return truth_to_false(&s->token);
    case 11:
        return truth_to_false(&s->propagate);
    case 12:
        return s->updates > 50 && simpler(&s->updates, s->updates / 2);
    case 13:
        return s->partitions > s->local + 1 && simpler(&s->partitions, s->partitions - 1);
    case 14: {
        bool short_time = s->timeout_ms < TIMEOUT_MS;
        s->timeout_ms = TIMEOUT_MS;
        return short_time;
    }
    default:
        return s->members > 0 && simpler(&s->members, s->members - 1);
    }
}

static bool simplify_member(struct sim_member *member, unsigned number)
{
    switch (number) {
    case 0: {
        bool lies = member->lie != NET_HONEST;
        member->lie = NET_HONEST;
        return lies;
    }
    case 1:
        return simpler(&member->joins_ms, 0);
    case 2:
        return simpler(&member->compute_us, 0);
    case 3:
        return simpler(&member->freezes_at, 0);
    case 4:
        return simpler(&member->goes_at, 0);
    default:
        return truth_to_false(&member->server);
    }
}

bool sim_simplify(struct sim_settings *s, unsigned number, bool *more)
{
    *more = number + 1 < OF_GAME + s->members * OF_MEMBER;
    if (number < OF_GAME)
        return simplify_game(s, number);
    unsigned i = (number - OF_GAME) / OF_MEMBER;
    return i < s->members && simplify_member(&s->member[i], (number - OF_GAME) % OF_MEMBER);
}
