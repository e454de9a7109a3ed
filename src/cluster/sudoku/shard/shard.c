/* See shard.h and protocol.h. There is one function for each type of message. It first makes the checks that need no
 * game state; the chain makes the others. A refused message has changed nothing, with two exceptions: a LEASE ends the
 * previous lease even if it is malformed, and the commit of a ROUND stays if the foreign events do not fit. */
#include "shard.h"

#include <solvers/sudoku/loglinear/chain.h>

#include "protocol.h"

struct shard {
    bool leased;
    bool met; /* `game` and `epoch` are set: those of the present lease or of the last one */
    uint32_t game, epoch;
    uint32_t row, row_end;
    struct game_rules rules;
    struct game_weights weights;
    struct chain chain;
    struct game_event others[MESSAGE_EVENTS_MAX]; /* foreign events of this message */
    struct game_event own[MESSAGE_EVENTS_MAX];    /* committed events of this message; then the events played */
};

/* A message being carried out, and the buffer for its answer. */
struct request {
    struct shard *shard;
    struct message_head head;
    const uint8_t *body;
    uint8_t *answer;
};

size_t shard_bytes(void)
{
    return sizeof(struct shard);
}

struct shard *shard_init(void *memory)
{
    struct shard *shard = memory;
    shard->leased = shard->met = false;
    return shard;
}

/* ---- answers ---- */

static uint8_t *answer_head(const struct request *t, unsigned type, size_t len)
{
    return protocol_head_write(t->answer, type, t->head.game, t->head.epoch, len);
}

static size_t answer_refused(const struct request *t, enum message_refusal why)
{
    return (size_t)(message_put32(answer_head(t, MESSAGE_REFUSED, 4), why) - t->answer);
}

static size_t answer_leased(const struct request *t)
{
    const struct chain *chain = &t->shard->chain;
    uint8_t *p = message_put64(answer_head(t, MESSAGE_LEASED, MESSAGE_LEASED_FIXED), chain->tick);
    p = message_put32(message_put32(p, chain->state.conflicts), 0);
    return (size_t)(p - t->answer);
}

/* ---- LEASE ---- */

/* Reads the regions. Returns false unless each has as many cells as the board has rows. */
static bool lease_read_regions(struct game_rules *rules, const uint8_t *region)
{
    uint8_t size[GAME_SIDE_MAX] = {0};
    for (uint32_t cell = 0; cell < rules->cells; cell++) {
        if (region[cell] >= rules->side || ++size[region[cell]] > rules->side)
            return false;
        rules->box[cell] = region[cell];
    }
    return true;
}

/* Reads the rules. Returns false if they are malformed, or describe a board without a player. */
static bool lease_read_rules(struct shard *shard, const uint8_t *body, size_t len)
{
    struct game_rules *rules = &shard->rules;
    uint32_t side = body[0], flags = body[3], cells = message_u32(body + 28);
    bool regions = flags & MESSAGE_REGIONS;
    uint64_t allowed[GAME_CELLS_MAX];
    if (side < 4 || side > GAME_SIDE_MAX || cells != side * side || flags > MESSAGE_REGIONS ||
        len != MESSAGE_LEASE_FIXED + (size_t)cells * (regions ? 10 : 9))
        return false;
    const uint8_t *masks = body + MESSAGE_LEASE_FIXED;
    for (uint32_t cell = 0; cell < cells; cell++)
        allowed[cell] = message_u64(masks + (size_t)cell * 8);
    return game_rules_init(rules, side, regions ? 1 : body[1], regions ? side : body[2], allowed) &&
           rules->players > 0 && (!regions || lease_read_regions(rules, masks + (size_t)cells * 9));
}

static size_t shard_take_lease(struct request *t)
{
    struct shard *shard = t->shard;
    if (shard->met && t->head.game == shard->game && t->head.epoch < shard->epoch)
        return answer_refused(t, MESSAGE_UNLEASED);
    /* The old lease ends here in any case: the hub has given it up. */
    shard->leased = false;
    if (t->head.len < MESSAGE_LEASE_FIXED)
        return answer_refused(t, MESSAGE_MALFORMED);
    uint32_t row = message_u16(t->body + 4), row_end = message_u16(t->body + 6), beta = message_u32(t->body + 24);
    uint64_t seed = message_u64(t->body + 8), tick = message_u64(t->body + 16);
    if (row >= row_end || row_end > t->body[0] || beta > BETA_MAX || tick > MESSAGE_TICK_MAX ||
        !lease_read_rules(shard, t->body, t->head.len))
        return answer_refused(t, MESSAGE_MALFORMED);
    game_weights_init(&shard->weights, beta);
    if (!chain_init(&shard->chain, &shard->rules, &shard->weights, seed, tick,
                    t->body + MESSAGE_LEASE_FIXED + (size_t)shard->rules.cells * 8))
        return answer_refused(t, MESSAGE_MALFORMED);
    shard->leased = shard->met = true;
    shard->game = t->head.game;
    shard->epoch = t->head.epoch;
    shard->row = row;
    shard->row_end = row_end;
    return answer_leased(t);
}

/* ---- ROUND and COMMIT ---- */

/* Reads `count` events. Returns false if a cell, value or `at` (>= ticks) is out of range or `at` does not ascend, or,
 * if `foreign`, a cell is in the shard's own rows. */
static bool events_read(const struct shard *shard, const uint8_t *body, uint32_t count, uint64_t ticks, bool foreign,
                        struct game_event *out)
{
    const struct game_rules *rules = &shard->rules;
    uint64_t least = 0;
    for (uint32_t i = 0; i < count; i++, body += MESSAGE_EVENT) {
        struct game_event event = message_event(body);
        if (event.at < least || event.at >= ticks || event.cell >= rules->cells || event.from >= rules->side ||
            event.to >= rules->side || event.from == event.to)
            return false;
        if (foreign && rules->row[event.cell] >= shard->row && rules->row[event.cell] < shard->row_end)
            return false;
        least = (uint64_t)event.at + 1;
        out[i] = event;
    }
    return true;
}

/* Commits the list of `count` events, and advances the shard from tick `from` to `tick`. Returns 0, or an enum
 * message_refusal. */
static uint32_t shard_commit(struct shard *shard, const uint8_t *list, uint32_t count, uint64_t from, uint64_t tick)
{
    if (tick < from || tick > MESSAGE_TICK_MAX || !events_read(shard, list, count, tick - from, false, shard->own))
        return MESSAGE_MALFORMED;
    if (from != shard->chain.tick || !chain_commit(&shard->chain, shard->own, count, tick))
        return MESSAGE_OUT_OF_STEP;
    return 0;
}

static size_t shard_take_round(struct request *t)
{
    struct shard *shard = t->shard;
    if (t->head.len < MESSAGE_ROUND_FIXED)
        return answer_refused(t, MESSAGE_MALFORMED);
    uint64_t from = message_u64(t->body), tick = message_u64(t->body + 8);
    uint32_t n = message_u32(t->body + 16), committed = message_u32(t->body + 20), foreign = message_u32(t->body + 24);
    if (n == 0 || committed > MESSAGE_EVENTS_MAX || foreign > MESSAGE_EVENTS_MAX ||
        t->head.len != MESSAGE_ROUND_FIXED + (size_t)(committed + foreign) * MESSAGE_EVENT)
        return answer_refused(t, MESSAGE_MALFORMED);
    const uint8_t *list = t->body + MESSAGE_ROUND_FIXED, *others = list + (size_t)committed * MESSAGE_EVENT;
    if (!events_read(shard, others, foreign, UINT64_MAX, true, shard->others))
        return answer_refused(t, MESSAGE_MALFORMED);
    uint32_t why = shard_commit(shard, list, committed, from, tick);
    if (why != 0)
        return answer_refused(t, why);
    if (n > MESSAGE_TICKS_MAX)
        n = MESSAGE_TICKS_MAX;
    size_t own = chain_window(&shard->chain, &n, shard->row, shard->row_end, shard->others, foreign, shard->own,
                              MESSAGE_EVENTS_MAX);
    if (own == SIZE_MAX)
        return answer_refused(t, MESSAGE_OUT_OF_STEP);
    uint8_t *p = answer_head(t, MESSAGE_EVENTS, MESSAGE_EVENTS_FIXED + own * MESSAGE_EVENT);
    p = message_put32(message_put32(message_put64(p, tick), n), (uint32_t)own);
    for (size_t i = 0; i < own; i++)
        p = message_put_event(p, &shard->own[i]);
    return (size_t)(p - t->answer);
}

static size_t shard_take_commit(struct request *t)
{
    if (t->head.len < MESSAGE_COMMIT_FIXED)
        return answer_refused(t, MESSAGE_MALFORMED);
    uint32_t count = message_u32(t->body + 16);
    if (count > MESSAGE_EVENTS_MAX || t->head.len != MESSAGE_COMMIT_FIXED + (size_t)count * MESSAGE_EVENT)
        return answer_refused(t, MESSAGE_MALFORMED);
    uint32_t why =
        shard_commit(t->shard, t->body + MESSAGE_COMMIT_FIXED, count, message_u64(t->body), message_u64(t->body + 8));
    return why != 0 ? answer_refused(t, why) : answer_leased(t);
}

/* ---- the other types ---- */

static size_t shard_take_ping(struct request *t)
{
    if (t->head.len != 4)
        return answer_refused(t, MESSAGE_MALFORMED);
    return (size_t)(message_put32(answer_head(t, MESSAGE_PONG, 4), message_u32(t->body)) - t->answer);
}

static bool is_leased(const struct request *t)
{
    const struct shard *shard = t->shard;
    return shard->leased && t->head.game == shard->game && t->head.epoch == shard->epoch;
}

size_t shard_take(struct shard *shard, const uint8_t *message, size_t len, uint8_t *answer, size_t room)
{
    struct request t = {.shard = shard, .body = message + MESSAGE_HEAD, .answer = answer};
    if (room < MESSAGE_MAX)
        return 0;
    if (!message_head_read(&t.head, message, len)) {
        bool readable = len >= MESSAGE_HEAD && len <= MESSAGE_MAX;
        return answer_refused(&t,
                              readable && message[1] != MESSAGE_VERSION ? MESSAGE_OF_OTHER_VERSION : MESSAGE_MALFORMED);
    }
    switch (t.head.type) {
    case MESSAGE_LEASE:
        return shard_take_lease(&t);
    case MESSAGE_ROUND:
        return is_leased(&t) ? shard_take_round(&t) : answer_refused(&t, MESSAGE_UNLEASED);
    case MESSAGE_COMMIT:
        return is_leased(&t) ? shard_take_commit(&t) : answer_refused(&t, MESSAGE_UNLEASED);
    case MESSAGE_PING:
        return shard_take_ping(&t);
    case MESSAGE_BYE:
        if (is_leased(&t))
            shard->leased = false;
        return 0;
    default:
        return t.head.type < MESSAGE_LEASED ? answer_refused(&t, MESSAGE_MALFORMED) : 0;
    }
}

/* ---- for display ---- */

const uint8_t *shard_values(const struct shard *shard, uint32_t *side, uint32_t *row, uint32_t *row_end)
{
    if (!shard->leased)
        return NULL;
    *side = shard->rules.side;
    *row = shard->row;
    *row_end = shard->row_end;
    return shard->chain.state.value;
}

uint32_t shard_conflicts(const struct shard *shard)
{
    return shard->leased ? shard->chain.state.conflicts : 0;
}
