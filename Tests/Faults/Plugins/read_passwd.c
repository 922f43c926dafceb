/*
 * expect: finished
 * needs: sandbox
 * says: passwd ENOENT
 *
 * Reads /etc/passwd.
 */
#include "fault.h"

static void misbehave(void) { attempt("passwd", open("/etc/passwd", O_RDONLY | O_CLOEXEC)); }
