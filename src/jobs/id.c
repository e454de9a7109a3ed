/* Job ids on the wire: 32 hex digits. And the names of states. */
#include <base/secret.h>
#include <jobs/jobs.h>

bool job_id_read(const char *text, size_t len, struct job_id *id)
{
    return hex_decode(id->byte, JOB_ID_BYTES, text, len);
}

char *job_id_text(char *out, const struct job_id *id)
{
    return hex_encode(out, id->byte, JOB_ID_BYTES);
}

const char *job_state_name(enum job_state state)
{
    switch (state) {
    case JOB_QUEUED:
        return "queued";
    case JOB_RUNNING:
        return "running";
    case JOB_SUCCEEDED:
        return "succeeded";
    case JOB_FAILED:
        return "failed";
    case JOB_CANCELLED:
        return "cancelled";
    }
    return "unknown";
}
