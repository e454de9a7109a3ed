/* Built without the dashboard: no files. */
#include <web/web.h>

const struct web_file web_files[1] = {{NULL}};
const size_t web_files_count = 0;
