/*
 * expect: unresponsive callback=didPerformAction
 *
 * Handles its own crash signal by returning to the crash, for ever.
 */
#include "fault.h"

static void ignore(int number) { (void)number; }

static void misbehave(void) {
    struct sigaction action = {.sa_handler = ignore};
    sigaction(SIGSEGV, &action, NULL);
    *(volatile int *)NULL = 1;
}
