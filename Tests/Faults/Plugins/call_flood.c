/*
 * expect: calls | hostTime
 *
 * Calls the host without end. A slow host has spent its time before the calls are too many.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
        conversation->request_presentation_style(host, 0);
    }
}
