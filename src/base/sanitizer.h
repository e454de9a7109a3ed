/* Which sanitizer this build has: SANITIZER_ADDRESS and SANITIZER_THREAD are 0 or 1. gcc defines a macro, clang has
 * __has_feature(). */
#ifndef BASE_SANITIZER_H
#define BASE_SANITIZER_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZER_ADDRESS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZER_ADDRESS 1
#endif
#endif
#ifndef SANITIZER_ADDRESS
#define SANITIZER_ADDRESS 0
#endif

#if defined(__SANITIZE_THREAD__)
#define SANITIZER_THREAD 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SANITIZER_THREAD 1
#endif
#endif
#ifndef SANITIZER_THREAD
#define SANITIZER_THREAD 0
#endif

#define SANITIZER_ANY (SANITIZER_ADDRESS || SANITIZER_THREAD)

#endif
