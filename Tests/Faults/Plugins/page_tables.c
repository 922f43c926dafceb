/*
 * expect: memory
 * needs: sandbox
 *
 * Reads single pages that lie far apart: the pages are all the same one, and the tables that lead to them take the memory.
 */
#include "fault.h"

static void misbehave(void) {
    static const int kind = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    for (unsigned long at = 1ul << 40; at < 127ul << 40; at += 2ul << 30) {
        char *pages = (char *)mmap((char *)at - 4096, 8192, PROT_READ, kind, -1, 0);
        if (pages == (char *)at - 4096) {
            (void)*(volatile char *)pages;
            (void)*(volatile char *)(pages + 4096);
        }
    }
    pause();
}
