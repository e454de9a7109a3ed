/* The list of all kinds, from registry.def: a new kind adds one line there.
 *
 * With NASH_TEST_KINDS the lines of a "registry_test.def" on the include path are added: kinds for tests only. Such a
 * program has registry.c among its own sources. It then defines every symbol of this file, so the linker ignores the
 * registry in the library (see src/solvers/meson.build). */
#include <string.h>

#include <nash/nash.h>

#define NASH_KIND(name) extern const struct nash_solver nash_solver_##name;
#include "registry.def"
#ifdef NASH_TEST_KINDS
#include "registry_test.def"
#endif
#undef NASH_KIND

#define NASH_KIND(name) &nash_solver_##name,
static const struct nash_solver *const kinds[] = {
#include "registry.def"
#ifdef NASH_TEST_KINDS
#include "registry_test.def"
#endif
};
#undef NASH_KIND

enum { KINDS = sizeof kinds / sizeof *kinds };

const struct nash_solver *const *nash_kinds(size_t *count)
{
    *count = KINDS;
    return kinds;
}

const struct nash_solver *nash_find_kind(const char *name, size_t len)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strlen(kinds[i]->kind) == len && memcmp(kinds[i]->kind, name, len) == 0)
            return kinds[i];
    return NULL;
}

enum nash_status nash_prepare_kind(const struct nash_solver *solver, const char *data_dir, struct nash_error *error)
{
    return solver->prepare ? solver->prepare(data_dir, error) : NASH_OK;
}

enum nash_status nash_prepare(const char *data_dir, struct nash_error *error)
{
    for (size_t i = 0; i < KINDS; i++) {
        enum nash_status status = nash_prepare_kind(kinds[i], data_dir, error);
        if (status != NASH_OK)
            return status;
    }
    return NASH_OK;
}
