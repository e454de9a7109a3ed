/* Fuzzes the reader of frames, which a compromised worker may have written, with any length and type. The result must
 * not depend on the pieces in which the stream arrives, limits must hold, and the reader must not allocate more memory
 * than the received bytes need. The first 24 bytes of the input choose limits and pieces. */
#include <stdbool.h>
#include <string.h>

#include <jobs/pool/frame.h>

#include "fuzz.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "frame"))

enum { SETTINGS = 4 * (FRAME_TYPES - 1), ROOM_MOST = 1 << 20 };

/* All frames that a reader returned, and its last status. */
struct heard {
    struct nash_buf all;
    enum frame_status end;
};

static void hear(struct frame_reader *reader, const struct frame_limits *limits, struct heard *heard)
{
    enum frame_type type;
    const char *payload;
    size_t len;
    while ((heard->end = frame_next(reader, limits, &type, &payload, &len)) == FRAME_COMPLETE) {
        MUST(type > 0 && type < FRAME_TYPES && len <= limits->max[type]);
        nash_buf_add(&heard->all, &type, sizeof type);
        nash_buf_add(&heard->all, &len, sizeof len);
        nash_buf_add(&heard->all, payload, len);
    }
}

/* Reads the stream in pieces: the first has `first` bytes, each following one a byte more. */
static void feed(const uint8_t *data, size_t size, size_t first, const struct frame_limits *limits, struct heard *heard)
{
    struct frame_reader reader = {0};
    *heard = (struct heard){.end = FRAME_NONE};
    for (size_t at = 0, piece = first; at < size && heard->end == FRAME_NONE; piece++) {
        size_t count = size - at < piece ? size - at : piece;
        char *exact = malloc(count); /* so that a sanitizer detects a read past the end */
        MUST(exact != NULL);
        memcpy(exact, data + at, count);
        MUST(frame_reader_add(&reader, exact, count));
        free(exact);
        at += count;
        hear(&reader, limits, heard);
        MUST(reader.buf.room <= 4 * size + ROOM_MOST);
        MUST(reader.at <= reader.buf.len);
    }
    frame_reader_release(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct frame_limits limits = {{0}};
    struct heard whole, cut;
    if (size < SETTINGS)
        return 0;
    memcpy(&limits.max[1], data, SETTINGS);
    size_t first = 1 + data[0] % 16;
    data += SETTINGS;
    size -= SETTINGS;
    feed(data, size, size + 1, &limits, &whole);
    feed(data, size, first, &limits, &cut);
    MUST(whole.end == cut.end);
    MUST(whole.all.len == cut.all.len);
    MUST(whole.all.len == 0 || memcmp(whole.all.data, cut.all.data, whole.all.len) == 0);
    nash_buf_free(&whole.all);
    nash_buf_free(&cut.all);
    return 0;
}
