/*
 * expect: finished
 *
 * Writes garbage to the socket on which only the host sends.
 */
#include "wire.h"

static void misbehave(void) {
    char bytes[4096];
    memset(bytes, 0xEE, sizeof bytes);
    for (int i = 0; i < 1000; i++) {
        (void)!send(COMPLETIONS, bytes, sizeof bytes, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
}
