/*
 * expect: calls phase=didPerformAction | hostTime
 *
 * Makes calls with an invalid argument endlessly. Each is refused and counted.
 */
#include "fault.h"

static void misbehave(void) {
    for (;;) {
        conversation->insert_text(host, (mayfly_string){NULL, 3}, NULL, NULL);
    }
}
