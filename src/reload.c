/* SIGHUP: the options are read as at the start. The environment and the command line have not changed since, so what
 * differs is in the file. */
#include "reload.h"

#include <base/log.h>

#include "settings.h"

/* Opens the files of the log anew, after logrotate has renamed them. */
static void reopen_log(const struct options *running)
{
    struct nash_error error;
    if (settings_set_log(running, &error) != NASH_OK)
        log_error("log not reopened", "%s", error.detail);
}

bool reload_options(struct reload *reload, struct options *running)
{
    struct options fresh = {0};
    struct nash_error error;
    enum nash_status status = options_read(&fresh, reload->argc, reload->argv, &error);
    if (status == NASH_OK)
        status = settings_set_log(&fresh, &error);
    if (status != NASH_OK) {
        options_release(&fresh);
        reopen_log(running);
        log_error("options not reloaded", "%s; the options read before stay in force", error.detail);
        return false;
    }
    options_update(running, &fresh, &reload->changed, &reload->kept);
    options_release(&reload->last); /* the texts of `running` that may change are now those of `fresh` */
    reload->last = fresh;
    return true;
}

void reload_report(const struct reload *reload)
{
    if (reload->changed.count > 0)
        log_info("options reloaded", "changed=%s", reload->changed.text);
    else
        log_info("options reloaded", "nothing has changed");
    if (reload->kept.count > 0)
        log_warn("restart needed", "these options have changed in the file and wait for a restart: %s",
                 reload->kept.text);
}

void reload_release(struct reload *reload)
{
    options_release(&reload->last);
}
