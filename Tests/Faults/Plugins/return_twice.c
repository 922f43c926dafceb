/*
 * expect: protocolViolation phase=none reason=callback 150 returned without being called
 *
 * Answers its callback itself, by the number that the host has given it; then the worker does so again.
 */
#include "wire.h"

/* The host counts its callbacks: five come before the button can be pressed. */
enum { TOKEN = 6 };

static void misbehave(void) { send_frame(RETURNED, DID_PERFORM_ACTION, 1, TOKEN, NULL, 0); }
