#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <cluster/unit_farm/protocol.h>
#include <cluster/unit_farm/runner.h>

enum { MEMBERS_MAX = 64, CORES_MAX = 16, TROUBLE_MS_MAX = 300, START_MS = 1000 };

struct core {
    struct runner *runner;
    int64_t free_ns;
};

struct sim_member {
    struct sim_member_options o;
    struct farm_member *seat; /* NULL: away */
    unsigned generation;      /* messages of an earlier stay are lost */
    struct core core[CORES_MAX];
    int64_t freeze_ns, thaw_ns, heard_ns, spoken_ns; /* frozen from..to; when the last message arrives, each way */
    uint8_t *task, *last;                            /* last TASK and last DONE */
    size_t task_len, last_len;
    bool lied, quarantined;
};

enum event_type { JOINS, GOES, TO_MEMBER, TO_HUB, TROUBLE };

struct event {
    int64_t at_ns;
    uint64_t number;
    enum event_type type;
    unsigned member, generation;
    uint8_t *message;
    size_t len;
};

struct sim {
    struct sim_options o;
    struct farm *farm;
    struct nash_rng rng;
    struct sim_member member[MEMBERS_MAX];
    unsigned members;
    struct event *event; /* binary heap */
    size_t events, room;
    uint64_t number;
    int64_t now_ns;
    struct sim_result result;
};

/* ---- events ---- */

static bool event_before(const struct event *a, const struct event *b)
{
    return a->at_ns != b->at_ns ? a->at_ns < b->at_ns : a->number < b->number;
}

static void event_add(struct sim *sim, struct event event)
{
    if (sim->events == sim->room) {
        sim->room = sim->room * 2 + 64;
        sim->event = realloc(sim->event, sim->room * sizeof event);
    }
    event.number = ++sim->number;
    size_t at = sim->events++;
    for (; at > 0 && event_before(&event, &sim->event[(at - 1) / 2]); at = (at - 1) / 2)
        sim->event[at] = sim->event[(at - 1) / 2];
    sim->event[at] = event;
}

static struct event event_pop(struct sim *sim)
{
    struct event first = sim->event[0], last = sim->event[--sim->events];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < sim->events; at = child) {
        child += child + 1 < sim->events && event_before(&sim->event[child + 1], &sim->event[child]);
        if (!event_before(&sim->event[child], &last))
            break;
        sim->event[at] = sim->event[child];
    }
    sim->event[at] = last;
    return first;
}

static uint8_t *copy(const uint8_t *bytes, size_t len)
{
    uint8_t *to = malloc(len + (len == 0)); /* exact, so that a sanitizer detects a read past the end */
    memcpy(to, bytes, len);
    return to;
}

/* Posts a message, behind those of the same direction. */
static void post(struct sim *sim, unsigned i, bool to_hub, const uint8_t *message, size_t len, int64_t at_ns)
{
    struct sim_member *member = &sim->member[i];
    int64_t *last = to_hub ? &member->spoken_ns : &member->heard_ns, way = member->o.rtt_ns / 2;
    way += (int64_t)((double)way * nash_rng_unit(&sim->rng) / 10);
    if (nash_rng_unit(&sim->rng) < member->o.jitter)
        way *= 10;
    at_ns += way;
    *last = at_ns > *last ? at_ns : *last;
    event_add(sim, (struct event){.at_ns = *last,
                                  .type = to_hub ? TO_HUB : TO_MEMBER,
                                  .member = i,
                                  .generation = member->generation,
                                  .message = copy(message, len),
                                  .len = len});
}

/* ---- callbacks of the farm ---- */

static void on_send(void *context, struct farm_member *seat, const uint8_t *message, size_t len)
{
    struct sim *sim = context;
    unsigned i = (unsigned)((struct sim_member *)farm_member_own(seat) - sim->member);
    post(sim, i, false, message, len, sim->now_ns);
}

static void on_ended(void *context, struct farm_member *seat, enum farm_end end, const char *why)
{
    struct sim *sim = context;
    struct sim_member *member = farm_member_own(seat);
    unsigned i = (unsigned)(member - sim->member);
    (void)why;
    if (end == FARM_QUARANTINED && !member->quarantined) {
        member->quarantined = true;
        sim->result.quarantined++;
        sim->result.honest_quarantined += !member->lied;
    }
    if (member->seat != seat) /* an earlier stay */
        return;
    member->seat = NULL;
    member->generation++;
    sim->result.ended += end != FARM_QUARANTINED;
    if (end != FARM_QUARANTINED && member->o.returns)
        event_add(sim, (struct event){.at_ns = sim->now_ns + 100 * (int64_t)SIM_MS, .type = JOINS, .member = i});
}

/* ---- lies ---- */

static uint32_t hash_of(const uint8_t *bytes, size_t len)
{
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < len; i++)
        hash = (hash ^ bytes[i]) * 16777619U;
    return hash;
}

static unsigned pick_lie(uint32_t lies, uint32_t draw)
{
    unsigned count = (unsigned)__builtin_popcount(lies);
    for (draw %= count; draw > 0; draw--)
        lies &= lies - 1;
    return (unsigned)__builtin_ctz(lies);
}

/* Falsifies the answer of the first unit, or as a whole, a message DONE. Returns the new length. */
static size_t falsify_message(struct sim *sim, struct sim_member *member, unsigned lie, uint8_t *done, size_t len)
{
    uint8_t *first = done + MESSAGE_HEAD + FARM_LIST_FIXED;
    switch (lie) {
    case SIM_SWAP:
        if (message_u32(done + MESSAGE_HEAD + 4) > 1) {
            uint8_t *second = first + FARM_ITEM_FIXED + message_u32(first + 4);
            uint32_t number = message_u32(first);
            message_put32(first, message_u32(second));
            message_put32(second, number);
        }
        return len;
    case SIM_REPLAY:
        if (member->last_len == 0)
            return len;
        memcpy(done, member->last, member->last_len);
        return member->last_len;
    case SIM_FORGE:
        message_put32(first, message_u32(first) + 1 + (uint32_t)nash_rng_below(&sim->rng, 3));
        return len;
    case SIM_OTHER_FARM:
        message_put32(done + 8, message_u32(done + 8) + 1);
        return len;
    case SIM_CUT:
        message_put32(done + 4, (uint32_t)(len - MESSAGE_HEAD - 1));
        return len - 1;
    case SIM_OTHER_VERSION:
        done[1]++;
        return len;
    default:
        for (size_t i = MESSAGE_HEAD; i < len; i++)
            done[i] = (uint8_t)nash_rng_next(&sim->rng);
        return len;
    }
}

static void falsify_answer(struct sim *sim, struct sim_member *member, unsigned lie, uint32_t number, uint8_t *answer,
                           const uint8_t *units, size_t len)
{
    const uint8_t *at = units + MESSAGE_HEAD + FARM_LIST_FIXED;
    struct farm_item unit;
    while (farm_item_read(&unit, &at, units + len, FARM_UNIT_MAX))
        if (unit.number == number && sim->o.lie(lie, answer, unit.bytes))
            member->lied = true;
}

static size_t falsify(struct sim *sim, struct sim_member *member, const uint8_t *units, size_t units_len, uint8_t *done,
                      size_t len)
{
    uint8_t *at = done + MESSAGE_HEAD + FARM_LIST_FIXED;
    if (member->o.lies == 0 || sim->now_ns < member->o.lie_from_ns)
        return len;
    for (uint32_t i = 0; i < message_u32(done + MESSAGE_HEAD + 4); i++) {
        uint8_t *answer = at + FARM_ITEM_FIXED;
        uint32_t answer_len = message_u32(at + 4), number = message_u32(at);
        uint32_t draw = hash_of(answer, answer_len);
        if (!member->o.in_league)
            draw = (uint32_t)nash_rng_next(&sim->rng);
        at = answer + answer_len;
        if ((double)(draw >> 8) / (1 << 24) >= member->o.lie_share || answer_len == 0)
            continue;
        unsigned lie = pick_lie(member->o.lies, draw & 0xff);
        if (lie >= SIM_ANSWER_LIES) {
            member->lied = true;
            return falsify_message(sim, member, lie, done, len);
        }
        falsify_answer(sim, member, lie, number, answer, units, units_len);
    }
    return len;
}

/* ---- members ---- */

static int64_t steps_of(struct sim *sim, const uint8_t *done, size_t len)
{
    const uint8_t *at = done + MESSAGE_HEAD + FARM_LIST_FIXED;
    const struct farm_job *job = sim->o.farm.job;
    struct farm_item answer;
    uint64_t steps = 0;
    if (done[0] != FARM_DONE)
        return 0;
    while (farm_item_read(&answer, &at, done + len, FARM_ANSWER_MAX))
        steps += job->steps(sim->o.farm.self, answer.bytes, answer.len);
    return (int64_t)steps;
}

static struct core *core_for(struct sim_member *member)
{
    struct core *core = &member->core[0];
    for (unsigned i = 1; i < member->o.capacity; i++)
        if (member->core[i].free_ns < core->free_ns)
            core = &member->core[i];
    return core;
}

/* Carries the message out on one processor, and posts the answer when it is ready. */
static void carry_out(struct sim *sim, unsigned i, struct core *core, const uint8_t *message, size_t len)
{
    static uint8_t answer[MESSAGE_MAX];
    struct sim_member *member = &sim->member[i];
    size_t answered = runner_take(core->runner, message, len, answer, sizeof answer);
    int64_t begin = core->free_ns > sim->now_ns ? core->free_ns : sim->now_ns;
    int64_t cost = answered > 0 ? steps_of(sim, answer, answered) * member->o.ns_per_step : 0, end;
    if (member->o.slowdown > 1)
        cost = (int64_t)((double)cost * member->o.slowdown);
    end = begin + cost;
    if (begin < member->thaw_ns && end > member->freeze_ns)
        end += member->thaw_ns - member->freeze_ns;
    core->free_ns = end;
    sim->result.cpu_ns += cost;
    if (answered == 0)
        return;
    if (answer[0] == FARM_DONE) {
        uint8_t *honest = copy(answer, answered);
        size_t honest_len = answered;
        answered = falsify(sim, member, message, len, answer, answered);
        free(member->last);
        member->last = honest;
        member->last_len = honest_len;
    }
    post(sim, i, true, answer, answered, end);
}

static void take(struct sim *sim, unsigned i, uint8_t *message, size_t len)
{
    struct sim_member *member = &sim->member[i];
    if (message[0] == FARM_TASK || message[0] == MESSAGE_BYE)
        for (unsigned k = 1; k < member->o.capacity; k++) {
            static uint8_t answer[MESSAGE_MAX];
            runner_take(member->core[k].runner, message, len, answer, sizeof answer);
        }
    bool own = message[0] == FARM_TASK || message[0] == MESSAGE_BYE;
    carry_out(sim, i, own ? &member->core[0] : core_for(member), message, len);
}

static void sim_enter(struct sim *sim, unsigned i)
{
    static const char *const kind[] = {"phone", "local"};
    static const struct farm_work *const none[] = {NULL};
    struct sim_member *member = &sim->member[i];
    if (member->seat != NULL || member->quarantined)
        return;
    for (unsigned k = 0; k < member->o.capacity; k++) {
        const struct farm_work *const *works = member->o.lacks_work ? none : sim->o.works;
        if (member->core[k].runner == NULL)
            member->core[k].runner = aligned_alloc(64, (runner_bytes(sim->o.works) + 63) / 64 * 64);
        runner_init(member->core[k].runner, works);
        member->core[k].free_ns = sim->now_ns;
    }
    member->generation++;
    member->heard_ns = member->spoken_ns = sim->now_ns;
    char name[20];
    snprintf(name, sizeof name, "%s %u", kind[member->o.trusted], i);
    struct farm_member_options options = {.name = name,
                                          .kind = kind[member->o.trusted],
                                          .capacity = member->o.capacity,
                                          .trusted = member->o.trusted,
                                          .audit = member->o.audit,
                                          .own = member};
    member->seat = farm_join(sim->farm, &options, sim->now_ns);
}

static void sim_leave(struct sim *sim, unsigned i)
{
    struct sim_member *member = &sim->member[i];
    if (member->seat == NULL)
        return;
    farm_leave(sim->farm, member->seat, sim->now_ns);
    member->seat = NULL;
    member->generation++;
    sim->result.ended++;
}

/* A member that is not trusted freezes, goes for a while, or begins to lie. */
static void trouble(struct sim *sim)
{
    unsigned i = (unsigned)nash_rng_below(&sim->rng, sim->members);
    int64_t until = sim->now_ns + (int64_t)nash_rng_below(&sim->rng, TROUBLE_MS_MAX) * SIM_MS;
    struct sim_member *member = &sim->member[i];
    event_add(sim, (struct event){.at_ns = sim->now_ns + sim->o.trouble_ns, .type = TROUBLE});
    if (sim->members == 0 || member->o.trusted)
        return;
    switch (nash_rng_below(&sim->rng, sim->o.may_lie ? 3 : 2)) {
    case 0:
        member->freeze_ns = sim->now_ns;
        member->thaw_ns = until;
        break;
    case 1:
        sim_leave(sim, i);
        event_add(sim, (struct event){.at_ns = until, .type = JOINS, .member = i});
        break;
    default:
        member->o.lies = 1U << nash_rng_below(&sim->rng, SIM_LIES);
        member->o.lie_share = 1;
    }
}

/* ---- the loop ---- */

static void event_handle(struct sim *sim, struct event *event)
{
    struct sim_member *member = &sim->member[event->member];
    bool current = member->seat != NULL && event->generation == member->generation;
    switch (event->type) {
    case JOINS:
        sim_enter(sim, event->member);
        break;
    case GOES:
        sim_leave(sim, event->member);
        break;
    case TROUBLE:
        trouble(sim);
        break;
    case TO_MEMBER:
        if (current && sim->now_ns >= member->freeze_ns && sim->now_ns < member->thaw_ns) {
            event->at_ns = member->thaw_ns;
            event_add(sim, *event); /* the numbers keep the order */
            return;
        }
        if (current)
            take(sim, event->member, event->message, event->len);
        break;
    case TO_HUB:
        if (current) {
            int64_t real_ns = clock_mono_ns();
            farm_receive(sim->farm, member->seat, event->message, event->len, sim->now_ns);
            sim->result.hub_ns += clock_mono_ns() - real_ns;
        }
    }
    free(event->message);
}

struct sim *sim_new(const struct sim_options *options)
{
    struct sim *sim = calloc(1, sizeof *sim);
    sim->o = *options;
    sim->o.farm.send = on_send;
    sim->o.farm.ended = on_ended;
    sim->o.farm.context = sim;
    sim->farm = farm_new(&sim->o.farm);
    sim->now_ns = START_MS * (int64_t)SIM_MS;
    sim->o.local_from_ns += sim->now_ns;
    nash_rng_seed(&sim->rng, options->seed);
    if (options->trouble_ns > 0)
        event_add(sim, (struct event){.at_ns = sim->now_ns + options->trouble_ns, .type = TROUBLE});
    return sim;
}

void sim_free(struct sim *sim)
{
    while (sim->events > 0)
        free(event_pop(sim).message);
    farm_free(sim->farm);
    for (unsigned i = 0; i < sim->members; i++) {
        for (unsigned k = 0; k < CORES_MAX; k++)
            free(sim->member[i].core[k].runner);
        free(sim->member[i].last);
    }
    free(sim->event);
    free(sim);
}

struct farm *sim_farm(struct sim *sim)
{
    return sim->farm;
}

void sim_join(struct sim *sim, const struct sim_member_options *options, int64_t at_ns)
{
    unsigned i = sim->members++;
    if (i >= MEMBERS_MAX || options->capacity > CORES_MAX)
        abort();
    sim->member[i].o = *options;
    if (sim->member[i].o.capacity == 0)
        sim->member[i].o.capacity = 1;
    event_add(sim, (struct event){.at_ns = sim->now_ns + at_ns, .type = JOINS, .member = i});
}

void sim_gone(struct sim *sim, unsigned member, int64_t at_ns)
{
    event_add(sim, (struct event){.at_ns = sim->now_ns + at_ns, .type = GOES, .member = member});
}

void sim_freeze(struct sim *sim, unsigned member, int64_t at_ns, int64_t until_ns)
{
    sim->member[member].freeze_ns = sim->now_ns + at_ns;
    sim->member[member].thaw_ns = sim->now_ns + until_ns;
}

/* Lets a local member join if the farm needs one. */
static bool join_trusted(struct sim *sim)
{
    if (sim->now_ns < sim->o.local_from_ns || !farm_wants_trusted(sim->farm))
        return false;
    sim_join(sim, &(struct sim_member_options){.trusted = true, .ns_per_step = sim->o.local_ns_per_step}, 0);
    sim_enter(sim, sim->members - 1);
    return true;
}

/* Handles what is due first: events, or a step of the farm. Returns false if nothing can happen any more. */
static bool sim_turn(struct sim *sim, int64_t *next_ns)
{
    if (farm_wants_trusted(sim->farm) && *next_ns > sim->o.local_from_ns && sim->o.local_from_ns > sim->now_ns)
        *next_ns = sim->o.local_from_ns;
    bool stepping = sim->events == 0 || *next_ns < sim->event[0].at_ns;
    if (stepping && *next_ns == INT64_MAX)
        return false;
    int64_t at_ns = stepping ? *next_ns : sim->event[0].at_ns, real_ns;
    sim->now_ns = at_ns > sim->now_ns ? at_ns : sim->now_ns;
    while (sim->events > 0 && sim->event[0].at_ns <= sim->now_ns) {
        struct event event = event_pop(sim);
        event_handle(sim, &event);
    }
    real_ns = clock_mono_ns();
    *next_ns = farm_step(sim->farm, sim->now_ns);
    sim->result.hub_ns += clock_mono_ns() - real_ns;
    if (join_trusted(sim))
        *next_ns = sim->now_ns;
    return true;
}

struct sim_result sim_run(struct sim *sim, int64_t until_ns)
{
    int64_t start_ns = sim->now_ns, next_ns = sim->now_ns;
    while (farm_state(sim->farm) == FARM_RUNNING && sim->now_ns - start_ns < until_ns)
        if (!sim_turn(sim, &next_ns))
            break;
    sim->result.state = farm_state(sim->farm);
    sim->result.wall_ns = sim->now_ns - start_ns;
    sim->result.lied = 0;
    for (unsigned i = 0; i < sim->members; i++)
        sim->result.lied += sim->member[i].lied;
    return sim->result;
}

void sim_rest(struct sim *sim, int64_t ns)
{
    int64_t end_ns = sim->now_ns + ns, next_ns = sim->now_ns;
    while (farm_state(sim->farm) == FARM_COMPLETE && sim->now_ns < end_ns)
        if (!sim_turn(sim, &next_ns))
            break;
}

bool sim_renew(struct sim *sim, const uint8_t *task, size_t len)
{
    return farm_renew(sim->farm, task, len, sim->now_ns);
}
