/*
 * expect: finished
 * needs: sandbox
 * says: chroot EPERM
 * says: up ENOENT
 *
 * Tries to leave its root folder upwards.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("chroot", chroot("/private"));
    attempt("up", open("/../../../../etc/passwd", O_RDONLY | O_CLOEXEC));
    attempt("host", open("/host", O_RDONLY | O_CLOEXEC));
}
