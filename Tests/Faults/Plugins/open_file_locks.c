/*
 * expect: finished
 * says: F_OFD_SETLK EINVAL
 * says: F_SETLK OK
 * needs: sandbox
 *
 * Sets a lock of an open file, which the kernel does not count for a process, and one of the process.
 */
#include "fault.h"

static void misbehave(void) {
    int file = open(private_file("locks"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    attempt("F_OFD_SETLK", fcntl(file, F_OFD_SETLK, &lock));
    attempt("F_SETLK", fcntl(file, F_SETLK, &lock));
}
