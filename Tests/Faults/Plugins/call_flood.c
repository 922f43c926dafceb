/*
 * expect: calls | hostTime
 *
 * Calls the host in an endless loop. With a slow host, the limit on host time is reached before the limit on calls.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
        conversation->request_presentation_style(host, 0);
    }
}
