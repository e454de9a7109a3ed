/* Models as JSON. "counts" has a key and a count in turn; the key is (situation * 169 + cell) * 5 + deed. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "forms.h"

static const char format_name[] = "holdem-model-1";
static const char *const model_members[] = {"format", "player", "hands", "ids", "blocks", "quality", NULL};
static const char *const block_members[] = {"hands", "actions", "from", "to", "shown", "deeds", "counts", NULL};
static const char *const block_required[] = {"hands", "actions", "counts", NULL};
static const char *const quality_members[] = {"showdown", "flop", "preflop", "wins", "uniform_wins", "hidden", NULL};

enum { LOSSES_LEN = 4, CALIBRATION_LEN = 2 + 3 * MODEL_BINS, COUNT_MAX = 4000000000U };
#define SUM_MAX INT64_C(9007199254740992)

/* ---- reading ---- */

/* Reads a member with an array of `count` integers. Returns NULL if it is absent or bad. */
static const int64_t *read_numbers(struct reader *r, const char *name, size_t count)
{
    if (!reader_has(r, name))
        return NULL;
    const struct nash_json_ints ints = reader_ints(r, name);
    if (reader_ok(r) && ints.count != count)
        reader_fail(r, NASH_UNPROCESSABLE, name, "expected %zu integers, found %zu", count, ints.count);
    for (size_t k = 0; reader_ok(r) && k < count; k++)
        if (ints.value[k] < -SUM_MAX || ints.value[k] > SUM_MAX)
            reader_fail_at(r, NASH_UNPROCESSABLE, name, k, "expected an integer up to 2^53");
    return reader_ok(r) ? ints.value : NULL;
}

static void read_losses(struct reader *r, const char *name, struct model_losses *losses)
{
    const int64_t *n = read_numbers(r, name, LOSSES_LEN);
    if (n)
        *losses = (struct model_losses){n[0], n[1], n[2], n[3]};
}

static void read_calibration(struct reader *r, const char *name, struct model_calibration *c)
{
    const int64_t *n = read_numbers(r, name, CALIBRATION_LEN);
    if (!n)
        return;
    c->count = n[0];
    c->brier = n[1];
    for (unsigned b = 0; b < MODEL_BINS; b++) {
        c->bin_count[b] = n[2 + 3 * b];
        c->said[b] = n[3 + 3 * b];
        c->won[b] = n[4 + 3 * b];
    }
}

static void read_quality(struct reader *r, struct model_quality *quality)
{
    struct reader q;
    if (!reader_object(&q, r, "quality"))
        return;
    reader_only(&q, quality_members);
    read_losses(&q, "showdown", &quality->group[MODEL_SHOWDOWN]);
    read_losses(&q, "flop", &quality->group[MODEL_FLOP]);
    read_losses(&q, "preflop", &quality->group[MODEL_PREFLOP]);
    read_calibration(&q, "wins", &quality->wins);
    read_calibration(&q, "uniform_wins", &quality->uniform_wins);
    quality->hidden = reader_int(&q, "hidden", 0, SUM_MAX, 0);
}

static bool key_is_valid(int64_t key)
{
    if (key < 0 || key >= MODEL_KEYS)
        return false;
    return model_key_situation((uint32_t)key) < SITUATION_PREFLOP_3 || model_key_cell((uint32_t)key) < CELLS_POSTFLOP;
}

static void read_counts(struct reader *r, struct model_block *block)
{
    const struct nash_json_ints ints = reader_ints(r, "counts");
    if (!reader_ok(r))
        return;
    if (ints.count % 2) {
        reader_fail(r, NASH_UNPROCESSABLE, "counts", "expected pairs of a key and a count");
        return;
    }
    uint64_t sum = 0;
    uint32_t *key = READER_NEW(r, uint32_t, ints.count / 2), *count = READER_NEW(r, uint32_t, ints.count / 2);
    for (size_t k = 0; reader_ok(r) && k < ints.count / 2; k++) {
        const int64_t *pair = &ints.value[2 * k];
        if (!key_is_valid(pair[0]) || (k && pair[0] <= pair[-2])) {
            reader_fail_at(r, NASH_UNPROCESSABLE, "counts", 2 * k, "expected ascending keys of counts");
            return;
        }
        if (pair[1] < 1 || pair[1] > COUNT_MAX) {
            reader_fail_at(r, NASH_UNPROCESSABLE, "counts", 2 * k + 1, "expected a count from 1 to %u", COUNT_MAX);
            return;
        }
        key[k] = (uint32_t)pair[0];
        count[k] = (uint32_t)pair[1];
        sum += count[k];
    }
    if (reader_ok(r) && sum != (uint64_t)block->actions * MODEL_UNIT)
        reader_fail(r, NASH_UNPROCESSABLE, "counts", "expected a sum of %llu, 1000 for each action, found %llu",
                    (unsigned long long)block->actions * MODEL_UNIT, (unsigned long long)sum);
    block->key = key;
    block->count = count;
    block->entries = (uint32_t)(ints.count / 2);
}

static void read_blocks(struct reader *r, struct holdem_model *model)
{
    struct reader blocks;
    if (!reader_array(&blocks, r, "blocks"))
        return;
    if (reader_count(&blocks) > MODEL_BLOCKS) {
        reader_fail(&blocks, NASH_INVALID, NULL, "expected at most %d blocks", MODEL_BLOCKS);
        return;
    }
    for (struct reader item = {0}; reader_item(&item, &blocks);) {
        struct model_block *block = &model->block[model->blocks++];
        reader_only(&item, block_members);
        reader_require(&item, block_required);
        block->hands = (uint32_t)reader_int(&item, "hands", 1, MODEL_IDS_MAX, 1);
        block->actions = (uint32_t)reader_int(&item, "actions", 1, UINT32_MAX, 1);
        block->from = (uint64_t)reader_int(&item, "from", 0, SUM_MAX, 0);
        block->to = (uint64_t)reader_int(&item, "to", 0, SUM_MAX, 0);
        read_losses(&item, "shown", &block->shown);
        read_losses(&item, "deeds", &block->deeds);
        read_counts(&item, block);
        model->hands += block->hands;
    }
}

static bool id_read(const char *text, uint64_t *id)
{
    *id = 0;
    for (unsigned k = 0; k < 16; k++) {
        const char c = text[k];
        if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
            return false;
        *id = *id << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return !text[16];
}

static void read_ids(struct reader *r, struct holdem_model *model)
{
    struct reader ids;
    if (!reader_array(&ids, r, "ids"))
        return;
    uint64_t *id = READER_NEW(r, uint64_t, reader_count(&ids));
    uint32_t n = 0;
    for (struct reader item = {0}; id && reader_item(&item, &ids); n++) {
        const char *text = reader_as_string(&item, 16);
        if (text && (!id_read(text, &id[n]) || (n && id[n] <= id[n - 1])))
            reader_fail(&item, NASH_UNPROCESSABLE, NULL, "expected ascending numbers of 16 hexadecimal digits");
    }
    model->id = id;
    model->ids = n;
}

struct holdem_model *model_read(struct reader *r)
{
    static const char *const required[] = {"format", "ids", "blocks", NULL};
    static const char *const formats[] = {format_name, NULL};
    struct holdem_model *model = READER_NEW(r, struct holdem_model, 1);
    if (!model)
        return NULL;
    reader_only(r, model_members);
    reader_require(r, required);
    reader_enum(r, "format", formats, 0);
    const char *player = reader_string(r, "player", LINE_NAME_BYTES);
    if (player && strlen(player) >= HISTORY_NAME)
        reader_fail(r, NASH_UNPROCESSABLE, "player", "expected a name of at most %d bytes", HISTORY_NAME - 1);
    else if (player)
        snprintf(model->player, sizeof model->player, "%s", player);
    const int64_t hands = reader_int(r, "hands", 0, SUM_MAX, -1);
    read_ids(r, model);
    read_blocks(r, model);
    read_quality(r, &model->quality);
    if (reader_ok(r) && model->ids > model->hands)
        reader_fail(r, NASH_UNPROCESSABLE, "ids", "expected at most %u hands, the sum of the blocks", model->hands);
    if (reader_ok(r) && hands >= 0 && hands != model->hands)
        reader_fail(r, NASH_UNPROCESSABLE, "hands", "expected the sum of the blocks' hands, %u", model->hands);
    return reader_ok(r) ? model : NULL;
}

/* ---- writing ---- */

static void write_numbers(const char *name, const int64_t *number, size_t count, struct nash_jsonw *out)
{
    nash_jsonw_karray(out, name);
    for (size_t k = 0; k < count; k++)
        nash_jsonw_int(out, number[k]);
    nash_jsonw_array_end(out);
}

static void write_losses(const char *name, const struct model_losses *l, struct nash_jsonw *out)
{
    if (l->count)
        write_numbers(name, (const int64_t[]){l->count, l->loss, l->square, l->uniform}, LOSSES_LEN, out);
}

static void write_calibration(const char *name, const struct model_calibration *c, struct nash_jsonw *out)
{
    int64_t n[CALIBRATION_LEN] = {c->count, c->brier};
    for (unsigned b = 0; b < MODEL_BINS; b++) {
        n[2 + 3 * b] = c->bin_count[b];
        n[3 + 3 * b] = c->said[b];
        n[4 + 3 * b] = c->won[b];
    }
    if (c->count)
        write_numbers(name, n, CALIBRATION_LEN, out);
}

static void write_block(const struct model_block *block, struct nash_jsonw *out)
{
    nash_jsonw_object(out);
    nash_jsonw_kuint(out, "hands", block->hands);
    nash_jsonw_kuint(out, "actions", block->actions);
    if (block->from)
        nash_jsonw_kuint(out, "from", block->from);
    if (block->to)
        nash_jsonw_kuint(out, "to", block->to);
    write_losses("shown", &block->shown, out);
    write_losses("deeds", &block->deeds, out);
    nash_jsonw_karray(out, "counts");
    for (uint32_t e = 0; e < block->entries; e++) {
        nash_jsonw_uint(out, block->key[e]);
        nash_jsonw_uint(out, block->count[e]);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

void model_write(const struct holdem_model *model, struct nash_jsonw *out)
{
    char text[20];
    nash_jsonw_object(out);
    nash_jsonw_kstring(out, "format", format_name);
    if (model->player[0])
        nash_jsonw_kstring(out, "player", model->player);
    nash_jsonw_kuint(out, "hands", model->hands);
    nash_jsonw_kobject(out, "quality");
    write_losses("showdown", &model->quality.group[MODEL_SHOWDOWN], out);
    write_losses("flop", &model->quality.group[MODEL_FLOP], out);
    write_losses("preflop", &model->quality.group[MODEL_PREFLOP], out);
    write_calibration("wins", &model->quality.wins, out);
    write_calibration("uniform_wins", &model->quality.uniform_wins, out);
    nash_jsonw_kint(out, "hidden", model->quality.hidden);
    nash_jsonw_object_end(out);
    nash_jsonw_karray(out, "blocks");
    for (uint32_t b = 0; b < model->blocks; b++)
        write_block(&model->block[b], out);
    nash_jsonw_array_end(out);
    nash_jsonw_karray(out, "ids");
    for (uint32_t k = 0; k < model->ids; k++) {
        snprintf(text, sizeof text, "%016" PRIx64, model->id[k]);
        nash_jsonw_string(out, text);
    }
    nash_jsonw_array_end(out);
    nash_jsonw_object_end(out);
}

void model_canon(const struct holdem_model *model, struct nash_sha256 *sha)
{
    nash_sha256_u64(sha, model ? 1 + model->blocks : 0);
    if (!model)
        return;
    nash_sha256_string(sha, model->player);
    nash_sha256_u64(sha, model->ids);
    nash_sha256_add(sha, model->id, model->ids * sizeof *model->id);
    nash_sha256_add(sha, &model->quality, sizeof model->quality);
    for (uint32_t b = 0; b < model->blocks; b++) {
        const struct model_block *block = &model->block[b];
        nash_sha256_u64(sha, block->hands);
        nash_sha256_u64(sha, block->actions);
        nash_sha256_u64(sha, block->from);
        nash_sha256_u64(sha, block->to);
        nash_sha256_add(sha, &block->shown, sizeof block->shown);
        nash_sha256_add(sha, &block->deeds, sizeof block->deeds);
        nash_sha256_u64(sha, block->entries);
        nash_sha256_add(sha, block->key, block->entries * sizeof *block->key);
        nash_sha256_add(sha, block->count, block->entries * sizeof *block->count);
    }
}
