/*
 * expect: finished
 * needs: sandbox
 * says: mode ENOENT
 * says: open ENOENT
 * says: times ENOENT
 *
 * Changes the file of the worker's program, which the user may own: its mode and its times. Without the mode,
 * no worker could be started any more. Its /proc does not lead there.
 */
#include <sys/stat.h>

#include "fault.h"

static void misbehave(void) {
    const char *program = "/proc/self/exe";
    struct stat status = {0};
    attempt("known", stat(program, &status));
    attempt("mode", chmod(program, status.st_mode & 07777));
    attempt("open", open(program, O_RDONLY | O_CLOEXEC));
    attempt("times", utimensat(AT_FDCWD, program, NULL, 0));
}
