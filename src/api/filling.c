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

enum nash_status filling_apply(const struct filling *filling, struct api *api, struct jobs_request *request,
                               struct nash_buf *whole, struct nash_error *error)
{
    bool found = false;
    enum nash_status status =
        filling->fill(api, request->solver, request->owner, request->text, request->len, whole, &found, error);
    if (!found)
        return status;
    request->keeps_sent =
        filling->keeps_sent != NULL && filling->keeps_sent(request->solver, request->text, request->len);
    request->sent = request->text;
    request->sent_len = request->len;
    request->text = whole->data;
    request->len = whole->len;
    return status;
}
