#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include <base/clock.h>

enum { FLOW_SLOTS = 256, PLACE_FLOWS = 256 /* flows that flow_place() looks at */ };

static const enum flow_clock clock_of_heap[FLOW_HEAPS] = {CLOCK_POOL, CLOCK_POOL, CLOCK_POOL, CLOCK_DISTRIBUTED};

/* ---- the heaps ---- */

/* Returns true when one flow is served before the other. Of equal ones, that with less work in the executor is: a flow
 * that begins to wait starts at the clock of the others. */
static bool is_served_before(const struct flow *one, const struct flow *other, enum flow_clock clock)
{
    if (one->used_ns[clock] != other->used_ns[clock])
        return one->used_ns[clock] < other->used_ns[clock];
    return one->running[clock] < other->running[clock];
}

static void heap_set(struct flow_heap_array *heap, enum flow_heap which, unsigned at, struct flow *flow)
{
    heap->flow[at] = flow;
    flow->at[which] = at;
}

/* Moves the flow at this position to where it belongs. */
static void heap_settle(struct flow_heap_array *heap, enum flow_heap which, unsigned at)
{
    enum flow_clock clock = clock_of_heap[which];
    struct flow *flow = heap->flow[at];
    for (; at > 1 && is_served_before(flow, heap->flow[at / 2], clock); at /= 2)
        heap_set(heap, which, at, heap->flow[at / 2]);
    for (unsigned next; (next = 2 * at) <= heap->count; at = next) {
        if (next < heap->count && is_served_before(heap->flow[next + 1], heap->flow[next], clock))
            next++;
        if (!is_served_before(heap->flow[next], flow, clock))
            break;
        heap_set(heap, which, at, heap->flow[next]);
    }
    heap_set(heap, which, at, flow);
}

static void heap_insert(struct flow_heap_array *heap, enum flow_heap which, struct flow *flow)
{
    heap_set(heap, which, ++heap->count, flow);
    heap_settle(heap, which, heap->count);
}

static void heap_remove(struct flow_heap_array *heap, enum flow_heap which, struct flow *flow)
{
    unsigned at = flow->at[which];
    struct flow *last = heap->flow[heap->count--];
    flow->at[which] = 0;
    if (last == flow)
        return;
    heap_set(heap, which, at, last);
    heap_settle(heap, which, at);
}

/* Makes room for `count` flows in each heap, so that flow_update() cannot fail. Returns false without memory. */
static bool heaps_reserve(struct flows *flows, size_t count)
{
    for (int i = 0; i < FLOW_HEAPS; i++) {
        struct flow_heap_array *heap = &flows->heap[i];
        if (count <= heap->room)
            continue;
        size_t room = 2 * count;
        struct flow **grown = realloc(heap->flow, (room + 1) * sizeof(struct flow *));
        if (grown == NULL)
            return false;
        heap->flow = grown;
        heap->room = (unsigned)room;
    }
    return true;
}

/* ---- what a flow waits for ---- */

static bool is_waiting_for(const struct flow *flow, enum flow_heap heap)
{
    uint32_t running = flow->running[CLOCK_POOL] + flow->running[CLOCK_DISTRIBUTED];
    if (flow->quota.running != 0 && running >= flow->quota.running)
        return false;
    bool brief = flow->waiting[CLASS_SHORT].root != NULL;
    switch (heap) {
    case HEAP_POOL:
        return brief || flow->waiting[CLASS_LONG].root != NULL || flow->startable.first != NULL;
    case HEAP_EXPRESS:
        return brief;
    case HEAP_BACKGROUND:
        return flow->waiting[CLASS_BACKGROUND].root != NULL;
    case HEAP_DISTRIBUTED:
        return flow->waiting[CLASS_DISTRIBUTED].root != NULL;
    case FLOW_HEAPS:
        break;
    }
    return false;
}

static int64_t least_ns(int64_t one, int64_t other)
{
    return one < other ? one : other;
}

/* Raises the floor to the smallest clock of the flows that wait; if none waits, of those that run; if nothing runs
 * either, to the greatest clock of all, since then nobody has waited for anybody. */
static void flows_raise_floor(struct flows *flows, enum flow_clock clock)
{
    int64_t least = INT64_MAX;
    for (int i = 0; i < FLOW_HEAPS; i++)
        if (clock_of_heap[i] == clock && flows->heap[i].count > 0)
            least = least_ns(least, flows->heap[i].flow[1]->used_ns[clock]);
    for (const struct flow *flow = flows->running; least == INT64_MAX && flow != NULL; flow = flow->next_running)
        if (flow->running[clock] > 0)
            least = flow->used_ns[clock];
    if (least == INT64_MAX)
        least = flows->latest_ns[clock];
    if (least > flows->floor_ns[clock])
        flows->floor_ns[clock] = least;
}

/* Called before a flow begins to wait. One that waits already keeps what it has been deferred by. */
static void flow_join(struct flows *flows, struct flow *flow, enum flow_clock clock)
{
    for (int i = 0; i < FLOW_HEAPS; i++)
        if (clock_of_heap[i] == clock && flow->at[i] != 0)
            return;
    flows_raise_floor(flows, clock);
    if (flow->used_ns[clock] < flows->floor_ns[clock])
        flow->used_ns[clock] = flows->floor_ns[clock];
}

void flow_update(struct flows *flows, struct flow *flow)
{
    for (int i = 0; i < FLOW_HEAPS; i++) {
        enum flow_heap which = (enum flow_heap)i;
        bool waits = is_waiting_for(flow, which);
        if (waits && flow->at[i] == 0) {
            flow_join(flows, flow, clock_of_heap[i]);
            heap_insert(&flows->heap[i], which, flow);
        } else if (waits) {
            heap_settle(&flows->heap[i], which, flow->at[i]);
        } else if (flow->at[i] != 0) {
            heap_remove(&flows->heap[i], which, flow);
        }
    }
}

struct flow *flows_first(const struct flows *flows, enum flow_heap heap)
{
    return flows->heap[heap].count > 0 ? flows->heap[heap].flow[1] : NULL;
}

void flow_add(struct flows *flows, struct flow *flow, enum flow_class class, struct order_node *node)
{
    if (node->arrival == 0)
        node->arrival = ++flows->arrivals;
    order_add(&flow->waiting[class], node);
    flows->count[class]++;
    flow_update(flows, flow);
}

void flow_remove(struct flows *flows, struct flow *flow, enum flow_class class, struct order_node *node)
{
    order_remove(&flow->waiting[class], node);
    flows->count[class]--;
    flow_update(flows, flow);
}

/* ---- remembered flows ---- */

static void remembered_add(struct flows *flows, struct flow *flow)
{
    flow->remembered = true;
    flow->newer = NULL;
    flow->older = flows->newest;
    *(flow->older != NULL ? &flow->older->newer : &flows->oldest) = flow;
    flows->newest = flow;
    flows->remembered++;
}

static void remembered_remove(struct flows *flows, struct flow *flow)
{
    *(flow->newer != NULL ? &flow->newer->older : &flows->newest) = flow->older;
    *(flow->older != NULL ? &flow->older->newer : &flows->oldest) = flow->newer;
    flow->remembered = false;
    flows->remembered--;
}

static bool is_worth_remembering(const struct flows *flows, const struct flow *flow)
{
    return flow->used_ns[CLOCK_POOL] > flows->floor_ns[CLOCK_POOL] ||
           flow->used_ns[CLOCK_DISTRIBUTED] > flows->floor_ns[CLOCK_DISTRIBUTED] ||
           (flow->paid_ns != 0 && flow->paid_ns > clock_mono_ns());
}

static void flow_free(struct flows *flows, struct flow *flow)
{
    hash_table_remove(&flows->by_name, &flow->by_name);
    free(flow);
}

/* Forgets up to two of the oldest flows that need not be remembered any more: the list shrinks faster than it grows. */
static void flows_forget(struct flows *flows)
{
    for (int i = 0; i < 2 && flows->oldest != NULL; i++) {
        struct flow *flow = flows->oldest;
        if (flows->remembered <= FLOWS_REMEMBERED && is_worth_remembering(flows, flow))
            return;
        remembered_remove(flows, flow);
        flow_free(flows, flow);
    }
}

static struct flow *flow_new(struct flows *flows, const char *name, size_t len, uint64_t hash)
{
    struct flow *flow = calloc(1, sizeof *flow + len + 1);
    if (flow == NULL || !heaps_reserve(flows, flows->by_name.count + 1)) {
        free(flow);
        return NULL;
    }
    memcpy(flow->name, name, len);
    flow->startable.end = &flow->startable.first;
    hash_table_add(&flows->by_name, &flow->by_name, hash);
    return flow;
}

struct flow *flow_use(struct flows *flows, const char *name)
{
    size_t len = strlen(name);
    uint64_t hash = keyed_hash(0, name, len);
    struct hash_node *node = hash_table_find(&flows->by_name, hash);
    struct flow *flow = NULL;
    for (; node != NULL && flow == NULL; node = hash_table_next(node)) {
        struct flow *other = (struct flow *)((char *)node - offsetof(struct flow, by_name));
        flow = strcmp(other->name, name) == 0 ? other : NULL;
    }
    if (flow == NULL && (flow = flow_new(flows, name, len, hash)) == NULL)
        flow = flows->shared;
    if (flow->remembered)
        remembered_remove(flows, flow);
    flow->users++;
    return flow;
}

void flow_unuse(struct flows *flows, struct flow *flow)
{
    if (flow == NULL || --flow->users > 0)
        return;
    remembered_add(flows, flow);
    flows_forget(flows);
}

bool flows_init(struct flows *flows)
{
    *flows = (struct flows){0};
    if (!hash_table_init(&flows->by_name, FLOW_SLOTS))
        return false;
    flows->shared = flow_new(flows, "", 0, keyed_hash(0, "", 0));
    if (flows->shared != NULL)
        flows->shared->users = 1;
    return flows->shared != NULL;
}

void flows_release(struct flows *flows)
{
    for (size_t i = 0; i < flows->by_name.slots; i++)
        while (flows->by_name.slot[i] != NULL)
            flow_free(flows, (struct flow *)((char *)flows->by_name.slot[i] - offsetof(struct flow, by_name)));
    hash_table_release(&flows->by_name);
    for (int i = 0; i < FLOW_HEAPS; i++)
        free(flows->heap[i].flow);
}

/* ---- charging ---- */

static void flow_charge(struct flows *flows, struct charge *charge, int64_t ns)
{
    struct flow *flow = charge->flow;
    flow->used_ns[charge->clock] += ns;
    charge->charged_ns += ns;
    if (flow->used_ns[charge->clock] > flows->latest_ns[charge->clock])
        flows->latest_ns[charge->clock] = flow->used_ns[charge->clock];
    flow_update(flows, flow);
    flows_raise_floor(flows, charge->clock);
}

void charge_begin(struct flows *flows, struct charge *charge, struct flow *flow, enum flow_clock clock, int64_t now_ns)
{
    *charge = (struct charge){.flow = flow, .clock = clock, .started_ns = now_ns};
    flow->users++;
    flow->turn++;
    if (flow->running[CLOCK_POOL] + flow->running[CLOCK_DISTRIBUTED] == 0) {
        flow->next_running = flows->running;
        flow->running_link = &flows->running;
        if (flow->next_running != NULL)
            flow->next_running->running_link = &flow->next_running;
        flows->running = flow;
    }
    flow->running[clock]++;
    flow_update(flows, flow);
}

void charge_continue(struct flows *flows, struct charge *charge, int64_t now_ns)
{
    if (charge->flow != NULL && now_ns - charge->started_ns > charge->charged_ns)
        flow_charge(flows, charge, now_ns - charge->started_ns - charge->charged_ns);
}

void charge_end(struct flows *flows, struct charge *charge, int64_t now_ns)
{
    struct flow *flow = charge->flow;
    if (flow == NULL)
        return;
    charge_continue(flows, charge, now_ns);
    charge->flow = NULL;
    flow->running[charge->clock]--;
    if (flow->running[CLOCK_POOL] + flow->running[CLOCK_DISTRIBUTED] == 0) {
        *flow->running_link = flow->next_running;
        if (flow->next_running != NULL)
            flow->next_running->running_link = flow->running_link;
    }
    flow_update(flows, flow);
    flows_raise_floor(flows, charge->clock);
    flow_unuse(flows, flow);
}

/* ---- places ---- */

static bool shares_pool(enum flow_class class)
{
    return class == CLASS_SHORT || class == CLASS_LONG;
}

static unsigned flow_count(const struct flow *flow, enum flow_class class)
{
    return shares_pool(class) ? order_count(&flow->waiting[CLASS_SHORT]) + order_count(&flow->waiting[CLASS_LONG])
                              : order_count(&flow->waiting[class]);
}

unsigned flows_waiting(const struct flows *flows, enum flow_class class)
{
    return shares_pool(class) ? flows->count[CLASS_SHORT] + flows->count[CLASS_LONG] : flows->count[class];
}

unsigned flow_place(const struct flows *flows, const struct flow *flow, enum flow_class class,
                    const struct order_node *node)
{
    enum flow_heap which = shares_pool(class)          ? HEAP_POOL
                           : class == CLASS_BACKGROUND ? HEAP_BACKGROUND
                                                       : HEAP_DISTRIBUTED;
    enum flow_clock clock = clock_of_heap[which];
    const struct flow_heap_array *heap = &flows->heap[which];
    unsigned before = shares_pool(class) ? order_count_before(&flow->waiting[CLASS_SHORT], node) +
                                               order_count_before(&flow->waiting[CLASS_LONG], node)
                                         : order_count_before(&flow->waiting[class], node);
    uint64_t others = 0;
    unsigned seen = 0;
    for (unsigned i = 1; i <= heap->count && seen < PLACE_FLOWS; i++) {
        const struct flow *other = heap->flow[i];
        if (other == flow)
            continue;
        unsigned turns = before + is_served_before(other, flow, clock), count = flow_count(other, class);
        others += count < turns ? count : turns;
        seen++;
    }
    if (seen == PLACE_FLOWS)
        others = others * (heap->count - 1) / seen;
    uint64_t place = before + 1 + others, waiting = flows_waiting(flows, class);
    return (unsigned)(place < waiting ? place : waiting);
}
