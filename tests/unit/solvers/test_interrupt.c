/* A call of a library that never returns is interrupted when its run has to stop, and the rest of the process remains
 * intact. */
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <base/clock.h>
#include <solvers/interrupt.h>

#include "../base/test.h"

enum { MS = 1000000 };

/* An interrupted library cannot free its blocks; LeakSanitizer must not report them. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libspinner.so";
}

typedef void (*library_call)(void *context);

static library_call in_spinner(const char *name, struct interrupt_text *text)
{
    static void *handle;
    library_call call;
    if (handle == NULL)
        handle = dlopen(SPINNER, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        fail_msg("%s", dlerror());
    void *symbol = dlsym(handle, name);
    assert_non_null(symbol);
    memcpy(&call, &symbol, sizeof call);
    assert_true(interrupt_text_of(symbol, text));
    return call;
}

static void need_jumps(void)
{
    if (!interrupt_is_possible())
        skip();
}

static void wait_ms(long ms)
{
    struct timespec left = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * MS};
    while (nanosleep(&left, &left) != 0)
        continue;
}

/* Checks that the signal handler and the mask are restored and that no timer signal is pending or follows, which would
 * end the process. */
static void assert_tidy(bool blocked)
{
    struct sigaction action;
    sigset_t mask;
    sigaction(SIGALRM, NULL, &action);
    sigprocmask(SIG_BLOCK, NULL, &mask);
    assert_ptr_equal(action.sa_handler, SIG_DFL);
    assert_int_equal(sigismember(&mask, SIGALRM), blocked);
    wait_ms(12);
}

static void text_is_the_librarys(void **state)
{
    struct interrupt_text text, ours;
    library_call spin = in_spinner("spinner_spin", &text);
    assert_true(interrupt_text_of((const void *)(uintptr_t)&text_is_the_librarys, &ours));
    assert_true((uintptr_t)spin >= text.begin && (uintptr_t)spin < text.end);
    assert_true((uintptr_t)&text_is_the_librarys >= ours.begin && (uintptr_t)&text_is_the_librarys < ours.end);
    assert_true(ours.end <= text.begin || ours.begin >= text.end);
    assert_true((uintptr_t)&malloc < text.begin || (uintptr_t)&malloc >= text.end);
    assert_false(interrupt_text_of(&text, &ours)); /* the stack is not executable */
}

static void returns(void **state)
{
    struct interrupt_text text;
    struct nash_run run = {.deadline_ns = 1}; /* the deadline has passed, but a call that returns is not interrupted */
    uint64_t turns = 0;
    library_call call = in_spinner("spinner_return", &text);
    for (unsigned i = 1; i <= 1000; i++) {
        assert_true(interrupt_call(call, &turns, &text, &run));
        assert_int_equal(turns, i);
    }
    assert_false(run.spent);
    assert_int_equal(run.stopped, NASH_STOP_NONE);
    assert_tidy(false);
}

static void is_left_at_the_deadline(void **state)
{
    struct interrupt_text text;
    struct nash_run run = {.deadline_ns = clock_mono_ns() + 20 * MS};
    uint64_t turns = 0;
    need_jumps();
    library_call spin = in_spinner("spinner_spin", &text);
    assert_false(interrupt_call(spin, &turns, &text, &run));
    assert_int_equal(run.stopped, NASH_STOP_TIME);
    assert_true(run.spent);
    assert_true(turns > 0);
    assert_true(clock_mono_ns() >= run.deadline_ns);
    assert_tidy(false);
}

/* A cancel interrupts the call. The flag is set by another process, and all signals are blocked, as in a worker. */
static void is_left_when_cancelled(void **state)
{
    struct interrupt_text text;
    _Atomic int *cancel = mmap(NULL, sizeof *cancel, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    struct nash_run run = {.cancel = cancel, .deadline_ns = clock_mono_ns() + INT64_C(60000) * MS};
    uint64_t turns = 0;
    sigset_t all, before;
    need_jumps();
    assert_ptr_not_equal(cancel, MAP_FAILED);
    library_call spin = in_spinner("spinner_spin", &text);
    pid_t child = fork();
    if (child == 0) {
        wait_ms(30);
        atomic_store(cancel, 1);
        _exit(0);
    }
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    assert_false(interrupt_call(spin, &turns, &text, &run));
    assert_int_equal(run.stopped, NASH_STOP_CANCEL);
    assert_tidy(true);
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    munmap(cancel, sizeof *cancel);
}

/* A call is interrupted only while it executes code in the range `text`. Here this range contains no code, so the call
 * never ends. */
static void stays_outside_of_the_text(void **state)
{
    struct interrupt_text text, nowhere = {1, 2};
    struct nash_run run = {.deadline_ns = clock_mono_ns() + 20 * MS};
    uint64_t turns = 0;
    int status;
    need_jumps();
    library_call spin = in_spinner("spinner_spin", &text);
    pid_t child = fork();
    if (child == 0) {
        interrupt_call(spin, &turns, &nowhere, &run);
        _exit(0);
    }
    wait_ms(100);
    assert_int_equal(waitpid(child, &status, WNOHANG), 0); /* the child still spins */
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
}

/* Checks that the heap is intact: blocks of all sizes can be allocated, hold their contents and can be freed. A lock
 * that is still held would block this for ever; a damaged list would abort. */
static void use_the_heap(struct nash_rng *rng)
{
    enum { BLOCKS = 200 };
    static unsigned char *block[BLOCKS];
    static size_t size[BLOCKS];
    for (unsigned i = 0; i < BLOCKS; i++) {
        size[i] = 1 + nash_rng_below(rng, nash_rng_below(rng, 8) == 0 ? 1 << 18 : 4096);
        block[i] = malloc(size[i]);
        assert_non_null(block[i]);
        memset(block[i], (int)i, size[i]);
    }
    for (unsigned i = 0; i < BLOCKS; i++) {
        assert_int_equal(block[i][0], (unsigned char)i);
        assert_int_equal(block[i][size[i] - 1], (unsigned char)i);
        free(block[i]);
    }
}

static void leaves_the_heap_whole(void **state)
{
    enum { TIMES = 200 };
    struct interrupt_text text;
    struct nash_rng rng = test_rng();
    _Atomic int cancelled = 1;
    uint64_t turns = 0;
    need_jumps();
    library_call allocate = in_spinner("spinner_allocate", &text);
    for (unsigned i = 0; i < TIMES; i++) {
        struct nash_run run = {.cancel = &cancelled};
        assert_false(interrupt_call(allocate, &turns, &text, &run));
        assert_true(run.spent);
        use_the_heap(&rng);
    }
    assert_true(turns > TIMES); /* on a busy machine some calls are left before their first turn */
    assert_tidy(false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_the_librarys),      cmocka_unit_test(returns),
        cmocka_unit_test(is_left_at_the_deadline),   cmocka_unit_test(is_left_when_cancelled),
        cmocka_unit_test(stays_outside_of_the_text), cmocka_unit_test(leaves_the_heap_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
