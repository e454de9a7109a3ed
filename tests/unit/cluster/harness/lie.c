#include "lie.h"

#include <string.h>

#include <cluster/sudoku/shard/protocol.h>
#include <cluster/unit_farm/protocol.h>
#include <solvers/hex/train/games/unit.h>
#include <solvers/sudoku/units/luck.h>

static void lie_about_events(struct liar *liar, const struct shard *shard, struct nash_rng *rng, uint8_t *m,
                             size_t *len)
{
    uint32_t count = message_u32(m + MESSAGE_HEAD + 12), pick = count > 0 ? (uint32_t)nash_rng_below(rng, count) : 0;
    uint8_t *event = m + MESSAGE_HEAD + MESSAGE_EVENTS_FIXED + (size_t)pick * MESSAGE_EVENT;
    uint32_t side, row, row_end;
    uint8_t honest;
    const uint8_t *values = shard_values(shard, &side, &row, &row_end);
    if (count == 0 || values == NULL)
        return;
    switch (liar->lie) {
    case NET_RANDOM_VALUES: /* falsifies only the last change of the list, so that all earlier ones stay plausible */
        event = m + MESSAGE_HEAD + MESSAGE_EVENTS_FIXED + (size_t)(count - 1) * MESSAGE_EVENT;
        honest = event[7];
        while (event[7] == honest || event[7] == event[6]) /* the old value is too easy to find */
            event[7] = (uint8_t)nash_rng_below(rng, side);
        break;
    case NET_KEEPS_BACK:
        message_put32(m + MESSAGE_HEAD + 12, count - 1);
        message_put32(m + 4, message_u32(m + 4) - MESSAGE_EVENT);
        *len -= MESSAGE_EVENT;
        break;
    case NET_WRONG_OWNER:
        message_put16(event + 4, (row > 0 ? 0 : row_end) * side);
        break;
    case NET_IMMUTABLE:
        event[6] = values[row * side];
        event[7] = (uint8_t)((event[6] + 1) % side);
        message_put16(event + 4, row * side);
        break;
    default:
        return;
    }
    liar->lied = true;
}

/* Claims that the first run of local search ended in a solution. */
static void lie_about_luck(struct liar *liar, uint8_t *m, size_t len)
{
    uint8_t *answer = m + MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED;
    if (liar->lie != NET_FALSE_SOLUTION || len < (size_t)(answer - m) + LUCK_ANSWER_HEAD ||
        message_u32(answer + 16) == 0)
        return;
    message_put32(message_put32(answer + 16, 0), 0);
    liar->lied = true;
}

/* Answers the first unit of a DONE with the game that the member played first. It is legal, so its check finds nothing.
 */
static void lie_about_game(struct liar *liar, uint8_t *m, size_t *len)
{
    size_t before = MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED;
    if (liar->lie != NET_SAME_GAME || liar->first == NULL || *len < before)
        return;
    const uint8_t *first = (const uint8_t *)liar->first->data;
    uint32_t honest = message_u32(m + before - 4), kept = message_u32(first + before - 4);
    if (*len - honest + kept > MESSAGE_MAX || (honest == kept && memcmp(m + before, first + before, kept) == 0))
        return;
    memmove(m + before + kept, m + before + honest, *len - before - honest);
    memcpy(m + before, first + before, kept);
    message_put32(m + before - 4, kept);
    *len = *len - honest + kept;
    message_put32(m + 4, (uint32_t)(*len - MESSAGE_HEAD));
    liar->lied = true;
}

/* The game is legal, and the net has played it, but found another value for the position before the last move. */
static void lie_about_value(struct liar *liar, uint8_t *m, size_t len)
{
    size_t before = MESSAGE_HEAD + FARM_LIST_FIXED + FARM_ITEM_FIXED + HEX_TRAIN_ANSWER_HEAD;
    if (liar->lie != NET_OTHER_VALUE || len < before + HEX_TRAIN_GAME_HEAD)
        return;
    size_t size = message_u16(m + before), targets = 2 * size * size;
    m[len - targets - 2] ^= 1; /* u16 value, shares, rates */
    liar->lied = true;
}

struct bytes *liar_answer(struct liar *liar, const struct shard *shard, struct nash_rng *rng, uint8_t *m, size_t len)
{
    bool units = message_u16(m + 2) == FARM_PROTOCOL, tells = m[0] == (units ? FARM_DONE : MESSAGE_EVENTS);
    if (tells && nash_rng_below(rng, 100) < liar->lies_of_100) {
        if (units) {
            lie_about_luck(liar, m, len);
            lie_about_game(liar, m, &len);
            lie_about_value(liar, m, len);
        } else {
            lie_about_events(liar, shard, rng, m, &len);
        }
        if (liar->lie == NET_STALE_EPOCH)
            message_put32(m + 12, message_u32(m + 12) - 1);
        if (liar->lie == NET_REPLAYS && liar->first != NULL)
            return bytes_ref(liar->first);
        for (unsigned i = 0; liar->lie == NET_SCRAMBLES && i < 3; i++)
            m[MESSAGE_HEAD + nash_rng_below(rng, len - MESSAGE_HEAD)] ^= (uint8_t)(1U << nash_rng_below(rng, 8));
        for (size_t i = 0; liar->lie == NET_GARBAGE && i < len; i++)
            m[i] = (uint8_t)nash_rng_next(rng);
    }
    struct bytes *said = bytes_copy(m, len);
    if (tells && liar->first == NULL)
        liar->first = bytes_ref(said);
    return said;
}

void liar_release(struct liar *liar)
{
    bytes_unref(liar->first);
}
