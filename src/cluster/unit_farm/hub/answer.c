/* An answer is accepted if it is the first to its unit and the job's check() accepts it. It counts at once: its
 * children are leased before it is proved. It is proved if it comes from a trusted member or the job is certified, or
 * when a trusted member has computed the same. Of the others a share is drawn for that, by a seed that members do not
 * know. A difference between a trusted member and another one quarantines that member, and takes back all its answers
 * that are not proved, with their descendants. Members that are not trusted never prove each other's answers: two of
 * them could be in league. If they differ, a trusted member decides. */
#include "answer.h"

#include <stdlib.h>
#include <string.h>

#include "member.h"
#include "tree.h"

static const char differs[] = "a second computation of its unit differs";

void answer_quarantine(struct farm_member *member, const char *why)
{
    struct farm *farm = member->farm;
    if (member->unproved != NULL && farm->state == FARM_COMPLETE)
        farm->state = FARM_RUNNING; /* it rests, and is not merged yet */
    while (member->unproved != NULL)
        tree_unanswer(farm, member->unproved);
    farm->count.kept += member->past;
    member->past = 0;
    member->credit.faults++;
    if (member->present) {
        member_end(member, FARM_QUARANTINED, why);
    } else if (strcmp(member->state, "quarantined") != 0) { /* it has left before */
        member->state = "quarantined";
        farm->o.ended(farm->o.context, member, FARM_QUARANTINED, why);
    }
}

/* ---- limits ---- */

static bool has_unproved(const struct farm *farm)
{
    for (const struct farm_member *member = farm->members; member != NULL; member = member->next)
        if (member->unproved != NULL)
            return true;
    return false;
}

static void fail_overflow(struct farm *farm)
{
    if (strcmp(farm->overflow, "units") == 0)
        farm_fail(farm, NASH_TOO_LARGE, "the work was divided into more than %zu units, which is the limit",
                  farm->o.units_max);
    else if (strcmp(farm->overflow, "depth") == 0)
        farm_fail(farm, NASH_TOO_LARGE, "a unit was divided more than %u times over, which is the limit",
                  farm->o.depth_max);
    else
        farm_fail(farm, NASH_TOO_LARGE, "the units need more than %zu MiB, which is the limit",
                  farm->o.memory_max >> 20);
}

void answer_overflow(struct farm *farm, struct node *dividing)
{
    if (farm->overflow == NULL || farm->state != FARM_RUNNING)
        return;
    if (!has_unproved(farm)) {
        fail_overflow(farm);
        return;
    }
    farm->overflow = NULL;
    farm->trusted_only = true;
    if (dividing != NULL)
        tree_unanswer(farm, dividing);
    for (struct farm_member *member = farm->members; member != NULL; member = member->next)
        while (member->unproved != NULL)
            tree_unanswer(farm, member->unproved);
}

/* ---- the first answer ---- */

static void divide(struct farm *farm, struct node *node)
{
    if (farm->o.job->divide == NULL)
        return;
    farm->dividing = node;
    farm->o.job->divide(farm->o.self, farm, &node->unit, node->answer, node->answer_len);
    farm->dividing = NULL;
}

void answer_accept(struct farm *farm, struct node *node, struct farm_member *by, const uint8_t *bytes, size_t len,
                   enum farm_verdict verdict)
{
    if (!tree_answer(farm, node, by, bytes, len))
        return;
    if (by->trusted || farm->o.job->certified)
        tree_prove(farm, node);
    else if (nash_rng_unit(&farm->chance) < by->audit)
        tree_audit(farm, node);
    if (verdict == FARM_FINAL) {
        farm->final = node;
        farm->state = FARM_COMPLETE;
    } else if (verdict == FARM_LAST) {
        node->ends = true;
        node->ends_next = farm->ends;
        farm->ends = node;
    } else {
        divide(farm, node);
    }
    answer_overflow(farm, node);
}

static void answer_first(struct farm_member *member, struct node *node, const uint8_t *bytes, size_t len,
                         int64_t took_ns)
{
    struct farm *farm = member->farm;
    const char *why = "its answer contradicts its unit";
    if (farm->trusted_only && !member->trusted)
        return;
    enum farm_verdict verdict = len > 0 ? farm->o.job->check(farm->o.self, &node->unit, bytes, len, &why) : FARM_WRONG;
    if (verdict == FARM_WRONG && member->trusted) {
        farm_fail(farm, NASH_INTERNAL, "a unit that was computed here failed its check: %s", why);
    } else if (verdict == FARM_WRONG) {
        member->credit.wrong++;
        answer_quarantine(member, why);
    } else {
        member->refusals = 0;
        member->credit.computed += farm->o.job->steps(farm->o.self, bytes, len);
        node->took_ns = took_ns;
        node->path_ns = (node->parent != NULL ? node->parent->path_ns : 0) + took_ns;
        if (node->path_ns > farm->count.critical_ns)
            farm->count.critical_ns = node->path_ns;
        if (farm->o.job->accepted != NULL)
            farm->o.job->accepted(farm->o.self, member->name, bytes, len);
        answer_accept(farm, node, member, bytes, len, verdict);
    }
}

/* ---- further answers ---- */

static bool equals(const struct node *node, const uint8_t *bytes, size_t len)
{
    return node->answer_len == len && memcmp(node->answer, bytes, len) == 0;
}

/* Keeps what the member has answered until a trusted member decides. */
static void claim_add(struct node *node, struct farm_member *member, const uint8_t *bytes, size_t len)
{
    struct claim *claim = malloc(sizeof *claim);
    if (claim == NULL) /* then only the accepted answer is decided upon */
        return;
    *claim = (struct claim){.next = node->claims, .by = member, .hash = nash_sha256_of(bytes, len)};
    node->claims = claim;
}

/* Quarantines the members whose claims differ from the proved answer. */
static void claims_decide(struct claim *claim, const struct nash_hash *proved)
{
    for (struct claim *next; claim != NULL; claim = next) {
        next = claim->next;
        if (memcmp(&claim->hash, proved, sizeof *proved) != 0) {
            claim->by->credit.wrong++;
            answer_quarantine(claim->by, differs);
        }
        free(claim);
    }
}

/* A trusted member has computed a unit whose accepted answer is not proved. */
static void answer_decide(struct farm_member *member, unsigned i, const uint8_t *bytes, size_t len, int64_t took_ns)
{
    struct node *node = member->lease[i].node;
    struct farm_member *by = node->by;
    struct claim *claims = node->claims;
    struct nash_hash proved = nash_sha256_of(bytes, len);
    node->claims = NULL;
    if (equals(node, bytes, len)) {
        tree_prove(member->farm, node);
    } else {
        by->credit.wrong++;
        answer_quarantine(by, differs);
        node = member->lease[i].node; /* NULL if the unit descends from another answer of that member */
        if (node != NULL && node->by == NULL)
            answer_first(member, node, bytes, len, took_ns);
    }
    claims_decide(claims, &proved);
}

static void answer_again(struct farm_member *member, unsigned i, const uint8_t *bytes, size_t len, int64_t took_ns)
{
    struct farm *farm = member->farm;
    struct node *node = member->lease[i].node;
    bool same = equals(node, bytes, len);
    member->credit.late += !member->lease[i].audit;
    if (same) {
        member->refusals = 0;
        member->credit.computed += node->steps;
        member->credit.audited += member->lease[i].audit ? node->steps : 0;
    }
    if (farm->o.job->certified) {
        return; /* another answer may be as good */
    } else if (member->trusted && !node->proved) {
        answer_decide(member, i, bytes, len, took_ns);
    } else if (same) {
        return;
    } else if (member->trusted) {
        farm_fail(farm, NASH_INTERNAL, "two computations of the same unit differ on this server");
    } else if (node->proved) {
        member->credit.wrong++;
        answer_quarantine(member, differs);
    } else {
        claim_add(node, member, bytes, len);
        tree_audit(farm, node);
    }
}

void answer_take(struct farm_member *member, unsigned i, const uint8_t *bytes, size_t len, int64_t took_ns)
{
    struct node *node = member->lease[i].node;
    member->credit.units++;
    if (node != NULL && node->by == NULL)
        answer_first(member, node, bytes, len, took_ns);
    else if (node != NULL)
        answer_again(member, i, bytes, len, took_ns);
    if (member->present)
        lease_remove(member, i);
}
