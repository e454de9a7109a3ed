/* The answer as JSON: schema/kinds/bridge.result.json. */
#include <math.h>

#include <nash/buf.h>
#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>

const char *bridge_strain_name(unsigned strain)
{
    static const char *const name[BRIDGE_STRAINS] = {"S", "H", "D", "C", "NT"};
    return name[strain];
}

/* The usual order: notrump, then suits by rank. */
static const uint8_t strain_order[BRIDGE_STRAINS] = {BRIDGE_NOTRUMP, BRIDGE_SPADES, BRIDGE_HEARTS, BRIDGE_DIAMONDS,
                                                     BRIDGE_CLUBS};

char *bridge_table_digits(const struct bridge_table *table, char out[BRIDGE_DIGITS_LEN])
{
    static const uint8_t seat_order[BRIDGE_SEATS] = {BRIDGE_NORTH, BRIDGE_SOUTH, BRIDGE_EAST, BRIDGE_WEST};
    char *at = out;
    for (unsigned i = 0; i < BRIDGE_SEATS; i++)
        for (unsigned j = 0; j < BRIDGE_STRAINS; j++)
            *at++ = "0123456789abcd"[table->tricks[strain_order[j]][seat_order[i]]];
    *at = '\0';
    return out;
}

static void write_card(struct nash_jsonw *out, struct bridge_card card)
{
    char text[BRIDGE_CARD_LEN];
    nash_jsonw_string(out, bridge_card_write(card, text));
}

static void write_kcard(struct nash_jsonw *out, const char *key, struct bridge_card card)
{
    nash_jsonw_key(out, key);
    write_card(out, card);
}

static void write_equals(struct nash_jsonw *out, unsigned suit, bridge_ranks equals)
{
    nash_jsonw_karray(out, "equals");
    for (unsigned rank = BRIDGE_RANKS; rank-- > 0;)
        if (equals >> rank & 1)
            write_card(out, (struct bridge_card){.suit = (uint8_t)suit, .rank = (uint8_t)rank});
    nash_jsonw_array_end(out);
}

/* ---- the problem ---- */

static void write_problem(struct nash_jsonw *out, const struct bridge_problem *p)
{
    char deal[BRIDGE_PBN_LEN], contract[BRIDGE_CONTRACT_LEN];
    if (p->has_deal)
        nash_jsonw_kstring(out, "deal", bridge_pbn_write(&p->position.deal, BRIDGE_NORTH, deal));
    nash_jsonw_kstring(out, "dealer", bridge_seat_word(p->dealer));
    nash_jsonw_kstring(out, "vulnerable", bridge_vulnerable_word(p->vulnerable));
    if (p->has_contract) {
        nash_jsonw_kstring(out, "contract", bridge_contract_write(&p->contract, contract));
        if (p->contract.level)
            nash_jsonw_kstring(out, "declarer", bridge_seat_word(p->contract.declarer));
    }
    if (!(p->want & BRIDGE_WANT_STRAIN))
        return;
    nash_jsonw_kstring(out, "strain", bridge_strain_name(p->position.strain));
    nash_jsonw_kstring(out, "leader", bridge_seat_word(p->position.leader));
    bridge_write_cards(out, "trick", p->position.trick, p->position.played);
    nash_jsonw_kstring(out, "to_play", bridge_seat_word(bridge_to_play(&p->position)));
}

/* ---- what was found ---- */

static void write_table(struct nash_jsonw *out, const struct bridge_answer *a)
{
    char digits[BRIDGE_DIGITS_LEN];
    nash_jsonw_kobject(out, "table");
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        nash_jsonw_kobject(out, bridge_seat_word(seat));
        for (unsigned i = 0; i < BRIDGE_STRAINS; i++)
            if (a->table.known >> strain_order[i] & 1)
                nash_jsonw_kuint(out, bridge_strain_name(strain_order[i]), a->table.tricks[strain_order[i]][seat]);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_object_end(out);
    if (bridge_table_whole(a))
        nash_jsonw_kstring(out, "double_dummy_tricks", bridge_table_digits(&a->table, digits));
}

static void write_options(struct nash_jsonw *out, const struct bridge_options *options)
{
    nash_jsonw_karray(out, "cards");
    for (unsigned i = 0; i < options->count; i++) {
        const struct bridge_option *option = &options->option[i];
        nash_jsonw_object(out);
        write_kcard(out, "card", option->card);
        write_equals(out, option->card.suit, option->equals);
        nash_jsonw_kuint(out, "tricks", option->tricks);
        nash_jsonw_kbool(out, "best", option->tricks == options->option[0].tricks);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_par(struct nash_jsonw *out, const struct bridge_par *par)
{
    char contract[BRIDGE_CONTRACT_LEN];
    nash_jsonw_kobject(out, "par");
    nash_jsonw_kint(out, "score", par->score);
    nash_jsonw_karray(out, "contracts");
    for (unsigned i = 0; i < par->count; i++) {
        const struct bridge_par_contract *c = &par->contract[i];
        nash_jsonw_object(out);
        nash_jsonw_kstring(out, "contract", bridge_contract_write(&c->contract, contract));
        nash_jsonw_karray(out, "declarers");
        for (unsigned seat = 0; seat < BRIDGE_SEATS && c->contract.level; seat++)
            if (c->declarers >> seat & 1)
                nash_jsonw_string(out, bridge_seat_word(seat));
        nash_jsonw_array_end(out);
        nash_jsonw_kint(out, "over", c->over);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

static void write_play(struct nash_jsonw *out, const struct bridge_problem *p, const struct bridge_move *move)
{
    nash_jsonw_karray(out, "play");
    for (uint32_t i = 0; i < p->play_count && move[i].known; i++) {
        nash_jsonw_object(out);
        write_kcard(out, "card", move[i].card);
        nash_jsonw_kstring(out, "by", bridge_seat_word(move[i].seat));
        nash_jsonw_kobject(out, "tricks");
        nash_jsonw_kuint(out, "before", move[i].before);
        nash_jsonw_kuint(out, "after", move[i].after);
        nash_jsonw_object_end(out);
        nash_jsonw_kuint(out, "cost", move[i].cost);
        if (move[i].cost > 0 && move[i].has_best)
            write_kcard(out, "best", move[i].best);
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
}

static void write_score(struct nash_jsonw *out, const struct bridge_problem *p, const struct bridge_answer *a)
{
    nash_jsonw_kobject(out, "score");
    if (p->contract.level) {
        nash_jsonw_kint(out, "tricks", a->score_tricks);
        nash_jsonw_kbool(out, "double_dummy", p->given_tricks < 0);
        nash_jsonw_kbool(out, "vulnerable", bridge_is_vulnerable(p->vulnerable, p->contract.declarer));
    }
    nash_jsonw_kint(out, "score", a->score);
    nash_jsonw_object_end(out);
}

/* Rounds to four decimal digits, since a sample has at most 2,000 deals. */
static double rounded(double mean)
{
    return round(mean * 1e4) / 1e4;
}

static void write_sample(struct nash_jsonw *out, const struct bridge_problem *p, const struct bridge_sample *s)
{
    nash_jsonw_kobject(out, "sample");
    nash_jsonw_kuint(out, "deals", s->dealt);
    nash_jsonw_key(out, "possible");
    nash_jsonw_uint_string(out, s->possible);
    nash_jsonw_karray(out, "cards");
    for (unsigned i = 0; i < s->count; i++) {
        const struct bridge_sample_card *card = &s->card[i];
        nash_jsonw_object(out);
        write_kcard(out, "card", card->card);
        write_equals(out, card->card.suit, card->equals);
        nash_jsonw_kdouble(out, "tricks", rounded(card->tricks));
        nash_jsonw_kdouble(out, "tricks_error", rounded(card->tricks_error));
        if (p->has_contract && p->contract.level) {
            nash_jsonw_kdouble(out, "makes", rounded(card->makes));
            nash_jsonw_kdouble(out, "makes_error", rounded(card->makes_error));
        }
        nash_jsonw_object_end(out);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

/* ---- all of it ---- */

static void write_unknown(struct nash_jsonw *out, unsigned unknown)
{
    static const struct {
        enum bridge_want want;
        const char *word;
    } words[] = {{BRIDGE_WANT_TABLE, "table"},  {BRIDGE_WANT_CARD, "card"}, {BRIDGE_WANT_LINE, "line"},
                 {BRIDGE_WANT_PAR, "par"},      {BRIDGE_WANT_PLAY, "play"}, {BRIDGE_WANT_SCORE, "score"},
                 {BRIDGE_WANT_SAMPLE, "sample"}};
    nash_jsonw_kbool(out, "timeout", true);
    nash_jsonw_karray(out, "unknown");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (unknown & words[i].want)
            nash_jsonw_string(out, words[i].word);
    nash_jsonw_array_end(out);
}

static void write_found(struct nash_jsonw *out, const struct bridge_problem *p, const struct bridge_answer *a)
{
    if (a->table.known)
        write_table(out, a);
    if (a->has_par)
        write_par(out, &a->par);
    if (a->options.count)
        write_options(out, &a->options);
    if (a->line_tricks >= 0) {
        nash_jsonw_kint(out, "line_tricks", a->line_tricks);
        bridge_write_cards(out, "line", a->line, a->line_count);
    }
    if (p->want & BRIDGE_WANT_PLAY && a->move)
        write_play(out, p, a->move);
    if (p->want & BRIDGE_WANT_SCORE && (a->score_tricks >= 0 || !p->contract.level))
        write_score(out, p, a);
    if (a->sample)
        write_sample(out, p, a->sample);
}

static void write_text_member(const struct bridge_problem *p, const struct nash_result *result, struct nash_jsonw *out)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    bridge_write_text(p, result, &text);
    nash_jsonw_key(out, "pbn");
    nash_jsonw_string_n(out, text.len ? text.data : "", text.len);
    out->out->failed |= text.failed;
    nash_buf_free(&text);
}

void bridge_write(const void *problem, const struct nash_result *result, struct nash_jsonw *out)
{
    const struct bridge_problem *p = problem;
    const struct bridge_answer *a = result->answer;
    unsigned unknown = bridge_unknown(p, a);
    nash_jsonw_object(out);
    bridge_summary(p, a, out);
    write_problem(out, p);
    write_found(out, p, a);
    if (unknown)
        write_unknown(out, unknown);
    nash_jsonw_kstring(out, "engine", a->engine);
    nash_jsonw_kuint(out, "nodes", a->nodes);
    write_text_member(p, result, out);
    nash_jsonw_object_end(out);
}
