/* Farms on a virtual clock, with members that are late, frozen, gone or lying. Whatever they do, the result must be
 * that of a loop without a farm, and no honest member may be quarantined. A failure prints the seed of its farm;
 * NASH_FARM_SEED=n plays that one alone. */
#include <string.h>

#include "../../base/test.h"
#include "primes.h"
#include "roots.h"
#include "sim.h"

static const struct farm_work *const works[] = {&primes_work, &roots_work, NULL};
static const int64_t forever = INT64_C(3600000) * SIM_MS;

static bool lie_about_primes(unsigned lie, uint8_t *answer, const uint8_t *unit)
{
    return primes_lie((enum primes_lie)(lie % PRIMES_LIES), answer, unit);
}

/* ---- random farms ---- */

static struct sim_member_options random_member(struct nash_rng *rng, bool may_lie)
{
    struct sim_member_options member = {
        .trusted = nash_rng_below(rng, 3) == 0,
        .capacity = 1 + (unsigned)nash_rng_below(rng, 4),
        .audit = may_lie ? 1 : nash_rng_unit(rng),
        .rtt_ns = (int64_t)nash_rng_below(rng, 60) * SIM_MS,
        .jitter = 0.01,
        .ns_per_step = 10000 + (int64_t)nash_rng_below(rng, 300000),
        .lacks_work = nash_rng_below(rng, 10) == 0,
        .returns = true,
    };
    if (member.trusted) {
        member.rtt_ns = 0;
        member.lacks_work = false;
    } else if (may_lie && nash_rng_below(rng, 2) == 0) {
        member.lies = (uint32_t)nash_rng_next(rng) & ((1U << SIM_LIES) - 1);
        member.lie_share = nash_rng_below(rng, 2) == 0 ? 1 : nash_rng_unit(rng);
        member.in_league = nash_rng_below(rng, 2) == 0;
        member.lie_from_ns = (int64_t)nash_rng_below(rng, 3) * 1000 * SIM_MS;
    }
    return member;
}

static void random_job(struct nash_rng *rng, struct primes *job)
{
    uint64_t end = 1 + nash_rng_below(rng, 3000);
    primes_init(job, end, 1 + nash_rng_below(rng, 400), 1 + nash_rng_below(rng, end));
    switch (nash_rng_below(rng, 3)) {
    case 0:
        job->last_after = 1 + nash_rng_below(rng, end);
        break;
    case 1:
        primes_limit(job, 1 + nash_rng_below(rng, 500));
    }
}

/* Plays one round, lets the farm rest, and merges. Returns what is wrong; NULL if it went well. */
static const char *play_round(struct sim *sim, struct primes *job, int64_t rest_ns)
{
    struct primes direct;
    struct sim_result result = sim_run(sim, forever);
    sim_rest(sim, rest_ns);
    if (farm_state(sim_farm(sim)) == FARM_RUNNING) /* a member was quarantined meanwhile */
        result = sim_run(sim, forever);
    primes_direct(job, &direct);
    if (result.state == FARM_COMPLETE)
        farm_merge(sim_farm(sim), false);
    if (result.state != FARM_COMPLETE)
        return result.state == FARM_FAILED ? farm_error(sim_farm(sim)) : "the farm has not ended";
    if (job->path != direct.path || job->primes != direct.primes || job->merged != direct.merged)
        return "the result is another";
    return result.honest_quarantined > 0 ? "an honest member was quarantined" : NULL;
}

/* Plays one farm of one to three rounds. Returns what is wrong; NULL if it went well. */
static const char *play_farm(uint64_t seed)
{
    struct nash_rng rng;
    struct primes job;
    nash_rng_seed(&rng, seed);
    random_job(&rng, &job);
    bool may_lie = nash_rng_below(&rng, 2) == 0;
    struct sim_options options = {.farm = {.job = &job.job,
                                           .self = &job,
                                           .task = job.task,
                                           .task_len = sizeof job.task,
                                           .game = 7,
                                           .seed = nash_rng_next(&rng),
                                           .lease_ns = 200 * SIM_MS},
                                  .works = works,
                                  .seed = nash_rng_next(&rng),
                                  .trouble_ns = (int64_t)nash_rng_below(&rng, 2) * 100 * SIM_MS,
                                  .may_lie = may_lie,
                                  .local_from_ns = (int64_t)nash_rng_below(&rng, 3000) * SIM_MS,
                                  .local_ns_per_step = 1000 + (int64_t)nash_rng_below(&rng, 200000),
                                  .lie = lie_about_primes};
    struct sim *sim = sim_new(&options);
    for (uint64_t n = nash_rng_below(&rng, 8); n > 0; n--) {
        struct sim_member_options member = random_member(&rng, may_lie);
        sim_join(sim, &member, (int64_t)nash_rng_below(&rng, 500) * SIM_MS);
    }
    const char *wrong = play_round(sim, &job, 0);
    for (uint64_t rounds = nash_rng_below(&rng, 3); rounds > 0 && wrong == NULL; rounds--) {
        random_job(&rng, &job);
        if (!sim_renew(sim, job.task, sizeof job.task))
            wrong = "no memory";
        else
            wrong = play_round(sim, &job, (int64_t)nash_rng_below(&rng, 2000) * SIM_MS);
    }
    static char error[200];
    snprintf(error, sizeof error, "%s", wrong != NULL ? wrong : "");
    sim_free(sim);
    return wrong != NULL ? error : NULL;
}

static void test_the_result_does_not_depend_on_the_members(void **state)
{
    const char *only = getenv("NASH_FARM_SEED");
    uint64_t first = only != NULL ? strtoull(only, NULL, 10) : 1, farms = only != NULL ? 1 : test_length(1000, 100000);
    unsigned failures = 0;
    for (uint64_t seed = first; seed < first + farms && failures < 10; seed++) {
        const char *wrong = play_farm(seed);
        if (wrong != NULL) {
            print_message("NASH_FARM_SEED=%llu: %s\n", (unsigned long long)seed, wrong);
            failures++;
        }
    }
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_result_does_not_depend_on_the_members),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
