/* The stored answers of a farm. Units are not stored: they follow from the task and the answers.
 *
 *   0  "NASHFARM"
 *   8  u16 version, u16 work, u32 number of members
 *  16  SHA-256 of version, work and task
 *  48  for each member with answers that are not proved: u32 length of its name, u32 length of its kind, name, kind
 *      for each unit in the order of the tree: u32 length of its answer + 1, u32 state, and the answer; or u32 0 if the
 *      answer is not stored, and then none of its descendants is there
 *
 * The state is 0 if the answer is proved; else the number of its member in the list, from 1, and the bit AUDIT if it
 * was drawn for an audit. What is read back has the same state: a draw is not repeated, because members have not seen
 * it. The members of the list are gone. A member of such a name that joins later is another one: after a crash a phone
 * may have a name that another one had. check() is called for each answer. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "member.h"
#include "tree.h"

enum { SAVE_VERSION = 2, SAVE_HEAD = 48, SAVE_UNIT = 8, SAVE_MEMBERS_MAX = 65536, SUPPLY_AT_ONCE = 64 };
#define AUDIT UINT32_C(0x80000000)

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

/* Numbers the members with answers that are not proved, and returns how many there are. */
static uint32_t save_number_members(const struct farm *farm)
{
    uint32_t count = 0;
    for (struct farm_member *member = farm->members; member != NULL; member = member->next)
        member->saved_as = member->unproved != NULL ? ++count : 0;
    return count;
}

/* Returns the bytes written. */
static size_t save_members(const struct farm *farm, struct nash_buf *out)
{
    size_t before = out->len;
    for (const struct farm_member *member = farm->members; member != NULL; member = member->next) {
        uint32_t name = (uint32_t)strlen(member->name), kind = (uint32_t)strlen(member->kind);
        if (member->saved_as == 0)
            continue;
        save_u32(out, name);
        save_u32(out, kind);
        nash_buf_add(out, member->name, name);
        nash_buf_add(out, member->kind, kind);
    }
    return out->len - before;
}

void farm_save(const struct farm *farm, struct nash_buf *out, size_t room)
{
    struct nash_hash hash = task_hash(farm);
    uint8_t numbers[4];
    message_put16(message_put16(numbers, SAVE_VERSION), farm->o.job->work);
    nash_buf_add(out, mark, sizeof mark);
    nash_buf_add(out, numbers, sizeof numbers);
    save_u32(out, save_number_members(farm));
    nash_buf_add(out, hash.byte, sizeof hash.byte);
    size_t used = SAVE_HEAD + save_members(farm, out), left = room > used ? room - used : 0;
    for (const struct node *node = farm->first; node != NULL && left >= 4;) {
        bool stored = node->by != NULL && left >= SAVE_UNIT + (size_t)node->answer_len;
        save_u32(out, stored ? node->answer_len + 1 : 0);
        if (stored) {
            save_u32(out, node->proved ? 0 : node->by->saved_as | (node->audit ? AUDIT : 0));
            nash_buf_add(out, node->answer, node->answer_len);
        }
        left -= stored ? SAVE_UNIT + node->answer_len : 4;
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

/* The blob being read. */
struct restored {
    const uint8_t *at, *end;
    struct farm_member **member; /* [members] */
    uint32_t members;
};

/* Returns the next `len` bytes; NULL if there are fewer. */
static const uint8_t *restore_skip(struct restored *blob, size_t len)
{
    const uint8_t *at = blob->at;
    if (len > (size_t)(blob->end - at))
        return NULL;
    blob->at += len;
    return at;
}

/* Reads one member of the list. NULL: it is damaged, or there is no memory. */
static struct farm_member *restore_member(struct farm *farm, struct restored *blob)
{
    char name[FARM_NAME_MAX] = "", kind[FARM_KIND_MAX] = "";
    const uint8_t *lengths = restore_skip(blob, 8), *text;
    uint32_t name_len = lengths != NULL ? message_u32(lengths) : UINT32_MAX;
    uint32_t kind_len = lengths != NULL ? message_u32(lengths + 4) : UINT32_MAX;
    if (name_len >= sizeof name || kind_len >= sizeof kind || (text = restore_skip(blob, name_len + kind_len)) == NULL)
        return NULL;
    memcpy(name, text, name_len);
    memcpy(kind, text + name_len, kind_len);
    struct farm_member *member = farm_member_new(farm, &(struct farm_member_options){.name = name, .kind = kind});
    if (member != NULL) {
        member->of_earlier_run = true;
        member->state = "left";
    }
    return member;
}

static bool restore_members(struct farm *farm, struct restored *blob, uint32_t count)
{
    if (count > SAVE_MEMBERS_MAX || (blob->member = calloc(count + 1, sizeof(struct farm_member *))) == NULL)
        return false;
    for (; blob->members < count; blob->members++)
        if ((blob->member[blob->members] = restore_member(farm, blob)) == NULL)
            return false;
    return true;
}

/* Reads one answer. Returns false if it is not valid. The unit may be gone afterwards if farm->trusted_only. */
static bool restore_answer(struct farm *farm, struct node *node, struct farm_member *by, const uint8_t *bytes,
                           size_t len)
{
    const char *why;
    enum farm_verdict verdict = farm->o.job->check(farm->o.self, &node->unit, bytes, len, &why);
    if (verdict == FARM_WRONG)
        return false;
    farm->count.restored++;
    by->credit.computed += farm->o.job->steps(farm->o.self, bytes, len);
    by->credit.units++;
    answer_accept(farm, node, by, bytes, len, verdict);
    return true;
}

/* Returns the member whose answer has this state, which draws its audits as the state says; NULL if it is damaged. */
static struct farm_member *restore_owner(struct farm *farm, const struct restored *blob, uint32_t state)
{
    uint32_t number = state & ~AUDIT;
    if (state == 0)
        return farm->stored;
    if (number == 0 || number > blob->members)
        return NULL;
    blob->member[number - 1]->audit = state & AUDIT ? 1 : 0;
    return blob->member[number - 1];
}

static const char *restore_answers(struct farm *farm, struct restored *blob)
{
    struct node *node = farm->first;
    const uint8_t *head, *answer;
    while (farm->state == FARM_RUNNING && (head = restore_skip(blob, 4)) != NULL) {
        if (node == NULL && (node = restore_root(farm)) == NULL)
            return "it has more answers than the task has units";
        uint32_t len = message_u32(head);
        if (len == 0) {
            node = tree_skip(node);
            continue;
        }
        const uint8_t *state = restore_skip(blob, 4);
        struct farm_member *by = state != NULL ? restore_owner(farm, blob, message_u32(state)) : NULL;
        if (by == NULL || --len == 0 || len > FARM_ANSWER_MAX || (answer = restore_skip(blob, len)) == NULL)
            return "it is cut off or damaged";
        if (!restore_answer(farm, node, by, answer, len))
            return "an answer in it is not valid";
        if (farm->trusted_only || node->by == NULL) /* answer_overflow() has dealt with that */
            return "its units exceed a limit";
        node = tree_next(farm, node);
    }
    return blob->at != blob->end && farm->state == FARM_RUNNING ? "it is cut off" : NULL;
}

bool farm_restore(struct farm *farm, const uint8_t *blob, size_t len, const char **why)
{
    struct farm_member_options stored = {.name = "stored", .kind = "stored", .trusted = true};
    *why = head_fault(farm, blob, len);
    if (*why != NULL)
        return false;
    struct restored read = {.at = blob + SAVE_HEAD, .end = blob + len};
    if (farm->stored == NULL)
        farm->stored = farm_member_new(farm, &stored);
    if (farm->stored == NULL || !restore_members(farm, &read, message_u32(blob + 12)))
        *why = "its list of members is damaged";
    else
        *why = restore_answers(farm, &read);
    free(read.member);
    return *why == NULL;
}
