/* An epoll_wait() that never fills its array.
 *
 * libmicrohttpd 0.9.75 asks for 128 events, and when it gets as many it asks for more, with the same endless timeout,
 * before it looks at the first: with exactly 128 connections ready at one moment it sleeps over all of them until
 * something else happens. Its own polling thread cannot be told otherwise, so the process brings this function, which
 * the dynamic linker prefers to libc's: one event fewer than there is room for, and the loop goes on as it should.
 * Sanitizers have an epoll_wait() of their own to watch the threads by; there it stays. */
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "internal.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HTTP_OWN_EPOLL_WAIT 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HTTP_OWN_EPOLL_WAIT 0
#endif
#endif
#ifndef HTTP_OWN_EPOLL_WAIT
#define HTTP_OWN_EPOLL_WAIT 1
#endif

const bool http_never_oversleeps = HTTP_OWN_EPOLL_WAIT;

#if HTTP_OWN_EPOLL_WAIT
int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout_ms)
{
    return (int)syscall(SYS_epoll_pwait, epoll, events, most > 1 ? most - 1 : most, timeout_ms, NULL, 0);
}
#endif
