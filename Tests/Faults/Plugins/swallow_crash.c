/*
 * expect: unresponsive callback=didPerformAction
 *
 * Handles its crash signal by returning to the crashing instruction, endlessly.
 */
#include "fault.h"

static void ignore(int number) { (void)number; }

static void misbehave(void) {
    struct sigaction action = {.sa_handler = ignore};
    sigaction(SIGSEGV, &action, NULL);
    *(volatile int *)NULL = 1;
}
