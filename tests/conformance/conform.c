/* One transcript for all builds of the shard. `conform make FILE` sends messages to the shard of this build and
 * records messages and answers; `conform replay FILE` sends the recorded messages and compares every byte of the
 * answers. replay.mjs does that for WebAssembly and JavaScript.
 *
 * The file: for each message u32 length, message; u32 length, answer; u32 conflicts; u32 hash of the displayed
 * values (FNV-1a; 0 without a lease). A message that begins a new conversation is preceded by UINT32_MAX and u32 0 (1
 * in the file of units.c). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cluster/sudoku/shard/protocol.h>

#include "script.h"

enum { SCRIPTS = 80, STEPS = 40 };

static struct shard *new_shard(void)
{
    void *memory = aligned_alloc(64, (shard_bytes() + 63) / 64 * 64);
    if (!memory)
        abort();
    memset(memory, 0xa5, shard_bytes()); /* the shard must not depend on the content of its memory */
    return shard_init(memory);
}

static uint32_t values_hash(const struct shard *shard)
{
    uint32_t side, row, row_end, hash = 0x811c9dc5U;
    const uint8_t *value = shard_values(shard, &side, &row, &row_end);
    for (uint32_t cell = 0; value && cell < side * side; cell++)
        hash = (hash ^ value[cell]) * 0x01000193U;
    return value ? hash : 0;
}

static void put(FILE *file, uint32_t number)
{
    uint8_t bytes[4];
    message_put32(bytes, number);
    fwrite(bytes, 1, sizeof bytes, file);
}

static uint32_t get(FILE *file)
{
    uint8_t bytes[4] = {0};
    if (fread(bytes, 1, sizeof bytes, file) != sizeof bytes && !feof(file))
        abort();
    return message_u32(bytes);
}

/* ---- make ---- */

/* Counts the answers of each type, to see that the scripts reach all of them. */
struct making {
    FILE *file;
    unsigned answered[256], refused[8];
};

static void write_down(void *context, struct shard *shard, const uint8_t *said, size_t said_len, const uint8_t *answer,
                       size_t len)
{
    struct making *making = context;
    put(making->file, (uint32_t)said_len);
    fwrite(said, 1, said_len, making->file);
    put(making->file, (uint32_t)len);
    fwrite(answer, 1, len, making->file);
    put(making->file, shard_conflicts(shard));
    put(making->file, values_hash(shard));
    making->answered[len > 0 ? answer[0] : 0]++;
    if (len > 0 && answer[0] == MESSAGE_REFUSED)
        making->refused[answer[MESSAGE_HEAD] % 8]++;
}

static int make(const char *name)
{
    struct making making = {.file = fopen(name, "wb")};
    if (!making.file) {
        perror(name);
        return 1;
    }
    for (unsigned i = 0; i < SCRIPTS; i++) {
        struct shard *shard = new_shard();
        put(making.file, UINT32_MAX);
        put(making.file, 0);
        script_run(shard, i, STEPS, i % 2 != 0, write_down, &making);
        free(shard);
    }
    bool written = !ferror(making.file);
    if (fclose(making.file) != 0 || !written) {
        perror(name);
        return 1;
    }
    printf("LEASED %u, EVENTS %u, PONG %u, silent %u; REFUSED as malformed %u, of other version %u, unleased "
           "%u, out of step %u\n",
           making.answered[MESSAGE_LEASED], making.answered[MESSAGE_EVENTS], making.answered[MESSAGE_PONG],
           making.answered[0], making.refused[MESSAGE_MALFORMED], making.refused[MESSAGE_OF_OTHER_VERSION],
           making.refused[MESSAGE_UNLEASED], making.refused[MESSAGE_OUT_OF_STEP]);
    return 0;
}

/* ---- replay ---- */

/* Reads into a buffer of exact length, so that sanitizers detect an overrun. */
static uint8_t *get_bytes(FILE *file, uint32_t len)
{
    uint8_t *bytes = malloc(len + (len == 0));
    if (!bytes || fread(bytes, 1, len, file) != len)
        abort();
    return bytes;
}

static bool same(FILE *file, struct shard *shard, uint32_t len, unsigned message)
{
    static uint8_t answer[MESSAGE_MAX];
    uint8_t *said = get_bytes(file, len);
    uint32_t answered = (uint32_t)shard_take(shard, said, len, answer, sizeof answer), due = get(file);
    uint8_t *expected = get_bytes(file, due);
    bool good = answered == due && memcmp(answer, expected, due) == 0;
    uint32_t conflicts = get(file), hash = get(file);
    if (!good)
        printf("message %u (type %u): another answer, %" PRIu32 " bytes of type %u; expected %" PRIu32 " of type %u\n",
               message, len > 0 ? said[0] : 0U, answered, answered > 0 ? answer[0] : 0U, due,
               due > 0 ? expected[0] : 0U);
    else if (conflicts != shard_conflicts(shard) || hash != values_hash(shard)) {
        printf("message %u (type %u): same answer, but it stands otherwise\n", message, len > 0 ? said[0] : 0U);
        good = false;
    }
    free(said);
    free(expected);
    return good;
}

static int replay(const char *name)
{
    FILE *file = fopen(name, "rb");
    struct shard *shard = NULL;
    unsigned message = 0;
    bool good = file != NULL;
    if (!file)
        perror(name);
    while (good) {
        uint32_t len = get(file);
        if (feof(file))
            break;
        if (len == UINT32_MAX) {
            get(file);
            free(shard);
            shard = new_shard();
        } else {
            good = same(file, shard, len, message++);
        }
    }
    free(shard);
    if (file)
        fclose(file);
    printf("%u messages%s\n", message, good ? ", all answered the same" : "");
    return good && message > 0 ? 0 : 1;
}

/* ---- hash ---- */

/* Compares the FNV-1a hash, 64 bits, of the whole file with the expected one. */
static int compare_hash(const char *name, const char *expected_name)
{
    FILE *file = fopen(name, "rb"), *other = fopen(expected_name, "r");
    char expected[17] = "", found[17];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    if (!file || !other || fscanf(other, "%16s", expected) != 1) {
        printf("%s or %s cannot be read\n", name, expected_name);
        return 1;
    }
    for (int c = getc(file); c != EOF; c = getc(file))
        hash = (hash ^ (uint64_t)c) * UINT64_C(0x100000001b3);
    fclose(file);
    fclose(other);
    snprintf(found, sizeof found, "%016" PRIx64, hash);
    if (strcmp(found, expected) == 0)
        return 0;
    printf(
        "what shards answer has changed: %s, was %s. Where a server of this MESSAGE_VERSION is out in the world, raise "
        "it; then write the new hash into transcript.hash\n",
        found, expected);
    return 1;
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "make") == 0)
        return make(argv[2]);
    if (argc == 3 && strcmp(argv[1], "replay") == 0)
        return replay(argv[2]);
    if (argc == 4 && strcmp(argv[1], "hash") == 0)
        return compare_hash(argv[2], argv[3]);
    fprintf(stderr, "usage: conform make FILE | replay FILE | hash FILE EXPECTED\n");
    return 2;
}
