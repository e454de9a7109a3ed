/* Reads the JSON form of a problem (schema/kinds/whist.request.json). Members that break the schema are NASH_INVALID;
 * faults across members, such as a card in both hands, are NASH_UNPROCESSABLE (validate.c, validate_suits.c). */
#include "input.h"

/* Reads a hand of one suit: at least one card. */
static struct nash_json_ints read_hand(struct reader *r, const char *name)
{
    struct reader hand;
    struct nash_json_ints cards = {0};
    if (!reader_member(&hand, r, name))
        return cards;
    cards = whist_read_cards(&hand);
    if (!cards.count)
        reader_fail(&hand, NASH_INVALID, NULL, "must hold at least one card, for example [4, 1]");
    return cards;
}

/* Reads {"order": n}, or {} beside a deal. */
static void read_distribution(struct reader *r, struct whist_input *in)
{
    static const char *const members[] = {"order", NULL};
    struct reader distribution;
    if (!reader_object(&distribution, r, "distribution"))
        return;
    in->has_distribution = true;
    reader_only(&distribution, members);
    in->distribution_order = (uint32_t)reader_int(&distribution, "order", 1, WHIST_ORDER_MAX, 0);
}

/* Reads what is to be solved: a deal of one suit, a deal of several suits, or a distribution. */
static void read_subject(struct reader *r, struct whist_input *in)
{
    bool a = reader_has(r, "a"), b = reader_has(r, "b");
    in->has_hands = a;
    in->a = read_hand(r, "a");
    in->b = read_hand(r, "b");
    whist_read_suits(r, in);
    read_distribution(r, in);
    if (a != b)
        reader_fail(r, NASH_INVALID, NULL, "the member \"%s\" is missing: a deal has two hands", a ? "b" : "a");
    if (!a && !in->has_suits && !in->has_distribution)
        reader_fail(r, NASH_INVALID, NULL,
                    "the member \"a\" is missing: give two hands, for example {\"leader\": \"a\", \"a\": [8, 5, 4, "
                    "2], \"b\": [7, 6, 3, 1]}; or \"suits\", or \"distribution\"");
}

#define MEMBERS "leader", "method", "compare", "confirm", "play", "graph", "leads", "line", "distribution"

/* Reads the members that say who leads, and what is asked. */
static void read_members(struct reader *r, struct whist_input *in)
{
    static const char *const players[] = {"a", "b", NULL};
    in->b_leads = reader_enum(r, "leader", players, 0) == 1;
    in->method = (enum whist_method)reader_enum(r, "method", whist_method_names, WHIST_AUTO);
    in->compare = reader_bool(r, "compare", false);
    in->confirm = reader_bool(r, "confirm", false);
    in->graph = reader_bool(r, "graph", true);
    in->leads = reader_bool(r, "leads", true);
    in->line = reader_bool(r, "line", true);
}

void whist_read_beside_text(struct reader *r, struct whist_input *in)
{
    static const char *const members[] = {MEMBERS, NULL};
    reader_only(r, members);
    read_members(r, in);
    read_distribution(r, in);
    whist_read_play(r, in);
}

enum nash_status whist_parse(const struct nash_json *doc, struct nash_arena *arena, void **problem,
                             struct nash_error *error)
{
    static const char *const members[] = {"a", "b", "suits", "trump", MEMBERS, NULL};
    struct reader r;
    struct whist_input in = {0};
    reader_root(&r, doc, arena, error);
    reader_only(&r, members);
    read_members(&r, &in);
    read_subject(&r, &in);
    whist_read_play(&r, &in);
    *problem = whist_validate(&r, &in);
    return reader_status(&r);
}
