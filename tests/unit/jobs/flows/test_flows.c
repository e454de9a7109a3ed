/* Fair queueing between flows, on a virtual clock: random flows, random costs, any number of workers. */
#include <stdio.h>
#include <string.h>

#include <jobs/dispatch/flow.h>

#include "../../base/test.h"

enum { WORKERS_MAX = 4, NODES = 4000 };

struct piece {
    struct order_node order; /* first */
    struct flow *flow;
    int64_t cost_ns;
    struct charge charge;
    int64_t ends_ns;
};

static struct piece pieces[NODES];
static struct flows flows;

struct plant {
    struct piece *at[WORKERS_MAX];
    unsigned workers;
    int64_t now_ns;
};

static struct piece *next_piece(void)
{
    struct flow *flow = flows_first(&flows, HEAP_POOL);
    return flow != NULL ? (struct piece *)order_first(&flow->waiting[CLASS_LONG]) : NULL;
}

static void start_pieces(struct plant *plant)
{
    for (unsigned i = 0; i < plant->workers; i++) {
        struct piece *piece = plant->at[i] == NULL ? next_piece() : NULL;
        if (piece == NULL)
            continue;
        plant->at[i] = piece;
        piece->ends_ns = plant->now_ns + piece->cost_ns;
        charge_begin(&flows, &piece->charge, piece->flow, CLOCK_POOL, plant->now_ns);
        flow_remove(&flows, piece->flow, CLASS_LONG, &piece->order);
    }
}

/* Ends the piece of work that ends first, and returns it; NULL: none runs. */
static struct piece *end_piece(struct plant *plant)
{
    unsigned first = WORKERS_MAX;
    for (unsigned i = 0; i < plant->workers; i++)
        if (plant->at[i] != NULL && (first == WORKERS_MAX || plant->at[i]->ends_ns < plant->at[first]->ends_ns))
            first = i;
    if (first == WORKERS_MAX)
        return NULL;
    struct piece *piece = plant->at[first];
    plant->at[first] = NULL;
    plant->now_ns = piece->ends_ns;
    for (unsigned i = 0; i < plant->workers; i++)
        if (plant->at[i] != NULL)
            charge_continue(&flows, &plant->at[i]->charge, plant->now_ns);
    charge_end(&flows, &piece->charge, plant->now_ns);
    return piece;
}

static void wait_piece(struct piece *piece, struct flow *flow, int64_t cost_ns)
{
    *piece = (struct piece){.flow = flow, .cost_ns = cost_ns};
    flow_add(&flows, flow, CLASS_LONG, &piece->order);
}

static int64_t random_ns(struct nash_rng *rng, int64_t most)
{
    return 1 + (int64_t)nash_rng_below(rng, (uint64_t)most);
}

/* Flows that always wait get the same time: no two differ by more than one piece of work of each of them a worker. */
static void test_shares(void **state)
{
    enum { FLOWS_MAX = 12, STEPS = 3000 };
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 40; round++) {
        struct plant plant = {.workers = 1 + (unsigned)nash_rng_below(&rng, WORKERS_MAX)};
        unsigned count = plant.workers + 1 + (unsigned)nash_rng_below(&rng, FLOWS_MAX - WORKERS_MAX);
        int64_t most[FLOWS_MAX], used[FLOWS_MAX] = {0}, greatest = 0;
        struct flow *flow[FLOWS_MAX];
        unsigned next = 0;
        assert_true(flows_init(&flows));
        for (unsigned f = 0; f < count; f++) {
            char name[16];
            snprintf(name, sizeof name, "flow %u", f);
            flow[f] = flow_use(&flows, name);
            most[f] = random_ns(&rng, INT64_C(1) << nash_rng_below(&rng, 30));
            greatest = most[f] > greatest ? most[f] : greatest;
            for (unsigned i = 0; i <= plant.workers; i++)
                wait_piece(&pieces[next++], flow[f], random_ns(&rng, most[f]));
        }
        for (int step = 0; step < STEPS; step++) {
            start_pieces(&plant);
            struct piece *piece = end_piece(&plant);
            unsigned f = 0;
            while (flow[f] != piece->flow)
                f++;
            used[f] += piece->cost_ns;
            wait_piece(piece, flow[f], random_ns(&rng, most[f]));
        }
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = 0; b < count; b++)
                assert_true(used[a] - used[b] <= 2 * (int64_t)plant.workers * greatest);
        flows_release(&flows);
    }
}

/* A flow that comes for the first time, or again after a pause, is served at once; it does not get back the time for
 * which it did not wait. */
static void test_return(void **state)
{
    struct plant plant = {.workers = 1};
    int64_t hog_ns = 0, guest_ns = 0;
    assert_true(flows_init(&flows));
    struct flow *hog = flow_use(&flows, "hog"), *guest = flow_use(&flows, "guest");
    unsigned next = 0;
    for (int i = 0; i < 1000; i++)
        wait_piece(&pieces[next++], hog, 1000000);
    for (int visit = 0; visit < 5; visit++) {
        for (int i = 0; i < 100; i++) {
            start_pieces(&plant);
            assert_ptr_equal(end_piece(&plant)->flow, hog);
        }
        start_pieces(&plant); /* the guest comes while a piece of the other runs */
        for (int i = 0; i < 20; i++)
            wait_piece(&pieces[next++], guest, 1000000);
        end_piece(&plant);
        hog_ns = guest_ns = 0;
        for (int i = 0; i < 20; i++) {
            start_pieces(&plant);
            struct piece *piece = end_piece(&plant);
            assert_true(i != 0 || piece->flow == guest);
            *(piece->flow == hog ? &hog_ns : &guest_ns) += piece->cost_ns;
        }
        assert_in_range(guest_ns, 9000000, 11000000);
        while (guest->waiting[CLASS_LONG].root != NULL) {
            start_pieces(&plant);
            end_piece(&plant);
        }
    }
    flows_release(&flows);
}

/* A flow that leaves with more time than the others, and comes back, waits for them; also if all its users had gone. */
static void test_debt(void **state)
{
    struct plant plant = {.workers = 1};
    assert_true(flows_init(&flows));
    struct flow *other = flow_use(&flows, "other"), *debtor = flow_use(&flows, "debtor");
    for (int i = 0; i < 10; i++)
        wait_piece(&pieces[i], other, 1000000);
    wait_piece(&pieces[10], debtor, 4000000);
    for (bool ended = false; !ended;) {
        start_pieces(&plant);
        ended = end_piece(&plant)->flow == debtor;
    }
    flow_unuse(&flows, debtor);
    debtor = flow_use(&flows, "debtor");
    wait_piece(&pieces[11], debtor, 1000000);
    unsigned before = 0;
    for (struct piece *piece = NULL; piece != &pieces[11]; before++) {
        start_pieces(&plant);
        piece = end_piece(&plant);
    }
    assert_in_range(before, 3, 6); /* three or four of the other's, and its own */
    flows_release(&flows);
}

/* Time that a flow had while nobody waited does not count later. */
static void test_alone(void **state)
{
    struct plant plant = {.workers = 1};
    assert_true(flows_init(&flows));
    struct flow *early = flow_use(&flows, "early"), *late = flow_use(&flows, "late");
    for (int i = 0; i < 50; i++)
        wait_piece(&pieces[i], early, 1000000);
    while (next_piece() != NULL) {
        start_pieces(&plant);
        end_piece(&plant);
    }
    unsigned of_early = 0;
    for (int i = 0; i < 20; i++) {
        wait_piece(&pieces[100 + i], late, 1000000);
        wait_piece(&pieces[200 + i], early, 1000000);
    }
    for (int i = 0; i < 20; i++) {
        start_pieces(&plant);
        of_early += end_piece(&plant)->flow == early;
    }
    assert_in_range(of_early, 9, 11);
    flows_release(&flows);
}

/* However many addresses come and go, few are remembered. */
static void test_memory(void **state)
{
    struct plant plant = {.workers = 1};
    assert_true(flows_init(&flows));
    for (int i = 0; i < 20000; i++) {
        char name[32];
        snprintf(name, sizeof name, "2001:db8::%x", (unsigned)i);
        struct flow *flow = flow_use(&flows, name);
        wait_piece(&pieces[0], flow, 1000);
        start_pieces(&plant);
        end_piece(&plant);
        flow_unuse(&flows, flow);
        assert_true(flows.by_name.count <= FLOWS_REMEMBERED + 2);
    }
    flows_release(&flows);
}

/* A flow at its limit of running work waits without being chosen. */
static void test_running_limit(void **state)
{
    struct plant plant = {.workers = 3};
    assert_true(flows_init(&flows));
    struct flow *flow = flow_use(&flows, "limited");
    flow->quota.running = 2;
    for (int i = 0; i < 6; i++)
        wait_piece(&pieces[i], flow, 1000000);
    unsigned ended = 0;
    for (struct piece *piece = pieces; piece != NULL; ended += piece != NULL) {
        start_pieces(&plant);
        assert_true(flow->running[CLOCK_POOL] <= 2);
        assert_null(next_piece() != NULL && flow->running[CLOCK_POOL] == 2 ? &plant : NULL);
        piece = end_piece(&plant);
    }
    assert_int_equal(ended, 6);
    flows_release(&flows);
}

/* The estimated place is exact if all work takes equally long. */
static void test_places(void **state)
{
    enum { FLOWS = 5 };
    struct nash_rng rng = test_rng();
    for (int round = 0; round < 200; round++) {
        struct plant plant = {.workers = 1};
        struct flow *flow[FLOWS];
        unsigned place[100], count = 1 + (unsigned)nash_rng_below(&rng, 100);
        assert_true(flows_init(&flows));
        for (int f = 0; f < FLOWS; f++) {
            char name[16];
            snprintf(name, sizeof name, "flow %d", f);
            flow[f] = flow_use(&flows, name);
        }
        for (unsigned i = 0; i < count; i++)
            wait_piece(&pieces[i], flow[nash_rng_below(&rng, nash_rng_below(&rng, FLOWS) + 1)], 1000);
        for (unsigned i = 0; i < count; i++) {
            place[i] = flow_place(&flows, pieces[i].flow, CLASS_LONG, &pieces[i].order);
            assert_in_range(place[i], 1, count);
        }
        assert_int_equal(flows_waiting(&flows, CLASS_LONG), count);
        for (unsigned at = 1; at <= count; at++) {
            start_pieces(&plant);
            struct piece *piece = end_piece(&plant);
            unsigned said = place[piece - pieces];
            assert_true(said <= at + FLOWS && at <= said + FLOWS); /* flows with the same clock go in any order */
        }
        flows_release(&flows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares), cmocka_unit_test(test_return), cmocka_unit_test(test_debt),
        cmocka_unit_test(test_alone),  cmocka_unit_test(test_memory), cmocka_unit_test(test_running_limit),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
