/*
 * expect: storage
 * steps: misbehave wait
 *
 * Writes a file of 1 GiB.
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
