/*
 * expect: files | cpu
 *
 * Creates a million small files, which also takes much processor time.
 */
#include "fault.h"

static void misbehave(void) {
    for (int i = 0; i < 1000000; i++) {
        char name[20];
        snprintf(name, sizeof name, "%d", i);
        close(open(private_file(name), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    }
}
