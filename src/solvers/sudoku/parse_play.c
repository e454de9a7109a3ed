/* The members of a request that say by which method it is solved, and who plays: what the schema shows. What only the
 * whole can show is looked at in settle_play.c. */
#include <math.h>
#include <string.h>

#include "game/weights.h"
#include "reader.h"

enum { URL_MAX = 127 };
static const int64_t updates_max = INT64_C(1000000000000);
enum { RESTARTS_MAX = 1000000, WAIT_MS_MAX = 60000 };

/* ---- words ---- */

/* One of the few words in `name` (NULL-terminated), or absent: *index is left as it is then. */
static enum nash_status read_word(const struct sudoku_reader *r, const char *member, const char *const name[],
                                  unsigned *index, bool *said)
{
    char at[32];
    const cJSON *item = nash_json_get(r->doc->root, member);
    if (!item)
        return NASH_OK;
    *said = true;
    for (unsigned i = 0; name[i] && cJSON_IsString(item); i++) {
        if (strcmp(item->valuestring, name[i]) == 0) {
            *index = i;
            return NASH_OK;
        }
    }
    char words[80], *end = words;
    for (unsigned i = 0; name[i]; i++)
        end = stpcpy(stpcpy(end, i ? ", " : ""), name[i]);
    return nash_fail(r->error, NASH_INVALID, nash_pointer(at, sizeof at, "", member), "must be one of %s", words);
}

static enum nash_status read_words(const struct sudoku_reader *r, struct sudoku_play_draft *d)
{
    static const char *const methods[] = {"auto", "exact", "sap", "tabu", NULL};
    static const char *const schedules[] = {"fixed", "anneal", "adaptive", NULL};
    static const char *const modes[] = {"auto", "token", "exact", "replicas", NULL};
    unsigned method = d->play.method, schedule = d->play.schedule, mode = d->play.mode;
    enum nash_status status = read_word(r, "method", methods, &method, &d->said[SUDOKU_SAID_METHOD]);
    if (status == NASH_OK)
        status = read_word(r, "schedule", schedules, &schedule, &d->said[SUDOKU_SAID_SCHEDULE]);
    if (status == NASH_OK)
        status = read_word(r, "mode", modes, &mode, &d->said[SUDOKU_SAID_MODE]);
    d->play.method = (enum sudoku_method)method;
    d->play.schedule = (enum sudoku_schedule)schedule;
    d->play.mode = (enum sudoku_mode)mode;
    return status;
}

/* ---- numbers ---- */

static enum nash_status read_beta(const struct sudoku_reader *r, struct sudoku_play_draft *d)
{
    double beta = 0;
    enum nash_status status = nash_json_number(r->doc->root, "", "beta", 0, BETA_MAX / BETA_ONE, &beta, r->error);
    d->said[SUDOKU_SAID_BETA] = nash_json_get(r->doc->root, "beta") != NULL;
    if (status != NASH_OK || !d->said[SUDOKU_SAID_BETA])
        return status;
    if (beta <= 0)
        return nash_fail(r->error, NASH_INVALID, "/beta",
                         "must be above 0: leave it out for the value measured for this density");
    beta = round(beta * BETA_ONE);
    d->play.beta = beta < 1 ? 1 : (uint32_t)beta;
    return NASH_OK;
}

static enum nash_status read_numbers(const struct sudoku_reader *r, struct sudoku_play_draft *d)
{
    const cJSON *root = r->doc->root;
    int64_t updates = 0, restarts = UINT32_MAX, wait = 0;
    double audit = -1;
    enum nash_status status = nash_json_int(root, "", "updates", 1, updates_max, &updates, r->error);
    if (status == NASH_OK)
        status = nash_json_int(root, "", "restarts", 0, RESTARTS_MAX, &restarts, r->error);
    if (status == NASH_OK)
        status = nash_json_int(root, "", "wait_ms", 0, WAIT_MS_MAX, &wait, r->error);
    if (status == NASH_OK)
        status = nash_json_number(root, "", "audit", 0, 1, &audit, r->error);
    if (status == NASH_OK)
        status = nash_json_bool(root, "", "propagate", &d->play.propagate, r->error);
    d->play.updates = (uint64_t)updates;
    d->play.restarts = (uint32_t)restarts;
    d->play.wait_ms = (uint32_t)wait;
    d->play.audit = audit;
    d->said[SUDOKU_SAID_UPDATES] = nash_json_get(root, "updates");
    d->said[SUDOKU_SAID_RESTARTS] = nash_json_get(root, "restarts");
    d->said[SUDOKU_SAID_WAIT] = nash_json_get(root, "wait_ms");
    d->said[SUDOKU_SAID_AUDIT] = nash_json_get(root, "audit");
    d->said[SUDOKU_SAID_PROPAGATE] = nash_json_get(root, "propagate");
    return status == NASH_OK ? read_beta(r, d) : status;
}

/* ---- shards ---- */

/* "local", "phone", or an URL as the schema draws it: http or https, then printable ASCII. */
static bool is_member(const cJSON *item)
{
    if (!cJSON_IsString(item))
        return false;
    const char *text = item->valuestring;
    if (strcmp(text, "local") == 0 || strcmp(text, "phone") == 0)
        return true;
    size_t scheme = strncmp(text, "http://", 7) == 0 ? 7 : strncmp(text, "https://", 8) == 0 ? 8 : 0;
    size_t len = strlen(text);
    if (!scheme || len == scheme || len > URL_MAX)
        return false;
    for (const char *c = text; *c; c++)
        if (*c < '!' || *c > '~')
            return false;
    return true;
}

static enum nash_status read_members(const struct sudoku_reader *r, const cJSON *array, struct sudoku_play_draft *d)
{
    size_t count = (size_t)cJSON_GetArraySize(array), i = 0;
    const char **member = NASH_NEW(r->arena, const char *, SUDOKU_SHARDS_MAX);
    if (!member)
        return nash_fail(r->error, NASH_NOMEM, "/shards", "the problem does not fit into the memory of this job");
    for (const cJSON *item = array->child; item; item = item->next, i++) {
        char at[32];
        if (!is_member(item))
            return nash_fail(r->error, NASH_INVALID, nash_pointer_index(at, sizeof at, "/shards", i),
                             "must be \"local\", \"phone\", or the URL of a peer with at most %d characters, as "
                             "\"http://10.0.0.7:8080\"",
                             URL_MAX);
        if (i < SUDOKU_SHARDS_MAX &&
            !(member[i] = nash_arena_strndup(r->arena, item->valuestring, strlen(item->valuestring))))
            return nash_fail(r->error, NASH_NOMEM, "/shards", "the problem does not fit into the memory of this job");
    }
    if (count < 1 || count > SUDOKU_SHARDS_MAX)
        return nash_fail(r->error, NASH_INVALID, "/shards", "must name 1 to %d members, not %zu", SUDOKU_SHARDS_MAX,
                         count);
    d->play.shards = (unsigned)count;
    d->play.member = member;
    return NASH_OK;
}

static enum nash_status read_shards(const struct sudoku_reader *r, struct sudoku_play_draft *d)
{
    const cJSON *item = nash_json_get(r->doc->root, "shards");
    int64_t shards = 0;
    if (!item)
        return NASH_OK;
    d->said[SUDOKU_SAID_SHARDS] = true;
    if (cJSON_IsArray(item))
        return read_members(r, item, d);
    if (!cJSON_IsNumber(item))
        return nash_fail(r->error, NASH_INVALID, "/shards",
                         "must be a number of shards, or an array of who plays them: \"local\", \"phone\", the URL of "
                         "a peer");
    enum nash_status status = nash_json_int(r->doc->root, "", "shards", 1, SUDOKU_SHARDS_MAX, &shards, r->error);
    d->play.shards = (unsigned)shards;
    return status;
}

enum nash_status sudoku_read_play(const struct sudoku_reader *r, struct sudoku_draft *draft)
{
    struct sudoku_play_draft *d = NASH_NEW(r->arena, struct sudoku_play_draft, 1);
    if (!d)
        return nash_fail(r->error, NASH_NOMEM, "", "the problem does not fit into the memory of this job");
    d->play = (struct sudoku_play){.propagate = true, .restarts = UINT32_MAX, .audit = -1};
    enum nash_status status = read_words(r, d);
    if (status == NASH_OK)
        status = read_numbers(r, d);
    if (status == NASH_OK)
        status = read_shards(r, d);
    for (unsigned i = 0; i < SUDOKU_SAIDS; i++)
        if (d->said[i])
            draft->play = d;
    return status;
}
