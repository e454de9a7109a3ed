/* An epoll_wait() that never fills its array.
 *
 * libmicrohttpd 0.9.75 requests 128 events. If it receives all 128, it calls epoll_wait() again with the same infinite
 * timeout before it handles the first one: with exactly 128 connections ready it sleeps until another event occurs. Its
 * polling thread has no option for this, so the process defines its own epoll_wait(), which the dynamic linker prefers
 * to libc's and which returns one event fewer than there is room for. Sanitizers intercept epoll_wait() to observe
 * threads; there libc's stays in use. */
#include "epoll.h"

#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <base/sanitizer.h>

const bool http_has_own_epoll_wait = !SANITIZER_ANY;

#if !SANITIZER_ANY
int epoll_wait(int epoll, struct epoll_event *events, int max, int timeout_ms)
{
    return (int)syscall(SYS_epoll_pwait, epoll, events, max > 1 ? max - 1 : max, timeout_ms, NULL, 0);
}
#endif
