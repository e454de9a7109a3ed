/* The course of a farm: made, stepped, complete, merged. internal.h lists the other files. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "issue.h"
#include "member.h"
#include "tree.h"

enum { LEASE_MS = 1000, NS_PER_MS = 1000000, UNITS_MAX = 1000000, MEMORY_MAX = 256 << 20, DEPTH_MAX = 1000 };

struct farm *farm_new(const struct farm_options *options)
{
    struct farm *farm = calloc(1, sizeof *farm);
    uint8_t *task = malloc(options->task_len + 1);
    if (farm == NULL || task == NULL) {
        free(farm);
        free(task);
        return NULL;
    }
    if (options->task != NULL)
        memcpy(task, options->task, options->task_len);
    farm->o = *options;
    farm->o.lease_ns = options->lease_ns > 0 ? options->lease_ns : (int64_t)LEASE_MS * NS_PER_MS;
    farm->o.units_max = options->units_max > 0 ? options->units_max : UNITS_MAX;
    farm->o.memory_max = options->memory_max > 0 ? options->memory_max : MEMORY_MAX;
    farm->o.depth_max = options->depth_max > 0 ? options->depth_max : DEPTH_MAX;
    farm->task = task;
    farm->members_end = &farm->members;
    farm->count.rounds = options->task != NULL;
    farm->state = options->task != NULL ? FARM_RUNNING : FARM_COMPLETE;
    nash_rng_seed(&farm->chance, options->seed);
    return farm;
}

void farm_free(struct farm *farm)
{
    if (farm == NULL)
        return;
    tree_free(farm);
    for (struct farm_member *member = farm->members, *next; member != NULL; member = next) {
        next = member->next;
        free(member->lease);
        free(member);
    }
    free(farm->waiting.at);
    free(farm->auditing.at);
    free(farm->task);
    free(farm);
}

void farm_fail(struct farm *farm, enum nash_status status, const char *format, ...)
{
    va_list list;
    if (farm->state != FARM_RUNNING)
        return;
    farm->state = FARM_FAILED;
    farm->status = status;
    va_start(list, format);
    vsnprintf(farm->error, sizeof farm->error, format, list);
    va_end(list);
}

enum farm_state farm_state(const struct farm *farm)
{
    return farm->state;
}

const char *farm_error(const struct farm *farm)
{
    return farm->error;
}

enum nash_status farm_error_status(const struct farm *farm)
{
    return farm->status;
}

/* ---- units, for the job ---- */

void farm_add(struct farm *farm, const uint8_t *bytes, size_t len)
{
    tree_add(farm, NULL, bytes, len);
}

void farm_add_child(struct farm *farm, const uint8_t *bytes, size_t len)
{
    tree_add(farm, farm->dividing, bytes, len);
}

/* ---- steps ---- */

/* Returns whether an audit of a needed unit is open. */
static bool has_open_audit(const struct farm *farm)
{
    const struct node *bound = tree_bound(farm);
    if (bound == NULL || farm->count.audits_open == 0)
        return farm->count.audits_open > 0;
    for (const struct node *node = farm->first; node != NULL; node = tree_next(farm, node)) {
        if (node->audit)
            return true;
        if (node == bound)
            return false;
    }
    return false;
}

static void complete_if_done(struct farm *farm)
{
    if (farm->state != FARM_RUNNING)
        return;
    tree_pass(farm);
    const struct node *bound = tree_bound(farm);
    bool answered = bound != NULL ? farm->passed == bound : farm->supplied && tree_next(farm, farm->passed) == NULL;
    if (answered && !has_open_audit(farm))
        farm->state = FARM_COMPLETE;
}

int64_t farm_step(struct farm *farm, int64_t now)
{
    int64_t next = INT64_MAX;
    complete_if_done(farm);
    if (farm->state == FARM_COMPLETE)
        return issue_check(farm, now);
    if (farm->state == FARM_FAILED)
        return next;
    issue_check(farm, now);
    issue_units(farm, now);
    next = issue_check(farm, now);
    answer_overflow(farm, NULL);
    complete_if_done(farm); /* there may have been no unit at all */
    return farm->state != FARM_FAILED ? next : INT64_MAX;
}

bool farm_wants_trusted(const struct farm *farm)
{
    bool usable = false;
    for (const struct farm_member *member = farm->members; member != NULL; member = member->next) {
        usable |= member->present;
        if (member->present && member->trusted)
            return false;
    }
    return farm->state == FARM_RUNNING && (!usable || farm->trusted_only || farm->count.audits_open > 0);
}

/* Returns whether further answers are needed. */
static bool node_merge(struct farm *farm, const struct node *node)
{
    return farm->o.job->merge(farm->o.self, &node->unit, node->answer, node->answer_len);
}

/* Answers that are not merged are taken back, so that the credit adds up to the result. */
void farm_merge(struct farm *farm, bool gaps)
{
    const struct node *bound = tree_bound(farm), *final = farm->final;
    uint64_t dropped = farm->count.dropped;
    bool running = farm->state == FARM_RUNNING, needed = final == NULL || node_merge(farm, final);
    gaps = gaps || final != NULL;
    for (struct node *node = farm->first; node != NULL; node = tree_next(farm, node)) {
        bool open = node->by == NULL || (running && node->audit);
        if (node->by != NULL && node != final && (open || !needed))
            tree_unanswer(farm, node);
        else if (node->by != NULL && node != final)
            needed = node_merge(farm, node);
        needed = needed && node != bound && (gaps || !open);
    }
    farm->count.dropped = dropped;
}
