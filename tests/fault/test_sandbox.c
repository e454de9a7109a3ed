/* Each system call that is forbidden to a worker ends it; and sandbox_probe() reports correctly. */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jobs/pool/sandbox.h>

#include "../unit/base/test.h"
#include "attempt.h"

/* Each call is made with all arguments -1. Some calls are allowed with other arguments. */
static const int forbidden[] = {
    SYS_openat,
    SYS_openat2,
    SYS_newfstatat,
    SYS_read,
    SYS_readv,
    SYS_pwrite64,
    SYS_close,
    SYS_dup,
    SYS_dup3,
    SYS_fcntl,
    SYS_ioctl,
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_accept4,
    SYS_sendto,
    SYS_recvmsg,
    SYS_shutdown,
    SYS_clone,
    SYS_clone3,
    SYS_execve,
    SYS_execveat,
    SYS_kill,
    SYS_tkill,
    SYS_tgkill,
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_prctl,
    SYS_seccomp,
    SYS_prlimit64,
    SYS_mmap,
    SYS_mprotect,
    SYS_memfd_create,
    SYS_setuid,
    SYS_capset,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_chroot,
    SYS_unlinkat,
    SYS_mkdirat,
    SYS_renameat2,
    SYS_getdents64,
    SYS_epoll_create1,
    SYS_eventfd2,
    SYS_timerfd_create,
    SYS_timer_create,
    SYS_setitimer,
    SYS_signalfd4,
    SYS_io_uring_setup,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_keyctl,
    SYS_pidfd_open,
    SYS_userfaultfd,
    SYS_shmget,
    SYS_sched_setaffinity,
    SYS_setpriority,
    SYS_getppid,
    SYS_uname,
    SYS_reboot,
};

static struct sandbox_report report; /* probed by the first test, before the pool starts its threads */

static void test_forbidden_calls(void **state)
{
    if (SANDBOX_SANITIZED || !report.seccomp)
        skip();
    for (size_t i = 0; i < sizeof forbidden / sizeof forbidden[0]; i++)
        expect_fault("syscall", forbidden[i], "sandbox-violation");
    expect_fault("syscall", 100000, "sandbox-violation"); /* a number that no kernel has yet */
    expect_fault("executable-memory", 0, "sandbox-violation");
    expect_echo();
}

/* Probes under another filter that was installed before, as by a container or systemd. Exits with status 0 if the
 * sandbox works in addition to that filter. */
static void probe_under_another_filter(void)
{
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {.len = 1, .filter = &allow};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(2);
    sandbox_probe(&report);
    _exit(report.seccomp ? 0 : 1);
}

static void test_probe(void **state)
{
    sandbox_probe(&report);
    assert_true(report.no_new_privs);
    assert_true(report.rlimits);
    if (!report.seccomp)
        skip();
    int status;
    pid_t child = fork();
    if (child == 0)
        probe_under_another_filter();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0), 0); /* the probe has not restricted this process */
}

int main(int argc, char **argv)
{
    zygote_enter(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_probe),
        cmocka_unit_test_setup_teardown(test_forbidden_calls, pool_setup, pool_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
