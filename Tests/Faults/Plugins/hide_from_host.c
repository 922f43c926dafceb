/*
 * expect: writing | cpu | storage
 * needs: sandbox
 * says: prctl EPERM
 *
 * Tries to clear its dumpable flag, so that /proc hides it from its own user, and then fills the disk with unlinked files.
 */
#include "fault.h"

#include <sys/prctl.h>

static void misbehave(void) {
    attempt("prctl", prctl(PR_SET_DUMPABLE, 0));
    fill_disk_unseen();
}
