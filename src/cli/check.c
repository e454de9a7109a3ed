/* nashd check: compares all stored problems and results with their checksums, and what the tables have in common, while
 * no server has the database open. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <base/log.h>
#include <jobs/job_view.h>
#include <store/maintenance.h>

#include "commands.h"

enum { URL_MAX = 4096 };

static int check_usage(void)
{
    fputs(
        "usage: nashd check [--data DIR | --store URL]\n"
        "  Reads all jobs of a database that no server has open, and prints those whose problem or result is damaged.\n"
        "  Exit status: 0 all is well, 1 something is damaged, 2 the database cannot be read.\n",
        stderr);
    return COMMAND_USAGE;
}

/* Makes the URL of the store from the arguments. Returns false if they are wrong. */
static bool read_arguments(int argc, char **argv, char url[URL_MAX])
{
    int len = snprintf(url, URL_MAX, "sqlite:nashd-data/nashd.db");
    if (argc == 2 && strcmp(argv[0], "--data") == 0)
        len = snprintf(url, URL_MAX, "sqlite:%s/nashd.db", argv[1]);
    else if (argc == 2 && strcmp(argv[0], "--store") == 0)
        len = snprintf(url, URL_MAX, "%s", argv[1]);
    else if (argc != 0)
        return false;
    return len < URL_MAX;
}

static void print_finding(void *context, const struct store_finding *finding)
{
    char id[JOB_ID_TEXT];
    ++*(unsigned *)context;
    if (finding->has_job)
        printf("%s: %s\n", job_id_text(id, &finding->job), finding->detail);
    else
        puts(finding->detail);
}

int command_check(int argc, char **argv)
{
    char url[URL_MAX], node[STORE_NODE_MAX] = "nashd";
    struct nash_error error = {0};
    unsigned damaged = 0;
    if (!read_arguments(argc, argv, url))
        return check_usage();
    log_setup(LOG_ERROR + 1, LOG_TEXT); /* each finding is printed */
    if (strncmp(url, "sqlite:", 7) == 0 && access(url + 7, R_OK) != 0) {
        fprintf(stderr, "nashd check: %s cannot be read\n", url + 7);
        return COMMAND_USAGE;
    }
    if (gethostname(node, sizeof node - 1) !=
        0) /* the server's name, so that only one of the two has the database open */
        snprintf(node, sizeof node, "nashd");
    struct store *store = store_open(url, node, &error);
    struct store_check check = {.whole = true, .found = print_finding, .context = &damaged};
    bool read = store != NULL && store_check(store, &check, &error) == NASH_OK;
    store_close(store);
    if (!read) {
        fprintf(stderr, "nashd check: %s\n", error.detail);
        return COMMAND_USAGE;
    }
    printf("%llu jobs read, %u faults found\n", (unsigned long long)check.jobs, damaged);
    return damaged > 0 ? COMMAND_FAILED : COMMAND_DONE;
}
