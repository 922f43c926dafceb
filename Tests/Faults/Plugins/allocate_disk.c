/*
 * expect: finished
 * says: fallocate EOPNOTSUPP
 * needs: sandbox
 *
 * Reserves disk space for a thousand large files with fallocate, without writing to them.
 */
#include "fault.h"

static void misbehave(void) {
    char name[32];
    long result = -1;
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "large-%d", i);
        int file = open(private_file(name), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        result = fallocate(file, 0, 0, 64 << 20);
        close(file);
        if (result < 0) {
            break;
        }
    }
    attempt("fallocate", result);
}
