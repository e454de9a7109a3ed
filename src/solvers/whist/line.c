/* Trick by trick: the first lead from the lowest interval up that is worth the value of the word, and the best answer
 * to it. The value of the next word is what is left of this one's. */
#include "line.h"

#include <string.h>

#include "values.h"

/* The game so far: the word of the cards that are left, as the player on lead sees it, and where they were at the
 * root. */
struct table {
    int8_t *word, *after;
    uint32_t *place;
    uint32_t order;
    bool first_leads;
    uint32_t value; /* of the word */
};

static void take(struct table *table, uint32_t lead, uint32_t reply)
{
    uint32_t high = lead < reply ? lead : reply, low = lead < reply ? reply : lead, cards = 2 * table->order;
    bool won = whist_word_after(table->word, table->order, lead, reply, table->after);
    int8_t *swap = table->word;
    table->word = table->after;
    table->after = swap;
    memmove(table->place + high, table->place + high + 1, (low - high - 1) * sizeof *table->place);
    memmove(table->place + low - 1, table->place + low + 1, (cards - low - 1) * sizeof *table->place);
    table->order--;
    table->value = won ? table->value - 1 : table->order - table->value;
    table->first_leads = table->first_leads == won;
}

/* The best trick of the word; false when stopped. */
static bool best_trick(const struct table *table, const struct whist_engine *engine, struct whist_work *work,
                       uint32_t *lead, uint32_t *reply)
{
    for (uint32_t i = 2 * table->order; i-- > 0;) {
        if (table->word[i] < 0 || (i > 0 && table->word[i - 1] > 0))
            continue;
        int tricks = whist_lead_tricks(engine, work, table->word, table->order, i, reply, table->after);
        *lead = i;
        if (tricks < 0 || (uint32_t)tricks == table->value)
            return tricks >= 0;
    }
    return false;
}

static bool table_init(struct table *table, const int8_t *word, uint32_t order, struct nash_arena *arena)
{
    size_t cards = 2 * (size_t)order;
    *table = (struct table){.word = NASH_NEW(arena, int8_t, cards),
                            .after = NASH_NEW(arena, int8_t, cards),
                            .place = NASH_NEW(arena, uint32_t, cards),
                            .order = order,
                            .first_leads = true};
    if (!table->word || !table->after || !table->place)
        return false;
    for (uint32_t i = 0; i < cards; i++) {
        table->word[i] = word[i];
        table->place[i] = i;
    }
    return true;
}

enum nash_status whist_line_find(const struct whist_trick **line, const struct whist_engine *engine,
                                 struct whist_work *work, const int8_t *word, uint32_t order)
{
    struct table table;
    struct whist_trick *trick = NASH_NEW(work->run->arena, struct whist_trick, order);
    *line = NULL;
    if (!trick || !table_init(&table, word, order, work->run->arena))
        return NASH_NOMEM;
    int value = engine->tricks(work, word, order);
    table.value = value < 0 ? 0 : (uint32_t)value;
    for (uint32_t i = 0; value >= 0 && i < order; i++) {
        uint32_t lead, reply;
        if (nash_stop(work->run, 3) || !best_trick(&table, engine, work, &lead, &reply)) {
            value = -1;
            break;
        }
        trick[i] = (struct whist_trick){.lead = table.place[lead],
                                        .reply = table.place[reply],
                                        .by_first = table.first_leads,
                                        .won_by_first = table.first_leads == (lead < reply)};
        take(&table, lead, reply);
    }
    if (value < 0)
        return work->run->stopped != NASH_STOP_NONE ? NASH_OK : NASH_NOMEM;
    *line = trick;
    return NASH_OK;
}

int whist_line_replay(const struct whist_trick *line, const int8_t *word, uint32_t order, struct nash_arena *arena)
{
    uint32_t cards = 2 * order;
    struct nash_arena_mark mark = nash_arena_mark(arena);
    bool *played = NASH_NEW(arena, bool, cards), first_leads = true;
    int tricks = played ? 0 : -1;
    for (uint32_t i = 0; tricks >= 0 && i < order; i++) {
        const struct whist_trick *t = &line[i];
        int8_t leader = first_leads ? 1 : -1;
        if (t->lead >= cards || t->reply >= cards || played[t->lead] || played[t->reply] || word[t->lead] != leader ||
            word[t->reply] != -leader || t->by_first != first_leads) {
            tricks = -1;
            break;
        }
        played[t->lead] = played[t->reply] = true;
        first_leads = first_leads == (t->lead < t->reply);
        tricks = t->won_by_first != first_leads ? -1 : tricks + first_leads;
    }
    nash_arena_release(arena, mark);
    return tricks;
}
