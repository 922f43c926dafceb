/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * The default options and suppressions of sanitizers (`make sanitize`). They are compiled into the programs, because
 * tests start them with a changed environment.
 */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#include <stddef.h>
#include <unistd.h>

/*
 * A sanitizer gets the names of functions from a separate process, which it starts at the first request and keeps.
 * Tests count processes and descriptors, so it is started here, before they count. A function of the C library is found
 * fastest.
 */
void __sanitizer_symbolize_pc(void *pc, const char *format, char *out, size_t size);
__attribute__((constructor)) static void start_symbolizer(void) {
    char name[256];
    __sanitizer_symbolize_pc((void *)getppid, "%f", name, sizeof name);
}
#endif
#if __has_feature(address_sanitizer)
/* Swift stores bits of its own in pointers: memory to which only such a pointer refers would be reported as a leak. */
const char *__asan_default_options(void);
__attribute__((used, no_sanitize_address)) const char *__asan_default_options(void) { return "detect_leaks=0"; }

/*
 * Swift's library copies a part of a key path to one byte before it with memcpy. That is undefined behaviour, but every
 * C library does it right.
 */
const char *__asan_default_suppressions(void);
__attribute__((used, no_sanitize_address)) const char *__asan_default_suppressions(void) {
    return "interceptor_via_fun:KeyPathC16_projectReadOnly\n";
}
#endif
#if __has_feature(thread_sanitizer)
/*
 * The thread sanitizer does not see how Synchronization.Mutex orders threads: it waits with futex calls in a library of
 * the toolchain that is not instrumented. The pattern names the closures that are passed to Mutex.withLock, by their
 * type (inout sending Value) -> sending Result. No other code can access the value of a mutex.
 */
const char *__tsan_default_suppressions(void);
__attribute__((used)) const char *__tsan_default_suppressions(void) { return "race:zYuYTXEf\n"; }
#endif
#endif

typedef int not_empty; /* ISO C requires a declaration in every file. */
