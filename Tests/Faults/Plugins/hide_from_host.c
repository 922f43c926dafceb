/*
 * expect: writing | cpu | storage
 * needs: sandbox
 * says: prctl EPERM
 *
 * Would have the kernel tell nobody of the same user what it does, and then fills the disk with files that are in no folder.
 */
#include "fault.h"

#include <sys/prctl.h>

static void misbehave(void) {
    attempt("prctl", prctl(PR_SET_DUMPABLE, 0));
    fill_disk_unseen();
}
