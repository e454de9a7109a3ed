#include "key.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <base/secret.h>
#include <nash/hash.h>

static ssize_t read_whole(int fd, char *out, size_t room)
{
    size_t len = 0;
    while (len < room) {
        ssize_t count = read(fd, out + len, room - len);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        len += (size_t)count;
    }
    return (ssize_t)len;
}

/* Removes newlines and spaces at the end. Returns false if the rest is not a key. */
static bool trim(char *key, size_t len)
{
    while (len > 0 && (key[len - 1] == '\n' || key[len - 1] == '\r' || key[len - 1] == ' '))
        len--;
    key[len < PEER_KEY_MAX ? len : PEER_KEY_MAX] = '\0';
    for (size_t i = 0; i < len; i++)
        if (key[i] <= ' ' || key[i] > '~')
            return false;
    return len >= PEER_KEY_MIN && len <= PEER_KEY_MAX;
}

enum nash_status peer_key_load(const char *path, char key[PEER_KEY_MAX + 1], struct nash_error *error)
{
    char text[PEER_KEY_MAX + 8];
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return nash_fail(error, NASH_INVALID, "", "--peer-key %s: %s", path, strerror(errno));
    bool known = fstat(fd, &status) == 0;
    ssize_t len = read_whole(fd, text, sizeof text);
    close(fd);
    if (!known || len < 0)
        return nash_fail(error, NASH_INVALID, "", "--peer-key %s: %s", path, strerror(errno));
    if ((status.st_mode & S_IRWXO) != 0)
        return nash_fail(error, NASH_INVALID, "",
                         "--peer-key %s: every user of this machine may read it; `chmod 600 %s` keeps it secret", path,
                         path);
    if ((size_t)len == sizeof text || !trim(text, (size_t)len))
        return nash_fail(error, NASH_INVALID, "",
                         "--peer-key %s: it must hold one line of %d to %d printable characters without spaces; "
                         "`openssl rand -hex 32` makes a good one",
                         path, PEER_KEY_MIN, PEER_KEY_MAX);
    memcpy(key, text, strlen(text) + 1);
    return NASH_OK;
}

bool peer_key_bears(const char *key, const char *authorization)
{
    static const char scheme[] = "Bearer ";
    size_t skip = sizeof scheme - 1;
    if (key == NULL || authorization == NULL || strncasecmp(authorization, scheme, skip) != 0)
        return false;
    struct nash_hash ours = nash_sha256_of(key, strlen(key));
    struct nash_hash theirs = nash_sha256_of(authorization + skip, strlen(authorization + skip));
    return secret_equal(ours.byte, theirs.byte, sizeof ours.byte);
}
