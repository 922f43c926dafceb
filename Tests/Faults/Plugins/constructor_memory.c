/*
 * expect: memory phase=open
 *
 * Takes twice its memory while the library is loaded, and waits.
 */
#include "fault.h"

__attribute__((constructor)) static void begin(void) {
    size_t size = (size_t)300 << 20;
    mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    pause();
}

static void misbehave(void) {}
