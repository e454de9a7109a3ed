/* Runs a fuzz target on files and on the files of folders, at any depth as libFuzzer does, so that the fuzzers'
 * findings are an ordinary test. Each input is in a heap block of exactly its size, so that sanitizers and valgrind
 * detect a read past its end. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "targets/fuzz.h"

static unsigned long inputs;

static void run_file(const char *path)
{
    struct stat info;
    FILE *file = fopen(path, "rb");
    if (!file || fstat(fileno(file), &info) != 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(2);
    }
    size_t size = (size_t)info.st_size;
    uint8_t *data = malloc(size ? size : 1);
    if (!data || fread(data, 1, size, file) != size) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(2);
    }
    fclose(file);
    fprintf(stderr, "%s\n", path); /* before the run: after a crash the last line names the input */
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    inputs++;
}

static void run_path(const char *path);

static void run_folder(const char *path)
{
    struct dirent **entry;
    int count = scandir(path, &entry, NULL, alphasort);
    if (count < 0) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        exit(2);
    }
    for (int i = 0; i < count; i++) {
        char name[4096];
        if (entry[i]->d_name[0] != '.' &&
            snprintf(name, sizeof name, "%s/%s", path, entry[i]->d_name) < (int)sizeof name)
            run_path(name);
        free(entry[i]);
    }
    free(entry);
}

static void run_path(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        run_folder(path);
    else
        run_file(path);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        run_path(argv[i]);
    printf("%lu inputs\n", inputs);
    return inputs > 0 ? 0 : 2; /* a replay without inputs is an error */
}
