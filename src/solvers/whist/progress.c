#include "progress.h"

void whist_progress_tell(const struct whist_work *work, const char *engine)
{
    struct nash_run *run = work->run;
    if (!nash_progress_due(run))
        return;
    struct nash_buf buf = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&buf);
    nash_jsonw_object(&out);
    nash_jsonw_kstring(&out, "engine", engine);
    nash_jsonw_kuint(&out, "nodes", work->nodes);
    nash_jsonw_object_end(&out);
    if (!buf.failed)
        run->progress(run, buf.data, buf.len);
    nash_buf_free(&buf);
}
