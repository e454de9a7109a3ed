#include "interrupt.h"

#include <signal.h>
#include <time.h>

_Atomic int interrupted;

static void on_signal(int number)
{
    interrupted = number;
}

void interrupt_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

int interrupt_poll(struct pollfd *fds, unsigned count, long long timeout_ns)
{
    enum { NS_PER_S = 1000000000 };
    struct timespec timeout = {.tv_sec = timeout_ns / NS_PER_S, .tv_nsec = timeout_ns % NS_PER_S};
    sigset_t signals, before;
    int ready = -1;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, &before);
    if (!interrupted)
        ready = ppoll(fds, count, timeout_ns < 0 ? NULL : &timeout, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return ready;
}
