/*
 * expect: finished
 * needs: sandbox
 * says: mount EPERM
 * says: unmount EPERM
 *
 * Mounts a file system over /tmp.
 */
#include <sys/mount.h>

#include "fault.h"

static void misbehave(void) {
    attempt("mount", mount("none", "/tmp", "tmpfs", 0, NULL));
    attempt("unmount", umount2("/bundle", MNT_DETACH));
}
