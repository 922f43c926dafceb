/*
 * expect: finished
 * needs: sandbox
 * says: file EROFS
 * says: folder EROFS
 * says: link EROFS
 * says: mode EROFS
 * says: move EXDEV
 *
 * Tries to put files, and links in the way of the host's copies, into the folder of received files, which nobody counts.
 */
#include "fault.h"

#include <sys/stat.h>

static void misbehave(void) {
    attempt("file", open("/received/hidden", O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    attempt("folder", mkdir("/received/folder", 0700));
    attempt("link", symlink("/etc/passwd", "/received/link"));
    attempt("mode", chmod("/received", 0777));
    close(open(private_file("mine"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    attempt("move", rename(private_file("mine"), "/received/mine"));
}
