/*
 * expect: crashed signal=11 phase=didPerformAction
 * options: -U_FORTIFY_SOURCE -O0
 *
 * Jumps to a function that has returned, and whose stack frame belongs to another function now.
 */
#include "fault.h"

#include <setjmp.h>

static jmp_buf place;

__attribute__((noinline)) static void mark(void) { (void)setjmp(place); }

__attribute__((noinline)) static char go_deeper(void) {
    volatile char room[256] = {0};
    mark();
    return room[0];
}

__attribute__((noinline)) static void overwrite(void) {
    char room[4096];
    memset(room, 0x41, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
}

static void misbehave(void) {
    go_deeper();
    overwrite();
    longjmp(place, 1);
}
