/* SHA-256 compared with the examples of FIPS 180-4, random numbers with the streams of the reference programs; hex and
 * ids. */
#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/secret.h>
#include <nash/hash.h>

#include "test.h"

static void assert_sha(struct nash_sha256 *sha, const char *want)
{
    struct nash_hash hash = nash_sha256_end(sha);
    char text[2 * NASH_HASH_BYTES + 1];
    assert_string_equal(hex_encode(text, hash.byte, sizeof hash.byte), want);
}

static void test_sha256(void **state)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    assert_sha(&sha, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    nash_sha256_init(&sha);
    nash_sha256_add(&sha, "abc", 3);
    assert_sha(&sha, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    nash_sha256_init(&sha);
    nash_sha256_add(&sha, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56);
    assert_sha(&sha, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    nash_sha256_init(&sha);
    for (int i = 0; i < 1000000; i++)
        nash_sha256_add(&sha, "a", 1);
    assert_sha(&sha, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");

    /* a number is hashed as 8 bytes little-endian; a string as its length (8 bytes), then its bytes */
    struct nash_sha256 plain;
    nash_sha256_init(&sha);
    nash_sha256_u64(&sha, 0x0102030405060708);
    nash_sha256_string(&sha, "hex");
    nash_sha256_init(&plain);
    nash_sha256_add(&plain, "\x08\x07\x06\x05\x04\x03\x02\x01\x03\0\0\0\0\0\0\0hex", 19);
    struct nash_hash a = nash_sha256_end(&sha), b = nash_sha256_end(&plain);
    assert_memory_equal(a.byte, b.byte, sizeof a.byte);
}

static void test_rng_reference(void **state)
{
    /* xoshiro256++ from the state 1, 2, 3, 4 */
    static const uint64_t want[] = {
        41943041u,
        58720359u,
        3588806011781223u,
        3591011842654386u,
        9228616714210784205u,
        9973669472204895162u,
        14011001112246962877u,
        12406186145184390807u,
        15849039046786891736u,
        10450023813501588000u,
    };
    struct nash_rng rng = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_int_equal(nash_rng_next(&rng), want[i]);
    /* splitmix64 from 1234567 */
    static const uint64_t seeded[] = {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                      4593380528125082431u};
    nash_rng_seed(&rng, 1234567);
    for (int i = 0; i < 4; i++)
        assert_int_equal(rng.state[i], seeded[i]);
}

/* Chi-square test of nash_rng_below() for small bounds, and for products that Lemire's method must reject. */
static void test_rng_range(void **state)
{
    struct nash_rng rng = test_rng();
    assert_int_equal(nash_rng_below(&rng, 0), 0);
    assert_int_equal(nash_rng_below(&rng, 1), 0);
    for (uint64_t bound = 2; bound <= 40; bound++) {
        enum { DRAWS = 20000 };
        unsigned seen[40] = {0};
        for (int i = 0; i < DRAWS; i++) {
            uint64_t x = nash_rng_below(&rng, bound);
            assert_true(x < bound);
            seen[x]++;
        }
        double chi = 0, expect = (double)DRAWS / (double)bound;
        for (uint64_t x = 0; x < bound; x++)
            chi += ((double)seen[x] - expect) * ((double)seen[x] - expect) / expect;
        double freedom = (double)(bound - 1);
        assert_true(chi < freedom + 6 * sqrt(2 * freedom) + 12);
    }
    /* With a bound of 3 * 2^62, 2^64 values map to three residues out of four: without rejection every third number, 0,
     * 3, 6 …, would be drawn twice as often as the others. */
    unsigned thirds = 0;
    for (int i = 0; i < 30000; i++) {
        uint64_t bound = (uint64_t)3 << 62, x = nash_rng_below(&rng, bound);
        assert_true(x < bound);
        thirds += x % 3 == 0;
    }
    assert_in_range(thirds, 9400, 10600);
    for (int i = 0; i < 100000; i++) {
        double u = nash_rng_unit(&rng);
        assert_true(u >= 0 && u < 1);
    }
}

static void test_hex(void **state)
{
    struct nash_rng rng = test_rng();
    for (size_t count = 0; count <= 32; count++)
        for (int round = 0; round < 50; round++) {
            uint8_t byte[33], back[33];
            char text[2 * 33 + 1];
            for (size_t i = 0; i < count; i++)
                byte[i] = (uint8_t)nash_rng_next(&rng);
            hex_encode(text, byte, count);
            assert_int_equal(strlen(text), 2 * count);
            assert_true(hex_decode(back, count, text, 2 * count));
            assert_memory_equal(back, byte, count);
            assert_true(secret_equal(back, byte, count));
            assert_false(hex_decode(back, count, text, 2 * count + 1));
            if (count == 0)
                continue;
            assert_false(hex_decode(back, count, text, 2 * count - 1));
            size_t at = nash_rng_below(&rng, count);
            back[at] = (uint8_t)(byte[at] ^ (1u << nash_rng_below(&rng, 8)));
            assert_false(secret_equal(back, byte, count));
            text[nash_rng_below(&rng, 2 * count)] = "gG/:@` "[nash_rng_below(&rng, 7)];
            assert_false(hex_decode(back, count, text, 2 * count));
        }
    uint8_t upper[2];
    assert_true(hex_decode(upper, 2, "AbFf", 4));
    assert_memory_equal(upper, "\xab\xff", 2);
}

static int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, 16);
}

/* No id is drawn twice, neither in one process nor in parent and child after a fork. */
static void test_random(void **state)
{
    enum { IDS = 3000, BYTES = 16 };
    static uint8_t id[2 * IDS][BYTES];
    uint8_t big[10000] = {0}, first[BYTES];
    secret_random(first, sizeof first); /* fills the pool before the fork */
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    for (int i = 0; i < IDS; i++)
        secret_random(id[i], BYTES);
    if (child == 0)
        _exit(write(pipes[1], id, sizeof id / 2) == (ssize_t)sizeof id / 2 ? 0 : 1);
    close(pipes[1]);
    size_t got = 0;
    for (ssize_t more; (more = read(pipes[0], (uint8_t *)id[IDS] + got, sizeof id / 2 - got)) > 0;)
        got += (size_t)more;
    close(pipes[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(got, sizeof id / 2);
    qsort(id, 2 * IDS, BYTES, compare_ids);
    for (int i = 1; i < 2 * IDS; i++)
        assert_memory_not_equal(id[i - 1], id[i], BYTES);
    secret_random(big, sizeof big);
    unsigned ones = 0;
    for (size_t i = 0; i < sizeof big; i++)
        ones += (unsigned)__builtin_popcount(big[i]);
    assert_in_range(ones, 38500, 41500); /* 40000 +- ten standard deviations */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sha256), cmocka_unit_test(test_rng_reference), cmocka_unit_test(test_rng_range),
        cmocka_unit_test(test_hex),    cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests_name("hash", tests, NULL, NULL);
}
