/* Writes the answer as text: a PBN record. A record of the request keeps its tags; computed results replace its old
 * ones. Results without a PBN tag stand in comments. */
#include <solvers/bridge/kind.h>
#include <solvers/bridge/notation/notation.h>

static void append_header(const struct bridge_problem *p, struct nash_buf *out)
{
    static const char *const vulnerable[] = {"None", "NS", "EW", "All"};
    char deal[BRIDGE_PBN_LEN], contract[BRIDGE_CONTRACT_LEN];
    nash_buf_printf(out, "[Dealer \"%c\"]\n[Vulnerable \"%s\"]\n", bridge_seat_letter(p->dealer),
                    vulnerable[p->vulnerable]);
    if (p->has_deal)
        nash_buf_printf(out, "[Deal \"%s\"]\n", bridge_pbn_write(&p->position.deal, BRIDGE_NORTH, deal));
    if (!p->has_contract)
        return;
    if (p->contract.level)
        nash_buf_printf(out, "[Declarer \"%c\"]\n[Contract \"%s\"]\n", bridge_seat_letter(p->contract.declarer),
                        bridge_contract_write(&p->contract, contract));
    else
        nash_buf_puts(out, "[Declarer \"\"]\n[Contract \"Pass\"]\n");
    if (p->given_tricks >= 0 && p->contract.level)
        nash_buf_printf(out, "[Result \"%d\"]\n", p->given_tricks);
}

static void append_table(const struct bridge_answer *a, struct nash_buf *out)
{
    static const uint8_t order[BRIDGE_STRAINS] = {BRIDGE_NOTRUMP, BRIDGE_SPADES, BRIDGE_HEARTS, BRIDGE_DIAMONDS,
                                                  BRIDGE_CLUBS};
    char digits[BRIDGE_DIGITS_LEN];
    if (bridge_table_whole(a))
        nash_buf_printf(out, "[DoubleDummyTricks \"%s\"]\n", bridge_table_digits(&a->table, digits));
    nash_buf_puts(out, "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]\n");
    for (unsigned seat = 0; seat < BRIDGE_SEATS; seat++)
        for (unsigned i = 0; i < BRIDGE_STRAINS; i++)
            if (a->table.known >> order[i] & 1)
                nash_buf_printf(out, "%c %2s %2u\n", bridge_seat_letter(seat), bridge_strain_name(order[i]),
                                a->table.tricks[order[i]][seat]);
}

/* Writes "NS 4S=" or "E 5CX-2", with commas between several contracts. */
static void append_par(const struct bridge_par *par, struct nash_buf *out)
{
    char contract[BRIDGE_CONTRACT_LEN];
    nash_buf_printf(out, par->score ? "[OptimumScore \"NS %+d\"]\n" : "[OptimumScore \"NS %d\"]\n", par->score);
    nash_buf_puts(out, "[ParContract \"");
    for (unsigned i = 0; i < par->count; i++) {
        const struct bridge_par_contract *c = &par->contract[i];
        if (i > 0)
            nash_buf_puts(out, ", ");
        if (!c->contract.level) {
            nash_buf_puts(out, "Pass");
            continue;
        }
        for (unsigned j = 0; j < BRIDGE_SEATS; j++) { /* N before S, E before W */
            unsigned seat = (unsigned[]){BRIDGE_NORTH, BRIDGE_SOUTH, BRIDGE_EAST, BRIDGE_WEST}[j];
            if (c->declarers >> seat & 1)
                nash_buf_putc(out, bridge_seat_letter(seat));
        }
        nash_buf_printf(out, c->over ? " %s%+d" : " %s=", bridge_contract_write(&c->contract, contract), c->over);
    }
    nash_buf_puts(out, "\"]\n");
}

static void append_card(struct nash_buf *out, struct bridge_card card)
{
    char text[BRIDGE_CARD_LEN];
    nash_buf_puts(out, bridge_card_write(card, text));
}

static void append_equals(struct nash_buf *out, struct bridge_card card, bridge_ranks equals)
{
    append_card(out, card);
    for (unsigned rank = BRIDGE_RANKS; rank-- > 0;)
        if (equals >> rank & 1)
            nash_buf_printf(out, "=%c", card_rank_letter(rank));
}

static void append_options(const struct bridge_problem *p, const struct bridge_options *options, struct nash_buf *out)
{
    nash_buf_printf(out, "{%c to play in %s:", bridge_seat_letter(bridge_to_play(&p->position)),
                    bridge_strain_name(p->position.strain));
    for (unsigned i = 0; i < options->count; i++) {
        nash_buf_puts(out, i ? ", " : " ");
        append_equals(out, options->option[i].card, options->option[i].equals);
        nash_buf_printf(out, " %u", options->option[i].tricks);
    }
    nash_buf_puts(out, "}\n");
}

static void append_line(const struct bridge_answer *a, struct nash_buf *out)
{
    nash_buf_printf(out, "{Line, %d tricks:", a->line_tricks);
    for (uint32_t i = 0; i < a->line_count; i++) {
        nash_buf_putc(out, ' ');
        append_card(out, a->line[i]);
    }
    nash_buf_puts(out, "}\n");
}

/* Writes the mistakes: "S4 by N, 10 to 9 tricks, better S7". */
static void append_play(const struct bridge_problem *p, const struct bridge_answer *a, struct nash_buf *out)
{
    uint32_t known = 0;
    bool found = false;
    nash_buf_puts(out, "{Mistakes: ");
    for (; known < p->play_count && a->move[known].known; known++) {
        const struct bridge_move *move = &a->move[known];
        if (!move->cost)
            continue;
        nash_buf_puts(out, found ? "; " : "");
        found = true;
        append_card(out, move->card);
        nash_buf_printf(out, " by %c, %u to %u tricks", bridge_seat_letter(move->seat), move->before, move->after);
        if (move->has_best) {
            nash_buf_puts(out, ", better ");
            append_card(out, move->best);
        }
    }
    nash_buf_printf(out, "%s; %u %s analysed}\n", found ? "" : "none", known, known == 1 ? "card" : "cards");
}

static void append_sample(const struct bridge_problem *p, const struct bridge_sample *s, struct nash_buf *out)
{
    nash_buf_printf(out, s->dealt == 1 ? "{%u deal:" : "{%u deals:", s->dealt);
    for (unsigned i = 0; i < s->count; i++) {
        nash_buf_puts(out, i ? ", " : " ");
        append_equals(out, s->card[i].card, s->card[i].equals);
        nash_buf_printf(out, " %.2f", s->card[i].tricks);
        if (p->has_contract && p->contract.level)
            nash_buf_printf(out, " (%.0f%%)", 100 * s->card[i].makes);
    }
    nash_buf_puts(out, "}\n");
}

static void append_comments(const struct bridge_problem *p, const struct bridge_answer *a, struct nash_buf *out)
{
    if (a->options.count)
        append_options(p, &a->options, out);
    if (a->line_tricks >= 0)
        append_line(a, out);
    if (p->want & BRIDGE_WANT_PLAY && a->move)
        append_play(p, a, out);
    if (p->want & BRIDGE_WANT_SCORE && (a->score_tricks >= 0 || !p->contract.level))
        nash_buf_printf(out, "{Score: %+d for the declarer}\n", a->score);
    if (a->sample)
        append_sample(p, a->sample, out);
    if (bridge_unknown(p, a))
        nash_buf_puts(out, "{The time did not suffice for all of it}\n");
}

void bridge_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct bridge_problem *p = problem;
    const struct bridge_answer *a = result->answer;
    nash_buf_puts(out, p->tags ? p->tags : "");
    if (!p->is_pbn)
        append_header(p, out);
    if (a->table.known)
        append_table(a, out);
    if (a->has_par)
        append_par(&a->par, out);
    append_comments(p, a, out);
    nash_buf_puts(out, p->sections ? p->sections : "");
    while (out->len > 0 && out->data[out->len - 1] == '\n')
        out->len--;
}

void bridge_text_of(const cJSON *result, struct nash_buf *out)
{
    nash_buf_puts(out, nash_json_get(result, "pbn")->valuestring);
}
