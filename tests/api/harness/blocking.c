/* Ends the server when its HTTP thread does what may wait for a disk, or parses a large body. Linked into nashd_fault
 * by --wrap (meson.build): each call of a function below first comes here. The variable NASHD_BLOCKING=end switches it
 * on; =log only writes a line. */
#include <execinfo.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <base/memory/tempfile.h>
#include <http/request/dispatch.h>
#include <jobs/jobs.h>
#include <nash/json.h>

enum { PARSED_MAX = 32 << 10, FRAMES = 24 }; /* bytes of JSON that the HTTP thread may parse; calls that are shown */

static _Thread_local bool is_http_thread;

static void check(const char *what)
{
    static bool wanted, ends;
    void *frame[FRAMES];
    if (!is_http_thread)
        return;
    if (!wanted) {
        const char *how = getenv("NASHD_BLOCKING");
        ends = how != NULL && strcmp(how, "end") == 0;
        wanted = how != NULL;
    }
    if (!wanted)
        return;
    fprintf(stderr, "nashd_fault: the HTTP thread calls %s\n", what);
    backtrace_symbols_fd(frame, backtrace(frame, FRAMES), STDERR_FILENO);
    if (ends)
        abort();
}

void *__real_http_on_uri(void *http, const char *uri, struct MHD_Connection *mhd);
void *__wrap_http_on_uri(void *http, const char *uri, struct MHD_Connection *mhd);
void *__wrap_http_on_uri(void *http, const char *uri, struct MHD_Connection *mhd)
{
    is_http_thread = true;
    return __real_http_on_uri(http, uri, mhd);
}

int __real_sqlite3_step(sqlite3_stmt *statement);
int __wrap_sqlite3_step(sqlite3_stmt *statement);
int __wrap_sqlite3_step(sqlite3_stmt *statement)
{
    check("sqlite3_step()");
    return __real_sqlite3_step(statement);
}

enum nash_status __real_jobs_forget(struct jobs *jobs, struct job *job, struct nash_error *error);
enum nash_status __wrap_jobs_forget(struct jobs *jobs, struct job *job, struct nash_error *error);
enum nash_status __wrap_jobs_forget(struct jobs *jobs, struct job *job, struct nash_error *error)
{
    check("jobs_forget()");
    return __real_jobs_forget(jobs, job, error);
}

void __real_store_flush(struct store *store);
void __wrap_store_flush(struct store *store);
void __wrap_store_flush(struct store *store)
{
    check("store_flush()");
    __real_store_flush(store);
}

enum nash_status __real_tempfile_append(struct tempfile *file, const void *data, size_t len, struct nash_error *error);
enum nash_status __wrap_tempfile_append(struct tempfile *file, const void *data, size_t len, struct nash_error *error);
enum nash_status __wrap_tempfile_append(struct tempfile *file, const void *data, size_t len, struct nash_error *error)
{
    check("tempfile_append()");
    return __real_tempfile_append(file, data, len, error);
}

ssize_t __real_tempfile_read(const struct tempfile *file, uint64_t from, void *out, size_t room);
ssize_t __wrap_tempfile_read(const struct tempfile *file, uint64_t from, void *out, size_t room);
ssize_t __wrap_tempfile_read(const struct tempfile *file, uint64_t from, void *out, size_t room)
{
    check("tempfile_read()");
    return __real_tempfile_read(file, from, out, room);
}

enum nash_status __real_nash_json_check(const char *text, size_t len, struct nash_error *error);
enum nash_status __wrap_nash_json_check(const char *text, size_t len, struct nash_error *error);
enum nash_status __wrap_nash_json_check(const char *text, size_t len, struct nash_error *error)
{
    if (len > PARSED_MAX)
        check("nash_json_check() of a large text");
    return __real_nash_json_check(text, len, error);
}
