/*
 * expect: fileSize used=none limit=67108864
 * says: largest OK
 * needs: sandbox
 *
 * Extends a file to the maximum size, and then by one byte more, without writing it. The file takes almost no disk space, so
 * this is allowed without a sandbox.
 */
#include "fault.h"

static void misbehave(void) {
    int file = open(private_file("sparse"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    attempt("largest", ftruncate(file, 64 << 20));
    attempt("larger", ftruncate(file, (64 << 20) + 1));
}
