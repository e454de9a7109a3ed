/* Parts of src/api without a server: lines, records, drop_string_member(), the spool, keys. */
#include <check.h>
#include <cjson/cJSON.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <api/batch/drop_member.h>
#include <api/batch/lines.h>
#include <api/batch/pending.h>
#include <api/batch/spool.h>
#include <api/cursor.h>
#include <api/keys.h>
#include <base/secret.h>
#include <nash/hash.h>
#include <nash/json.h>
#include <nash/nash.h>
#include <nash/rng.h>
#include <solvers/records.h>

static struct nash_rng rng;

static unsigned below(unsigned n)
{
    return (unsigned)nash_rng_below(&rng, n);
}

/* ---- lines ---- */

struct taken {
    struct nash_buf all; /* the accepted lines, each followed by "|" */
    unsigned refuse;     /* on average, one of `refuse` lines is refused the first time */
    size_t longest;
};

static bool take(void *context, const char *line, size_t len)
{
    struct taken *taken = context;
    if (taken->refuse != 0 && below(taken->refuse) == 0)
        return false;
    nash_buf_add(&taken->all, line, len);
    nash_buf_putc(&taken->all, '|');
    if (len > taken->longest)
        taken->longest = len;
    return true;
}

/* The lines are the same for every way to split the body and for every refusal in between. */
static void test_lines(void **state)
{
    for (int round = 0; round < 3000; round++) {
        enum { MAX = 12 };
        char body[200], expected[500] = "";
        size_t len = below(180), held = 0, out = 0;
        for (size_t i = 0; i < len; i++)
            body[i] = "ab\r\n\n"[below(5)];
        for (size_t i = 0; i <= len; i++) { /* the model splits the body character by character */
            bool end = i == len || body[i] == '\n';
            if (!end && held <= MAX) {
                expected[out + held++] = body[i];
            } else if (end && (i < len || held > 0)) {
                if (held > 0 && expected[out + held - 1] == '\r')
                    held--;
                out += held;
                expected[out++] = '|';
                held = 0;
            }
        }
        expected[out] = '\0';
        struct lines lines;
        struct taken taken = {.all = NASH_BUF_INIT(0), .refuse = round % 3 == 0 ? 0 : 3};
        lines_init(&lines, MAX);
        for (size_t at = 0; at < len;) {
            size_t piece = 1 + below((unsigned)(len - at)), used = 0;
            while (used < piece)
                used += lines_feed(&lines, body + at + used, piece - used, take, &taken);
            at += piece;
        }
        while (!lines_end(&lines, take, &taken))
            continue;
        if (strcmp(nash_buf_cstr(&taken.all), expected) != 0)
            fail_msg("%.*s became %s, not %s", (int)len, body, nash_buf_cstr(&taken.all), expected);
        nash_buf_free(&taken.all);
        lines_release(&lines);
    }
}

/* ---- records ---- */

/* The model of a batch of bridge: joins the lines of each PBN record, and passes other lines on alone. */
struct model {
    char expected[800], held[400]; /* held: the lines of the current record, or the lines with '%' before one */
    size_t len;
    bool open; /* within a record */
};

static void model_pass(struct model *m, const char *text, size_t max)
{
    m->len += (size_t)sprintf(m->expected + m->len, "%.*s|", (int)max + 1, text);
    *m->held = '\0';
    m->open = false;
}

static void model_line(struct model *m, const char *line, size_t max)
{
    bool blank = line[strspn(line, " ")] == '\0';
    if (blank && m->open)
        model_pass(m, m->held, max);
    if (blank || (!m->open && *line == '#'))
        return;
    m->open |= *line == '[';
    if (m->open || *line == '%')
        sprintf(m->held + strlen(m->held), "%s%s", *m->held ? "\r" : "", line);
    else
        model_pass(m, line, max);
}

static void test_records(void **state)
{
    static const char *const line[] = {"",      " ",          "[a]", "[b", "x", "# y", "% z", "% a long remark",
                                       "plain", "[long long]"};
    for (int round = 0; round < 3000; round++) {
        enum { MAX = 12, LINES = 12 };
        struct model model = {.len = 0};
        struct records records;
        struct taken taken = {.all = NASH_BUF_INIT(0), .refuse = round % 3 == 0 ? 0 : 3};
        records_init(&records, MAX, nash_find_kind("bridge", 6)->text_next);
        for (unsigned i = 0; i < LINES; i++) {
            const char *next = line[below(sizeof line / sizeof *line)];
            model_line(&model, next, MAX);
            while (!records_line(&records, next, strlen(next), take, &taken))
                continue;
        }
        model_line(&model, "", MAX);
        while (!records_end(&records, take, &taken))
            continue;
        model.expected[model.len] = '\0';
        if (strcmp(nash_buf_cstr(&taken.all), model.expected) != 0)
            fail_msg("%s, not %s", nash_buf_cstr(&taken.all), model.expected);
        nash_buf_free(&taken.all);
        records_release(&records);
    }
}

/* Only the first line can have a byte order mark, and a record can begin after a comment. */
static void test_records_marked(void **state)
{
    struct records records;
    struct taken taken = {.all = NASH_BUF_INIT(0)};
    records_init(&records, 100, nash_find_kind("bridge", 6)->text_next);
    assert_true(records_line(&records, "\xef\xbb\xbf{ a }", 8, take, &taken));
    assert_true(records_line(&records, "[b]", 3, take, &taken));
    assert_true(records_line(&records, "", 0, take, &taken));
    assert_true(records_line(&records, "\xef\xbb\xbf[c]", 6, take, &taken));
    assert_true(records_end(&records, take, &taken));
    assert_string_equal(nash_buf_cstr(&taken.all), "{ a }\r[b]|\xef\xbb\xbf[c]|");
    nash_buf_free(&taken.all);
    records_release(&records);
}

/* Problems are taken in the order in which they were added, and the last one can be removed. */
static void test_pending(void **state)
{
    struct pending pending = PENDING_INIT;
    unsigned added = 0, taken = 0;
    for (int round = 0; round < 2000; round++) {
        char text[16];
        size_t len = (size_t)sprintf(text, "%u", added), got;
        if (below(2) == 0 && taken < added) {
            const char *problem = pending_take(&pending, &got);
            len = (size_t)sprintf(text, "%u", taken++);
            assert_int_equal(got, len);
            assert_memory_equal(problem, text, len);
            continue;
        }
        pending_add(&pending, text, len);
        if (below(3) == 0)
            pending_remove_last(&pending, len);
        else
            added++;
    }
    pending_release(&pending);
}

/* ---- drop_string_member() ---- */

static size_t random_space(char *out)
{
    size_t len = below(3);
    for (size_t i = 0; i < len; i++)
        out[i] = " \t\r"[below(3)];
    return len;
}

/* Removing a member from the text gives the same document as removing it from the parsed tree. */
static void test_drop_member(void **state)
{
    static const char *const values[] = {"1",
                                         "\"kind\"",
                                         "[1,{\"kind\":2},\"}\"]",
                                         "{\"kind\":\"x\",\"a\":[]}",
                                         "null",
                                         "\"a\\\"b\\\\\"",
                                         "-1.5e3",
                                         "true",
                                         "[]",
                                         "{}",
                                         "\"},{\""};
    for (int round = 0; round < 3000; round++) {
        char text[1000], out[1000];
        size_t len = random_space(text), out_len, members = below(5), place = below(6);
        text[len++] = '{';
        bool there = false, first = true;
        for (size_t i = 0; i <= members; i++) {
            if (i == place) {
                len += (size_t)sprintf(text + len, "%s\"kind\"", first ? "" : ",");
                len += random_space(text + len);
                text[len++] = ':';
                len += random_space(text + len);
                len += (size_t)sprintf(text + len, "\"sudoku\"");
                len += random_space(text + len);
                there = true;
                first = false;
            }
            if (i < members) {
                len += (size_t)sprintf(text + len, "%s", first ? "" : ",");
                len += random_space(text + len);
                len += (size_t)sprintf(text + len, "\"m%zu\":%s", i, values[below(sizeof values / sizeof values[0])]);
                len += random_space(text + len);
                first = false;
            }
        }
        text[len++] = '}';
        len += random_space(text + len);
        text[len] = '\0';
        const char *value = NULL;
        size_t value_len = 0;
        assert_int_equal(nash_json_check(text, len, NULL), NASH_OK);
        const char *fault = drop_string_member(text, len, "kind", out, &out_len, &value, &value_len);
        if ((fault == NULL) != there)
            fail_msg("%s: %s", text, fault != NULL ? fault : "found");
        if (!there)
            continue;
        out[out_len] = '\0';
        cJSON *tree = cJSON_Parse(text), *cut = cJSON_Parse(out);
        cJSON_DeleteItemFromObjectCaseSensitive(tree, "kind");
        if (nash_json_check(out, out_len, NULL) != NASH_OK || !cJSON_Compare(tree, cut, true) || value_len != 6 ||
            memcmp(value, "sudoku", 6) != 0)
            fail_msg("%s became %s", text, out);
        cJSON_Delete(tree);
        cJSON_Delete(cut);
    }
    static const char *const wrong[] = {"[]", "1", "{}", "{\"kind\":1}", "{\"kind\":\"a\\u0062\"}", "{\"kind\":[]}"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char out[64];
        const char *value;
        size_t out_len, value_len;
        if (drop_string_member(wrong[i], strlen(wrong[i]), "kind", out, &out_len, &value, &value_len) == NULL)
            fail_msg("%s was taken", wrong[i]);
    }
}

/* ---- spool ---- */

static void test_spool(void **state)
{
    struct spool spool;
    spool_init(&spool, "/tmp");
    static char piece[100000], back[100000];
    uint64_t written = 0, read = 0;
    for (int round = 0; round < 2000; round++) {
        bool filling = round / 250 % 2 == 0;
        if (filling || below(3) == 0) {
            size_t len = below(filling ? 20000 : 2000);
            for (size_t i = 0; i < len; i++)
                piece[i] = (char)((written + i) * 2654435761u >> 13);
            spool_add(&spool, piece, len);
            written += len;
        }
        if (!filling || below(3) == 0) {
            size_t len = spool_take(&spool, back, 1 + below(sizeof back - 1));
            for (size_t i = 0; i < len; i++)
                if (back[i] != (char)((read + i) * 2654435761u >> 13))
                    fail_msg("byte %llu is wrong", (unsigned long long)(read + i));
            read += len;
            assert_true(read <= written && (len > 0 || read == written));
        }
        assert_false(spool.failed);
    }
    spool_release(&spool);
    spool_init(&spool, "/nonexistent");
    for (int i = 0; i < 2 * SPOOL_MEMORY / (int)sizeof piece + 2; i++)
        spool_add(&spool, piece, sizeof piece);
    assert_true(spool.failed); /* bytes that cannot be stored are reported */
    spool_release(&spool);
}

/* ---- keys ---- */

static const char *const no_words[] = {NULL};

static struct keys *load(const char *text, struct nash_error *error)
{
    char path[] = "/tmp/nashd-keys-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    struct keys *keys = keys_load(path, error);
    unlink(path);
    return keys;
}

#define HASHED "alice e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 "

static void test_keys(void **state)
{
    struct nash_buf text = NASH_BUF_INIT(0), key[3] = {NASH_BUF_INIT(0), NASH_BUF_INIT(0), NASH_BUF_INIT(0)};
    static const char *const names[] = {"alice", "bob", "late"}, *const words[3][3] = {
                                                                     {NULL},
                                                                     {"role=admin", "2120-01-01", NULL},
                                                                     {"2020-01-01", NULL}};
    struct nash_error error;
    nash_buf_puts(&text, "# keys\n\n");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(keys_make(names[i], words[i], &key[i], &text, &error), NASH_OK);
        nash_buf_puts(&text, "  # a remark\n");
    }
    struct keys *keys = load(nash_buf_cstr(&text), &error);
    assert_non_null(keys);
    assert_string_equal(keys_owner(keys, key[0].data, key[0].len, &error), "alice");
    assert_string_equal(keys_owner(keys, key[1].data, key[1].len, &error), "bob");
    assert_null(keys_owner(keys, key[2].data, key[2].len, &error));
    assert_string_equal(error.type, "key-expired");
    assert_null(keys_owner(keys, key[0].data, key[0].len - 1, &error));
    assert_null(strstr(nash_buf_cstr(&text), nash_buf_cstr(&key[0]))); /* the file does not contain the key itself */
    keys_free(keys);
    static const char *const wrong[] = {
        "",
        "# nothing\n",
        "alice\n",
        "alice 12\n",
        "al:ice e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n",
        "alice e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 tomorrow\n",
        "alice e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 2120-01-01 x\n",
        HASHED "role=root\n",
        HASHED "role=\n",
        HASHED "queued=-1\n",
        HASHED "queued=1 queued=2\n",
        HASHED "2120-01-01 2121-01-01\n",
        HASHED "running=4294967296\n",
        HASHED "bytes=1Q\n",
        HASHED "bytes=M\n",
        HASHED "bytes=9999999999999T\n",
        HASHED "unknown=1\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if ((keys = load(wrong[i], &error)) != NULL)
            fail_msg("taken: %s", wrong[i]);
    assert_int_equal(keys_make("a b", no_words, &key[0], &text, &error), NASH_INVALID);
    assert_int_equal(keys_make("a", (const char *const[]){"soon", NULL}, &key[0], &text, &error), NASH_INVALID);
    for (int i = 0; i < 3; i++)
        nash_buf_free(&key[i]);
    nash_buf_free(&text);
}

/* Roles belong to keys, quotas to names; the last line of a name counts. What was used is kept in a file. */
static void test_keys_with_words(void **state)
{
    static const char *const words[4][5] = {{"queued=5", "bytes=3M", NULL},
                                            {"role=read", "per-minute=60", "queued=7", NULL},
                                            {"2120-01-01", "role=metrics", NULL},
                                            {"role=admin", "running=0", NULL}};
    static const char *const names[] = {"alice", "alice", "prometheus", "root"};
    static const enum key_role roles[] = {KEY_USER, KEY_READ, KEY_METRICS, KEY_ADMIN};
    struct nash_buf text = NASH_BUF_INIT(0),
                    key[4] = {NASH_BUF_INIT(0), NASH_BUF_INIT(0), NASH_BUF_INIT(0), NASH_BUF_INIT(0)};
    const struct jobs_quota others = {.queued = 1, .running = 2, .per_minute = 3, .bytes = 4};
    struct nash_error error;
    char use[] = "/tmp/nashd-keys-used-XXXXXX";
    size_t count;
    for (int i = 0; i < 4; i++) {
        assert_int_equal(keys_make(names[i], words[i], &key[i], &text, &error), NASH_OK);
        nash_buf_putc(&text, '\n');
    }
    close(mkstemp(use));
    struct keys *keys = load(nash_buf_cstr(&text), &error);
    assert_non_null(keys);
    keys_keep_use(keys, use);
    for (int i = 0; i < 3; i++) {
        const char *owner = keys_owner(keys, key[i].data, key[i].len, &error);
        assert_string_equal(owner, names[i]);
        assert_int_equal(keys_role(owner), roles[i]);
    }
    struct jobs_quota quota = keys_quota(keys, "alice", &others);
    assert_int_equal(quota.queued, 7);
    assert_int_equal(quota.running, 2);
    assert_int_equal(quota.per_minute, 60);
    assert_int_equal(quota.bytes, 3 << 20);
    quota = keys_quota(keys, "root", &others);
    assert_int_equal(quota.running, 0);
    assert_int_equal(quota.queued, 1);
    assert_int_equal(keys_quota(keys, "nobody", NULL).queued, 0);
    keys_save_use(keys);
    keys_free(keys);
    keys = load(nash_buf_cstr(&text), &error);
    assert_non_null(keys);
    keys_keep_use(keys, use);
    struct key_status *list = keys_list(keys, &count);
    assert_int_equal(count, 4);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(list[i].name, names[i]);
        assert_int_equal(list[i].role, roles[i]);
        assert_true((list[i].used_ms != 0) == (i < 3));
    }
    free(list);
    keys_free(keys);
    unlink(use);
    for (int i = 0; i < 4; i++)
        nash_buf_free(&key[i]);
    nash_buf_free(&text);
}

/* Any bytes as a file: a table or an error, and never a fault of memory. */
static void test_keys_of_any_bytes(void **state)
{
    static const char *const pieces[] = {"alice ",   HASHED, "role=", "admin",       " ", "\t",
                                         "\n",       "#",    "=",     "queued=",     "9", "2120-01-01",
                                         "bytes=7K", "\r\n", "\377",  "per-minute=1"};
    struct nash_error error;
    for (int round = 0; round < 400; round++) {
        struct nash_buf text = NASH_BUF_INIT(0);
        for (unsigned n = below(30); n > 0; n--)
            nash_buf_puts(&text, pieces[below(sizeof pieces / sizeof pieces[0])]);
        struct keys *keys = load(nash_buf_cstr(&text), &error);
        if (keys == NULL)
            assert_true(error.detail[0] != '\0');
        keys_free(keys);
        nash_buf_free(&text);
    }
}

/* ---- cursors ---- */

/* With keys, a cursor leads back to its number, numbers of a sequence are spread, and the secret outlives a restart. */
static void test_cursors(void **state)
{
    static struct api with, other, without;
    char folder[] = "/tmp/nashd-cursors-XXXXXX", path[64];
    struct nash_error error;
    int64_t large = 0;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/cursors", folder);
    with.keys = other.keys = (struct keys *)folder; /* that there are keys is all that counts */
    assert_int_equal(cursor_secret_load(&with.cursors, folder, &error), NASH_OK);
    assert_int_equal(cursor_secret_load(&other.cursors, folder, &error), NASH_OK);
    assert_memory_equal(&with.cursors, &other.cursors, sizeof with.cursors);
    for (int64_t number = 1; number < 2000; number++) {
        int64_t cursor = cursor_of_sequence(&with, number);
        assert_true(cursor > 0);
        assert_int_equal(cursor_to_sequence(&with, cursor), number);
        assert_int_equal(cursor_of_sequence(&without, number), number);
        large += cursor > INT64_C(1) << 61;
    }
    assert_in_range(large, 800, 1200); /* half of them: 12 standard deviations of 22 */
    for (int i = 0; i < 1000; i++) {   /* any number that a client may send */
        int64_t cursor = (int64_t)(nash_rng_next(&rng) >> 1);
        int64_t number = cursor_to_sequence(&with, cursor);
        assert_true(number >= 0);
        assert_int_equal(cursor_of_sequence(&with, number), cursor);
    }
    assert_int_equal(unlink(path), 0);
    assert_int_equal(cursor_secret_load(&other.cursors, folder, &error), NASH_OK);
    assert_int_not_equal(cursor_of_sequence(&with, 7), cursor_of_sequence(&other, 7));
    unlink(path);
    rmdir(folder);
    assert_int_equal(cursor_secret_load(&other.cursors, folder, &error), NASH_INTERNAL);
}

struct key_reader {
    struct keys *keys;
    const struct nash_buf *stays, *goes; /* a key of alice in all files, one of bob in every second */
    _Atomic bool stop;
    unsigned wrong; /* answers that are right for no file */
};

static void *read_keys(void *context)
{
    struct key_reader *reader = context;
    struct nash_error error;
    const char *kept = NULL; /* an owner outlives the table in which it was found */
    while (!reader->stop) {
        const char *alice = keys_owner(reader->keys, reader->stays->data, reader->stays->len, &error);
        const char *bob = keys_owner(reader->keys, reader->goes->data, reader->goes->len, &error);
        kept = bob != NULL ? bob : kept;
        reader->wrong += alice == NULL || strcmp(alice, "alice") != 0 || (kept != NULL && strcmp(kept, "bob") != 0);
    }
    return NULL;
}

/* A pipe has no writer when it is read again: opening it must not block. */
static void test_keys_reloaded_from_pipe(void **state)
{
    char path[] = "/tmp/nashd-keys-XXXXXX";
    struct nash_buf key = NASH_BUF_INIT(0), line = NASH_BUF_INIT(0);
    struct nash_error error;
    size_t count;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(keys_make("alice", no_words, &key, &line, &error), NASH_OK);
    assert_int_equal(write(fd, line.data, line.len), line.len);
    close(fd);
    struct keys *keys = keys_load(path, &error);
    assert_non_null(keys);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(keys_reload(keys, &count, &error), NASH_INVALID);
    assert_non_null(strstr(error.detail, "is not a regular file"));
    assert_string_equal(keys_owner(keys, key.data, key.len, &error), "alice");
    unlink(path);
    keys_free(keys);
    nash_buf_free(&key);
    nash_buf_free(&line);
}

/* Threads check keys while the file is read again and again. */
static void test_keys_reloaded_by_another_thread(void **state)
{
    enum { THREADS = 3, ROUNDS = 200 };
    char path[] = "/tmp/nashd-keys-XXXXXX";
    struct nash_buf key[2] = {NASH_BUF_INIT(0), NASH_BUF_INIT(0)}, text = NASH_BUF_INIT(0);
    struct nash_error error;
    size_t count = 0;
    assert_int_equal(keys_make("alice", no_words, &key[0], &text, &error), NASH_OK);
    nash_buf_putc(&text, '\n');
    size_t without = text.len;
    assert_int_equal(keys_make("bob", no_words, &key[1], &text, &error), NASH_OK);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text.data, text.len), text.len);
    struct key_reader reader = {.keys = keys_load(path, &error), .stays = &key[0], .goes = &key[1]};
    struct key_reader readers[THREADS];
    pthread_t thread[THREADS];
    assert_non_null(reader.keys);
    for (int i = 0; i < THREADS; i++) {
        readers[i] = reader;
        assert_int_equal(pthread_create(&thread[i], NULL, read_keys, &readers[i]), 0);
    }
    for (int round = 0; round < ROUNDS; round++) {
        bool both = round % 2;
        assert_int_equal(ftruncate(fd, (off_t)(both ? text.len : without)), 0);
        if (both)
            assert_int_equal(pwrite(fd, text.data, text.len, 0), text.len);
        assert_int_equal(keys_reload(reader.keys, &count, &error), NASH_OK);
        assert_int_equal(count, both ? 2 : 1);
        assert_true((keys_owner(reader.keys, key[1].data, key[1].len, &error) != NULL) == both);
    }
    for (int i = 0; i < THREADS; i++) {
        readers[i].stop = true;
        pthread_join(thread[i], NULL);
        assert_int_equal(readers[i].wrong, 0);
    }
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(keys_reload(reader.keys, &count, &error), NASH_INVALID);
    assert_string_equal(keys_owner(reader.keys, key[1].data, key[1].len, &error), "bob");
    close(fd);
    unlink(path);
    keys_free(reader.keys);
    for (int i = 0; i < 2; i++)
        nash_buf_free(&key[i]);
    nash_buf_free(&text);
}

int main(void)
{
    const char *seed = getenv("NASH_SEED");
    nash_rng_seed(&rng, seed != NULL ? strtoull(seed, NULL, 10) : 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_records_marked),
        cmocka_unit_test(test_pending),
        cmocka_unit_test(test_drop_member),
        cmocka_unit_test(test_spool),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_cursors),
        cmocka_unit_test(test_keys_with_words),
        cmocka_unit_test(test_keys_of_any_bytes),
        cmocka_unit_test(test_keys_reloaded_by_another_thread),
        cmocka_unit_test(test_keys_reloaded_from_pipe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
