/* The summary of a result, such as "4S by S makes 10" or "NS par +420, 20 results". */
#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>
#include <solvers/kit/summary.h>

/* Adds a comma between two phrases. */
static void add_comma(struct summary *out)
{
    if (out->len > 0)
        summary_add(out, ", ");
}

static const char *side_to_play(const struct bridge_problem *p)
{
    return bridge_to_play(&p->position) % 2 ? "EW" : "NS";
}

static bool has_played_contract(const struct bridge_problem *p)
{
    return p->has_contract && p->contract.level;
}

static void add_contract(const struct bridge_problem *p, struct summary *out)
{
    char text[BRIDGE_CONTRACT_LEN];
    bridge_contract_write(&p->contract, text);
    if (p->contract.level)
        summary_add(out, "%s by %c", text, bridge_seat_letter(p->contract.declarer));
    else
        summary_add(out, "passed out");
}

/* Adds "4S by S makes 10" for a whole deal, else "NT: NS 3 of 5 tricks". */
static void add_tricks(const struct bridge_problem *p, unsigned tricks, struct summary *out)
{
    unsigned cards = bridge_hand_size(&p->position.deal, (p->position.leader + 3u) % BRIDGE_SEATS);
    bool ours = (bridge_to_play(&p->position) - p->contract.declarer) % 2 == 0;
    if (has_played_contract(p) && cards == BRIDGE_RANKS) {
        add_contract(p, out);
        summary_add(out, " makes %u", ours ? tricks : BRIDGE_RANKS - tricks);
    } else {
        summary_add(out, "%s: %s %u of ", bridge_strain_name(p->position.strain), side_to_play(p), tricks);
        summary_add_count(out, cards, "trick", "tricks");
    }
}

static void add_play(const struct bridge_problem *p, const struct bridge_answer *a, struct summary *out)
{
    unsigned mistakes = 0, known = 0;
    for (; known < p->play_count && a->move && a->move[known].known; known++)
        mistakes += a->move[known].cost > 0;
    summary_add_count(out, known, "card", "cards");
    summary_add(out, " played, ");
    summary_add_count(out, mistakes, "mistake", "mistakes");
}

static void add_table(const struct bridge_answer *a, struct summary *out)
{
    unsigned results = (unsigned)__builtin_popcount(a->table.known) * BRIDGE_SEATS;
    if (a->has_par && a->par.score == 0)
        summary_add(out, "par 0, ");
    else if (a->has_par)
        summary_add(out, "NS par %+d, ", a->par.score);
    summary_add(out, bridge_table_whole(a) ? "%u results" : "%u of 20 results", results);
}

/* Adds ", scores +110" after the tricks of the contract. */
static void add_points(const struct bridge_problem *p, const struct bridge_answer *a, struct summary *out)
{
    if (p->contract.level)
        summary_add(out, ", scores %+d", a->score);
}

/* Adds "2S by W makes 8, scores +110" or "3NTX by S made 7, scores -300". */
static void add_score(const struct bridge_problem *p, const struct bridge_answer *a, struct summary *out)
{
    add_contract(p, out);
    if (p->contract.level)
        summary_add(out, p->given_tricks < 0 ? " makes %d" : " made %d", a->score_tricks);
    add_points(p, a, out);
}

/* Adds "30 deals, best CA, 5.0 tricks, beats 3NT by E in 53%". */
static void add_sample(const struct bridge_problem *p, const struct bridge_sample *s, struct summary *out)
{
    char card[BRIDGE_CARD_LEN];
    bool ours = (bridge_to_play(&p->position) - p->contract.declarer) % 2 == 0;
    summary_add_count(out, s->dealt, "deal", "deals");
    if (!s->count)
        return;
    summary_add(out, ", best %s, %.1f tricks", bridge_card_write(s->card[0].card, card), s->card[0].tricks);
    if (!has_played_contract(p))
        return;
    summary_add(out, ours ? ", makes " : ", beats ");
    add_contract(p, out);
    summary_add(out, " in %.0f%%", 100 * s->card[0].makes);
}

void bridge_describe(const void *problem, struct nash_buf *out)
{
    const struct bridge_problem *p = problem;
    struct summary words = {0};
    if (p->has_deal) {
        summary_add_count(&words, bridge_hand_size(&p->position.deal, (p->position.leader + 3u) % BRIDGE_SEATS), "card",
                          "cards");
        summary_add(&words, " each");
    }
    if (p->has_contract) {
        add_comma(&words);
        add_contract(p, &words);
    }
    nash_buf_add(out, words.text, words.len);
}

void bridge_summary(const struct bridge_problem *p, const struct bridge_answer *a, struct nash_jsonw *json)
{
    struct summary summary = {0}, *out = &summary;
    bool scored = p->want & BRIDGE_WANT_SCORE && (a->score_tricks >= 0 || !p->contract.level);
    bool has_tricks = a->options.count || a->line_tricks >= 0;
    bool scores_tricks =
        scored && has_tricks && p->given_tricks < 0; /* the score is for the tricks that add_tricks() adds */
    if (has_tricks)
        add_tricks(p, a->options.count ? a->options.option[0].tricks : (unsigned)a->line_tricks, out);
    if (scores_tricks)
        add_points(p, a, out);
    if (p->want & BRIDGE_WANT_PLAY && a->move) {
        add_comma(out);
        add_play(p, a, out);
    }
    if (a->table.known) {
        add_comma(out);
        add_table(a, out);
    }
    if (scored && !scores_tricks) {
        add_comma(out);
        add_score(p, a, out);
    }
    if (a->sample) {
        add_comma(out);
        add_sample(p, a->sample, out);
    }
    if (bridge_unknown(p, a)) {
        add_comma(out);
        summary_add(out, "timeout");
    }
    summary_write(out, json);
}
