/* The sandbox of a worker process: no new privileges, Landlock without a single path, and a seccomp filter that allows
 * what computing needs (memory, time, its own socket) and ends the process at any other call. Where the kernel has no
 * Landlock, seccomp alone keeps files away, since no call that opens one is allowed.
 *
 * The filter lists what is allowed, because the kernel keeps adding calls. Memory may not become executable. There is
 * no open, no socket, no new process, no signal to others, and by rlimit no new descriptor whatever the call. The limit
 * on memory is set for each problem (memory_limit.c). */
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <jobs/pool/sandbox.h>
#include <jobs/processes.h>

#ifndef LANDLOCK_CREATE_RULESET_VERSION
#define LANDLOCK_CREATE_RULESET_VERSION (1U << 0)
#endif

static int landlock_abi(void)
{
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return abi > 0 ? (int)abi : 0;
}

/* Handles every right that this version of Landlock defines, and grants none. Rights are bits without gaps; rights[]
 * has their number by version (kernel documentation, "Landlock: unprivileged access control"). */
static bool landlock_enter(void)
{
    static const unsigned char rights[] = {0, 13, 14, 15, 15, 16};
    int abi = landlock_abi();
    if (abi == 0)
        return true;
    unsigned count = rights[abi < (int)sizeof rights ? abi : (int)sizeof rights - 1];
    struct {
        uint64_t files, net, scoped;
    } ruleset = {.files = (UINT64_C(1) << count) - 1};
    size_t size = sizeof ruleset.files;
    if (abi >= 4) { /* bind and connect over TCP */
        ruleset.net = 3;
        size = 2 * sizeof ruleset.files;
    }
    if (abi >= 6) { /* abstract Unix sockets and signals */
        ruleset.scoped = 3;
        size = sizeof ruleset;
    }
    long fd = syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
    if (fd < 0)
        return false;
    bool entered = syscall(SYS_landlock_restrict_self, (int)fd, 0) == 0;
    close((int)fd);
    return entered;
}

static bool allow_all(scmp_filter_ctx filter)
{
    static const int calls[] = {
        /* its socket, its own statm, messages on stderr */
        SCMP_SYS(recvfrom),
        SCMP_SYS(sendmsg),
        SCMP_SYS(pread64),
        SCMP_SYS(write),
        SCMP_SYS(writev),
        /* memory; qsort() reads its total size by sysinfo */
        SCMP_SYS(brk),
        SCMP_SYS(munmap),
        SCMP_SYS(mremap),
        SCMP_SYS(madvise),
        SCMP_SYS(sysinfo),
        /* time, where the kernel has no vDSO; CaDiCaL measures its seconds by getrusage */
        SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday),
        SCMP_SYS(time),
        SCMP_SYS(clock_nanosleep),
        SCMP_SYS(getrusage),
        /* its own timer, to interrupt a library that does not poll */
        SCMP_SYS(timer_settime),
        SCMP_SYS(timer_delete),
        /* pthread_once() here and in the C++ runtime; the seed of hash tables */
        SCMP_SYS(futex),
        SCMP_SYS(getrandom),
        /* abort() and its handler; exit */
        SCMP_SYS(getpid),
        SCMP_SYS(gettid),
        SCMP_SYS(rt_sigaction),
        SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(rt_sigreturn),
        SCMP_SYS(restart_syscall),
        SCMP_SYS(exit),
        SCMP_SYS(exit_group),
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
            return false;
    return true;
}

/* Allows calls with some arguments only: memory that is not executable, abort()'s signal to the process itself, its
 * own limit on memory, its own priority, a timer of the monotonic clock. */
static bool allow_some(scmp_filter_ctx filter)
{
    struct scmp_arg_cmp not_executable = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    struct scmp_arg_cmp own_process = SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid());
    struct scmp_arg_cmp itself = SCMP_A0(SCMP_CMP_EQ, 0), memory = SCMP_A1(SCMP_CMP_EQ, RLIMIT_AS);
    struct scmp_arg_cmp process = SCMP_A0(SCMP_CMP_EQ, PRIO_PROCESS), own = SCMP_A1(SCMP_CMP_EQ, 0);
    struct scmp_arg_cmp steady = SCMP_A0(SCMP_CMP_EQ, CLOCK_MONOTONIC);
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, not_executable) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(timer_create), 1, steady) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, not_executable) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, own_process) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(setpriority), 2, process, own) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2, itself, memory) == 0;
}

static bool filter_enter(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (filter == NULL)
        return false;
    int loaded = allow_all(filter) && allow_some(filter) ? seccomp_load(filter) : -1;
    seccomp_release(filter);
    return loaded == 0;
}

/* Returns true when the kernel has seccomp. Under the filter of a container or of systemd the call returns 2 instead of
 * 0; our filter is added to it. */
static bool has_seccomp(void)
{
    return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0;
}

bool sandbox_enter(void)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    if (SANDBOX_SANITIZED)
        return true;
    const struct rlimit none = {0, 0}; /* after Landlock, which needs a descriptor for a moment */
    return landlock_enter() && setrlimit(RLIMIT_NOFILE, &none) == 0 && (!has_seccomp() || filter_enter());
}

/* ---- probing: each part is tried in a child and reported when it has its effect ---- */

static bool try_rlimits(void)
{
    const struct rlimit none = {0, 0};
    return setrlimit(RLIMIT_CORE, &none) == 0 && setrlimit(RLIMIT_NOFILE, &none) == 0 &&
           open("/", O_RDONLY | O_CLOEXEC) < 0;
}

static bool try_no_new_privs(void)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1;
}

static bool try_landlock(void)
{
    return landlock_abi() > 0 && try_no_new_privs() && landlock_enter() && open("/", O_RDONLY | O_CLOEXEC) < 0;
}

/* Makes a forbidden call. Does not return where the filter works. */
static bool try_seccomp(void)
{
    if (has_seccomp() && try_no_new_privs() && filter_enter())
        syscall(SYS_getppid);
    return false;
}

/* Returns the wait status of a child that runs `attempt` and exits with 0 for true; -1 without a child. */
static int in_child(bool (*attempt)(void))
{
    int status = -1;
    pid_t child = fork();
    if (child == 0)
        _exit(attempt() ? 0 : 1);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 ? status : -1;
}

void sandbox_probe(struct sandbox_report *report)
{
    int filtered = in_child(try_seccomp);
    *report = (struct sandbox_report){
        .rlimits = in_child(try_rlimits) == 0,
        .no_new_privs = in_child(try_no_new_privs) == 0,
        .landlock_abi = in_child(try_landlock) == 0 ? landlock_abi() : 0,
        .seccomp = filtered >= 0 && WIFSIGNALED(filtered) && WTERMSIG(filtered) == SIGSYS,
    };
}
