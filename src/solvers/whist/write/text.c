/* Writes the text form of an answer: "a 2, b 2" for a deal, the counts for a distribution, or "timeout". The remarks
 * before it are bounds, a proof that is missing, and what was asked besides: mistakes in play, other methods, the place
 * of the deal among all deals. */
#include <string.h>

#include <solvers/kit/text_answer.h>

#include "result.h"

extern const struct nash_solver nash_solver_whist;

/* ---- from the answer ---- */

static void write_tricks(struct nash_buf *out, uint64_t a, uint64_t b)
{
    nash_buf_puts(out, "a ");
    nash_buf_u64(out, a);
    nash_buf_puts(out, ", b ");
    nash_buf_u64(out, b);
}

/* Returns whether the text is the tricks alone, as for most lines of a batch. */
static bool has_tricks_only(const struct whist_problem *p, const struct whist_answer *a)
{
    return p->has_deal && !p->suits && !p->distribution && !p->played && a->known && !a->confirmed && !a->trial &&
           p->deal.order <= WHIST_RULE_VERIFIED;
}

void whist_write_text(const void *problem, const struct nash_result *result, struct nash_buf *out)
{
    const struct whist_problem *p = problem;
    const struct whist_answer *a = result->answer;
    bool b_leads = p->deal.b_leads;
    if (has_tricks_only(p, a))
        write_tricks(out, b_leads ? p->deal.order - a->low : a->low, b_leads ? a->low : p->deal.order - a->low);
    else
        text_by_json(&nash_solver_whist, problem, result, out);
}

/* ---- from the result in JSON ---- */

static void remark_proof(const cJSON *result, struct nash_buf *out)
{
    const cJSON *bounds = nash_json_get(nash_json_get(result, "bounds"), "a"), *confirmed;
    if (cJSON_IsArray(bounds))
        text_remark(out, "a takes %d to %d tricks", cJSON_GetArrayItem(bounds, 0)->valueint,
                    cJSON_GetArrayItem(bounds, 1)->valueint);
    if (strcmp(text_member_string(result, "proof"), "verified_rule") == 0)
        text_remark(out, "by the closed rule, which is not proved for more than %d cards a hand", WHIST_RULE_VERIFIED);
    confirmed = nash_json_get(result, "confirmed");
    if (cJSON_IsTrue(nash_json_get(confirmed, "agrees")))
        text_remark(out, "confirmed by %s", text_member_string(confirmed, "by"));
    else if (confirmed)
        text_remark(out, "not confirmed: %s", text_member_string(confirmed, "detail"));
}

static void remark_play(const cJSON *result, struct nash_buf *out)
{
    static const struct text_part part = {"play", "play", true};
    const cJSON *play = nash_json_get(result, "play"), *card;
    unsigned cards = 0, mistakes = 0;
    cJSON_ArrayForEach(card, play)
    {
        cards++;
        if (text_member_number(card, "cost") == 0)
            continue;
        mistakes++;
        text_remark(out, "mistake of %s, card %u: %s%.0f costs %.0f", text_member_string(card, "by"), cards,
                    text_member_string(card, "suit"), text_member_number(card, "card"),
                    text_member_number(card, "cost"));
    }
    text_remark_parts(result, &part, 1, out);
    if (play)
        text_remark(out, "%u %s played, %u %s", cards, cards == 1 ? "card" : "cards", mistakes,
                    mistakes == 1 ? "mistake" : "mistakes");
}

static void remark_methods(const cJSON *result, struct nash_buf *out)
{
    const cJSON *method;
    cJSON_ArrayForEach(method, nash_json_get(nash_json_get(result, "compare"), "methods"))
    {
        const cJSON *tricks = nash_json_get(method, "tricks");
        if (cJSON_IsObject(tricks))
            text_remark(out, "%s: a %.0f, b %.0f; %s positions", text_member_string(method, "method"),
                        text_member_number(tricks, "a"), text_member_number(tricks, "b"),
                        text_member_string(method, "nodes"));
        else
            text_remark(out, "%s: %s", text_member_string(method, "method"), text_member_string(method, "skipped"));
    }
}

static void write_counts(const cJSON *counts, struct nash_buf *out)
{
    const cJSON *count;
    cJSON_ArrayForEach(count, counts)
    {
        if (count != counts->child)
            nash_buf_putc(out, ' ');
        nash_buf_u64(out, (uint64_t)count->valuedouble);
    }
}

/* Remarks the place of a deal among all deals. */
static void remark_distribution(const cJSON *distribution, struct nash_buf *out)
{
    struct nash_buf counts = NASH_BUF_INIT(0);
    if (nash_json_get(distribution, "below"))
        text_remark(out, "of %.0f deals, %.0f are worth less to the leader, %.0f as much",
                    text_member_number(distribution, "total"), text_member_number(distribution, "below"),
                    text_member_number(distribution, "equal"));
    write_counts(nash_json_get(distribution, "counts"), &counts);
    text_remark(out, "deals by the tricks of the leader, from 0: %s", nash_buf_cstr(&counts));
    nash_buf_free(&counts);
}

void whist_text_of(const cJSON *result, struct nash_buf *out)
{
    const cJSON *tricks = nash_json_get(result, "tricks"), *distribution = nash_json_get(result, "distribution");
    remark_proof(result, out);
    remark_play(result, out);
    remark_methods(result, out);
    if (tricks && distribution)
        remark_distribution(distribution, out);
    if (cJSON_IsObject(tricks))
        write_tricks(out, (uint64_t)text_member_number(tricks, "a"), (uint64_t)text_member_number(tricks, "b"));
    else if (tricks)
        nash_buf_puts(out, "timeout");
    else
        write_counts(nash_json_get(distribution, "counts"), out);
}
