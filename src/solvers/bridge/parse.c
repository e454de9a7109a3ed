/* The JSON form of a problem: exactly what schema/kinds/bridge.request.json allows.
 *
 * Whatever breaks the schema is NASH_INVALID and is looked for in the whole body first: the deal, whose text may also
 * be well written and wrong, is read last, and settle.c holds the parts against each other after that. */
#include <string.h>
#include <strings.h>

#include "bridge.h"
#include "draft.h"
#include "notation.h"

enum { RECORD_MAX = 32768, CONTRACT_MAX = 40 };

static const char *const seat_key[BRIDGE_SEATS] = {"N", "E", "S", "W"};

/* ---- words ---- */

static enum nash_status read_seat(struct bridge_draft *d, const cJSON *root, const char *name, int *seat)
{
    char at[16];
    const cJSON *item = nash_json_get(root, name);
    if (!item)
        return NASH_OK;
    if (cJSON_IsString(item) && strlen(item->valuestring) == 1)
        *seat = bridge_seat_of(item->valuestring[0]);
    return *seat >= 0 ? NASH_OK
                      : nash_fail(d->error, NASH_INVALID, nash_pointer(at, sizeof at, "", name),
                                  "must be a seat: \"N\", \"E\", \"S\" or \"W\"");
}

static enum nash_status read_strain(struct bridge_draft *d, const cJSON *root)
{
    size_t used = 0;
    const cJSON *item = nash_json_get(root, "strain");
    if (!item)
        return NASH_OK;
    if (cJSON_IsString(item))
        d->strain = bridge_strain_of(item->valuestring, strlen(item->valuestring), &used);
    if (d->strain < 0 || used != strlen(item->valuestring))
        return nash_fail(d->error, NASH_INVALID, "/strain",
                         "must be \"NT\" or the trump suit, \"S\", \"H\", \"D\" or \"C\"");
    return NASH_OK;
}

static enum nash_status read_contract(struct bridge_draft *d, const cJSON *root)
{
    int declarer;
    const cJSON *item = nash_json_get(root, "contract");
    if (!item)
        return NASH_OK;
    size_t len = cJSON_IsString(item) ? strlen(item->valuestring) : 0;
    if (len == 0 || len > CONTRACT_MAX ||
        bridge_contract_read(item->valuestring, len, &d->problem.contract, &declarer) != len)
        return nash_fail(d->error, NASH_INVALID, "/contract",
                         "must be a contract such as \"4S\", \"3NTX by N\", \"6HXX-W\" or \"pass\"");
    d->problem.has_contract = true;
    d->problem.contract.declarer = (uint8_t)(declarer < 0 ? BRIDGE_SEATS : declarer); /* settle.c names him then */
    return NASH_OK;
}

int bridge_vulnerable_of(const char *text, size_t len)
{
    static const struct {
        const char *word;
        enum bridge_vulnerable is;
    } words[] = {{"none", BRIDGE_VUL_NONE}, {"love", BRIDGE_VUL_NONE}, {"-", BRIDGE_VUL_NONE},  {"ns", BRIDGE_VUL_NS},
                 {"ew", BRIDGE_VUL_EW},     {"both", BRIDGE_VUL_BOTH}, {"all", BRIDGE_VUL_BOTH}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == len && strncasecmp(text, words[i].word, len) == 0)
            return (int)words[i].is;
    return -1;
}

static enum nash_status read_vulnerable(struct bridge_draft *d, const cJSON *root)
{
    const cJSON *item = nash_json_get(root, "vulnerable");
    if (!item)
        return NASH_OK;
    if (cJSON_IsString(item))
        d->vulnerable = bridge_vulnerable_of(item->valuestring, strlen(item->valuestring));
    if (d->vulnerable < 0)
        return nash_fail(d->error, NASH_INVALID, "/vulnerable",
                         "must be \"none\", \"ns\", \"ew\" or \"both\" (or as in PBN: \"All\", \"Love\", \"-\")");
    return NASH_OK;
}

static unsigned want_of(const cJSON *item)
{
    static const struct {
        const char *word;
        enum bridge_want want;
    } words[] = {{"table", BRIDGE_WANT_TABLE}, {"card", BRIDGE_WANT_CARD}, {"line", BRIDGE_WANT_LINE},
                 {"par", BRIDGE_WANT_PAR},     {"play", BRIDGE_WANT_PLAY}, {"score", BRIDGE_WANT_SCORE}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cJSON_IsString(item) && strcmp(item->valuestring, words[i].word) == 0)
            return words[i].want;
    return 0;
}

static enum nash_status read_want(struct bridge_draft *d, const cJSON *root)
{
    char at[24] = "/want";
    unsigned i = 0;
    const cJSON *want = nash_json_get(root, "want"), *item;
    if (!want)
        return NASH_OK;
    if (cJSON_IsString(want)) {
        d->want = want_of(want);
    } else if (cJSON_IsArray(want)) {
        for (item = want->child; item; item = item->next, i++) {
            unsigned word = want_of(item);
            if (!word) {
                nash_pointer_index(at, sizeof at, "/want", i);
                d->want = 0;
                break;
            }
            d->want |= word;
        }
    }
    return d->want ? NASH_OK
                   : nash_fail(d->error, NASH_INVALID, at,
                               "must be some of \"table\", \"card\", \"line\", \"par\", \"play\" and \"score\"");
}

/* ---- the deal ---- */

static enum nash_status read_hands(struct bridge_draft *d, const cJSON *hands)
{
    char at[16];
    struct nash_error wrong = {0}; /* well written, but no hand */
    enum nash_status status = nash_json_only(hands, "/deal", (const char *const[]){"N", "E", "S", "W", NULL}, d->error);
    if (status != NASH_OK)
        return status;
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++) {
        const cJSON *item = nash_json_get(hands, seat_key[seat]);
        nash_pointer(at, sizeof at, "/deal", seat_key[seat]);
        if (!item)
            continue;
        if (!cJSON_IsString(item))
            return nash_fail(d->error, NASH_INVALID, at, "must be a hand such as \"QJ6.K652.J85.T98\"");
        const char *text = item->valuestring;
        status = bridge_hand_read(text, strlen(text), at, seat, d->problem.position.deal.hand[seat], d->error);
        if (status == NASH_INVALID)
            return status;
        if (status != NASH_OK && wrong.status == NASH_OK)
            wrong = *d->error;
    }
    if (wrong.status != NASH_OK)
        *d->error = wrong;
    return wrong.status;
}

enum nash_status bridge_deal_read_lin(struct bridge_draft *d, const char *text, size_t len)
{
    unsigned dealer;
    enum nash_status status = bridge_lin_read(text, len, d->at_deal, &d->problem.position.deal, &dealer, d->error);
    d->has_deal = true;
    if (status == NASH_OK && d->dealer < 0 && len > 0 && text[0] >= '1' && text[0] <= '4')
        d->dealer = (int)dealer;
    return status;
}

enum nash_status bridge_deal_read(struct bridge_draft *d, const char *text, size_t len)
{
    if (memchr(text, ',', len))
        return bridge_deal_read_lin(d, text, len);
    d->has_deal = true;
    return bridge_pbn_read(text, len, d->at_deal, &d->problem.position.deal, d->error);
}

static enum nash_status read_deal(struct bridge_draft *d, const cJSON *deal)
{
    if (cJSON_IsObject(deal)) {
        d->has_deal = true;
        return read_hands(d, deal);
    }
    if (!cJSON_IsString(deal))
        return nash_fail(d->error, NASH_INVALID, "/deal",
                         "must be a deal as PBN writes it, \"N:QJ6.K652.J85.T98 873. ...\", the hands of LIN, or an "
                         "object of hands, {\"N\": \"QJ6.K652.J85.T98\", ...}");
    return bridge_deal_read(d, deal->valuestring, strlen(deal->valuestring));
}

static enum nash_status read_record(struct bridge_draft *d, const cJSON *record)
{
    size_t len = cJSON_IsString(record) ? strlen(record->valuestring) : 0;
    if (len == 0 || len > RECORD_MAX)
        return nash_fail(d->error, NASH_INVALID, "/record",
                         "must be a PBN record, a LIN line or one deal, of 1 to %d bytes", RECORD_MAX);
    d->at_deal = "/record";
    d->by_record = d->strain < 0 && d->leader < 0 && d->declarer < 0 && !d->problem.has_contract &&
                   !d->problem.play_count && d->tricks < 0 && !d->sampling;
    enum nash_status status = bridge_record_read(d, record->valuestring, len);
    if (status == NASH_INVALID) /* the schema takes any text here */
        d->error->status = status = NASH_UNPROCESSABLE;
    return status;
}

/* Which of them is there. A score of tricks already made needs no deal. */
static enum nash_status read_source(struct bridge_draft *d, const cJSON *root)
{
    const cJSON *deal = nash_json_get(root, "deal"), *record = nash_json_get(root, "record");
    if (deal && record)
        return nash_fail(d->error, NASH_INVALID, "/record", "cannot stand beside \"deal\": give one of them");
    if (deal)
        return read_deal(d, deal);
    if (record)
        return read_record(d, record);
    if (d->problem.has_contract && d->tricks >= 0)
        return NASH_OK;
    return nash_fail(
        d->error, NASH_INVALID, "",
        "give the \"deal\", or a \"record\" that has one, or for a score alone \"contract\" and \"tricks\"");
}

static enum nash_status read_cards(struct bridge_draft *d, const cJSON *root)
{
    const cJSON *trick = nash_json_get(root, "trick"), *play = nash_json_get(root, "play");
    struct bridge_position *p = &d->problem.position;
    const struct bridge_card *card = NULL;
    uint32_t count = 0;
    enum nash_status status = NASH_OK;
    if (trick)
        status = bridge_parse_cards(d, trick, "/trick", BRIDGE_SEATS - 1, &card, &count);
    for (uint32_t i = 0; i < count; i++)
        p->trick[i] = card[i];
    p->played = (uint8_t)count;
    if (status == NASH_OK && play)
        status = bridge_parse_cards(d, play, "/play", BRIDGE_CARDS, &d->problem.play, &d->problem.play_count);
    return status;
}

enum nash_status bridge_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                              struct nash_error *error)
{
    static const char *const names[] = {"deal",     "record", "want",        "strain",     "leader", "contract",
                                        "declarer", "trick",  "dealer",      "vulnerable", "tricks", "play",
                                        "samples",  "known",  "constraints", NULL};
    struct bridge_draft d;
    const cJSON *root = doc->root;
    int64_t tricks = -1;
    bridge_draft_begin(&d, arena, error);
    enum nash_status status = nash_json_only(root, "", names, error);
    if (status == NASH_OK)
        status = nash_json_int(root, "", "tricks", 0, BRIDGE_RANKS, &tricks, error);
    d.tricks = (int)tricks;
    if (status == NASH_OK)
        status = read_want(&d, root);
    if (status == NASH_OK)
        status = read_strain(&d, root);
    if (status == NASH_OK)
        status = read_seat(&d, root, "leader", &d.leader);
    if (status == NASH_OK)
        status = read_seat(&d, root, "declarer", &d.declarer);
    if (status == NASH_OK)
        status = read_seat(&d, root, "dealer", &d.dealer);
    if (status == NASH_OK)
        status = read_vulnerable(&d, root);
    if (status == NASH_OK)
        status = read_contract(&d, root);
    if (status == NASH_OK)
        status = read_cards(&d, root);
    if (status == NASH_OK)
        status = bridge_parse_sample(&d, doc);
    if (status == NASH_OK)
        status = read_source(&d, root);
    return status == NASH_OK ? bridge_settle(&d, problem) : status;
}
