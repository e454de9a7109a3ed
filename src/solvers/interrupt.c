/* Interrupts a library by a timer signal and a jump.
 *
 * The timer belongs to the calling thread (SIGEV_THREAD_ID) and fires every few milliseconds during the call. Its
 * handler does nothing unless the processor was in the text of the library: only then neither libc nor this program can
 * be in the middle of an operation, and nash_stop_slow(), which writes to the run, may be called. Otherwise the handler
 * waits for the next tick; a computing library is almost always in its own text.
 *
 * The jump leaves the frames of the library and of the caller's `call`, which must own nothing. There is no jump, and
 * the call runs to its end, if the interrupted address cannot be read (an unknown processor) or is unreliable
 * (ThreadSanitizer delivers signals late). */
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include <base/sanitizer.h>
#include <solvers/interrupt.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

enum { TICK_NS = 5000000 };

/* ---- addresses ---- */

struct search {
    uintptr_t address;
    struct interrupt_text found;
};

/* Finds the executable segment of the object that contains the address. */
static int find_segment(struct dl_phdr_info *info, size_t size, void *context)
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
    bool found = dl_iterate_phdr(find_segment, &search) != 0;
    *text = search.found;
    return found;
}

bool interrupt_is_possible(void)
{
#if SANITIZER_THREAD
    return false;
#elif defined(__x86_64__) || defined(__aarch64__) || defined(__riscv)
    return true;
#else
    return false;
#endif
}

/* Returns the interrupted address, or 0 if it is not known for this processor. */
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

/* The current call of this thread. The TLS model fixes its place at load time, because a signal handler must not
 * allocate. */
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

/* What end_ticks() needs: the signal state before the call, and the timer of the call. */
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

/* A pending tick is delivered on return from timer_delete() at the latest, while the handler is still installed. */
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
