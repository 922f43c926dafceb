/*
 * expect: finished
 * needs: sandbox
 * says: setuid EPERM
 * says: setgroups EPERM
 * says: chown EPERM
 *
 * Tries to get privileges in every way.
 */
#include <grp.h>

#include "fault.h"

static void misbehave(void) {
    attempt("setuid", setuid(0));
    attempt("setgroups", setgroups(0, NULL));
    attempt("chown", chown(private_file("facts"), 1, 1));
}
