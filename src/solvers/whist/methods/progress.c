#include "progress.h"

void whist_progress_report(const struct whist_work *work, const char *engine)
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
    nash_progress_send(run, &buf);
}
