/* Verifies an answer node by node: each inner node has the value its player gets from its children, an engine agrees as
 * far as its window allows, and no search visited fewer leaves than the minimal tree has. */
#include "chance.h"
#include "game.h"

static const char *value_fault(const struct stored_tree *tree, const int32_t *value)
{
    for (uint32_t v = 0; v < tree->nodes; v++) {
        bool reached = stored_leaf(tree, v) && value[v] == tree->score[v];
        if (stored_chance(tree, v)) {
            if (!chance_holds(tree, value, v))
                return "a chance node does not have the mean of its children";
            continue;
        }
        for (uint32_t c = tree->first[v]; c < tree->first[v + 1]; c++) {
            if (stored_min(tree, v) ? value[c] < value[v] : value[c] > value[v])
                return "a child is better than the value of its parent";
            reached = reached || value[c] == value[v];
        }
        if (!reached)
            return "a value is that of no child";
    }
    return NULL;
}

static const char *trial_fault(const struct tree_answer *a, const struct tree_trial *trial)
{
    int32_t truth = a->value[0];
    bool exact = tree_is_sweep(trial->engine) || (trial->value > a->window.alpha && trial->value < a->window.beta);
    if (exact && trial->value != truth)
        return "an engine found another value";
    if (!exact && (trial->value >= a->window.beta ? truth < trial->value : truth > trial->value))
        return "an engine's bound is wrong";
    if (exact && trial->count.leaves < a->minimum)
        return "an engine claims fewer leaves than a proof needs";
    return NULL;
}

enum nash_status tree_verify(const void *problem, const struct nash_result *result, struct nash_error *error)
{
    const struct tree_answer *a = result->answer;
    const char *what = a->value ? value_fault(a->tree, a->value) : NULL;
    (void)problem;
    for (uint32_t i = 0; i < a->trials && !what; i++)
        if (a->trial[i].finished)
            what = trial_fault(a, &a->trial[i]);
    return what ? nash_fail(error, NASH_INTERNAL, "", "the check of the answer failed: %s", what) : NASH_OK;
}
