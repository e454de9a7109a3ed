/* Round trips to a peer on loopback: one ping at a time through peers, HTTP and a hosted shard, each side a process. */
#include <hub.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/clock.h>
#include <base/test.h>

enum { WARM_UP = 200, TRIPS = 10000 };

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Starts the peer in a process of its own, which sends its URL through the pipe. */
static pid_t far_process(char *url, size_t room)
{
    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    pid_t pid = fork();
    if (pid == 0) {
        static struct far far;
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        far_start(&far, hub_key, "ffffffffffffffffffffffffffffffff");
        assert_int_equal(write(pipes[1], far.url, sizeof far.url), sizeof far.url);
        for (;;)
            pause();
    }
    assert_int_equal(read(pipes[0], url, room), room);
    return pid;
}

static void trip(struct hub *hub, struct member *member, const struct list_out *ping)
{
    hub_send(member, ping);
    struct inbox_message *value = hub_receive(hub);
    assert_int_equal(value->type, INBOX_RECEIVED);
    inbox_message_free(value);
}

int main(void)
{
    static int64_t ns[TRIPS];
    static struct list_out ping;
    char url[64];
    struct hub hub;
    pid_t pid = far_process(url, sizeof url);
    list_ping(&ping, 1);
    hub_start(&hub, url);
    struct member *member = hub_take(&hub);
    assert_non_null(member);
    for (int i = 0; i < WARM_UP; i++)
        trip(&hub, member, &ping);
    int64_t begin = clock_mono_ns();
    for (int i = 0; i < TRIPS; i++) {
        int64_t sent = clock_mono_ns();
        trip(&hub, member, &ping);
        ns[i] = clock_mono_ns() - sent;
    }
    double seconds = (double)(clock_mono_ns() - begin) / 1e9;
    qsort(ns, TRIPS, sizeof ns[0], compare);
    printf("round trips to a peer: %.0f/s, median %.3f ms, p99 %.3f ms\n", TRIPS / seconds, (double)ns[TRIPS / 2] / 1e6,
           (double)ns[TRIPS - TRIPS / 100] / 1e6);
    registry_release(member, false);
    hub_stop(&hub);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    return 0;
}
