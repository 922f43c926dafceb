/*
 * expect: storage
 * needs: sandbox
 *
 * Makes a file of 1 GiB without writing it. Without a sandbox it may: the file takes no room.
 */
#include "fault.h"

static void misbehave(void) {
    int file = open(private_file("sparse"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    attempt("sparse", ftruncate(file, 1 << 30));
}
