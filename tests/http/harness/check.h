/* Includes cmocka and the headers that it requires first. */
#ifndef TESTS_HTTP_CHECK_H
#define TESTS_HTTP_CHECK_H

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
