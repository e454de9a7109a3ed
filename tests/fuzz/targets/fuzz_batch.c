/* Fuzzes the parsing of batches: a body that arrives in arbitrary pieces is split into lines, lines are joined to
 * records, and the member "kind" is removed from each JSON line. The result must not depend on the pieces, nor on a
 * temporary lack of room, and must be strict JSON without that member. */
#include <stdbool.h>
#include <string.h>

#include <api/batch/drop_member.h>
#include <api/batch/lines.h>
#include <nash/json.h>
#include <nash/nash.h>
#include <solvers/records.h>

#include "fuzz.h"

#define MUST(holds) ((holds) ? (void)0 : fuzz_fail(#holds, "batch"))

enum { LINE_MAX_BYTES = 64 };

static bool collect(void *context, const char *line, size_t len)
{
    struct nash_buf *all = context;
    nash_buf_add(all, line, len);
    nash_buf_putc(all, '\0');
    return true;
}

static void cut_in_pieces(const char *text, size_t len, size_t piece, struct nash_buf *all)
{
    struct lines lines;
    lines_init(&lines, LINE_MAX_BYTES);
    for (size_t at = 0; at < len; at += piece) {
        size_t count = len - at < piece ? len - at : piece;
        MUST(lines_feed(&lines, text + at, count, collect, all) == count);
    }
    MUST(lines_end(&lines, collect, all));
    lines_release(&lines);
}

static void check_lines(const char *text, size_t len)
{
    struct nash_buf whole = NASH_BUF_INIT(0), pieces = NASH_BUF_INIT(0);
    cut_in_pieces(text, len, len + 1, &whole);
    cut_in_pieces(text, len, 1 + len % 7, &pieces);
    MUST(whole.len == pieces.len && (whole.len == 0 || memcmp(whole.data, pieces.data, whole.len) == 0));
    nash_buf_free(&whole);
    nash_buf_free(&pieces);
}

/* Collects problems from lines. reluctant: refuses each problem the first time and accepts it the second time. */
struct gathering {
    struct records records;
    struct nash_buf all;
    bool reluctant, refused;
};

static bool gather(void *context, const char *problem, size_t len)
{
    struct gathering *g = context;
    g->refused = g->reluctant && !g->refused;
    if (g->refused)
        return false;
    MUST(len > 0 && len <= LINE_MAX_BYTES + 1 && memchr(problem, '\n', len) == NULL);
    return collect(&g->all, problem, len);
}

static bool gather_line(void *context, const char *line, size_t len)
{
    struct gathering *g = context;
    return records_line(&g->records, line, len, gather, g);
}

static struct nash_buf gather_all(const char *text, size_t len, size_t piece, bool reluctant)
{
    struct gathering g = {.all = NASH_BUF_INIT(0), .reluctant = reluctant};
    struct lines lines;
    lines_init(&lines, LINE_MAX_BYTES);
    records_init(&g.records, LINE_MAX_BYTES, nash_find_kind("bridge", 6)->text_next);
    for (size_t at = 0; at < len;)
        at += lines_feed(&lines, text + at, len - at < piece ? len - at : piece, gather_line, &g);
    while (!lines_end(&lines, gather_line, &g) || !records_end(&g.records, gather, &g))
        MUST(g.refused);
    lines_release(&lines);
    records_release(&g.records);
    return g.all;
}

static void check_records(const char *text, size_t len)
{
    struct nash_buf whole = gather_all(text, len, len + 1, false), pieces = gather_all(text, len, 1 + len % 7, true);
    MUST(whole.len == pieces.len && (whole.len == 0 || memcmp(whole.data, pieces.data, whole.len) == 0));
    nash_buf_free(&whole);
    nash_buf_free(&pieces);
}

static void check_drop_member(const char *text, size_t len)
{
    if (nash_json_check(text, len, NULL) != NASH_OK)
        return;
    char *out = malloc(len + 1);
    const char *kind, *again;
    size_t out_len, kind_len, again_len;
    MUST(out != NULL);
    if (drop_string_member(text, len, "kind", out, &out_len, &kind, &kind_len) == NULL) {
        MUST(nash_json_check(out, out_len, NULL) == NASH_OK);
        MUST(kind > text && kind + kind_len < text + len && kind[kind_len] == '"');
        MUST(drop_string_member(out, out_len, "kind", out, &out_len, &again, &again_len) != NULL);
    }
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); /* of exact size, so that a sanitizer detects a read past the end */
    MUST(text != NULL);
    memcpy(text, data, size);
    check_lines(text, size);
    check_records(text, size);
    text = realloc(text, size != 0 ? size : 1);
    MUST(text != NULL);
    check_drop_member(text, size);
    free(text);
    return 0;
}
