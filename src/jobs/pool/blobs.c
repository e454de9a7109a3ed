#include <stdbool.h>
#include <string.h>

#include <jobs/pool/blobs.h>

bool is_blob_name(const char *name)
{
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-_.");
    return name[0] >= 'a' && name[0] <= 'z' && len < BLOB_NAME_MAX && name[len] == '\0';
}

enum nash_status blob_count_add(struct blob_count *count, const char *name, size_t len, int64_t elapsed_ns)
{
    unsigned i = 0;
    while (i < count->names && strcmp(count->blob[i].name, name) != 0)
        i++;
    uint64_t before = i < count->names ? count->blob[i].bytes : 0;
    if (i == BLOB_NAMES_MAX || len > BLOBS_MAX - (count->kept - before))
        return NASH_TOO_LARGE;
    uint64_t earned = (uint64_t)(elapsed_ns / 1000000) * BLOBS_PER_S / 1000;
    if (count->sent + len > BLOBS_MAX + earned)
        return NASH_BUSY;
    if (i == count->names) {
        strcpy(count->blob[i].name, name);
        count->names++;
    }
    count->blob[i].bytes = (uint32_t)len;
    count->kept += len - before;
    count->sent += len;
    return NASH_OK;
}
