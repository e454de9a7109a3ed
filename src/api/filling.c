#include "filling.h"

#include <api/models/models.h>
#include <api/opponents/opponents.h>

const struct filling *filling_of(const struct nash_solver *solver, const char *text, size_t len)
{
    static const struct filling *const all[] = {&opponent_filling, &model_filling};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i]->may_be_in(solver, text, len))
            return all[i];
    return NULL;
}
