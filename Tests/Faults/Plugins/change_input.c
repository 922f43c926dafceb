/*
 * expect: finished
 * needs: sandbox
 * says: reading 0
 * says: mode EROFS
 * says: times EROFS
 * says: writing EACCES
 *
 * Changes the file of its standard input, which could be a device of the machine.
 */
#include <sys/stat.h>

#include "fault.h"

static void misbehave(void) {
    struct stat status = {0};
    char byte;
    print("reading %d", (int)read(0, &byte, 1));
    attempt("known", fstat(0, &status));
    attempt("mode", fchmod(0, status.st_mode & 07777));
    attempt("times", futimens(0, NULL));
    attempt("writing", open("/proc/self/fd/0", O_WRONLY | O_CLOEXEC));
}
