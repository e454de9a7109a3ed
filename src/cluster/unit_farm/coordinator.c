/* Seats: each requested member has one. A seat that is free is filled by the registry: a phone when one joins, a URL by
 * a new call every RETRY_MS, unless its member was quarantined or is unable. Members that join while the farm runs are
 * taken as long as a seat waits for one. If no member can carry on, a local one joins for the hub, so that the farm
 * always ends. */
#include "coordinator.h"

#include <stdio.h>
#include <string.h>

#include <base/log.h>
#include <base/secret.h>
#include <cluster/registry.h>

#include "protocol.h"

enum {
    NS_PER_MS = 1000000,
    INBOX_BATCH_MAX = 256, /* messages handled in one step */
    STEP_MS = 100,         /* longest time between two steps */
    RETRY_MS = 2000,       /* between two calls of a URL that does not answer */
    SAVE_MS = 3000,        /* between two blobs; more, if they are large: */
    SAVE_BYTES_PER_MS = 1000,
    SAVE_MAX = 16 << 20
};

static const char blob_name[] = ".units";

/* Share of the units of members elsewhere that are computed again. The README says why it is not 1 for phones. */
static const double share_by_default = 0.1;

struct farm_seat {
    const char *requested;  /* "local", "phone" or a URL */
    struct farm_stay *stay; /* NULL: free */
    bool closed;            /* its member was quarantined, and no other one has its name */
    bool unable;            /* the same: it cannot carry out this work */
    int64_t retry_ns;
};

/* One member while it takes part. Kept after it has left, since its answers may prove wrong, until a member of the same
 * name takes part or the game ends. */
struct farm_stay {
    struct farm_stay *next;
    struct farm_game *g;
    struct farm_seat *seat;     /* NULL: it has left */
    struct farm_seat *had_seat; /* the same, also after that */
    struct member *member;      /* a reference of its own */
    struct farm_member *as;
    bool ended;
    enum farm_end end;
    const char *why;
};

/* Returns whether the seat is for one certain member. */
static bool seat_is_named(const struct farm_seat *seat)
{
    return strcmp(seat->requested, "local") != 0 && strcmp(seat->requested, "phone") != 0;
}

static int64_t now_ns(const struct farm_game *g)
{
    return cluster_now(g->game.cluster);
}

/* ---- callbacks of the farm ---- */

static void on_send(void *context, struct farm_member *as, const uint8_t *message, size_t len)
{
    struct farm_stay *stay = farm_member_own(as);
    struct bytes *bytes = bytes_copy(message, len);
    (void)context;
    if (bytes == NULL)
        return; /* the same as a message lost on the network */
    stay->member->transport->send(stay->member, bytes);
    bytes_unref(bytes);
}

static void note_quarantine(struct farm_game *g, const char *member, const char *why)
{
    log_warn("farm member quarantined", "game=%u member=\"%s\" why=\"%s\"", g->game.number, member, why);
    if (g->quarantines == FARM_QUARANTINES_MAX)
        return;
    const char *name = nash_arena_strndup(g->run->arena, member, strlen(member));
    if (name != NULL)
        g->quarantine[g->quarantines++] = (struct farm_quarantine){.member = name, .why = why};
}

static void on_ended(void *context, struct farm_member *as, enum farm_end end, const char *why)
{
    struct farm_game *g = context;
    struct farm_stay *stay = farm_member_own(as);
    if (end == FARM_QUARANTINED)
        note_quarantine(g, farm_member_name(as), why);
    if (stay == NULL) /* it took part before a crash */
        return;
    if (end == FARM_QUARANTINED)
        registry_quarantine(stay->member, why);
    if (end == FARM_QUARANTINED)
        stay->had_seat->closed = seat_is_named(stay->had_seat);
    if (end == FARM_UNABLE)
        stay->had_seat->unable = seat_is_named(stay->had_seat);
    stay->ended = g->has_ended = true;
    stay->end = end;
    stay->why = why;
}

/* ---- seats ---- */

/* Frees the seat and gives the member back. */
static void stay_end(struct farm_stay *stay, enum registry_reason why)
{
    struct farm_seat *seat = stay->seat;
    seat->stay = NULL;
    seat->retry_ns = now_ns(stay->g) + (int64_t)RETRY_MS * NS_PER_MS;
    stay->seat = NULL;
    registry_release(stay->member, why);
}

/* Gives the seats back whose members the farm has ended. */
static void seats_free_ended(struct farm_game *g)
{
    static const enum registry_reason reason[] = {[FARM_QUARANTINED] = REGISTRY_NOT_NEEDED,
                                                  [FARM_LOST] = REGISTRY_SILENT,
                                                  [FARM_LEFT] = REGISTRY_SILENT,
                                                  [FARM_UNABLE] = REGISTRY_UNABLE};
    if (!g->has_ended)
        return;
    g->has_ended = false;
    for (struct farm_stay *stay = g->stays; stay != NULL; stay = stay->next)
        if (stay->ended && stay->seat != NULL)
            stay_end(stay, reason[stay->end]);
}

static struct farm_stay *stay_new(struct farm_game *g)
{
    struct farm_stay *stay = g->spare;
    if (stay == NULL)
        return NASH_NEW(g->run->arena, struct farm_stay, 1);
    g->spare = stay->next;
    return stay;
}

/* Drops the earlier stays of the same record of the farm: it refers to the last one. A farm with rounds may run for a
 * day, and call a server that is away every two seconds. */
static void stays_tidy(struct farm_game *g, const struct farm_stay *last)
{
    for (struct farm_stay **link = &g->stays, *stay; (stay = *link) != NULL;) {
        if (stay == last || stay->as != last->as) {
            link = &stay->next;
            continue;
        }
        *link = stay->next;
        member_unref(stay->member);
        stay->next = g->spare;
        g->spare = stay;
    }
}

/* Lets a member that the registry has given take part. */
static void seat_take(struct farm_game *g, struct farm_seat *seat, struct member *member)
{
    struct farm_stay *stay = stay_new(g);
    if (stay == NULL) {
        registry_release(member, REGISTRY_NOT_NEEDED);
        return;
    }
    *stay = (struct farm_stay){.next = g->stays, .g = g, .seat = seat, .had_seat = seat, .member = member_ref(member)};
    g->stays = stay;
    seat->stay = stay;
    double audit = g->request.audit >= 0 ? g->request.audit : share_by_default;
    stay->as = farm_join(g->farm,
                         &(struct farm_member_options){.name = member->name,
                                                       .kind = member_kind_name(member->kind),
                                                       .capacity = member->capacity,
                                                       .trusted = member->kind == MEMBER_LOCAL,
                                                       .audit = audit,
                                                       .own = stay},
                         now_ns(g));
    if (stay->as == NULL)
        stay_end(stay, REGISTRY_NOT_NEEDED);
    else
        stays_tidy(g, stay);
}

static bool waits_for_phone(const struct farm_seat *seat)
{
    return seat->stay == NULL && seat->requested != NULL && strcmp(seat->requested, "phone") == 0;
}

/* Fills the free seats as far as members are there, and requests as many as are missing. */
static void seats_fill(struct farm_game *g, int64_t now)
{
    unsigned wanted = 0;
    for (unsigned i = 0; i < g->seats; i++) {
        struct farm_seat *seat = &g->seat[i];
        if (seat->requested == NULL || seat->stay != NULL || seat->closed || seat->unable || now < seat->retry_ns)
            continue;
        seat->retry_ns = now + (int64_t)RETRY_MS * NS_PER_MS;
        struct member *member = registry_take(g->game.cluster, seat->requested, &g->game.inbox);
        if (member != NULL)
            seat_take(g, seat, member);
    }
    for (unsigned i = 0; i < g->seats; i++)
        wanted += waits_for_phone(&g->seat[i]);
    if (wanted != g->wanted)
        registry_want(g->game.cluster, &g->game.inbox, wanted);
    g->wanted = wanted;
}

/* Lets a local member join for the hub if the farm needs one: at once if answers wait to be proved or all requested
 * members are there, otherwise when they have had their time. */
static void seats_help(struct farm_game *g, int64_t now)
{
    struct farm_seat *seat = &g->seat[g->seats - 1];
    bool waited = g->wanted == 0 || now - g->begin_ns >= (int64_t)g->request.wait_ms * NS_PER_MS;
    if (!farm_wants_trusted(g->farm) || seat->requested != NULL)
        return;
    if (!waited && farm_counts(g->farm).audits_open == 0)
        return;
    seat->requested = "local";
    seats_fill(g, now);
}

/* ---- the inbox ---- */

static struct farm_stay *stay_of(struct farm_game *g, const struct member *member)
{
    for (unsigned i = 0; i < g->seats; i++)
        if (g->seat[i].stay != NULL && g->seat[i].stay->member == member)
            return g->seat[i].stay;
    return NULL;
}

static void member_has_joined(struct farm_game *g, struct member *member)
{
    for (unsigned i = 0; i < g->seats; i++)
        if (waits_for_phone(&g->seat[i])) {
            seat_take(g, &g->seat[i], member);
            return;
        }
    registry_release(member, REGISTRY_NOT_NEEDED);
}

static void farm_game_handle(struct farm_game *g, struct inbox_message *received, int64_t now)
{
    struct farm_stay *stay = stay_of(g, received->member);
    switch (received->type) {
    case INBOX_RECEIVED:
        registry_message_read(received->member);
        if (stay != NULL)
            farm_receive(g->farm, stay->as, (const uint8_t *)received->message->data, received->message->len, now);
        break;
    case INBOX_MEMBER_GONE:
        if (stay != NULL) {
            farm_leave(g->farm, stay->as, now);
            stay_end(stay, REGISTRY_NOT_NEEDED);
        }
        break;
    case INBOX_MEMBER_JOINED:
        g->wanted -= g->wanted > 0;
        member_has_joined(g, received->member);
        break;
    }
    inbox_message_free(received);
    seats_free_ended(g);
}

/* Returns whether messages may be left. */
static bool farm_game_receive(struct farm_game *g, int64_t now)
{
    struct inbox_message *received;
    for (unsigned i = 0; i < INBOX_BATCH_MAX; i++) {
        if ((received = inbox_pop(&g->game.inbox, 0)) == NULL)
            return false;
        farm_game_handle(g, received, now);
    }
    return true;
}

/* Drops all inbox messages, and gives back the members that have joined meanwhile. */
static void inbox_drain(struct farm_game *g)
{
    for (struct inbox_message *received; (received = inbox_pop(&g->game.inbox, 0)) != NULL;
         inbox_message_free(received)) {
        if (received->type == INBOX_RECEIVED)
            registry_message_read(received->member);
        if (received->type == INBOX_MEMBER_JOINED)
            registry_release(received->member, REGISTRY_NOT_NEEDED);
    }
}

/* ---- progress and stored answers ---- */

static void farm_game_report(struct farm_game *g)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    if (!nash_progress_due(g->run))
        return;
    nash_jsonw_object(&out);
    if (g->request.progress != NULL)
        g->request.progress(g->request.self, g->farm, &out);
    nash_jsonw_kobject(&out, "farm");
    farm_write_counts(g->farm, &out);
    nash_jsonw_object_end(&out);
    nash_jsonw_key(&out, "credit");
    farm_write_credit(g->farm, &out);
    nash_jsonw_object_end(&out);
    struct bytes *shown = buf.failed ? NULL : bytes_copy(buf.data, buf.len);
    nash_buf_free(&buf);
    if (shown == NULL)
        return;
    g->run->progress(g->run, shown->data, shown->len);
    cluster_game_set_progress(&g->game, shown);
}

static void farm_game_save(struct farm_game *g, int64_t now)
{
    struct nash_buf blob = NASH_BUF_INIT(0);
    struct farm_counts counts = farm_counts(g->farm);
    uint64_t changes = counts.answered + counts.proved + counts.dropped;
    if (now < g->save_ns || changes == g->saved || g->request.next != NULL)
        return;
    farm_save(g->farm, &blob, SAVE_MAX);
    if (!blob.failed)
        cluster_host_store(g->run->host, blob_name, blob.data, blob.len);
    g->saved = changes;
    g->save_ns = now + ((int64_t)SAVE_MS + (int64_t)blob.len / SAVE_BYTES_PER_MS) * NS_PER_MS;
    nash_buf_free(&blob);
}

static void farm_game_restore(struct farm_game *g)
{
    struct bytes *blob = cluster_host_stored(g->run->host, blob_name);
    const char *why = NULL;
    if (blob == NULL)
        return;
    bool whole = farm_restore(g->farm, (const uint8_t *)blob->data, blob->len, &why);
    unsigned long long answers = farm_counts(g->farm).restored;
    if (whole)
        log_info("farm resumed", "game=%u answers=%llu", g->game.number, answers);
    else
        log_warn("stored units ignored", "game=%u answers=%llu why=\"%s\"", g->game.number, answers, why);
    bytes_unref(blob);
}

/* ---- rounds ---- */

static uint32_t needs_of(const struct farm_job *job)
{
    return (uint32_t)FARM_PROTOCOL << 24 | (uint32_t)job->memory_mib << 16 | job->work;
}

/* Work of another number may be possible for members that were unable before. */
static void farm_game_need(struct farm_game *g)
{
    uint32_t needs = needs_of(g->request.job);
    if (needs == g->game.inbox.needs)
        return;
    registry_need(g->game.cluster, &g->game.inbox, needs);
    for (unsigned i = 0; i < g->seats; i++)
        g->seat[i].unable = false;
}

/* Goes on with the next round, if the program has one. Returns whether the farm has ended. */
static bool farm_game_next(struct farm_game *g, int64_t now)
{
    struct farm_round round;
    enum farm_next next = FARM_ENDS;
    if (farm_state(g->farm) == FARM_RUNNING)
        return false;
    if (farm_state(g->farm) == FARM_COMPLETE && g->request.next != NULL)
        next = g->request.next(g->request.self, g->farm, &round);
    if (next == FARM_GOES_ON && farm_counts(g->farm).rounds == 0)
        g->begin_ns = now; /* members are requested from now on */
    if (next == FARM_GOES_ON && farm_renew(g->farm, round.task, round.task_len, now)) {
        farm_game_need(g);
        farm_step(g->farm, now);
    }
    return next == FARM_ENDS || farm_state(g->farm) == FARM_FAILED;
}

/* ---- the course ---- */

enum nash_status farm_game_begin(struct farm_game *g, const struct farm_request *request, struct nash_run *run,
                                 struct nash_error *error)
{
    uint64_t secret;
    secret_random(&secret, sizeof secret);
    g->request = *request;
    g->run = run;
    g->seats = request->members + 1; /* the last one is the hub's */
    g->seat = NASH_NEW(run->arena, struct farm_seat, g->seats);
    g->game.program = request->program;
    cluster_game_enter(&g->game, run->host);
    g->game.inbox.needs = needs_of(request->job);
    struct farm_options options = {.job = request->job,
                                   .self = request->self,
                                   .task = request->task,
                                   .task_len = request->task_len,
                                   .game = g->game.number,
                                   .seed = secret,
                                   .lease_ns = g->game.cluster->options.lease_ms * (int64_t)NS_PER_MS,
                                   .send = on_send,
                                   .ended = on_ended,
                                   .context = g};
    if (g->seat == NULL || (g->farm = farm_new(&options)) == NULL) {
        cluster_game_leave(&g->game);
        cluster_game_release(&g->game);
        return nash_fail(error, NASH_NOMEM, "", "the server has no memory for the units of this job");
    }
    for (unsigned i = 0; i < request->members; i++)
        g->seat[i].requested = request->member != NULL ? request->member[i] : "local";
    g->begin_ns = now_ns(g);
    if (request->next == NULL)
        farm_game_restore(g);
    return NASH_OK;
}

static bool farm_game_over(struct farm_game *g, int64_t now)
{
    g->run->clock_in = 0; /* called at most some thousand times a second: read the clock each time */
    if (g->request.next == NULL && farm_state(g->farm) != FARM_RUNNING)
        return true;
    return nash_stop(g->run, g->request.check) || farm_game_next(g, now);
}

int64_t farm_game_step(struct cluster_game *game)
{
    struct farm_game *g = (struct farm_game *)game;
    int64_t now = now_ns(g), latest = now + (int64_t)STEP_MS * NS_PER_MS;
    bool more = farm_game_receive(g, now), has_task = farm_counts(g->farm).rounds > 0;
    if (has_task) {
        seats_fill(g, now);
        seats_help(g, now);
    }
    for (unsigned i = 0; i < g->seats; i++)
        if (g->seat[i].stay != NULL)
            farm_set_capacity(g->seat[i].stay->as, g->seat[i].stay->member->capacity);
    int64_t next = farm_step(g->farm, now);
    seats_free_ended(g);
    if (farm_game_over(g, now))
        return CLUSTER_GAME_OVER;
    farm_game_save(g, now);
    farm_game_report(g);
    if (g->run->deadline_ns > 0 && g->run->deadline_ns < latest)
        latest = g->run->deadline_ns;
    return more ? 0 : next < latest ? next : latest;
}

void farm_game_stop(struct farm_game *g)
{
    if (g->stopped)
        return;
    g->stopped = true;
    registry_want(g->game.cluster, &g->game.inbox, 0);
    farm_bye(g->farm);
    for (struct farm_stay *stay = g->stays; stay != NULL; stay = stay->next)
        if (stay->seat != NULL)
            stay_end(stay, REGISTRY_NOT_NEEDED);
}

static void write_credit(struct farm_game *g)
{
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    farm_write_credit(g->farm, &out);
    const char *credit = buf.failed ? NULL : nash_arena_strndup(g->run->arena, buf.data, buf.len);
    g->credit = credit != NULL ? credit : "[]";
    nash_buf_free(&buf);
}

enum nash_status farm_game_end(struct farm_game *g, struct nash_error *error)
{
    enum farm_state state = farm_state(g->farm);
    enum nash_status status = NASH_OK;
    cluster_game_leave(&g->game);
    farm_game_stop(g);
    for (struct farm_stay *stay = g->stays; stay != NULL; stay = stay->next)
        member_unref(stay->member);
    inbox_drain(g);
    cluster_game_release(&g->game);
    g->complete = state == FARM_COMPLETE;
    g->counts = farm_counts(g->farm);
    if (state == FARM_FAILED)
        status = nash_fail(error, farm_error_status(g->farm), "", "%s", farm_error(g->farm));
    else
        farm_merge(g->farm, g->request.gaps);
    write_credit(g);
    farm_free(g->farm);
    g->farm = NULL;
    return status;
}

void farm_game_describe(const struct cluster_game *game, struct nash_jsonw *out)
{
    const struct farm_game *g = (const struct farm_game *)game;
    nash_jsonw_kstring(out, "mode", "farm");
    nash_jsonw_kuint(out, "seats", g->seats - 1);
}
