/* Who plays which band: leases.
 *
 * A lease is a band, an epoch and the letters as committed. Each lease of a game has an epoch of its own, ascending,
 * and an answer counts only with the epoch of its band's lease: what comes late from a member that lost its band, or
 * from one that was leased anew meanwhile, is dropped. A member that is silent for lease_ms although it was asked
 * something loses its band; one that is not asked anything is asked whether it is there. Who follows: another of the
 * wanted kind, else a thread here, else the hub itself, so that a game always goes on. */
#include <string.h>

#include <base/clock.h>
#include <base/log.h>

#include "conduct.h"

enum {
    PINGS = 3,    /* in the time of a lease */
    PATIENCE = 4, /* leases after which a member that lives, but does not answer, loses its band */
    LEASE_ROOM = MESSAGE_HEAD + MESSAGE_LEASE_FIXED + GAME_CELLS_MAX * 9
};

void lease_send(struct band *band, const uint8_t *message, size_t len, bool owes)
{
    struct bytes *bytes = bytes_copy(message, len);
    if (bytes == NULL)
        return; /* as if it had been lost on its way */
    int64_t now_ns = clock_mono_ns();
    if (owes && band->owed++ == 0)
        band->asked_ns = now_ns;
    band->report.messages++;
    band->report.bytes_out += len;
    band->member->way->send(band->member, bytes);
    bytes_unref(bytes);
}

/* ---- giving ---- */

static void send_lease(struct conduct *c, struct band *band)
{
    const struct game_rules *rules = c->playing.rules;
    uint8_t message[LEASE_ROOM];
    size_t len = MESSAGE_LEASE_FIXED + (size_t)rules->cells * 9;
    uint8_t *p = message_head_write(message, MESSAGE_LEASE, c->game, band->epoch, len);
    *p++ = (uint8_t)rules->side;
    *p++ = (uint8_t)c->playing.problem->box_rows;
    *p++ = (uint8_t)c->playing.problem->box_cols;
    *p++ = 0; /* no regions */
    p = message_put16(message_put16(p, band->row), band->row_end);
    p = message_put64(message_put64(p, c->seed), c->chain->tick);
    p = message_put32(message_put32(p, c->playing.weights.beta), rules->cells);
    for (uint32_t cell = 0; cell < rules->cells; cell++)
        p = message_put64(p, rules->allowed[cell]);
    memcpy(p, c->chain->state.letter, rules->cells);
    lease_send(band, message, MESSAGE_HEAD + len, true);
}

/* The member has the band from now on, at the committed tick. */
void lease_renew(struct conduct *c, struct band *band)
{
    band->epoch = ++c->epoch;
    band->stands_at = c->chain->tick;
    band->asked_ns = 0;
    band->owed = 0;
    band->heard_ns = clock_mono_ns();
    band->pinged_ns = 0;
    band->report.leases++;
    band->report.state = "playing";
    send_lease(c, band);
    c->mode->leased(c, band);
}

static void seat(struct conduct *c, struct band *band, struct member *member)
{
    band->member = member;
    band->refusals = 0;
    band->trips = (struct trips){0};
    memcpy(band->report.member, member->name, sizeof band->report.member);
    band->report.kind = member_kind_name(member->kind);
    lease_renew(c, band);
}

/* Nobody plays it, or somebody who is there anyway. */
static bool waits_for_phone(const struct band *band)
{
    return strcmp(band->wish, "phone") == 0 && (band->member == NULL || band->member->kind == MEMBER_LOCAL);
}

/* Whose name is in the request was there once: who lost it or was caught does not get it back. */
static struct member *take_wished(struct conduct *c, const struct band *band)
{
    bool by_name = strcmp(band->wish, "local") != 0 && strcmp(band->wish, "phone") != 0;
    return by_name && band->report.leases > 0 ? NULL : roster_take(c->shards, band->wish, &c->inbox);
}

void lease_find(struct conduct *c, struct band *band)
{
    struct member *member = take_wished(c, band);
    if (member == NULL && c->gathering && waits_for_phone(band))
        return;
    if (member == NULL && strcmp(band->wish, "local") != 0)
        member = roster_take(c->shards, "local", &c->inbox);
    if (member != NULL) {
        seat(c, band, member);
        return;
    }
    memcpy(band->report.member, "hub", sizeof "hub");
    band->report.kind = "local";
    band->report.state = "playing";
    c->mode->leased(c, band);
}

void lease_all(struct conduct *c)
{
    for (unsigned i = 0; i < c->bands; i++)
        if (c->band[i].member != NULL)
            lease_renew(c, &c->band[i]);
}

void lease_fill(struct conduct *c)
{
    for (unsigned i = 0; i < c->bands; i++)
        if (c->band[i].member == NULL)
            lease_find(c, &c->band[i]);
}

/* ---- ending ---- */

static void bye(struct conduct *c, struct band *band)
{
    uint8_t message[MESSAGE_HEAD];
    message_head_write(message, MESSAGE_BYE, c->game, band->epoch, 0);
    lease_send(band, message, sizeof message, false);
}

/* Letters that nobody will read. Who joined meanwhile is given back. */
static void drop_letters(struct conduct *c)
{
    for (struct letter *letter; (letter = inbox_take(&c->inbox, 0)) != NULL; letter_free(letter)) {
        if (letter->type == LETTER_SAID)
            roster_read(letter->member);
        if (letter->type == LETTER_JOINED)
            roster_give_back(letter->member, ROSTER_NOT_NEEDED);
    }
}

void lease_end(struct conduct *c, struct band *band, const char *state, enum roster_why why, bool replace)
{
    struct member *member = band->member;
    bye(c, band);
    band->member = NULL;
    band->asked_ns = 0;
    band->owed = 0;
    band->report.state = state;
    roster_give_back(member, why);
    if (replace) {
        lease_find(c, band);
        lease_want(c);
    }
}

void lease_release(struct conduct *c)
{
    roster_want(c->shards, &c->inbox, 0);
    for (unsigned i = 0; i < c->bands; i++)
        if (c->band[i].member != NULL)
            lease_end(c, &c->band[i], "done", ROSTER_NOT_NEEDED, false);
    drop_letters(c);
}

/* ---- phones that come later ---- */

void lease_want(struct conduct *c)
{
    unsigned wanted = 0;
    for (unsigned i = 0; i < c->bands; i++)
        wanted += waits_for_phone(&c->band[i]);
    roster_want(c->shards, &c->inbox, wanted);
}

void lease_joined(struct conduct *c, struct member *member)
{
    for (unsigned i = 0; i < c->bands; i++) {
        struct band *band = &c->band[i];
        if (!waits_for_phone(band))
            continue;
        if (band->member != NULL)
            lease_end(c, band, "done", ROSTER_NOT_NEEDED, false);
        seat(c, band, member);
        return;
    }
    roster_give_back(member, ROSTER_NOT_NEEDED);
}

/* ---- heartbeats ---- */

static void ping(struct conduct *c, struct band *band, int64_t now_ns)
{
    uint8_t message[MESSAGE_HEAD + 4];
    message_put32(message_head_write(message, MESSAGE_PING, c->game, band->epoch, 4), (uint32_t)(now_ns / ns_per_ms));
    band->pinged_ns = now_ns;
    lease_send(band, message, sizeof message, true);
}

static void watch(struct conduct *c, struct band *band, int64_t now_ns)
{
    int64_t silent_since = band->heard_ns > band->asked_ns ? band->heard_ns : band->asked_ns;
    bool silent = band->asked_ns != 0 && now_ns - silent_since > c->lease_ns;
    bool stuck = band->owes_round && now_ns - band->round_ns > PATIENCE * c->lease_ns;
    if (silent || stuck) {
        log_info("shard lease lost", "game=%u member=\"%s\" silent_ms=%lld", c->game, band->member->name,
                 (long long)((now_ns - silent_since) / ns_per_ms));
        band->report.faults++;
        lease_end(c, band, "lost", ROSTER_SILENT, true);
        return;
    }
    int64_t last = band->heard_ns > band->pinged_ns ? band->heard_ns : band->pinged_ns;
    if (now_ns - last > c->lease_ns / PINGS)
        ping(c, band, now_ns);
}

void lease_watch(struct conduct *c, int64_t now_ns)
{
    for (unsigned i = 0; i < c->bands; i++) {
        struct band *band = &c->band[i];
        if (band->member != NULL && band->member->kind != MEMBER_LOCAL) /* a thread here does not get lost */
            watch(c, band, now_ns);
    }
}
