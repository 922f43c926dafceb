/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a build for the address sanitizer (`make sanitize`) begins with. It is in the programs, because tests start them with an
 * environment of their own.
 */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
/* Swift marks pointers with bits of its own: what only such a pointer leads to would be told to be lost. */
const char *__asan_default_options(void);

__attribute__((used, no_sanitize_address)) const char *__asan_default_options(void) { return "detect_leaks=0"; }
#endif
#endif

typedef int not_empty; /* C wants something in every file. */
