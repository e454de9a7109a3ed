/* The brief of a result (nash/solver.h): what a list of jobs says of it, such as "4S by S makes 10" or "NS par +420, 20
 * results". Phrases between ", ", each fixed or a number and fixed words, so that a page can say them in another
 * language. */
#include "bridge.h"
#include "notation.h"

static void comma(struct nash_buf *out, size_t start)
{
    if (out->len > start)
        nash_buf_puts(out, ", ");
}

static const char *side_to_play(const struct bridge_problem *p)
{
    return bridge_to_play(&p->position) % 2 ? "EW" : "NS";
}

static bool is_contract(const struct bridge_problem *p)
{
    return p->has_contract && p->contract.level;
}

static void put_contract(const struct bridge_problem *p, struct nash_buf *out)
{
    char text[BRIDGE_CONTRACT_LEN];
    bridge_contract_write(&p->contract, text);
    if (p->contract.level)
        nash_buf_printf(out, "%s by %c", text, bridge_seat_letter(p->contract.declarer));
    else
        nash_buf_puts(out, "passed out");
}

/* "4S by S makes 10" for a whole deal, else "NT: NS 3 tricks". */
static void put_tricks(const struct bridge_problem *p, unsigned tricks, struct nash_buf *out)
{
    unsigned cards = bridge_hand_size(&p->position.deal, (p->position.leader + 3u) % BRIDGE_SEATS);
    bool ours = (bridge_to_play(&p->position) - p->contract.declarer) % 2 == 0;
    if (is_contract(p) && cards == BRIDGE_RANKS) {
        put_contract(p, out);
        nash_buf_printf(out, " makes %u", ours ? tricks : BRIDGE_RANKS - tricks);
    } else {
        nash_buf_printf(out, "%s: %s %u of %u tricks", bridge_strain_name(p->position.strain), side_to_play(p), tricks,
                        cards);
    }
}

static void put_play(const struct bridge_problem *p, const struct bridge_answer *a, struct nash_buf *out)
{
    unsigned mistakes = 0, known = 0;
    for (; known < p->play_count && a->move && a->move[known].known; known++)
        mistakes += a->move[known].cost > 0;
    nash_buf_printf(out, "%u cards played, %u %s", known, mistakes, mistakes == 1 ? "mistake" : "mistakes");
}

static void put_table(const struct bridge_answer *a, struct nash_buf *out)
{
    unsigned results = (unsigned)__builtin_popcount(a->table.known) * BRIDGE_SEATS;
    if (a->has_par && a->par.score == 0)
        nash_buf_puts(out, "par 0, ");
    else if (a->has_par)
        nash_buf_printf(out, "NS par %+d, ", a->par.score);
    nash_buf_printf(out, bridge_table_whole(a) ? "%u results" : "%u of 20 results", results);
}

/* ", scores +110" behind what says the contract's tricks. */
static void put_points(const struct bridge_problem *p, const struct bridge_answer *a, struct nash_buf *out)
{
    if (p->contract.level)
        nash_buf_printf(out, ", scores %+d", a->score);
}

/* "2S by W makes 8, scores +110", "3NTX by S made 7, scores -300". */
static void put_score(const struct bridge_problem *p, const struct bridge_answer *a, struct nash_buf *out)
{
    put_contract(p, out);
    if (p->contract.level)
        nash_buf_printf(out, p->given_tricks < 0 ? " makes %d" : " made %d", a->score_tricks);
    put_points(p, a, out);
}

/* "30 deals, best CA, 5.0 tricks, beats 3NT by E in 53%". */
static void put_sample(const struct bridge_problem *p, const struct bridge_sample *s, struct nash_buf *out)
{
    char card[BRIDGE_CARD_LEN];
    bool ours = (bridge_to_play(&p->position) - p->contract.declarer) % 2 == 0;
    nash_buf_printf(out, s->dealt == 1 ? "%u deal" : "%u deals", s->dealt);
    if (!s->count)
        return;
    nash_buf_printf(out, ", best %s, %.1f tricks", bridge_card_write(s->card[0].card, card), s->card[0].tricks);
    if (!is_contract(p))
        return;
    nash_buf_puts(out, ours ? ", makes " : ", beats ");
    put_contract(p, out);
    nash_buf_printf(out, " in %.0f%%", 100 * s->card[0].makes);
}

void bridge_brief(const struct bridge_problem *p, const struct bridge_answer *a, struct nash_buf *out)
{
    size_t start = out->len;
    bool scored = p->want & BRIDGE_WANT_SCORE && (a->score_tricks >= 0 || !p->contract.level);
    bool has_tricks = a->options.count || a->line_tricks >= 0;
    bool is_said = scored && has_tricks && p->given_tricks < 0; /* those of the contract are scored */
    if (has_tricks)
        put_tricks(p, a->options.count ? a->options.option[0].tricks : (unsigned)a->line_tricks, out);
    if (is_said)
        put_points(p, a, out);
    if (p->want & BRIDGE_WANT_PLAY && a->move) {
        comma(out, start);
        put_play(p, a, out);
    }
    if (a->table.known) {
        comma(out, start);
        put_table(a, out);
    }
    if (scored && !is_said) {
        comma(out, start);
        put_score(p, a, out);
    }
    if (a->sample) {
        comma(out, start);
        put_sample(p, a->sample, out);
    }
    if (bridge_unknown(p, a)) {
        comma(out, start);
        nash_buf_puts(out, "timeout");
    }
}
