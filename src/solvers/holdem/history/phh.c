/* The PHH format: poker hand histories in TOML (J. Kim 2024, arXiv 2312.11753). A file holds one hand; a .phhs file has
 * a table for each. A second `variant` also begins a hand, so that files can simply be joined. */
#include <stdio.h>
#include <string.h>

#include "amount.h"
#include "settle.h"
#include "source.h"
#include "toml.h"

enum phh_field {
    PHH_VARIANT,
    PHH_ANTES,
    PHH_BLINDS,
    PHH_MIN_BET,
    PHH_SMALL_BET,
    PHH_BIG_BET,
    PHH_STACKS,
    PHH_ACTIONS,
    PHH_TRIMMING,
    PHH_HAND,
    PHH_PLAYERS,
    PHH_FINISHING,
    PHH_YEAR,
    PHH_MONTH,
    PHH_DAY,
    PHH_TIME,
    PHH_FIELDS
};

static const char *const phh_field_names[PHH_FIELDS] = {"variant",
                                                        "antes",
                                                        "blinds_or_straddles",
                                                        "min_bet",
                                                        "small_bet",
                                                        "big_bet",
                                                        "starting_stacks",
                                                        "actions",
                                                        "ante_trimming_status",
                                                        "hand",
                                                        "players",
                                                        "finishing_stacks",
                                                        "year",
                                                        "month",
                                                        "day",
                                                        "time"};

struct phh_hand {
    struct toml_value field[PHH_FIELDS];
};

/* ---- the fields of a hand ---- */

static enum phh_field phh_field_of(struct text_span name)
{
    if (text_length(name) >= 2 && (*name.at == '"' || *name.at == '\'') && name.end[-1] == *name.at)
        name = (struct text_span){name.at + 1, name.end - 1};
    for (unsigned i = 0; i < PHH_FIELDS; i++)
        if (text_is(name, phh_field_names[i]))
            return (enum phh_field)i;
    return PHH_FIELDS;
}

/* Moves behind the first line of the last item, and on to the next line that may begin a hand. */
static void phh_skip_bad(struct toml *t)
{
    static const char begins[] = "variant";
    struct text_span line;
    t->rest = t->item;
    t->line = t->item_line;
    while (text_raw_line(&t->rest, &line)) {
        t->line++;
        if (text_length(t->rest) > 0 && *t->rest.at == '[')
            return;
        if (text_length(t->rest) >= sizeof begins - 1 && memcmp(t->rest.at, begins, sizeof begins - 1) == 0)
            return;
    }
}

/* Stands again before the last item, which begins the next hand. */
static enum history_step phh_end_fields(struct toml *t)
{
    t->rest = t->item;
    t->line = t->item_line;
    return HISTORY_READ;
}

/* Reads the fields up to the next hand. Returns HISTORY_END if there are none. */
static enum history_step phh_read_fields(struct holdem_history *h, struct toml *t, struct phh_hand *hand)
{
    for (bool any = false;;) {
        struct text_span name;
        struct toml_value value;
        const enum toml_item item = toml_next(t, &name);
        const enum phh_field field = item == TOML_KEY ? phh_field_of(name) : PHH_FIELDS;
        if (item == TOML_END && !any)
            return HISTORY_END;
        if (item == TOML_TABLE && !any)
            continue;
        if (item == TOML_END || item == TOML_TABLE ||
            (field == PHH_VARIANT && hand->field[PHH_VARIANT].type != TOML_ABSENT))
            return phh_end_fields(t);
        if (!any)
            history_source_begin(h, t->item_line);
        any = true;
        if (item == TOML_BAD || !toml_read_value(t, &value)) {
            history_source_refuse(h, t->item_line, "%s", t->why);
            phh_skip_bad(t);
            return HISTORY_REFUSED;
        }
        if (field < PHH_FIELDS && hand->field[field].type == TOML_ABSENT)
            hand->field[field] = value;
    }
}

/* ---- values ---- */

/* Reads an amount; "inf" is HISTORY_STACK_UNKNOWN. */
static bool phh_amount(const struct toml_value *value, int64_t *amount)
{
    if (value->type != TOML_BARE)
        return false;
    if (text_is(value->text, "inf") || text_is(value->text, "+inf")) {
        *amount = HISTORY_STACK_UNKNOWN;
        return true;
    }
    return history_amount_read(value->text, amount);
}

static int64_t phh_integer(const struct toml_value *value, int64_t most)
{
    int64_t number = 0;
    return value->type == TOML_BARE && text_int(value->text, &number) && number >= 0 && number <= most ? number : 0;
}

/* Returns the member of a seat that an array of amounts is about. */
static int64_t *phh_member(struct history_seat *seat, enum phh_field field)
{
    switch (field) {
    case PHH_ANTES:
        return &seat->ante;
    case PHH_BLINDS:
        return &seat->blind;
    case PHH_STACKS:
        return &seat->stack;
    default:
        return &seat->finish;
    }
}

/* Reads an array of amounts into the seats. The blinds, which are read first, set the number of players. With
 * two players PHH lists antes and blinds the other way round. Returns false after a refusal. */
static bool phh_read_amounts(struct holdem_history *h, const struct phh_hand *hand, enum phh_field field)
{
    const struct toml_value *array = &hand->field[field];
    int64_t amounts[HISTORY_SEATS];
    struct toml elements;
    struct toml_value value;
    unsigned count = 0;
    if (array->type != TOML_ARRAY) {
        history_source_refuse(h, array->line, "%s must be an array of amounts", phh_field_names[field]);
        return false;
    }
    toml_begin_array(&elements, array);
    while (toml_element(&elements, &value)) {
        if (count == HISTORY_SEATS || !phh_amount(&value, &amounts[count])) {
            history_source_refuse(h, value.line,
                                  "%s must be 2 to %d amounts from 0 to 10^12 with at most 4 decimals, found \"%.*s\"",
                                  phh_field_names[field], HISTORY_SEATS, HISTORY_SPAN(value.text));
            return false;
        }
        count++;
    }
    if (elements.why) {
        history_source_refuse(h, elements.line, "%s: %s", phh_field_names[field], elements.why);
        return false;
    }
    if (field != PHH_BLINDS && count != h->hand.players) {
        history_source_refuse(h, array->line, "%s has %u amounts, but there are %u players", phh_field_names[field],
                              count, h->hand.players);
        return false;
    }
    h->hand.players = (uint8_t)count;
    const bool reversed = count == 2 && (field == PHH_ANTES || field == PHH_BLINDS);
    for (unsigned i = 0; i < count; i++)
        *phh_member(&h->hand.seat[i], field) = amounts[reversed ? 1 - i : i];
    return true;
}

/* ---- the table ---- */

static const char *phh_variant_name(struct text_span code)
{
    static const char *const names[][2] = {{"NS", "no-limit short-deck hold'em"},
                                           {"PO", "pot-limit Omaha"},
                                           {"FO/8", "fixed-limit Omaha high/low"},
                                           {"F7S", "fixed-limit seven-card stud"},
                                           {"F7S/8", "fixed-limit seven-card stud high/low"},
                                           {"FR", "fixed-limit razz"},
                                           {"N2L1D", "no-limit deuce-to-seven single draw"},
                                           {"F2L3D", "fixed-limit deuce-to-seven triple draw"},
                                           {"FB", "fixed-limit badugi"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(code, names[i][0]))
            return names[i][1];
    return "an unknown game";
}

static bool phh_read_variant(struct holdem_history *h, const struct phh_hand *hand)
{
    static const char *const codes[] = {
        [HISTORY_NO_LIMIT] = "NT", [HISTORY_POT_LIMIT] = "PT", [HISTORY_FIXED_LIMIT] = "FT"};
    const struct toml_value *variant = &hand->field[PHH_VARIANT];
    for (unsigned i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (variant->type != TOML_ABSENT && text_is(variant->text, codes[i])) {
            h->hand.betting = (uint8_t)i;
            return true;
        }
    }
    if (variant->type == TOML_ABSENT)
        history_source_refuse(h, h->hand.line, "the variant is missing; NT or FT is expected");
    else
        history_source_refuse(h, variant->line,
                              "the variant %.*s (%s) is not read; supported are NT and FT, no-limit and fixed-limit "
                              "Texas hold'em",
                              HISTORY_SPAN(variant->text), phh_variant_name(variant->text));
    return false;
}

/* Reads the bet sizes. Where they are missing, the largest blind is the smallest bet. */
static bool phh_read_bets(struct holdem_history *h, const struct phh_hand *hand)
{
    const bool fixed = h->hand.betting == HISTORY_FIXED_LIMIT;
    const struct toml_value *small = &hand->field[fixed ? PHH_SMALL_BET : PHH_MIN_BET];
    const struct toml_value *big = &hand->field[PHH_BIG_BET];
    for (unsigned i = 0; i < h->hand.players; i++)
        if (h->hand.seat[i].blind > h->hand.min_bet)
            h->hand.min_bet = h->hand.seat[i].blind;
    if (small->type != TOML_ABSENT && !phh_amount(small, &h->hand.min_bet)) {
        history_source_refuse(h, small->line, "the smallest bet must be an amount, found \"%.*s\"",
                              HISTORY_SPAN(small->text));
        return false;
    }
    h->hand.big_bet = fixed ? 2 * h->hand.min_bet : h->hand.min_bet;
    if (fixed && big->type != TOML_ABSENT && !phh_amount(big, &h->hand.big_bet)) {
        history_source_refuse(h, big->line, "the big bet must be an amount, found \"%.*s\"", HISTORY_SPAN(big->text));
        return false;
    }
    return true;
}

static bool phh_read_players(struct holdem_history *h, const struct toml_value *players)
{
    struct toml elements;
    struct toml_value value;
    if (players->type != TOML_ARRAY)
        return true;
    toml_begin_array(&elements, players);
    for (unsigned i = 0; i < h->hand.players && toml_element(&elements, &value); i++) {
        char name[HISTORY_NAME];
        if (!toml_text(&value, name, sizeof name)) {
            history_source_refuse(h, value.line, "the name of player %u is not valid text of at most %d bytes", i + 1,
                                  HISTORY_NAME - 1);
            return false;
        }
        if (*name)
            memcpy(h->hand.seat[i].name, name, sizeof name);
    }
    return true;
}

/* Reads the time of the hand. Parts that are missing or odd count as 0: nothing depends on them but order in time. */
static void phh_read_time(struct holdem_history *h, const struct phh_hand *hand)
{
    uint64_t clock = 0;
    struct text_span rest = hand->field[PHH_TIME].text, word;
    for (unsigned i = 0; i < 3; i++) {
        int64_t number = 0;
        /* 07 is not an integer of text_int() */
        if (hand->field[PHH_TIME].type == TOML_BARE && text_word(&rest, ":.", &word) && text_length(word) == 2 &&
            text_is_digit(word.at[0]) && text_is_digit(word.at[1]))
            number = (word.at[0] - '0') * 10 + word.at[1] - '0';
        clock = clock * 100 + (uint64_t)number;
    }
    const uint64_t year = (uint64_t)phh_integer(&hand->field[PHH_YEAR], 9999);
    const uint64_t month = (uint64_t)phh_integer(&hand->field[PHH_MONTH], 12);
    const uint64_t day = (uint64_t)phh_integer(&hand->field[PHH_DAY], 31);
    if (year)
        h->hand.time = ((year * 100 + month) * 100 + day) * 1000000 + clock;
}

static bool phh_read_id(struct holdem_history *h, const struct toml_value *id)
{
    if (id->type == TOML_ABSENT || (id->type <= TOML_BARE && toml_text(id, h->hand.id, HISTORY_NAME)))
        return true;
    h->hand.id[0] = '\0';
    history_source_refuse(h, id->line, "the field hand must be a number or a text of at most %d bytes",
                          HISTORY_NAME - 1);
    return false;
}

static bool phh_read_table(struct holdem_history *h, const struct phh_hand *hand)
{
    static const enum phh_field optional[] = {PHH_ANTES, PHH_STACKS, PHH_FINISHING};
    if (!phh_read_id(h, &hand->field[PHH_HAND]) || !phh_read_variant(h, hand))
        return false;
    if (hand->field[PHH_BLINDS].type == TOML_ABSENT || hand->field[PHH_ACTIONS].type != TOML_ARRAY) {
        history_source_refuse(h, h->hand.line, "the field %s is missing or not an array",
                              phh_field_names[hand->field[PHH_BLINDS].type == TOML_ABSENT ? PHH_BLINDS : PHH_ACTIONS]);
        return false;
    }
    if (!phh_read_amounts(h, hand, PHH_BLINDS))
        return false;
    for (unsigned i = 0; i < h->hand.players; i++) {
        h->hand.seat[i].stack = HISTORY_STACK_UNKNOWN;
        h->hand.seat[i].finish_known = hand->field[PHH_FINISHING].type != TOML_ABSENT;
    }
    for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
        if (hand->field[optional[i]].type != TOML_ABSENT && !phh_read_amounts(h, hand, optional[i]))
            return false;
    h->hand.antes_trimmed =
        hand->field[PHH_TRIMMING].type == TOML_BARE && text_is(hand->field[PHH_TRIMMING].text, "true");
    phh_read_time(h, hand);
    return phh_read_bets(h, hand) && phh_read_players(h, &hand->field[PHH_PLAYERS]);
}

/* ---- actions ---- */

static enum history_step phh_play(struct holdem_history *h, const struct toml_value *actions)
{
    struct toml elements;
    struct toml_value value;
    unsigned number = 0;
    if (!history_play_begin(&h->play, &h->hand))
        return history_source_refuse(h, h->hand.line, "%s", h->play.why);
    toml_begin_array(&elements, actions);
    while (toml_element(&elements, &value)) {
        struct text_span action = value.text, commentary;
        number++;
        if (value.type != TOML_STRING && value.type != TOML_LITERAL)
            return history_source_refuse(h, value.line, "action %u is not a string", number);
        commentary.at = memchr(action.at, '#', text_length(action));
        if (commentary.at)
            action.end = commentary.at;
        if (!history_notation_play(&h->play, action))
            return history_source_refuse(h, value.line, "action %u, \"%.*s\": %.120s", number,
                                         HISTORY_SPAN(text_trim(action)), h->play.why);
    }
    if (elements.why)
        return history_source_refuse(h, elements.line, "%s", elements.why);
    history_play_end(&h->play);
    history_settle_hand(&h->play);
    return HISTORY_READ;
}

enum history_step history_phh_next(struct holdem_history *h)
{
    struct phh_hand hand = {0};
    struct toml t = {.rest = h->rest, .line = h->line + 1};
    enum history_step step = phh_read_fields(h, &t, &hand);
    h->rest = t.rest;
    h->line = t.line - 1;
    if (step != HISTORY_READ)
        return step;
    if (!phh_read_table(h, &hand))
        return HISTORY_REFUSED;
    return phh_play(h, &hand.field[PHH_ACTIONS]);
}
