/*
 * expect: finished
 * needs: sandbox
 * says: chroot EPERM
 * says: up ENOENT
 *
 * Looks for a way up out of its root folder.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("chroot", chroot("/private"));
    attempt("up", open("/../../../../etc/passwd", O_RDONLY | O_CLOEXEC));
    attempt("host", open("/host", O_RDONLY | O_CLOEXEC));
}
