/*
 * expect: finished
 * needs: sandbox
 * says: root ENOENT
 * says: home ENOENT
 * says: variable ENOENT
 *
 * Looks for keys in the person's home folder.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("root", open("/root/.ssh", O_RDONLY | O_CLOEXEC));
    attempt("home", open("/home", O_RDONLY | O_CLOEXEC));
    attempt("variable", getenv("HOME") || getenv("SSH_AUTH_SOCK") ? 0 : (errno = ENOENT, -1));
}
