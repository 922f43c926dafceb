/*
 * expect: calls
 *
 * Calls the host without end.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
        conversation->request_presentation_style(host, 0);
    }
}
