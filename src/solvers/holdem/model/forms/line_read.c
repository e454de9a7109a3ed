/* Reads the form "line" from JSON:
 * {"line": "p3 cbr 250; p4 f; ..." or ["..."], "players": 6 or [names], "stacks": 10000 or [..], "blinds": [50, 100],
 *  "antes": 0 or [..], "of": "p3", "hero": {"player": "p1", "cards": "AhKs"}, "range": "..", "raises": [..], "model":
 * {}} or {"hand": text of a hand history, "format", "of", "hero", "range", "raises", "model"}. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <solvers/holdem/range/range.h>

#include "line.h"

#define LINE_CHIPS_MAX 1e12

static struct text_span span_of(const char *text)
{
    return (struct text_span){text, text + strlen(text)};
}

static int64_t amount_of(double chips)
{
    return llround(chips * (double)HISTORY_CHIP);
}

/* ---- the table ---- */

static void read_players(struct reader *r, struct holdem_history_hand *hand)
{
    struct reader players;
    hand->players = 6;
    if (reader_member(&players, r, "players") && cJSON_IsArray(players.value)) {
        const size_t count = reader_count(&players);
        if (count < 2 || count > HISTORY_SEATS) {
            reader_fail(&players, NASH_INVALID, NULL, "expected 2 to %d names", HISTORY_SEATS);
            return;
        }
        hand->players = 0;
        for (struct reader item = {0}; reader_item(&item, &players);) {
            const char *name = reader_as_string(&item, LINE_NAME_BYTES);
            if (name && !*name)
                reader_fail(&item, NASH_INVALID, NULL, "expected a name of 1 to %d bytes", HISTORY_NAME - 1);
            if (name && strlen(name) >= HISTORY_NAME)
                reader_fail(&item, NASH_UNPROCESSABLE, NULL, "expected a name of at most %d bytes", HISTORY_NAME - 1);
            snprintf(hand->seat[hand->players++].name, HISTORY_NAME, "%s", name ? name : "");
            for (unsigned k = 0; name && k + 1 < hand->players; k++)
                if (strcmp(hand->seat[k].name, name) == 0)
                    reader_fail(&item, NASH_UNPROCESSABLE, NULL, "two players have this name");
        }
        return;
    }
    hand->players = (uint8_t)reader_int(r, "players", 2, HISTORY_SEATS, 6);
    for (unsigned k = 0; k < hand->players; k++)
        snprintf(hand->seat[k].name, HISTORY_NAME, "p%u", k + 1);
}

/* Reads a number for all players, or an array with one for each. */
static void read_amounts(struct reader *r, const char *name, double least, double fallback, unsigned players,
                         int64_t amount[static HISTORY_SEATS])
{
    struct reader member;
    for (unsigned k = 0; k < HISTORY_SEATS; k++)
        amount[k] = amount_of(fallback);
    if (!reader_member(&member, r, name))
        return;
    if (!cJSON_IsArray(member.value)) {
        const double all = reader_as_number(&member, least, LINE_CHIPS_MAX, fallback);
        for (unsigned k = 0; k < HISTORY_SEATS; k++)
            amount[k] = amount_of(all);
        return;
    }
    if (reader_count(&member) != players) {
        reader_fail(&member, NASH_UNPROCESSABLE, NULL, "expected one number for each of the %u players", players);
        return;
    }
    unsigned k = 0;
    for (struct reader item = {0}; reader_item(&item, &member);)
        amount[k++] = amount_of(reader_as_number(&item, least, LINE_CHIPS_MAX, fallback));
}

static void read_blinds(struct reader *r, struct holdem_history_hand *hand)
{
    struct reader blinds;
    double blind[2] = {50, 100};
    if (reader_array(&blinds, r, "blinds")) {
        unsigned k = 0;
        if (reader_count(&blinds) != 2)
            reader_fail(&blinds, NASH_INVALID, NULL, "expected the small and the big blind");
        for (struct reader item = {0}; k < 2 && reader_item(&item, &blinds);)
            blind[k++] = reader_as_number(&item, 0, LINE_CHIPS_MAX, 0);
        if (reader_ok(&blinds) && (blind[1] <= 0 || blind[0] > blind[1]))
            reader_fail(&blinds, NASH_UNPROCESSABLE, NULL,
                        "expected a big blind above 0 that is not below the small one");
    }
    const unsigned small = hand->players == 2;
    hand->seat[small].blind = amount_of(blind[0]);
    hand->seat[!small].blind = amount_of(blind[1]);
    hand->min_bet = hand->big_bet = amount_of(blind[1]);
}

static void read_table(struct reader *r, struct line_problem *p)
{
    struct holdem_history_hand *hand = &p->hand;
    int64_t stack[HISTORY_SEATS], ante[HISTORY_SEATS];
    read_players(r, hand);
    read_blinds(r, hand);
    if (!reader_ok(r))
        return;
    read_amounts(r, "stacks", 0, 100 * (double)hand->min_bet / (double)HISTORY_CHIP, hand->players, stack);
    read_amounts(r, "antes", 0, 0, hand->players, ante);
    for (unsigned k = 0; k < HISTORY_SEATS; k++) {
        hand->seat[k].stack = stack[k];
        hand->seat[k].ante = ante[k];
        hand->seat[k].hole[0] = hand->seat[k].hole[1] = CARD_NONE;
    }
    hand->betting = HISTORY_NO_LIMIT;
}

/* ---- players and ranges ---- */

/* Returns the player of this name, or "p3"; LINE_NONE after an error at the member. */
static uint8_t read_player(struct reader *r, const char *name, const struct holdem_history_hand *hand)
{
    const char *text = reader_string(r, name, LINE_NAME_BYTES);
    int64_t number = 0;
    if (!text)
        return LINE_NONE;
    for (unsigned k = 0; k < hand->players; k++)
        if (strcmp(hand->seat[k].name, text) == 0)
            return (uint8_t)k;
    const struct text_span digits = {text + 1, text + strlen(text)};
    if ((*text == 'p' || *text == 'P') && text_int(digits, &number) && number >= 1 && number <= hand->players)
        return (uint8_t)(number - 1);
    reader_fail(r, NASH_UNPROCESSABLE, name, "no player of the hand has this name; p1 to p%u are expected, or a name",
                hand->players);
    return LINE_NONE;
}

static void read_cards(struct reader *hero, struct line_problem *p)
{
    struct range_fault fault;
    unsigned count = 0;
    const char *text = reader_string(hero, "cards", 16);
    memcpy(p->cards, p->hand.seat[p->hero].hole, 2);
    if (!text)
        return;
    uint8_t cards[2];
    if (!range_read_cards(span_of(text), cards, 2, &count, &fault))
        reader_fail(hero, NASH_UNPROCESSABLE, "cards", "%s", fault.detail);
    else if (count != 2)
        reader_fail(hero, NASH_UNPROCESSABLE, "cards", "expected two cards");
    else if (!history_play_hole(&p->play, p->hero, cards))
        reader_fail(hero, NASH_UNPROCESSABLE, "cards", "%s", p->play.why);
    else
        memcpy(p->cards, cards, 2);
}

static void read_hero(struct reader *r, struct line_problem *p)
{
    static const char *const members[] = {"player", "cards", NULL};
    static const char *const required[] = {"player", NULL};
    struct reader hero;
    p->hero = LINE_NONE;
    if (!reader_object(&hero, r, "hero"))
        return;
    reader_only(&hero, members);
    reader_require(&hero, required);
    p->hero = read_player(&hero, "player", &p->hand);
    if (!reader_ok(r) || p->hero == LINE_NONE) {
        reader_string(&hero, "cards", 16);
        return;
    }
    if (p->hero == p->of)
        reader_fail(&hero, NASH_UNPROCESSABLE, "player", "the hero is not the player whose range is sought");
    else
        read_cards(&hero, p);
}

static void read_range(struct reader *r, struct line_problem *p)
{
    struct range_fault fault;
    struct reader member;
    const char *text = reader_string(r, "range", HOLDEM_RANGE_TEXT);
    if (!text || !reader_member(&member, r, "range"))
        return;
    struct holdem_range *range = READER_NEW(r, struct holdem_range, 1);
    if (!range)
        return;
    if (!range_read(span_of(text), range, &fault))
        reader_fail(&member, NASH_UNPROCESSABLE, NULL, "%s", fault.detail);
    struct holdem_range left = *range;
    range_remove(&left, line_known(p, HISTORY_RIVER));
    if (reader_ok(r) && range_count(&left) == 0)
        reader_fail(&member, NASH_UNPROCESSABLE, NULL, "no hand of the range is left beside the known cards");
    p->range = range;
}

static void read_options(struct reader *r, struct line_problem *p)
{
    static const char *const wants[] = {"combos", NULL};
    struct reader raises, want, model;
    if (reader_array(&raises, r, "raises")) {
        if (reader_count(&raises) > LINE_RAISES)
            reader_fail(&raises, NASH_INVALID, NULL, "expected at most %d amounts", LINE_RAISES);
        for (struct reader item = {0}; p->raises < LINE_RAISES && reader_item(&item, &raises);)
            p->raise_to[p->raises++] = amount_of(reader_as_number(&item, 0, LINE_CHIPS_MAX, 0));
    }
    if (reader_array(&want, r, "want")) {
        if (reader_count(&want) > 1)
            reader_fail_at(&want, NASH_INVALID, NULL, 1, "expected \"combos\" once");
        for (struct reader item = {0}; reader_item(&item, &want);)
            p->combos = reader_as_enum(&item, wants, 0) == 0;
    }
    if (reader_object(&model, r, "model"))
        p->model = model_read(&model);
    p->trust = reader_number(r, "trust", 0, 1, MODEL_TRUST_BY_DATA);
    if (reader_has(r, "trust") && !reader_has(r, "model"))
        reader_fail(r, NASH_UNPROCESSABLE, "trust", "has no meaning without a model");
}

/* Reads what both variants have: "of", "hero", "range", "raises", "want", "model" and "trust". */
static void read_common(struct reader *r, struct line_problem *p)
{
    static const char *const required[] = {"of", NULL};
    reader_require(r, required);
    p->of = read_player(r, "of", &p->hand);
    read_hero(r, p); /* also after a fault in the line: a later member may break the schema */
    read_range(r, p);
    read_options(r, p);
}

/* ---- the line, or the hand ---- */

/* Plays one text of the line. */
static void play_text(struct reader *at, struct line_problem *p, const char *text)
{
    if (reader_ok(at) && !holdem_line_read(&p->play, text, strlen(text)))
        reader_fail(at, NASH_UNPROCESSABLE, NULL, "%s", p->play.why);
}

/* Reads the table and plays the line. */
static void read_line(struct reader *r, struct line_problem *p)
{
    struct reader line;
    read_table(r, p);
    if (!reader_ok(r))
        return;
    if (!history_play_begin(&p->play, &p->hand)) {
        reader_fail(r, NASH_UNPROCESSABLE, NULL, "%s", p->play.why);
        return;
    }
    if (reader_member(&line, r, "line") && cJSON_IsArray(line.value)) {
        for (struct reader item = {0}; reader_item(&item, &line);) {
            const char *text = reader_as_string(&item, LINE_BYTES);
            if (text)
                play_text(&item, p, text);
        }
    } else if (reader_ok(r)) {
        const char *text = reader_as_string(&line, LINE_BYTES);
        if (text)
            play_text(&line, p, text);
    }
}

void line_read_line(struct reader *r, void **problem)
{
    static const char *const members[] = {"line",  "players", "stacks", "blinds", "antes", "of", "hero",
                                          "range", "raises",  "want",   "model",  "trust", NULL};
    struct line_problem *p = READER_NEW(r, struct line_problem, 1);
    *problem = p;
    reader_only(r, members);
    if (!p)
        return;
    p->typed = true;
    read_line(r, p);
    read_common(r, p);
}

/* Reads the hand history. */
static void read_history(struct reader *r, struct line_problem *p)
{
    struct holdem_history *h = READER_NEW(r, struct holdem_history, 1);
    const char *text = reader_string(r, "hand", LINE_BYTES);
    const unsigned format = reader_enum(r, "format", history_format_names, HISTORY_FORMAT_AUTO);
    if (!h || !text || !reader_ok(r))
        return;
    if (!holdem_history_open(h, format, text, strlen(text))) {
        reader_fail(r, NASH_UNPROCESSABLE, "hand", "%s", h->refusal.why);
        return;
    }
    const enum history_step step = holdem_history_next(h);
    if (step != HISTORY_READ) {
        reader_fail(r, NASH_UNPROCESSABLE, "hand", "line %u: %s", h->refusal.line,
                    step == HISTORY_END ? "expected a hand" : h->refusal.why);
        return;
    }
    p->hand = h->hand;
    p->play = h->play;
    p->play.hand = &p->hand;
}

void line_read_hand(struct reader *r, void **problem)
{
    static const char *const members[] = {"hand",   "format", "of",    "hero",  "range",
                                          "raises", "want",   "model", "trust", NULL};
    struct line_problem *p = READER_NEW(r, struct line_problem, 1);
    *problem = p;
    reader_only(r, members);
    if (!p)
        return;
    read_history(r, p);
    read_common(r, p);
}

void line_canon(const void *problem, struct nash_sha256 *sha)
{
    const struct line_problem *p = problem;
    const struct holdem_history_hand *hand = &p->hand;
    nash_sha256_u64(sha, history_identity(hand));
    nash_sha256_u64(sha, (uint64_t)p->of | (uint64_t)p->hero << 8 | (uint64_t)p->combos << 16 |
                             (uint64_t)hand->players << 24 | (uint64_t)hand->board_count << 32);
    nash_sha256_add(sha, p->cards, sizeof p->cards);
    nash_sha256_add(sha, hand->board, hand->board_count);
    for (unsigned k = 0; k < hand->players; k++) {
        nash_sha256_string(sha, hand->seat[k].name);
        nash_sha256_u64(sha, (uint64_t)hand->seat[k].stack);
        nash_sha256_u64(sha, (uint64_t)hand->seat[k].blind);
        nash_sha256_u64(sha, (uint64_t)hand->seat[k].ante);
    }
    nash_sha256_u64(sha, p->raises);
    for (unsigned k = 0; k < p->raises; k++)
        nash_sha256_u64(sha, (uint64_t)p->raise_to[k]);
    nash_sha256_u64(sha, p->range != NULL);
    if (p->range)
        nash_sha256_add(sha, p->range, sizeof *p->range);
    model_canon(p->model, sha);
    uint64_t trust;
    const double asked = p->trust + 0.0; /* -0 and 0 are the same */
    memcpy(&trust, &asked, sizeof trust);
    nash_sha256_u64(sha, trust);
}
