/*
 * expect: memory phase=open
 *
 * Takes twice its memory while the library is loaded, and waits.
 */
#include "fault.h"

__attribute__((constructor)) static void begin(void) {
    size_t size = (size_t)300 << 20;
    char *memory = (char *)malloc(size);
    if (memory) {
        memset(memory, 1, size);
    }
    pause();
}

static void misbehave(void) {}
