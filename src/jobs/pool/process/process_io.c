/* The worker's end of its socket. */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "solve_loop.h"
#include "worker_process.h"

size_t process_receive(void *out, size_t room)
{
    ssize_t got;
    do
        got = recv(WORKER_SOCKET, out, room, 0);
    while (got < 0 && errno == EINTR);
    if (got <= 0)
        _exit(0); /* the server is gone or has closed this worker */
    return (size_t)got;
}

void process_send(struct iovec *parts, size_t count)
{
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
    while (message.msg_iovlen > 0) {
        ssize_t sent = sendmsg(WORKER_SOCKET, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            _exit(0);
        while (message.msg_iovlen > 0 && (size_t)sent >= message.msg_iov->iov_len) {
            sent -= (ssize_t)message.msg_iov->iov_len;
            message.msg_iov++;
            message.msg_iovlen--;
        }
        if (message.msg_iovlen > 0) {
            message.msg_iov->iov_base = (char *)message.msg_iov->iov_base + sent;
            message.msg_iov->iov_len -= (size_t)sent;
        }
    }
}
