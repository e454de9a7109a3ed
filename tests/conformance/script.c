/* See script.h. The script mirrors the state of the shard, as a hub does. After a broken message the mirror may be
 * wrong, so the script sends a new lease soon after. */
#include "script.h"

#include <stdlib.h>
#include <string.h>

#include <cluster/sudoku/shard/protocol.h>
#include <solvers/sudoku/loglinear/chance.h>
#include <solvers/sudoku/loglinear/weights.h>

enum { FOREIGN_MAX = 64, REGION_SWAPS = 4 };

struct script {
    struct shard *shard;
    uint64_t random;
    bool broken;
    void (*each)(void *, struct shard *, const uint8_t *, size_t, const uint8_t *, size_t);
    void *context;

    uint32_t game, epoch;
    uint32_t side, box_rows, box_cols, row, row_end, players, beta;
    bool regions;
    uint64_t seed, tick;
    uint64_t allowed[GAME_CELLS_MAX];
    uint16_t player[GAME_CELLS_MAX];
    uint8_t value[GAME_CELLS_MAX], region[GAME_CELLS_MAX];

    uint32_t ticks; /* of the last round */
    struct game_event told[FOREIGN_MAX], own[MESSAGE_EVENTS_MAX];
    uint32_t told_count, own_count;

    uint8_t message[MESSAGE_MAX + 64], answer[MESSAGE_MAX];
};

/* splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t draw(struct script *s)
{
    uint64_t z = s->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint32_t below(struct script *s, uint32_t n)
{
    return (uint32_t)(draw(s) % n);
}

static bool chance(struct script *s, uint32_t percent)
{
    return below(s, 100) < percent;
}

/* ---- boards ---- */

static uint32_t bits(uint64_t mask)
{
    return (uint32_t)__builtin_popcountll(mask);
}

static uint8_t any_letter(struct script *s, uint64_t mask)
{
    for (uint32_t n = below(s, bits(mask)); n > 0; n--)
        mask &= mask - 1;
    return (uint8_t)__builtin_ctzll(mask);
}

/* Makes strategy sets around a solution: for a share of the cells only its value, for the others more. */
static void make_players(struct script *s)
{
    uint64_t all = (UINT64_C(1) << s->side) - 1;
    uint32_t fixed = below(s, 5) * 20, whole = below(s, 3) * 50, turn = below(s, s->side);
    do {
        s->players = 0;
        for (uint32_t cell = 0; cell < s->side * s->side; cell++) {
            uint32_t row = cell / s->side, column = cell % s->side;
            uint32_t value = (row % s->box_rows * s->box_cols + row / s->box_rows + column + turn) % s->side;
            s->allowed[cell] = UINT64_C(1) << value;
            if (!chance(s, fixed))
                s->allowed[cell] |= chance(s, whole) ? all : draw(s) & draw(s) & all;
            s->value[cell] = any_letter(s, s->allowed[cell]);
            if (bits(s->allowed[cell]) > 1)
                s->player[s->players++] = (uint16_t)cell;
        }
    } while (s->players == 0);
}

static void make_board(struct script *s)
{
    static const uint8_t box[][2] = {{2, 2}, {1, 5}, {2, 3}, {1, 7}, {2, 4}, {3, 3}, {2, 5}, {3, 4},
                                     {4, 4}, {3, 6}, {4, 5}, {5, 5}, {4, 8}, {6, 6}, {7, 7}};
    static const uint32_t betas[] = {0, 65536, 150000, 220000, 281805, 655360, BETA_MAX};
    uint32_t k = below(s, sizeof box / sizeof *box);
    s->box_rows = box[k][0];
    s->box_cols = box[k][1];
    s->side = s->box_rows * s->box_cols;
    s->row = below(s, s->side);
    s->row_end = s->row + 1 + below(s, s->side - s->row);
    s->beta = betas[below(s, sizeof betas / sizeof *betas)];
    s->seed = draw(s);
    s->tick = draw(s);
    s->tick >>= 9 + below(s, 55);
    s->regions = chance(s, 25);
    for (uint32_t cell = 0; cell < s->side * s->side; cell++)
        s->region[cell] = (uint8_t)(cell / s->side);
    for (uint32_t i = 0; i < REGION_SWAPS * s->side; i++) {
        uint32_t a = below(s, s->side * s->side), b = below(s, s->side * s->side);
        uint8_t kept = s->region[a];
        s->region[a] = s->region[b];
        s->region[b] = kept;
    }
    make_players(s);
}

/* ---- messages: each writes s->message and returns its length ---- */

static size_t write_lease(struct script *s)
{
    uint32_t cells = s->side * s->side;
    uint8_t *p = s->message + MESSAGE_HEAD;
    p[0] = (uint8_t)s->side;
    p[1] = (uint8_t)s->box_rows;
    p[2] = (uint8_t)s->box_cols;
    p[3] = s->regions ? MESSAGE_REGIONS : 0;
    p = message_put64(message_put16(message_put16(p + 4, s->row), s->row_end), s->seed);
    p = message_put32(message_put32(message_put64(p, s->tick), s->beta), cells);
    for (uint32_t cell = 0; cell < cells; cell++)
        p = message_put64(p, s->allowed[cell]);
    memcpy(p, s->value, cells);
    p += cells;
    if (s->regions) {
        memcpy(p, s->region, cells);
        p += cells;
    }
    size_t len = (size_t)(p - s->message);
    protocol_head_write(s->message, MESSAGE_LEASE, s->game, s->epoch, len - MESSAGE_HEAD);
    return len;
}

/* Writes all changes before tick `cut` of the last round, in order, and updates the mirror. */
static uint8_t *write_committed(struct script *s, uint8_t *p, uint32_t cut, uint32_t *count)
{
    uint32_t own = 0, told = 0;
    for (*count = 0; *count < MESSAGE_EVENTS_MAX; ++*count) {
        bool mine = own < s->own_count && (told == s->told_count || s->own[own].at < s->told[told].at);
        if (!mine && told == s->told_count)
            break;
        const struct game_event *event = mine ? &s->own[own++] : &s->told[told++];
        if (event->at >= cut)
            break;
        p = message_put_event(p, event);
        s->value[event->cell] = event->to;
    }
    return p;
}

/* Generates changes that the players of other rows might make in n ticks from here. */
static void tell(struct script *s, uint32_t n)
{
    uint8_t now[GAME_CELLS_MAX];
    memcpy(now, s->value, sizeof now);
    s->told_count = 0;
    for (uint32_t at = below(s, n); at < n && s->told_count < FOREIGN_MAX; at += 1 + below(s, 1 + n / 8)) {
        struct chance when = chance_at(s->seed, CHANCE_TICK, s->tick + at);
        uint32_t cell = s->player[chance_below(when.who, s->players)], row = cell / s->side;
        if (row >= s->row && row < s->row_end)
            continue;
        uint8_t to = any_letter(s, s->allowed[cell] & ~(UINT64_C(1) << now[cell]));
        s->told[s->told_count++] = (struct game_event){at, (uint16_t)cell, now[cell], to};
        now[cell] = to;
    }
}

/* Writes a ROUND (n > 0) or a COMMIT. */
static size_t write_round(struct script *s, uint32_t n)
{
    uint32_t fixed = n > 0 ? MESSAGE_ROUND_FIXED : MESSAGE_COMMIT_FIXED;
    uint32_t cut = chance(s, 30) ? s->ticks : below(s, s->ticks + 1), committed;
    uint64_t from = s->tick;
    uint8_t *p = write_committed(s, s->message + MESSAGE_HEAD + fixed, cut, &committed), *q = s->message + MESSAGE_HEAD;
    s->tick += cut;
    s->ticks = s->told_count = s->own_count = 0;
    if (n > 0 && chance(s, 80))
        tell(s, n);
    for (uint32_t i = 0; i < s->told_count; i++)
        p = message_put_event(p, &s->told[i]);
    q = message_put64(message_put64(q, from), s->tick);
    if (n > 0)
        q = message_put32(message_put32(message_put32(q, n), committed), s->told_count);
    else
        q = message_put32(q, committed);
    message_put32(q, 0);
    size_t len = (size_t)(p - s->message);
    protocol_head_write(s->message, n > 0 ? MESSAGE_ROUND : MESSAGE_COMMIT, s->game, s->epoch, len - MESSAGE_HEAD);
    return len;
}

static size_t write_small(struct script *s, unsigned type)
{
    uint32_t len = type == MESSAGE_PING ? 4 : 0;
    message_put32(protocol_head_write(s->message, type, s->game, s->epoch, len), (uint32_t)draw(s));
    return MESSAGE_HEAD + len;
}

/* ---- sending ---- */

/* Stores a round's answer. */
static void hear(struct script *s, size_t len)
{
    if (len == 0 || s->answer[0] != MESSAGE_EVENTS)
        return;
    const uint8_t *p = s->answer + MESSAGE_HEAD;
    s->ticks = message_u32(p + 8);
    s->own_count = message_u32(p + 12);
    for (uint32_t i = 0; i < s->own_count; i++)
        s->own[i] = message_event(p + MESSAGE_EVENTS_FIXED + (size_t)i * MESSAGE_EVENT);
}

/* Sends a copy of exact length, so that sanitizers detect an overrun. */
static void say(struct script *s, size_t len)
{
    uint8_t *said = malloc(len + (len == 0));
    if (!said)
        abort();
    memcpy(said, s->message, len);
    size_t answered = shard_take(s->shard, said, len, s->answer, sizeof s->answer);
    s->each(s->context, s->shard, said, len, s->answer, answered);
    free(said);
    hear(s, answered);
}

static void lease(struct script *s)
{
    s->epoch++;
    s->ticks = s->told_count = s->own_count = 0;
    say(s, write_lease(s));
}

static uint32_t any_ticks(struct script *s)
{
    static const uint32_t most[] = {1, 2, 100, 1000, 2000, 5000, 40000};
    return 1 + below(s, most[below(s, sizeof most / sizeof *most)]);
}

/* Returns whether the byte is part of the number of ticks, which is left unchanged, because it determines
 * how long an answer takes. */
static bool is_effort(const struct script *s, size_t at)
{
    return s->message[0] == MESSAGE_ROUND && at / 4 == (MESSAGE_HEAD + 16) / 4;
}

/* Flips a bit, sets a byte, truncates or extends. Returns the new length. */
static size_t spoil(struct script *s, size_t len)
{
    size_t at = below(s, chance(s, 60) && len > 64 ? 64 : (uint32_t)len);
    switch (below(s, 6)) {
    case 0:
        return at;
    case 1:
        memset(s->message + len, 0, 16);
        len += 1 + below(s, 16);
        if (chance(s, 50))
            message_put32(s->message + 4, (uint32_t)(len - MESSAGE_HEAD));
        return len;
    case 2:
        if (at >= MESSAGE_HEAD)
            message_put32(s->message + 4, (uint32_t)(at - MESSAGE_HEAD));
        return at;
    case 3:
        if (!is_effort(s, at))
            s->message[at] = (uint8_t)draw(s);
        return len;
    default:
        if (!is_effort(s, at))
            s->message[at] ^= (uint8_t)(1U << below(s, 8));
        return len;
    }
}

static size_t write_any(struct script *s)
{
    uint32_t dice = below(s, 100);
    if (dice < 60)
        return write_round(s, any_ticks(s));
    if (dice < 85)
        return write_round(s, 0);
    return write_small(s, dice < 96 ? MESSAGE_PING : dice < 98 ? MESSAGE_BYE : (unsigned)below(s, 256));
}

void script_run(struct shard *shard, uint64_t seed, unsigned steps, bool broken,
                void (*each)(void *, struct shard *, const uint8_t *, size_t, const uint8_t *, size_t), void *context)
{
    struct script *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    *s = (struct script){.shard = shard, .random = seed, .broken = broken, .each = each, .context = context};
    s->game = (uint32_t)draw(s);
    s->epoch = below(s, 1000);
    make_board(s);
    say(s, write_small(s, MESSAGE_COMMIT)); /* without a lease */
    lease(s);
    for (unsigned i = 0; i < steps; i++) {
        if (broken && chance(s, 20)) {
            say(s, spoil(s, chance(s, 25) ? write_lease(s) : write_any(s)));
            s->ticks = s->told_count = s->own_count = 0;
            if (chance(s, 60))
                lease(s);
        } else if (chance(s, 3)) {
            s->epoch -= 1; /* late: of the previous lease */
            say(s, chance(s, 50) ? write_lease(s) : write_any(s));
            s->epoch += 1;
            lease(s);
        } else if (chance(s, 2)) {
            s->game++;
            make_board(s);
            lease(s);
        } else {
            size_t len = write_any(s);
            say(s, len);
            if (s->message[0] == MESSAGE_BYE && chance(s, 50))
                lease(s);
        }
    }
    free(s);
}
