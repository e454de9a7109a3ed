/* Looks up the files made by schema/embed.py. */
#include <schema/embedded.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *name, const void *file)
{
    return strcmp(name, ((const struct schema_file *)file)->name);
}

const struct schema_file *schema_find(const char *name)
{
    return bsearch(name, schema_files, schema_files_count, sizeof schema_files[0], by_name);
}
