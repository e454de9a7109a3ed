/* The stored answers of a farm. Units are not stored: they follow from the task and the answers.
 *
 *   0  "NASHFARM"
 *   8  u16 version, u16 work, u32 0
 *  16  SHA-256 of version, work and task
 *  48  for each unit in the order of the tree: u32 length of its answer + 1, and the answer; or u32 0 if the answer is
 *      not stored, and then none of its descendants is there
 *
 * Only proved answers are stored whose ancestors are proved. What is read back counts as proved; check() is called for
 * each. */
#include <string.h>

#include "answer.h"
#include "member.h"
#include "tree.h"

enum { SAVE_VERSION = 1, SAVE_HEAD = 48, SUPPLY_AT_ONCE = 64 };

static const char mark[8] = "NASHFARM";

static struct nash_hash task_hash(const struct farm *farm)
{
    struct nash_sha256 sha;
    nash_sha256_init(&sha);
    nash_sha256_u64(&sha, SAVE_VERSION);
    nash_sha256_u64(&sha, farm->o.job->work);
    nash_sha256_add(&sha, farm->task, farm->o.task_len);
    return nash_sha256_end(&sha);
}

/* ---- save ---- */

static void save_u32(struct nash_buf *out, uint32_t value)
{
    uint8_t bytes[4];
    message_put32(bytes, value);
    nash_buf_add(out, bytes, sizeof bytes);
}

/* Returns the unit after `node` and its descendants. */
static struct node *tree_skip(const struct node *node)
{
    while (node != NULL && node->next == NULL)
        node = node->parent;
    return node != NULL ? node->next : NULL;
}

void farm_save(const struct farm *farm, struct nash_buf *out, size_t room)
{
    struct nash_hash hash = task_hash(farm);
    uint8_t numbers[4];
    size_t left = room;
    message_put16(message_put16(numbers, SAVE_VERSION), farm->o.job->work);
    nash_buf_add(out, mark, sizeof mark);
    nash_buf_add(out, numbers, sizeof numbers);
    save_u32(out, 0);
    nash_buf_add(out, hash.byte, sizeof hash.byte);
    left -= left < SAVE_HEAD ? left : SAVE_HEAD;
    for (const struct node *node = farm->first; node != NULL && left >= 4;) {
        bool stored = node->proved && left >= 4 + (size_t)node->answer_len;
        size_t len = stored ? node->answer_len : 0;
        save_u32(out, stored ? node->answer_len + 1 : 0);
        if (stored)
            nash_buf_add(out, node->answer, len);
        left -= 4 + len;
        node = stored ? tree_next(farm, node) : tree_skip(node);
    }
}

/* ---- restore ---- */

static const char *head_fault(const struct farm *farm, const uint8_t *blob, size_t len)
{
    struct nash_hash hash = task_hash(farm);
    if (len < SAVE_HEAD || memcmp(blob, mark, sizeof mark) != 0)
        return "it is not a list of stored units";
    if (message_u16(blob + 8) != SAVE_VERSION)
        return "it is of another version";
    if (message_u16(blob + 10) != farm->o.job->work || memcmp(blob + 16, hash.byte, sizeof hash.byte) != 0)
        return "it belongs to another task";
    return NULL;
}

/* Adds further roots. Returns the first of them; NULL if there is none. */
static struct node *restore_root(struct farm *farm)
{
    struct node *last = farm->last;
    if (!farm->supplied && farm->overflow == NULL)
        farm->supplied = !farm->o.job->supply(farm->o.self, farm, SUPPLY_AT_ONCE);
    return last != NULL ? last->next : farm->first;
}

/* Reads one answer. Returns false if it is cut off or not valid. */
static bool restore_answer(struct farm *farm, struct node *node, const uint8_t *bytes, size_t len)
{
    const char *why;
    enum farm_verdict verdict = farm->o.job->check(farm->o.self, &node->unit, bytes, len, &why);
    if (verdict == FARM_WRONG)
        return false;
    answer_accept(farm, node, farm->stored, bytes, len, verdict);
    farm->count.restored++;
    farm->stored->credit.computed += node->steps;
    farm->stored->credit.units++;
    return true;
}

static const char *restore_answers(struct farm *farm, const uint8_t *at, const uint8_t *end)
{
    struct node *node = farm->first;
    while (end - at >= 4 && farm->state == FARM_RUNNING) {
        if (node == NULL && (node = restore_root(farm)) == NULL)
            return "it has more answers than the task has units";
        uint32_t len = message_u32(at);
        at += 4;
        if (len == 0) {
            node = tree_skip(node);
            continue;
        }
        if (--len == 0 || len > FARM_ANSWER_MAX || len > (size_t)(end - at))
            return "it is cut off or damaged";
        if (!restore_answer(farm, node, at, len))
            return "an answer in it is not valid";
        at += len;
        if (node->by == NULL) /* its children exceed a limit; answer_overflow() has dealt with that */
            return "its units exceed a limit";
        node = tree_next(farm, node);
    }
    return at != end && farm->state == FARM_RUNNING ? "it is cut off" : NULL;
}

bool farm_restore(struct farm *farm, const uint8_t *blob, size_t len, const char **why)
{
    struct farm_member_options stored = {.name = "stored", .kind = "stored", .trusted = true};
    *why = head_fault(farm, blob, len);
    if (*why != NULL)
        return false;
    if (farm->stored == NULL && (farm->stored = farm_member_new(farm, &stored)) == NULL)
        return false;
    *why = restore_answers(farm, blob + SAVE_HEAD, blob + len);
    return *why == NULL;
}
