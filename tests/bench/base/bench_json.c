/* Measures the cost of strictness: the gate and the whole of nash_json_parse() against cJSON alone, on typical
 * texts. The three alternate in one run; each figure is the best of its rounds (CPU time), so the ratios are stable
 * on a noisy machine. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <nash/buf.h>
#include <nash/json.h>
#include <nash/rng.h>

enum { ROUNDS = 41 };

static struct nash_rng rng;
static struct nash_arena *arena;

static double cpu_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static void by_gate(const struct nash_buf *text)
{
    if (nash_json_check(text->data, text->len, NULL) != NASH_OK)
        abort();
}

static void by_cjson(const struct nash_buf *text)
{
    cJSON *root = cJSON_ParseWithLengthOpts(text->data, text->len, NULL, false);
    if (!root)
        abort();
    cJSON_Delete(root);
}

static void by_nash(const struct nash_buf *text)
{
    struct nash_json doc;
    if (nash_json_parse(&doc, text->data, text->len, arena, NULL) != NASH_OK)
        abort();
    nash_json_free(&doc);
    nash_arena_reset(arena, 64 << 20);
}

static void measure(const char *name, struct nash_buf *text)
{
    static void (*const way[3])(const struct nash_buf *) = {by_gate, by_cjson, by_nash};
    double best[3] = {1e300, 1e300, 1e300};
    int repeat = text->len > 100000 ? 1 : 200;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < 3; i++) {
            double start = cpu_us();
            for (int k = 0; k < repeat; k++)
                way[i](text);
            double spent = (cpu_us() - start) / repeat;
            best[i] = spent < best[i] ? spent : best[i];
        }
    double size = (double)text->len;
    printf("%-26s %8zu  %8.2f %8.0f  %9.2f  %9.2f  %8.2f  %8.2f\n", name, text->len, best[0], size / best[0], best[1],
           best[2], best[0] / best[1], best[2] / best[1]);
    nash_buf_free(text);
}

static struct nash_buf string_grid(void)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_puts(&text, "{\"puzzle\":\"");
    for (int i = 0; i < 625; i++)
        nash_buf_putc(&text, nash_rng_below(&rng, 2) ? '.' : (char)('A' + nash_rng_below(&rng, 25)));
    nash_buf_puts(&text, "\"}");
    return text;
}

static struct nash_buf int_grid(void)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_puts(&text, "{\"puzzle\":[");
    for (int r = 0; r < 25; r++) {
        nash_buf_puts(&text, r ? ",[" : "[");
        for (int c = 0; c < 25; c++)
            nash_buf_printf(&text, c ? ",%u" : "%u", (unsigned)nash_rng_below(&rng, 26));
        nash_buf_putc(&text, ']');
    }
    nash_buf_puts(&text, "]}");
    return text;
}

static struct nash_buf flat_ints(size_t size, uint64_t bound)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_puts(&text, "[0");
    while (text.len < size) {
        nash_buf_putc(&text, ',');
        nash_buf_u64(&text, nash_rng_below(&rng, bound));
    }
    nash_buf_putc(&text, ']');
    return text;
}

static struct nash_buf plain_text(size_t size)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_puts(&text, "\"");
    while (text.len < size)
        nash_buf_putc(&text, (char)('a' + nash_rng_below(&rng, 26)));
    nash_buf_putc(&text, '"');
    return text;
}

/* Returns a typical AND/OR graph: 2,000 small objects. */
static struct nash_buf objects(void)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    nash_buf_putc(&text, '[');
    for (int i = 0; i < 2000; i++)
        nash_buf_printf(&text, "%s{\"id\":\"n%d\",\"type\":\"%s\",\"cost\":%.2f,\"children\":[\"n%d\",\"n%d\"]}",
                        i ? "," : "", i, i % 2 ? "and" : "or", nash_rng_unit(&rng), i + 1, i + 7);
    nash_buf_putc(&text, ']');
    return text;
}

/* Returns one object with 100,000 members, for which duplicate detection must not be quadratic. */
static struct nash_buf members(void)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    for (int i = 0; i < 100000; i++)
        nash_buf_printf(&text, "%c\"node%d\":\"\"", i ? ',' : '{', i);
    nash_buf_putc(&text, '}');
    return text;
}

int main(void)
{
    nash_rng_seed(&rng, 1);
    arena = nash_arena_new(64 << 20);
    if (!arena)
        return 1;
    printf("%-26s %8s  %8s %8s  %9s  %9s  %8s  %8s\n", "text", "bytes", "gate us", "MB/s", "cJSON us", "parse us",
           "gate/cJ", "parse/cJ");
    struct nash_buf text;
    text = string_grid(), measure("25x25 string grid", &text);
    text = int_grid(), measure("25x25 nested int grid", &text);
    text = flat_ints(1 << 20, 26), measure("1 MB of small ints", &text);
    text = flat_ints(1 << 20, (uint64_t)1 << 53), measure("1 MB of large ints", &text);
    text = plain_text(1 << 20), measure("1 MB plain string", &text);
    text = objects(), measure("2,000 objects", &text);
    text = members(), measure("object of 100,000 members", &text);
    nash_arena_free(arena);
    return 0;
}
