/*
 * expect: finished
 * needs: sandbox
 * says: tmp ENOENT
 * says: var ENOENT
 * says: memory ENOENT
 * says: root EROFS
 *
 * Tries to leave files in folders that everybody may write to.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("tmp", open("/tmp/mayfly-litter", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    attempt("var", open("/var/tmp/mayfly-litter", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    attempt("memory", open("/dev/shm/mayfly-litter", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    attempt("root", open("/mayfly-litter", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
}
