/* Frames are read right, however the stream is divided into reads. */
#include <string.h>

#include <jobs/pool/frame.h>

#include "../unit/base/test.h"

static void test_frames(void **state)
{
    struct nash_rng rng = test_rng();
    const struct frame_limits limits = {{0, 0, 0, 100, 1000, 5000}};
    for (int round = 0; round < 500; round++) {
        static char stream[200000], payload[5000];
        size_t lens[40], len = 0, at = 0;
        unsigned types[40], sent = 0, got = 0;
        for (; sent < 1 + nash_rng_below(&rng, 39); sent++) {
            types[sent] = 2 + (unsigned)nash_rng_below(&rng, 4);
            lens[sent] = nash_rng_below(&rng, limits.max[types[sent]] + 1);
            const struct frame_head head = {(uint32_t)lens[sent], types[sent]};
            memcpy(stream + len, &head, sizeof head);
            memset(stream + len + sizeof head, (int)sent, lens[sent]);
            len += sizeof head + lens[sent];
        }
        struct frame_reader reader = {0};
        while (at < len) {
            size_t piece = 1 + nash_rng_below(&rng, round % 2 == 0 ? 20 : 20000);
            if (piece > len - at)
                piece = len - at;
            assert_true(frame_reader_add(&reader, stream + at, piece));
            at += piece;
            enum frame_type type;
            const char *data;
            size_t data_len;
            while (frame_next(&reader, &limits, &type, &data, &data_len) == FRAME_COMPLETE) {
                memset(payload, (int)got, sizeof payload);
                if (type != (enum frame_type)types[got] || data_len != lens[got] ||
                    memcmp(data, payload, data_len) != 0)
                    fail_msg("round %d: frame %u differs", round, got);
                got++;
            }
        }
        assert_int_equal(got, sent);
        frame_reader_release(&reader);
    }
    static const struct {
        struct frame_head head;
        enum frame_status result;
    } bad[] = {{{101, FRAME_PROGRESS}, FRAME_TOO_LONG}, {{UINT32_MAX, FRAME_RESULT}, FRAME_TOO_LONG},
               {{1, FRAME_READY}, FRAME_TOO_LONG},      {{0, 0}, FRAME_INVALID},
               {{0, FRAME_TYPES}, FRAME_INVALID},       {{5, FRAME_SOLVE}, FRAME_INVALID}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct frame_reader reader = {0};
        enum frame_type type;
        const char *data;
        size_t data_len;
        assert_true(frame_reader_add(&reader, &bad[i].head, sizeof bad[i].head));
        assert_int_equal(frame_next(&reader, &limits, &type, &data, &data_len), bad[i].result);
        frame_reader_release(&reader);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_frames)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
