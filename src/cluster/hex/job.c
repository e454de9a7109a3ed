/* The games of a match as the job of a farm. Each game is a root; answers have no children. An answer is checked by
 * playing its moves; that the engines would play them is proved by audits only. */
#include "program.h"
#include "works.h"

static bool match_supply(void *self, struct farm *farm, unsigned wanted)
{
    struct hex_farm *own = self;
    uint8_t unit[HEX_UNIT_MAX];
    for (; wanted > 0 && own->supplied < own->match->games; wanted--) {
        hex_match_prepare(own->match, own->run->seed, own->supplied++, &own->game);
        farm_add(farm, unit, hex_unit_write(&own->game, unit));
    }
    return own->supplied < own->match->games;
}

/* Reads an answer into own->game. Returns what is wrong with it; NULL: nothing. */
static const char *read_game(struct hex_farm *own, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    if (!hex_unit_read(&own->game, &own->match->rules, unit->bytes, unit->len))
        return "its unit cannot be read";
    return hex_answer_read(&own->game, &own->match->rules, answer, len);
}

static enum farm_verdict match_check(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len,
                                     const char **why)
{
    *why = read_game(self, unit, answer, len);
    return *why ? FARM_WRONG : FARM_VALID;
}

static uint64_t match_steps(void *self, const uint8_t *answer, size_t len)
{
    (void)self;
    return len >= HEX_ANSWER_HEAD ? hex_answer_nodes(answer) : 0;
}

/* Counts the next game in order. The sequential test is decided by the games up to this one, as in one process. */
static bool match_decides(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len, bool first)
{
    struct hex_farm *own = self;
    if (first)
        own->wins[0] = own->wins[1] = 0;
    if (read_game(own, unit, answer, len))
        return false;
    own->wins[hex_game_won_by(&own->game)]++;
    return own->match->has_sprt &&
           hex_sprt(&own->match->sprt, own->wins[0], own->wins[1]).decision != HEX_SPRT_CONTINUE;
}

/* Adds the next game in order. */
static bool match_merge(void *self, const struct farm_unit *unit, const uint8_t *answer, size_t len)
{
    struct hex_farm *own = self;
    return !read_game(own, unit, answer, len) && hex_match_add(own->match, own->answer, &own->game);
}

void hex_match_progress(void *self, const struct farm *farm, struct nash_jsonw *out)
{
    const struct hex_farm *own = self;
    (void)farm;
    nash_jsonw_kuint(out, "games", own->wins[0] + own->wins[1]);
    nash_jsonw_kuint(out, "of", own->match->games);
    nash_jsonw_kuint(out, "a", own->wins[0]);
    nash_jsonw_kuint(out, "b", own->wins[1]);
}

const struct farm_job hex_match_job = {.work = HEX_SERVER_MATCH_WORK,
                                       .supply = match_supply,
                                       .check = match_check,
                                       .steps = match_steps,
                                       .decides = match_decides,
                                       .merge = match_merge};
