/* A timer, a look, a jump.
 *
 * The timer is the calling thread's own (SIGEV_THREAD_ID) and goes off every few milliseconds while the call is under
 * way. Its handler does nothing unless the processor was interrupted in the library's text: only then is it certain
 * that neither libc nor anything of ours was in the middle of something, and only then may it ask nash_stop_slow(),
 * which writes to the run. Elsewhere it waits for the next tick; a library that computes is in its own text nearly
 * always.
 *
 * The jump leaves frames of the library, and at most those of the caller's `call`, which must own nothing. Where the
 * interrupted address cannot be read (an unknown processor) or is not the one that is left (ThreadSanitizer hands
 * signals on later) there is no jump: the call then runs to its end. */
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <solvers/interrupt.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIGNALS_ARE_LATE
#endif
#endif
#ifdef __SANITIZE_THREAD__
#define SIGNALS_ARE_LATE
#endif

enum { TICK_NS = 5000000 };

/* ---- where is the library, and where was the processor? ---- */

struct search {
    uintptr_t address;
    struct interrupt_text found;
};

/* Is the address in one of the object's executable segments? */
static int look_into(struct dl_phdr_info *info, size_t size, void *context)
{
    struct search *search = context;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + segment->p_vaddr, end = begin + segment->p_memsz;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) && search->address >= begin &&
            search->address < end) {
            search->found = (struct interrupt_text){begin, end};
            return 1;
        }
    }
    return 0;
}

bool interrupt_text_of(const void *symbol, struct interrupt_text *text)
{
    struct search search = {.address = (uintptr_t)symbol};
    bool found = dl_iterate_phdr(look_into, &search) != 0;
    *text = search.found;
    return found;
}

bool interrupt_is_possible(void)
{
#if defined(SIGNALS_ARE_LATE)
    return false;
#elif defined(__x86_64__) || defined(__aarch64__) || defined(__riscv)
    return true;
#else
    return false;
#endif
}

/* 0: not known here. */
static uintptr_t interrupted_at(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#elif defined(__riscv)
    return (uintptr_t)context->uc_mcontext.__gregs[REG_PC];
#else
    (void)context;
    return 0;
#endif
}

/* ---- the call ---- */

struct guard {
    const struct interrupt_text *text;
    struct nash_run *run;
    sigjmp_buf out;
};

/* The call under way in this thread. Its place is fixed when the program is loaded, since a handler may not allocate.
 */
static _Thread_local struct guard *volatile guarded __attribute__((tls_model("initial-exec")));

static void on_tick(int signal_number, siginfo_t *info, void *context)
{
    struct guard *guard = guarded;
    (void)signal_number, (void)info;
    if (guard == NULL)
        return;
    uintptr_t at = interrupted_at(context);
    if (at < guard->text->begin || at >= guard->text->end)
        return;
    if (guard->run->stopped != NASH_STOP_NONE || nash_stop_slow(guard->run)) {
        guarded = NULL;
        siglongjmp(guard->out, 1);
    }
}

/* What the process had before. */
struct before {
    struct sigaction action;
    sigset_t mask;
    timer_t timer;
};

static bool start_ticks(struct before *before)
{
    const struct itimerspec often = {.it_value.tv_nsec = TICK_NS, .it_interval.tv_nsec = TICK_NS};
    struct sigaction action = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGALRM};
    sigset_t alarm;
    event.sigev_notify_thread_id = gettid();
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    if (timer_create(CLOCK_MONOTONIC, &event, &before->timer) != 0)
        return false;
    sigaction(SIGALRM, &action, &before->action);
    pthread_sigmask(SIG_UNBLOCK, &alarm, &before->mask);
    timer_settime(before->timer, 0, &often, NULL);
    return true;
}

/* A tick that is still under way arrives, at the latest, on the way out of timer_delete(): the handler is still there
 * for it. */
static void end_ticks(const struct before *before)
{
    timer_delete(before->timer);
    sigaction(SIGALRM, &before->action, NULL);
    pthread_sigmask(SIG_SETMASK, &before->mask, NULL);
}

bool interrupt_call(void (*call)(void *context), void *context, const struct interrupt_text *text, struct nash_run *run)
{
    struct guard guard = {.text = text, .run = run};
    struct before before;
    if (!interrupt_is_possible() || !start_ticks(&before)) {
        call(context);
        return true;
    }
    bool returned = sigsetjmp(guard.out, 1) == 0;
    if (returned) {
        guarded = &guard;
        call(context);
        guarded = NULL;
    } else {
        run->spent = true;
    }
    end_ticks(&before);
    return returned;
}
