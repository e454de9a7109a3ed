/* Looks up what build.mjs made. */
#include <stdlib.h>
#include <string.h>
#include <web/web.h>

static int by_path(const void *path, const void *file)
{
    return strcmp(path, ((const struct web_file *)file)->path);
}

const struct web_file *web_find(const char *path)
{
    return bsearch(path, web_files, web_files_count, sizeof web_files[0], by_path);
}
