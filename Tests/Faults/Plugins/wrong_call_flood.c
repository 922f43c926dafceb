/*
 * expect: calls phase=didPerformAction | hostTime
 *
 * Makes a call with a wrong argument without end. Each is refused, and counts.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
        conversation->insert_text(host, (mayfly_string){NULL, 3}, NULL, NULL);
    }
}
