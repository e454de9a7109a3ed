/* nashd train: trains a network for Hex without a server, and looks at checkpoints.
 *
 * The request and the work are those of POST /v1/hex. The checkpoints go into files: the latest one with all that is
 * needed to go on, the best one with its network alone. SIGINT and SIGTERM stop the training after its latest
 * checkpoint is written. */
#include <cli/commands.h>
#include <cli/interrupt.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <solvers/hex/checkpoint/checkpoint.h>

#include "arguments.h"
#include "files.h"
#include "report.h"

enum { CONFIG_BYTES_MAX = 1 << 20, PATH_BYTES = 4096 };

struct command {
    struct nash_run run; /* the first member: callbacks receive its address */
    struct train_arguments *arguments;
    const struct hex_training *training;
    struct train_report report;
    struct nash_json request;
    struct nash_buf config, from;
    char best[PATH_BYTES];
    bool failed; /* a checkpoint could not be written */
};

/* ---- the request ---- */

/* Replaces a number of "train", if it is given. */
static bool set_number(cJSON *train, const char *name, int64_t value)
{
    if (value < 0)
        return true;
    cJSON_DeleteItemFromObjectCaseSensitive(train, name);
    return cJSON_AddNumberToObject(train, name, (double)value) != NULL;
}

/* Puts the numbers of the command line into the request. A budget in steps or in seconds replaces both. */
static bool add_arguments(struct command *command)
{
    const struct train_arguments *arguments = command->arguments;
    cJSON *request = cJSON_ParseWithLength(command->config.data, command->config.len);
    cJSON *train = cJSON_GetObjectItemCaseSensitive(request, "train");
    bool added = true;
    if (cJSON_IsObject(train) && (arguments->steps >= 0 || arguments->seconds >= 0)) {
        cJSON_DeleteItemFromObjectCaseSensitive(train, "steps");
        cJSON_DeleteItemFromObjectCaseSensitive(train, "seconds");
        added = set_number(train, "steps", arguments->steps) && set_number(train, "seconds", arguments->seconds);
    }
    char *text = added ? cJSON_PrintUnformatted(request) : NULL;
    nash_buf_reset(&command->config);
    if (text != NULL)
        nash_buf_puts(&command->config, text);
    cJSON_free(text);
    cJSON_Delete(request);
    return text != NULL && !command->config.failed;
}

static bool refuse_config(const struct command *command, const struct nash_error *error)
{
    const char *path = command->arguments->config;
    fprintf(stderr, "nashd train: %s%s%s%s%s\n", path != NULL ? path : "", path != NULL ? ": " : "", error->pointer,
            error->pointer[0] != '\0' ? ": " : "", error->detail);
    return false;
}

static bool read_config(struct command *command)
{
    struct nash_error error = {0};
    if (command->arguments->config == NULL)
        nash_buf_puts(&command->config, "{\"train\":{}}");
    else if (!train_file_read(command->arguments->config, CONFIG_BYTES_MAX, &command->config))
        return false;
    if (nash_json_check(command->config.data, command->config.len, &error) != NASH_OK)
        return refuse_config(command, &error);
    return add_arguments(command) || refuse_config(command, &(struct nash_error){.detail = "out of memory"});
}

/* Reads the seed of the member "job". */
static void read_seed(struct command *command, struct reader *r)
{
    struct reader job;
    if (reader_object(&job, r, "job"))
        command->run.seed = (uint64_t)reader_int(&job, "seed", 0, INT64_C(9007199254740991), 0);
    if (command->arguments->seed >= 0)
        command->run.seed = (uint64_t)command->arguments->seed;
}

static bool read_request(struct command *command)
{
    struct reader r;
    struct nash_error error = {0}, of_from = {0};
    const uint8_t *from = (const uint8_t *)command->from.data;
    enum nash_status status = nash_json_parse(&command->request, nash_buf_cstr(&command->config), command->config.len,
                                              command->run.arena, &error);
    if (status != NASH_OK)
        return refuse_config(command, &error);
    reader_root(&r, &command->request, command->run.arena, &error);
    read_seed(command, &r);
    command->training = hex_train_read_beside(&r, from, command->from.len, &of_from);
    if (of_from.status != NASH_OK)
        fprintf(stderr, "nashd train: %s: %s\n", command->arguments->from, of_from.detail);
    else if (command->training == NULL)
        refuse_config(command, &error);
    return command->training != NULL;
}

/* A file that is there is a training: it is replaced only by one that goes on from it. */
static bool check_out(const struct train_arguments *arguments)
{
    if (access(arguments->out, F_OK) != 0 || (arguments->from != NULL && strcmp(arguments->from, arguments->out) == 0))
        return true;
    fprintf(stderr, "nashd train: %s exists: go on with --from %s, or give another --out\n", arguments->out,
            arguments->out);
    return false;
}

static bool prepare(struct command *command)
{
    struct train_arguments *arguments = command->arguments;
    if (arguments->out == NULL)
        arguments->out = arguments->from != NULL ? arguments->from : TRAIN_OUT_DEFAULT;
    if (arguments->best != NULL)
        snprintf(command->best, sizeof command->best, "%s", arguments->best);
    else
        snprintf(command->best, sizeof command->best, "%s.best", arguments->out);
    command->run.arena = nash_arena_new((size_t)2 * HEX_MEMORY_BYTES);
    if (command->run.arena == NULL)
        return refuse_config(command, &(struct nash_error){.detail = "out of memory"});
    return (arguments->from == NULL || train_file_read(arguments->from, HEX_CHECKPOINT_MAX, &command->from)) &&
           check_out(arguments) && read_config(command) && read_request(command);
}

/* ---- the training ---- */

static void on_progress(struct nash_run *run, const char *json, size_t len)
{
    train_report_progress(&((struct command *)run)->report, json, len);
}

/* A training whose checkpoints cannot be written is stopped. */
static enum nash_status on_emit(struct nash_run *run, const char *name, const void *bytes, size_t len)
{
    struct command *command = (struct command *)run;
    const char *path = strcmp(name, "best") == 0 ? command->best : command->arguments->out;
    if (train_file_write(path, bytes, len))
        return NASH_OK;
    command->failed = true;
    run->stopped = NASH_STOP_CANCEL;
    return NASH_INTERNAL;
}

static void print_json(const struct hex_training *training, const struct nash_result *result)
{
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    hex_train_write(training, result, &out);
    puts(nash_buf_cstr(&json));
    nash_buf_free(&json);
}

static int train(struct command *command)
{
    struct nash_result result = {0};
    struct nash_error error = {0};
    uint64_t seed = command->run.seed != 0 ? command->run.seed : command->training->config.seed;
    train_report_begin(&command->report, command->training, seed);
    enum nash_status status = hex_train_solve(command->training, &command->run, &result, &error);
    if (status == NASH_OK)
        status = hex_train_verify(command->training, &result, &error);
    if (status != NASH_OK) {
        fprintf(stderr, "nashd train: %s\n", error.detail);
        return COMMAND_FAILED;
    }
    train_report_end(&command->report, result.answer);
    if (command->arguments->json)
        print_json(command->training, &result);
    if (fflush(stdout) != 0 || ferror(stdout))
        fprintf(stderr, "nashd train: stdout: %s\n", strerror(errno));
    else if (!command->failed)
        return interrupted ? COMMAND_SIGNAL + interrupted : COMMAND_DONE;
    return COMMAND_FAILED;
}

static int run(struct train_arguments *arguments)
{
    struct command command = {.run = {.cancel = &interrupted, .progress = on_progress, .emit = on_emit},
                              .arguments = arguments,
                              .report = {.out = arguments->json ? stderr : stdout, .step = -1},
                              .config = NASH_BUF_INIT(0),
                              .from = NASH_BUF_INIT(0)};
    int code = COMMAND_FAILED;
    if (isatty(STDERR_FILENO) && isatty(fileno(command.report.out)))
        command.report.live = stderr;
    if (prepare(&command))
        code = train(&command);
    nash_json_free(&command.request);
    nash_arena_free(command.run.arena);
    nash_buf_free(&command.config);
    nash_buf_free(&command.from);
    return code;
}

int command_train(int argc, char **argv)
{
    struct train_arguments arguments;
    if (!train_arguments_read(&arguments, argc, argv))
        return COMMAND_USAGE;
    if (arguments.help)
        return COMMAND_DONE;
    if (arguments.show != NULL)
        return train_show(arguments.show);
    if (arguments.export_net != NULL)
        return train_export_net(arguments.export_net, arguments.out);
    interrupt_catch();
    return run(&arguments);
}
