/* The process's own epoll_wait() (epoll.c). */
#ifndef HTTP_EPOLL_H
#define HTTP_EPOLL_H

#include <stdbool.h>

/* True: epoll_wait() is the one of epoll.c. The reference also makes the linker include that file. */
extern const bool http_has_own_epoll_wait;

#endif
