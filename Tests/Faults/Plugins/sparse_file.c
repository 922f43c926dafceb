/*
 * expect: fileSize used=none limit=67108864
 * says: largest OK
 * needs: sandbox
 *
 * Makes a file as large as a file may be, and then a byte larger, without writing it. Its private folder holds next to
 * nothing. Without a sandbox it may: the file takes no room.
 */
#include "fault.h"

static void misbehave(void) {
    int file = open(private_file("sparse"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    attempt("largest", ftruncate(file, 64 << 20));
    attempt("larger", ftruncate(file, (64 << 20) + 1));
}
