/* Rounds: a complete farm goes on with another task. What was merged cannot be taken back, so a member that is found to
 * lie later keeps its answers of earlier rounds in the result; they are counted. */
#include <stdlib.h>
#include <string.h>

#include "member.h"
#include "tree.h"

/* Adds what the round has counted to the rounds before. */
static void round_count(struct farm *farm)
{
    struct farm_counts *count = &farm->count, *past = &farm->past;
    past->units += count->answered; /* the others were not needed */
    past->answered += count->answered;
    past->proved += count->proved;
    past->critical_ns += count->critical_ns;
    count->critical_ns = 0;
    count->rounds++;
    for (struct farm_member *member = farm->members; member != NULL; member = member->next)
        for (const struct node *node = member->unproved; node != NULL; node = node->unproved_next)
            member->past++;
}

bool farm_renew(struct farm *farm, const uint8_t *task, size_t task_len, int64_t now)
{
    uint8_t *copy = malloc(task_len + 1);
    if (copy == NULL) {
        farm->state = FARM_RUNNING;
        farm_fail(farm, NASH_NOMEM, "the server has no memory for the next task of the farm");
        return false;
    }
    memcpy(copy, task, task_len);
    free(farm->task);
    farm->task = copy;
    farm->o.task_len = task_len;
    round_count(farm);
    tree_free(farm);
    farm->state = FARM_RUNNING;
    farm->supplied = farm->trusted_only = false;
    farm->overflow = NULL;
    farm->past_epoch = farm->epoch;
    for (struct farm_member *member = farm->members; member != NULL; member = member->next)
        if (member->present)
            member_renew(member, now);
    return true;
}
