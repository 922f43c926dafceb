/*
 * expect: finished
 * needs: sandbox
 * says: passwd ENOENT
 *
 * Reads the list of the machine's users.
 */
#include "fault.h"

static void misbehave(void) { attempt("passwd", open("/etc/passwd", O_RDONLY | O_CLOEXEC)); }
