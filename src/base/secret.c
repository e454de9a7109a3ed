/* Random bytes are drawn from the kernel in blocks, one per thread. After a fork both processes would return the same
 * bytes, so a handler in the child invalidates all blocks. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include <base/secret.h>

enum { POOL_BYTES = 4096 };

static _Thread_local struct {
    uint8_t byte[POOL_BYTES];
    size_t left;         /* random bytes not handed out yet: the first ones */
    unsigned generation; /* value of the global `generation` when the bytes were drawn */
} pool;

static _Atomic unsigned generation; /* increases with each fork, in the child */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void invalidate_pools(void)
{
    atomic_fetch_add(&generation, 1);
}

static void register_fork_handler(void)
{
    atomic_store(&generation, 1);
    if (pthread_atfork(NULL, NULL, invalidate_pools) != 0)
        abort();
}

/* Draws from the kernel. Aborts the process if that fails, because predictable ids are worse than no server. */
static void draw_from_kernel(uint8_t *out, size_t count)
{
    while (count > 0) {
        ssize_t got = getrandom(out, count, 0);
        if (got < 0 && errno != EINTR)
            abort();
        if (got > 0) {
            out += got;
            count -= (size_t)got;
        }
    }
}

void secret_random(void *out, size_t count)
{
    pthread_once(&once, register_fork_handler);
    if (count > POOL_BYTES / 4) {
        draw_from_kernel(out, count);
        return;
    }
    unsigned now = atomic_load_explicit(&generation, memory_order_relaxed);
    if (pool.generation != now || pool.left < count) {
        draw_from_kernel(pool.byte, sizeof pool.byte);
        pool.left = sizeof pool.byte;
        pool.generation = now;
    }
    uint8_t *from = pool.byte + pool.left - count;
    memcpy(out, from, count);
    explicit_bzero(from, count);
    pool.left -= count;
}

bool secret_equal(const void *a, const void *b, size_t count)
{
    const volatile uint8_t *x = a, *y = b;
    uint8_t differ = 0;
    for (size_t i = 0; i < count; i++)
        differ = (uint8_t)(differ | (x[i] ^ y[i]));
    return differ == 0;
}

char *hex_encode(char *out, const void *bytes, size_t count)
{
    static const char digit[] = "0123456789abcdef";
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        out[2 * i] = digit[byte[i] >> 4];
        out[2 * i + 1] = digit[byte[i] & 15];
    }
    out[2 * count] = '\0';
    return out;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool hex_decode(void *out, size_t count, const char *text, size_t len)
{
    uint8_t *byte = out;
    if (len != 2 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        int high = hex_value(text[2 * i]), low = hex_value(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        byte[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
