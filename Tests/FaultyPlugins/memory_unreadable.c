/*
 * expect: memory
 * needs: sandbox
 * says: prctl EPERM
 *
 * Would have the kernel show nobody its memory, and then takes all that there is. The host looks at that memory from outside.
 */
#include "fault.h"

#include <sys/prctl.h>

static void misbehave(void) {
    enum { PIECE = 1 << 20 };
    attempt("prctl", prctl(PR_SET_DUMPABLE, 0));
    for (;;) {
        char *piece = (char *)malloc(PIECE);
        if (piece) {
            memset(piece, 1, PIECE);
        }
    }
}
