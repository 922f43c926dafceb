/*
 * expect: crashed signal=7 phase=didPerformAction
 *
 * Reads a mapped file beyond its end (SIGBUS).
 */
#include <sys/mman.h>

#include "fault.h"

static void misbehave(void) {
    int file = open(private_file("short"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    volatile char *bytes = (volatile char *)mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    (void)bytes[0];
}
