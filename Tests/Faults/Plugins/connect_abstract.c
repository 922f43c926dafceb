/*
 * expect: finished
 * needs: sandbox
 * says: socket EPERM
 * says: connect EPERM
 *
 * Connects to a listening abstract Unix socket, whose name no mount namespace hides.
 */
#include <sys/socket.h>
#include <sys/un.h>

#include "fault.h"

static void misbehave(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%s", fact("abstract"));
    attempt("socket", file);
    attempt("connect", connect(file, (const struct sockaddr *)&address, sizeof address));
}
