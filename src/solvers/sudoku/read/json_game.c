/* The members that choose and configure a method. validate_game.c checks them against the rest of the request. */
#include <math.h>
#include <string.h>

#include <solvers/sudoku/loglinear/weights.h>

#include "json.h"

enum { URL_MAX = 127, RESTARTS_MAX = 1000000, WAIT_MS_MAX = 60000 };
static const int64_t updates_max = INT64_C(1000000000000);

static uint32_t read_beta(struct reader *r)
{
    double beta = reader_number(r, "beta", 0, BETA_MAX / BETA_ONE, 0);
    if (!reader_has(r, "beta"))
        return 0;
    if (beta <= 0)
        reader_fail(r, NASH_INVALID, "beta", "must be above 0: leave it out for the value measured for this density");
    beta = round(beta * BETA_ONE);
    return beta < 1 ? 1 : (uint32_t)beta;
}

/* True for "local", "phone", or a URL as in the schema: http or https, then printable ASCII. */
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

static void read_members(struct reader *shards, struct sudoku_options *options)
{
    size_t count = 0;
    const char **member = READER_NEW(shards, const char *, SUDOKU_SHARDS_MAX);
    for (struct reader item = {0}; member && reader_item(&item, shards); count++) {
        if (!is_member(item.value))
            reader_fail(&item, NASH_INVALID, NULL,
                        "must be \"local\", \"phone\", or the URL of a peer with at most %d characters, as "
                        "\"http://10.0.0.7:8080\"",
                        URL_MAX);
        else if (count < SUDOKU_SHARDS_MAX)
            member[count] = reader_copy(&item, item.value->valuestring);
    }
    if (count < 1 || count > SUDOKU_SHARDS_MAX)
        reader_fail(shards, NASH_INVALID, NULL, "must name 1 to %d members, not %zu", SUDOKU_SHARDS_MAX, count);
    options->shards = (unsigned)count;
    options->member = member;
}

/* Reads a number of shards, or an array of the members that play them. */
static void read_shards(struct reader *r, struct sudoku_options *options)
{
    struct reader shards;
    if (!reader_member(&shards, r, "shards"))
        return;
    if (cJSON_IsArray(shards.value))
        read_members(&shards, options);
    else if (cJSON_IsNumber(shards.value))
        options->shards = (unsigned)reader_as_int(&shards, 1, SUDOKU_SHARDS_MAX, 0);
    else
        reader_fail(&shards, NASH_INVALID, NULL,
                    "must be a number of shards, or an array with a player for each: \"local\", \"phone\", the URL "
                    "of a peer");
}

void sudoku_read_game(struct reader *r, struct sudoku_input *input)
{
    struct sudoku_options *options = &input->options;
    for (unsigned i = 0; i < SUDOKU_OPTIONS; i++)
        input->present[i] = reader_has(r, sudoku_option_names[i]);
    options->method = (enum sudoku_method)reader_enum(r, "method", sudoku_method_names, SUDOKU_METHOD_AUTO);
    options->schedule = (enum sudoku_schedule)reader_enum(r, "schedule", sudoku_schedule_names, SUDOKU_FIXED);
    options->mode = (enum sudoku_mode)reader_enum(r, "mode", sudoku_mode_names, SUDOKU_MODE_AUTO);
    options->updates = (uint64_t)reader_int(r, "updates", 1, updates_max, 0);
    options->restarts = (uint32_t)reader_int(r, "restarts", 0, RESTARTS_MAX, UINT32_MAX);
    options->pace = (enum sudoku_pace_wish)reader_enum(r, "pace", sudoku_pace_names, SUDOKU_PACE_AUTO);
    options->wait_ms = (uint32_t)reader_int(r, "wait_ms", 0, WAIT_MS_MAX, 0);
    options->audit = reader_number(r, "audit", 0, 1, -1);
    options->propagate = reader_bool(r, "propagate", true);
    options->beta = read_beta(r);
    read_shards(r, options);
}
