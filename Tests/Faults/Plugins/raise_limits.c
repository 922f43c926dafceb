/*
 * expect: finished
 * needs: sandbox
 * says: memory EPERM
 * says: descriptors EPERM
 * says: file EPERM
 * says: core EPERM
 *
 * Tries to raise its resource limits.
 */
#include <sys/resource.h>

#include "fault.h"

static void misbehave(void) {
    static const int limits[] = {RLIMIT_AS, RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_CORE};
    static const char *const names[] = {"memory", "descriptors", "file", "core"};
    for (int i = 0; i < 4; i++) {
        struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
        attempt(names[i], setrlimit(limits[i], &none));
    }
}
