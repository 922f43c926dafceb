/*
 * expect: storage | writing | fileSize used=none limit=67108864
 * steps: misbehave wait
 *
 * Writes a file of 1 GiB. In a sandbox the kernel limits files to 64 MiB; without one, the host checks the written bytes and the
 * size of the folder at intervals.
 */
#include "fault.h"

static void misbehave(void) {
    static const char piece[1 << 16];
    int file = open(private_file("large"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    for (int i = 0; i < 1 << 14; i++) {
        if (write(file, piece, sizeof piece) < 0) {
            attempt("large", -1);
            break;
        }
    }
}
