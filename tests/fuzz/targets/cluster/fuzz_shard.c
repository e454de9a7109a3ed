/* Fuzzes a shard with messages from an untrusted hub, in any order. Two shards, whose memory has different contents at
 * first, must send the same answers. Answers must be well-formed and follow the rules of the game as this file derives
 * them from the lease, and the conflicts they report must equal a recount.
 *
 * The input holds for each message: u8 flags, u16 length, the bytes of the message. Flag 1: the right length and
 * version are written into its head. Requested ticks are limited so that a run takes little time. */
#include <stdbool.h>
#include <string.h>

#include <cluster/sudoku/shard/protocol.h>
#include <cluster/sudoku/shard/shard.h>

#include "../fuzz.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "shard"))

enum { SHARDS = 2, TICKS = 0x3fff, MESSAGES_MAX = 64 };

/* The last accepted lease. */
static struct {
    uint32_t side, row, row_end;
    uint64_t allowed[GAME_CELLS_MAX];
    uint8_t box[GAME_CELLS_MAX];
} board;

static void keep_board(const uint8_t *body)
{
    board.side = body[0];
    board.row = message_u16(body + 4);
    board.row_end = message_u16(body + 6);
    uint32_t cells = board.side * board.side;
    for (uint32_t cell = 0; cell < cells; cell++) {
        uint32_t row = cell / board.side, column = cell % board.side;
        board.allowed[cell] = message_u64(body + MESSAGE_LEASE_FIXED + (size_t)cell * 8);
        board.box[cell] = body[3] & MESSAGE_REGIONS ? body[MESSAGE_LEASE_FIXED + (size_t)cells * 9 + cell]
                                                    : (uint8_t)(row / body[1] * body[1] + column / body[2]);
    }
}

static uint32_t pairs_in(const uint8_t *value, uint32_t (*unit_of)(uint32_t cell))
{
    static uint32_t count[GAME_SIDE_MAX][GAME_SIDE_MAX];
    uint32_t pairs = 0;
    memset(count, 0, sizeof count);
    for (uint32_t cell = 0; cell < board.side * board.side; cell++) {
        MUST(value[cell] < board.side && board.allowed[cell] >> value[cell] & 1);
        pairs += count[unit_of(cell)][value[cell]]++;
    }
    return pairs;
}
static uint32_t row_of(uint32_t cell)
{
    return cell / board.side;
}
static uint32_t column_of(uint32_t cell)
{
    return cell % board.side;
}
static uint32_t box_of(uint32_t cell)
{
    return board.box[cell];
}
static uint32_t conflicts_of(const uint8_t *value)
{
    return pairs_in(value, row_of) + pairs_in(value, column_of) + pairs_in(value, box_of);
}

static void check_events(const uint8_t *body, size_t len, uint32_t asked)
{
    uint32_t ticks = message_u32(body + 8), count = message_u32(body + 12);
    uint64_t least = 0;
    MUST(ticks > 0 && ticks <= asked && count <= MESSAGE_EVENTS_MAX);
    MUST(len == MESSAGE_EVENTS_FIXED + (size_t)count * MESSAGE_EVENT);
    for (uint32_t i = 0; i < count; i++) {
        struct game_event event = message_event(body + MESSAGE_EVENTS_FIXED + (size_t)i * MESSAGE_EVENT);
        MUST(event.at >= least && event.at < ticks && event.cell < board.side * board.side && event.from != event.to);
        MUST(event.cell / board.side >= board.row && event.cell / board.side < board.row_end);
        MUST(event.from < board.side && board.allowed[event.cell] >> event.from & 1);
        MUST(event.to < board.side && board.allowed[event.cell] >> event.to & 1);
        least = (uint64_t)event.at + 1;
    }
}

static void check_answer(const uint8_t *said, size_t said_len, const uint8_t *answer, size_t len)
{
    struct message_head head;
    const uint8_t *body = answer + MESSAGE_HEAD;
    MUST(message_head_read(&head, answer, len));
    if (said_len >= MESSAGE_HEAD && said_len <= MESSAGE_MAX)
        MUST(head.game == message_u32(said + 8) && head.epoch == message_u32(said + 12));
    switch (head.type) {
    case MESSAGE_LEASED:
        MUST(head.len == MESSAGE_LEASED_FIXED);
        if (said[0] == MESSAGE_LEASE)
            keep_board(said + MESSAGE_HEAD);
        break;
    case MESSAGE_EVENTS:
        check_events(body, head.len, message_u32(said + MESSAGE_HEAD + 16));
        break;
    case MESSAGE_PONG:
        MUST(head.len == 4 && memcmp(body, said + MESSAGE_HEAD, 4) == 0);
        break;
    default:
        MUST(head.type == MESSAGE_REFUSED && head.len == 4);
        MUST(message_u32(body) >= MESSAGE_MALFORMED && message_u32(body) <= MESSAGE_OUT_OF_STEP);
    }
}

static void limit(uint8_t *message, size_t len)
{
    if (len >= MESSAGE_HEAD + 20 && message[0] == MESSAGE_ROUND)
        message_put32(message + MESSAGE_HEAD + 16, message_u32(message + MESSAGE_HEAD + 16) & TICKS);
}

static void take(struct shard *const *shard, const uint8_t *data, size_t len, bool mend)
{
    static uint8_t answer[SHARDS][MESSAGE_MAX];
    uint32_t side, row, row_end;
    size_t answered[SHARDS];
    uint8_t *message = malloc(len + (len == 0)); /* exact, so that a sanitizer detects a read past the end */
    MUST(message != NULL);
    memcpy(message, data, len);
    if (mend && len >= MESSAGE_HEAD) {
        message[1] = MESSAGE_VERSION;
        message_put32(message + 4, (uint32_t)(len - MESSAGE_HEAD));
    }
    limit(message, len);
    for (unsigned i = 0; i < SHARDS; i++)
        answered[i] = shard_take(shard[i], message, len, answer[i], sizeof answer[i]);
    MUST(answered[0] == answered[1] && memcmp(answer[0], answer[1], answered[0]) == 0);
    if (answered[0] > 0)
        check_answer(message, len, answer[0], answered[0]);
    const uint8_t *value = shard_values(shard[0], &side, &row, &row_end);
    MUST(!value || (side == board.side && row == board.row && row_end == board.row_end));
    MUST(shard_conflicts(shard[0]) == (value ? conflicts_of(value) : 0));
    free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct shard *shard[SHARDS];
    for (unsigned i = 0; i < SHARDS; i++) {
        void *memory = aligned_alloc(64, (shard_bytes() + 63) / 64 * 64);
        MUST(memory != NULL);
        memset(memory, i == 0 ? 0 : 0xa5, shard_bytes());
        shard[i] = shard_init(memory);
    }

    for (unsigned i = 0; i < MESSAGES_MAX && size >= 3; i++) {
        size_t len = message_u16(data + 1);
        len = len < size - 3 ? len : size - 3;
        take(shard, data + 3, len, data[0] & 1);
        data += 3 + len;
        size -= 3 + len;
    }
    for (unsigned i = 0; i < SHARDS; i++)
        free(shard[i]);
    return 0;
}
