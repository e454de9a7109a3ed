#include "pending.h"

#include <string.h>

void pending_release(struct pending *pending)
{
    nash_buf_free(&pending->text);
}

void pending_add(struct pending *pending, const char *problem, size_t len)
{
    if (pending->taken > pending->text.len / 2) {
        nash_buf_erase(&pending->text, 0, pending->taken);
        pending->taken = 0;
    }
    if (nash_buf_reserve(&pending->text, len + 1)) {
        nash_buf_add(&pending->text, problem, len);
        nash_buf_putc(&pending->text, '\n');
    }
}

void pending_remove_last(struct pending *pending, size_t len)
{
    if (!pending->text.failed)
        pending->text.len -= len + 1;
}

const char *pending_take(struct pending *pending, size_t *len)
{
    const char *problem = pending->text.data + pending->taken;
    size_t left = pending->text.len - pending->taken;
    *len = 0;
    if (left == 0) /* the problem was not added for lack of memory */
        return "";
    *len = (size_t)((const char *)memchr(problem, '\n', left) - problem);
    pending->taken += *len + 1;
    return problem;
}
