/*
 * expect: protocolViolation reason=callback 150 returned without being called
 *
 * Sends the return of its callback itself, with the token of the host; then the worker sends it again, perhaps inside the next
 * callback.
 */
#include "wire.h"

/* The host numbers its callbacks: there are five before the tap on the button. */
enum { TOKEN = 6 };

static void misbehave(void) { send_frame(RETURNED, DID_PERFORM_ACTION, 1, TOKEN, NULL, 0); }
