#include "tree.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

/* ---- order ---- */

bool tree_before(const struct node *a, const struct node *b)
{
    const struct node *x = a, *y = b;
    while (x->unit.depth > y->unit.depth)
        x = x->parent;
    while (y->unit.depth > x->unit.depth)
        y = y->parent;
    if (x == y)
        return a->unit.depth < b->unit.depth;
    while (x->parent != y->parent) {
        x = x->parent;
        y = y->parent;
    }
    return x->index < y->index;
}

struct node *tree_next(const struct farm *farm, const struct node *node)
{
    if (node == NULL)
        return farm->first;
    if (node->first != NULL)
        return node->first;
    while (node != NULL && node->next == NULL)
        node = node->parent;
    return node != NULL ? node->next : NULL;
}

struct node *tree_bound(const struct farm *farm)
{
    struct node *bound = farm->enough;
    for (struct node *ends = farm->ends; ends != NULL; ends = ends->ends_next)
        if (bound == NULL || tree_before(ends, bound))
            bound = ends;
    return bound;
}

bool tree_beyond(const struct farm *farm, const struct node *node)
{
    const struct node *bound = tree_bound(farm);
    return bound != NULL && tree_before(bound, node);
}

/* ---- adding ---- */

static bool has_room(struct farm *farm, uint32_t depth, size_t bytes)
{
    if (farm->count.units >= farm->o.units_max)
        farm->overflow = "units";
    else if (depth > farm->o.depth_max)
        farm->overflow = "depth";
    else if (farm->memory + bytes > farm->o.memory_max)
        farm->overflow = "memory";
    return farm->overflow == NULL;
}

static struct node *node_new(struct farm *farm, struct node *parent, const uint8_t *bytes, size_t len)
{
    struct node *node = calloc(1, sizeof *node), *before = parent != NULL ? parent->last : farm->last;
    uint8_t *copy = malloc(len + (len == 0));
    if (node == NULL || copy == NULL) {
        free(node);
        free(copy);
        farm_fail(farm, NASH_NOMEM, "the server has no memory for further units of the farm");
        return NULL;
    }
    memcpy(copy, bytes, len);
    node->unit = (struct farm_unit){.number = ++farm->last_number,
                                    .parent = parent != NULL ? parent->unit.number : (uint32_t)FARM_ROOT,
                                    .depth = parent != NULL ? parent->unit.depth + 1 : 0,
                                    .len = (uint32_t)len,
                                    .bytes = copy};
    node->parent = parent;
    node->index = before != NULL ? before->index + 1 : 0;
    node->path_ns = parent != NULL ? parent->path_ns : 0;
    return node;
}

static void node_link(struct farm *farm, struct node *node)
{
    struct node **first = node->parent != NULL ? &node->parent->first : &farm->first;
    struct node **last = node->parent != NULL ? &node->parent->last : &farm->last;
    if (*first == NULL)
        *first = node;
    else
        (*last)->next = node;
    *last = node;
}

void tree_add(struct farm *farm, struct node *parent, const uint8_t *bytes, size_t len)
{
    if (farm->state != FARM_RUNNING || farm->overflow != NULL)
        return;
    if (len > FARM_UNIT_MAX) {
        farm_fail(farm, NASH_INTERNAL, "a unit of %zu bytes was added to the farm; at most %d are allowed", len,
                  FARM_UNIT_MAX);
        return;
    }
    if (!has_room(farm, parent != NULL ? parent->unit.depth + 1 : 0, sizeof(struct node) + len))
        return;
    struct node *node = node_new(farm, parent, bytes, len);
    if (node == NULL)
        return;
    node_link(farm, node);
    farm->count.units++;
    farm->memory += sizeof *node + len;
    tree_wait(farm, node);
}

void tree_wait(struct farm *farm, struct node *node)
{
    struct heap *heap = NULL;
    if (node->heap != NULL)
        return;
    if (node->by == NULL && node->copies == 0)
        heap = &farm->waiting;
    else if (node->by != NULL && node->audit && node->audit_copies == 0)
        heap = &farm->auditing;
    if (heap != NULL && !heap_add(heap, node))
        farm_fail(farm, NASH_NOMEM, "the server has no memory for further units of the farm");
}

/* ---- answers ---- */

bool tree_answer(struct farm *farm, struct node *node, struct farm_member *by, const uint8_t *answer, size_t len)
{
    uint8_t *copy = malloc(len + (len == 0));
    if (copy == NULL) {
        farm_fail(farm, NASH_NOMEM, "the server has no memory for further answers of the farm");
        return false;
    }
    memcpy(copy, answer, len);
    heap_remove(node);
    node->answer = copy;
    node->answer_len = (uint32_t)len;
    node->by = by;
    node->steps = farm->o.job->steps(farm->o.self, answer, len);
    farm->memory += len;
    if (farm->memory > farm->o.memory_max)
        farm->overflow = "memory";
    farm->count.answered++;
    by->credit.used += node->steps;
    node->unproved_next = by->unproved;
    node->unproved_link = &by->unproved;
    if (by->unproved != NULL)
        by->unproved->unproved_link = &node->unproved_next;
    by->unproved = node;
    return true;
}

static void unproved_remove(struct node *node)
{
    if (node->unproved_link == NULL)
        return;
    *node->unproved_link = node->unproved_next;
    if (node->unproved_next != NULL)
        node->unproved_next->unproved_link = node->unproved_link;
    node->unproved_link = NULL;
}

static void claims_free(struct node *node)
{
    for (struct claim *claim = node->claims, *next; claim != NULL; claim = next) {
        next = claim->next;
        free(claim);
    }
    node->claims = NULL;
}

static void audit_close(struct farm *farm, struct node *node)
{
    farm->count.audits_open -= node->audit;
    node->audit = false;
    if (node->heap == &farm->auditing)
        heap_remove(node);
}

void tree_prove(struct farm *farm, struct node *node)
{
    if (node->proved)
        return;
    node->proved = true;
    node->by->credit.verified += node->steps;
    farm->count.proved++;
    unproved_remove(node);
    audit_close(farm, node);
}

void tree_audit(struct farm *farm, struct node *node)
{
    if (node->audit || node->proved)
        return;
    node->audit = true;
    farm->count.audits++;
    farm->count.audits_open++;
    tree_wait(farm, node);
}

static void ends_remove(struct farm *farm, const struct node *node)
{
    struct node **link = &farm->ends;
    while (*link != NULL && *link != node)
        link = &(*link)->ends_next;
    if (*link != NULL)
        *link = node->ends_next;
}

/* Frees the answer, without the descendants. The credit for it stays. */
static void answer_free(struct farm *farm, struct node *node)
{
    if (node->by == NULL)
        return;
    audit_close(farm, node);
    unproved_remove(node);
    claims_free(node);
    if (node->ends)
        ends_remove(farm, node);
    farm->count.answered--;
    farm->count.proved -= node->proved;
    farm->memory -= node->answer_len;
    free(node->answer);
    node->answer = NULL;
    node->answer_len = 0;
    node->by = NULL;
    node->proved = node->ends = false;
}

/* Takes the answer back, without the descendants. */
static void answer_retract(struct farm *farm, struct node *node)
{
    if (node->by == NULL)
        return;
    node->by->credit.used -= node->steps;
    node->by->credit.verified -= node->proved ? node->steps : 0;
    answer_free(farm, node);
}

/* Marks the leases of a unit that is freed: their answers will be dropped. */
static void leases_void(const struct farm *farm, const struct node *node)
{
    for (struct farm_member *member = farm->members; member != NULL; member = member->next)
        for (unsigned i = 0; i < member->leases; i++)
            if (member->lease[i].node == node)
                member->lease[i].node = NULL;
}

static void node_free(struct farm *farm, struct node *node)
{
    answer_free(farm, node);
    heap_remove(node);
    if (node->copies > 0 || node->audit_copies > 0)
        leases_void(farm, node);
    farm->count.units--;
    farm->memory -= sizeof *node + node->unit.len;
    free((uint8_t *)(uintptr_t)node->unit.bytes);
    free(node);
}

/* retract: their answers are taken back. */
static void descendants_free(struct farm *farm, struct node *node, bool retract)
{
    for (struct node *at = node; at != node || node->first != NULL;) {
        if (at->first != NULL) {
            at = at->first;
            continue;
        }
        struct node *parent = at->parent;
        parent->first = at->next;
        if (retract) {
            farm->count.dropped += at->by != NULL;
            answer_retract(farm, at);
        }
        node_free(farm, at);
        at = parent;
    }
    node->last = NULL;
}

void tree_unanswer(struct farm *farm, struct node *node)
{
    if (farm->passed != NULL && !tree_before(farm->passed, node)) {
        farm->passed = farm->enough = NULL;
        farm->yielded = 0;
    }
    farm->count.dropped++;
    descendants_free(farm, node, true);
    answer_retract(farm, node);
    tree_wait(farm, node);
}

void tree_pass(struct farm *farm)
{
    const struct farm_job *job = farm->o.job;
    while (farm->enough == NULL && (farm->passed == NULL || !farm->passed->ends)) {
        struct node *next = tree_next(farm, farm->passed);
        if (next == NULL || next->by == NULL)
            return;
        farm->passed = next;
        if (job->yield != NULL) {
            farm->yielded += job->yield(farm->o.self, next->answer, next->answer_len);
            farm->enough = farm->yielded >= job->limit ? next : NULL;
        }
        if (job->decides != NULL &&
            job->decides(farm->o.self, &next->unit, next->answer, next->answer_len, next == farm->first))
            farm->enough = next;
    }
}

void tree_free(struct farm *farm)
{
    for (struct node *root = farm->first, *next; root != NULL; root = next) {
        next = root->next;
        descendants_free(farm, root, false);
        node_free(farm, root);
    }
    farm->first = farm->last = NULL;
    farm->passed = farm->enough = farm->final = NULL;
    farm->yielded = 0;
}
