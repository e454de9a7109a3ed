/* Packs: successive lines of a batch that wait, run and are answered together.
 *
 * An order takes as many lines off the front of a pack as their worker should solve in a few milliseconds, judged by
 * the lines before: so that the cost of an order vanishes in that of its lines, yet a worker is soon free for others,
 * and all workers end at about the same time. What follows them stays behind as a pack of its own.
 *
 * Answers come in pieces while the order runs. An order may end before its lines do: its worker hands the rest back
 * when it has had its time, or has grown. Or the worker dies. Then the line that was under way is suspected: it may
 * have been the victim of one before it, in the same process. So it is started once more, as the only line of its
 * order, while its neighbours go on without it; a line that lets a worker die when it is alone, or first, gets the
 * error as its answer. A line that outlived its time is guilty at once, since another try would last as long. */
#include <stdlib.h>
#include <string.h>

#include <base/clock.h>
#include <jobs/batch.h>

enum {
    FIRST_LINES = 16,         /* of an order while nothing is known of what a line takes */
    ORDER_LEAST_NS = 1000000, /* an order should take this long, */
    ORDER_MOST_NS = 5000000,  /* and not longer than this */
    DEATHS_MOST = 2           /* after more, a pack's lines are ordered one by one */
};

/* ---- life ---- */

struct pack *pack_new(struct jobs_batch *batch)
{
    struct pack *pack = calloc(1, sizeof *pack);
    if (pack == NULL)
        return NULL;
    const struct batch_options *options = &batch->options;
    pack->task.is_pack = true;
    pack->task.execution = (struct execution){.solver = options->solver,
                                              .format = NASH_FORMAT_TEXT,
                                              .want_text = options->want_text,
                                              .timeout_ms = batch->timeout_ms};
    pack->core = batch->core;
    pack->batch = batch;
    pack->pieces_end = &pack->pieces;
    return pack;
}

void pack_free(struct pack *pack)
{
    if (pack == NULL)
        return;
    for (struct piece *piece = pack->pieces, *next; piece != NULL; piece = next) {
        next = piece->next;
        free(piece);
    }
    bytes_unref(pack->chunk);
    free(pack);
}

static void insert_after(struct jobs_batch *batch, struct pack *before, struct pack *pack)
{
    struct pack **at = before != NULL ? &before->next : &batch->packs;
    pack->next = *at;
    *at = pack;
    if (batch->last == before)
        batch->last = pack;
}

static void set_lines(struct pack *pack, struct bytes *chunk, size_t from, size_t len, unsigned lines)
{
    pack->chunk = bytes_ref(chunk);
    pack->task.execution.problem = chunk;
    pack->from = from;
    pack->len = len;
    pack->lines = lines;
}

void pack_append(struct pack *pack, struct bytes *chunk, size_t from, size_t len, unsigned lines)
{
    set_lines(pack, chunk, from, len, lines);
    insert_after(pack->batch, pack->batch->last, pack);
}

/* Bytes of its first lines. */
static size_t span(const struct pack *pack, unsigned lines)
{
    const char *start = pack->chunk->data + pack->from, *end = start + pack->len, *at = start;
    if (lines == pack->lines)
        return pack->len;
    while (lines-- > 0)
        at = (const char *)memchr(at, '\n', (size_t)(end - at)) + 1;
    return (size_t)(at - start);
}

/* What follows the first lines becomes a pack of its own. Without memory all stays together. */
static bool split(struct pack *pack, unsigned lines)
{
    if (lines == 0 || lines == pack->lines)
        return lines != 0;
    struct pack *rest = pack_new(pack->batch);
    if (rest == NULL)
        return false;
    size_t len = span(pack, lines);
    set_lines(rest, pack->chunk, pack->from + len, pack->len - len, pack->lines - lines);
    pack->len = len;
    pack->lines = lines;
    insert_after(pack->batch, pack, rest);
    return true;
}

/* Its first lines have been answered. With the last one their text goes: what is ready may wait long to be told. */
static void drop_lines(struct pack *pack, unsigned lines)
{
    size_t len = span(pack, lines);
    pack->from += len;
    pack->len -= len;
    pack->lines -= lines;
    pack->batch->text_bytes -= len;
    if (pack->lines > 0)
        return;
    bytes_unref(pack->chunk);
    pack->chunk = NULL;
    pack->state = PACK_READY;
}

void pack_refuse(struct pack *pack, enum nash_status status, const char *type, const char *detail)
{
    nash_fail_type(&pack->error, status, type, "", "%s", detail);
    pack->refused = pack->lines;
    drop_lines(pack, pack->lines);
}

void pack_refuse_draining(struct pack *pack)
{
    pack_refuse(pack, NASH_BUSY, "draining", "The server is shutting down.");
}

/* ---- starting ---- */

static uint64_t lines_waiting(const struct jobs_batch *batch)
{
    uint64_t lines = 0;
    for (const struct pack *pack = batch->packs; pack != NULL; pack = pack->next)
        if (pack->state == PACK_WAITS)
            lines += pack->lines;
    return lines;
}

/* A fair share of what waits, within what takes its time. */
static uint64_t judge(const struct jobs_batch *batch)
{
    unsigned workers = batch->core->options.workers;
    uint64_t line_ns = batch->line_ns != 0 ? batch->line_ns : ORDER_MOST_NS / FIRST_LINES;
    uint64_t least = ORDER_LEAST_NS / line_ns, most = ORDER_MOST_NS / line_ns;
    uint64_t share = lines_waiting(batch) / (workers > 0 ? workers : 1);
    return share < least ? least : share > most ? most : share;
}

static unsigned order_size(const struct pack *pack)
{
    unsigned wanted = pack->batch->options.pack;
    if (pack->suspect || pack->deaths > DEATHS_MOST)
        return 1;
    uint64_t lines = wanted != 0 ? wanted : judge(pack->batch);
    lines = lines > PACK_LINES ? PACK_LINES : lines < 1 ? 1 : lines;
    return lines < pack->lines ? (unsigned)lines : pack->lines;
}

struct execution *pack_order(struct pack *pack)
{
    struct execution *order = &pack->task.execution;
    order->lines = order_size(pack);
    order->from = pack->from;
    order->len = span(pack, order->lines);
    return order;
}

void pack_started(struct pack *pack)
{
    struct jobs *jobs = pack->core;
    pack->state = PACK_RUNS;
    pack->started_ns = clock_mono_ns();
    pack->answered = 0;
    pack->deaf = false;
    pack->next_running = jobs->packs;
    pack->link = &jobs->packs;
    if (pack->next_running != NULL)
        pack->next_running->link = &pack->next_running;
    jobs->packs = pack;
    jobs->packs_started++;
    split(pack, pack->task.execution.lines); /* else the rest waits for the end of this order */
    eager_remove(pack->batch);
    batch_hurry(pack->batch);
}

/* ---- answers ---- */

static struct piece *piece_new(const char *data, size_t len, unsigned count)
{
    struct piece *piece = malloc(sizeof *piece + len);
    if (piece == NULL)
        return NULL;
    piece->next = NULL;
    piece->len = len;
    piece->count = count;
    memcpy(piece->data, data, len);
    return piece;
}

static void add_piece(struct pack *pack, struct piece *piece)
{
    *pack->pieces_end = piece;
    pack->pieces_end = &piece->next;
    pack->batch->held_bytes += piece->len;
}

void pack_answers(struct pack *pack, const char *data, size_t len, unsigned count)
{
    struct piece *piece = piece_new(data, len, count);
    pthread_mutex_lock(&pack->core->lock);
    pack->deaf |= piece == NULL;
    if (pack->batch == NULL || pack->deaf) {
        free(piece);
    } else {
        pack->answered += count;
        add_piece(pack, piece);
        tell_soon(pack->batch);
    }
    pthread_mutex_unlock(&pack->core->lock);
}

/* ---- the end of an order ---- */

/* A running mean that follows in a few orders. */
static void learn_speed(struct pack *pack)
{
    struct jobs_batch *batch = pack->batch;
    if (pack->answered == 0)
        return;
    uint64_t ns = (uint64_t)(clock_mono_ns() - pack->started_ns) / pack->answered + 1;
    batch->line_ns = batch->line_ns == 0 ? ns : (3 * batch->line_ns + ns) / 4;
}

/* The first line's answer is that its worker died of it. */
static void blame_first(struct pack *pack, const struct nash_error *error)
{
    struct nash_buf text = NASH_BUF_INIT(0);
    answers_add_error(&text, error);
    struct piece *piece = text.failed ? NULL : piece_new(text.data, text.len, 1);
    nash_buf_free(&text);
    if (piece == NULL) {
        pack_refuse(pack, NASH_BUSY, "", "The server has no memory for this answer now.");
        return;
    }
    add_piece(pack, piece);
    drop_lines(pack, 1);
    pack->suspect = false;
}

/* Had the line that was under way its worker to itself, or all its time? */
static bool is_guilty(const struct pack *pack, const struct execution_outcome *outcome)
{
    return outcome->line == 0 || pack->task.execution.lines == 1 || strcmp(outcome->error.type, "runaway") == 0;
}

/* The worker died while it was at a line, counted from the first without an answer. */
static void after_death(struct pack *pack, unsigned line, bool guilty, const struct nash_error *error)
{
    if (line >= pack->lines)
        line = 0;
    pack->deaths++;
    if (line > 0) { /* the answers of the lines before were lost with the worker */
        if (!split(pack, line))
            return;
        pack->next->deaths = pack->deaths;
        pack = pack->next;
    }
    if (guilty)
        blame_first(pack, error);
    else
        pack->suspect = true;
}

static void unlink_running(struct pack *pack)
{
    *pack->link = pack->next_running;
    if (pack->next_running != NULL)
        pack->next_running->link = pack->link;
    pack->core->packs_started--;
}

void pack_done(struct pack *pack, const struct execution_outcome *outcome)
{
    struct jobs_batch *batch = pack->batch;
    bool died = outcome->status != NASH_OK && outcome->stopped != NASH_STOP_CANCEL;
    unsigned line = outcome->line > pack->answered ? outcome->line - pack->answered : 0;
    unlink_running(pack);
    if (batch == NULL) {
        pack_free(pack);
        return;
    }
    learn_speed(pack);
    pack->state = PACK_WAITS;
    pack->suspect &= pack->answered == 0;
    drop_lines(pack, pack->answered);
    if (died && pack->lines > 0)
        after_death(pack, line, is_guilty(pack, outcome), &outcome->error);
    else
        pack->deaths = 0;
    for (struct pack *at = pack; pack->core->draining && at != NULL; at = at->next)
        if (at->state == PACK_WAITS)
            pack_refuse_draining(at);
    batch_hurry(batch);
    tell_soon(batch);
}
