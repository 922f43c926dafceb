/*
 * expect: finished
 * needs: sandbox
 * says: reading OK
 * says: writing EROFS
 * says: mode EROFS
 * says: times EROFS
 *
 * Changes its own library while it is loaded, through the descriptor of the worker, which is still open then.
 */
#include <sys/stat.h>

#include "fault.h"

enum { LIBRARY = 5 };

static int errors[4];

static int error_of(long result) { return result < 0 ? errno : 0; }

__attribute__((constructor)) static void begin(void) {
    struct stat status = {0};
    errors[0] = error_of(fstat(LIBRARY, &status));
    errors[1] = error_of(open("/proc/self/fd/5", O_WRONLY | O_CLOEXEC));
    errors[2] = error_of(fchmod(LIBRARY, status.st_mode));
    errors[3] = error_of(futimens(LIBRARY, NULL));
}

static void misbehave(void) {
    static const char *const names[] = {"reading", "writing", "mode", "times"};
    for (int i = 0; i < 4; i++) {
        errno = errors[i];
        attempt(names[i], errors[i] ? -1 : 0);
    }
}
