#include "report.h"

#include <string.h>

#include <nash/json.h>

enum { SECONDS_A_MINUTE = 60, SECONDS_AN_HOUR = 3600 };

void train_report_begin(struct train_report *report, const struct hex_training *training, uint64_t seed)
{
    const struct hex_net_shape *shape = &training->config.shape;
    struct nash_buf what = NASH_BUF_INIT(0);
    hex_train_describe(training, &what);
    fprintf(report->out, "%s; %u layers of %u channels, %zu weights; seed %llu\n", nash_buf_cstr(&what), shape->layers,
            shape->channels, hex_net_weights(shape), (unsigned long long)seed);
    fprintf(report->out, "\n%10s  %8s  %10s  %7s  %7s  %9s\n", "step", "loss", "resistance", "uct", "best", "cpu time");
    fflush(report->out);
    nash_buf_free(&what);
}

static double number_of(const cJSON *object, const char *name)
{
    const cJSON *item = nash_json_get(object, name);
    return cJSON_IsNumber(item) ? item->valuedouble : -1;
}

/* Prints a rate in percent, or "-" if there is none. */
static void print_rate(FILE *out, int width, double rate)
{
    if (rate < 0)
        fprintf(out, "  %*s", width, "-");
    else
        fprintf(out, "  %*.1f %%", width - 2, rate * 100);
}

static void print_time(FILE *out, unsigned seconds)
{
    fprintf(out, "  %3u:%02u:%02u", seconds / SECONDS_AN_HOUR, seconds / SECONDS_A_MINUTE % SECONDS_A_MINUTE,
            seconds % SECONDS_A_MINUTE);
}

static void print_point(FILE *out, const cJSON *point)
{
    fprintf(out, "%10.0f  %8.4f", number_of(point, "step"), number_of(point, "loss"));
    print_rate(out, 10, number_of(point, "resistance"));
    print_rate(out, 7, number_of(point, "uct"));
    print_rate(out, 7, number_of(point, "best"));
    print_time(out, (unsigned)number_of(point, "seconds"));
    fputc('\n', out);
    fflush(out);
}

static void print_live(FILE *live, const cJSON *progress)
{
    const cJSON *phase = nash_json_get(progress, "phase");
    fprintf(live, "\r\033[K%s: step %.0f, %.0f games, loss %.4f,", cJSON_IsString(phase) ? phase->valuestring : "",
            number_of(progress, "step"), number_of(progress, "games"), number_of(progress, "loss"));
    print_time(live, (unsigned)number_of(progress, "cpu_s"));
    fflush(live);
}

void train_report_progress(struct train_report *report, const char *json, size_t len)
{
    cJSON *progress = cJSON_ParseWithLength(json, len);
    const cJSON *point;
    if (report->live != NULL)
        fputs("\r\033[K", report->live);
    cJSON_ArrayForEach(point, nash_json_get(progress, "curve"))
    {
        int64_t step = (int64_t)number_of(point, "step");
        if (step <= report->step)
            continue;
        print_point(report->out, point);
        report->step = step;
    }
    if (report->live != NULL)
        print_live(report->live, progress);
    cJSON_Delete(progress);
}

static void print_best(FILE *out, const struct hex_train_answer *answer, const struct hex_train_progress *progress)
{
    const struct hex_train_point *best = hex_train_point_at(progress, progress->best_step);
    if (best != NULL)
        fprintf(out, "best: step %llu, %.1f %% against uct with %u playouts, greedy, %u games\n",
                (unsigned long long)best->step, (double)best->win_rate[1] * 100, answer->config.reference_iterations,
                best->of);
}

void train_report_end(struct train_report *report, const struct hex_train_answer *answer)
{
    const struct hex_train_progress *progress = hex_trainer_progress(answer->trainer);
    struct nash_buf json = NASH_BUF_INIT(0);
    struct nash_jsonw out = NASH_JSONW(&json);
    nash_jsonw_object(&out);
    hex_train_write_progress(&answer->config, progress, answer->memory, &out);
    nash_jsonw_object_end(&out);
    train_report_progress(report, json.data, json.len);
    nash_buf_free(&json);
    if (report->live != NULL)
        fputs("\r\033[K", report->live);
    fputc('\n', report->out);
    print_best(report->out, answer, progress);
    fprintf(report->out, "%s after %llu steps, %llu games and %.1f s of processor time\n",
            answer->finished   ? "finished"
            : answer->diverged ? "diverged (a smaller learning rate may help)"
                               : "stopped",
            (unsigned long long)progress->step, (unsigned long long)progress->games, (double)progress->cpu_us * 1e-6);
}
