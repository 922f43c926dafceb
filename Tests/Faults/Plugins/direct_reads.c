/*
 * expect: finished
 * says: open EINVAL
 * says: openat EINVAL
 * says: flags EINVAL
 * says: cached OK
 * needs: sandbox
 *
 * Asks to read past the page cache: a few threads so take all that a disk gives, with little processor time.
 */
#include "fault.h"

static void misbehave(void) {
    int file = open(private_file("file"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    attempt("open", open(private_file("file"), O_RDONLY | O_DIRECT | O_CLOEXEC));
    attempt("openat", openat(AT_FDCWD, private_file("file"), O_RDONLY | O_DIRECT | O_CLOEXEC));
    attempt("flags", fcntl(file, F_SETFL, O_DIRECT));
    attempt("cached", fcntl(file, F_SETFL, O_NONBLOCK));
}
