/*
 * expect: storage | writing | fileSize used=none limit=67108864
 * steps: misbehave wait
 *
 * Writes a file of 1 GiB. The kernel refuses to make it larger than 64 MiB in a sandbox; the host looks at what was
 * written, and at what lies in the folder, now and then.
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
