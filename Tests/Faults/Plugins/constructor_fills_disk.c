/*
 * expect: storage phase=open | writing phase=open
 * needs: sandbox
 *
 * Fills its private folder while the library is loaded, and waits.
 */
#include "fault.h"

__attribute__((constructor)) static void begin(void) {
    static char bytes[1 << 20];
    memset(bytes, 1, sizeof bytes);
    for (int i = 0; i < 4; i++) {
        char name[40];
        snprintf(name, sizeof name, "/private/large-%d", i);
        int file = open(name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        for (int size = 0; size < 50; size++) {
            (void)!write(file, bytes, sizeof bytes);
        }
        close(file);
    }
    pause();
}

static void misbehave(void) {}
