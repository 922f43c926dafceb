/*
 * expect: finished
 * needs: sandbox
 * says: socket EPERM
 * says: connect EPERM
 *
 * Connects to a listening Unix socket by its path.
 */
#include <sys/socket.h>
#include <sys/un.h>

#include "fault.h"

static void misbehave(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", fact("socket"));
    attempt("socket", file);
    attempt("connect", connect(file, (const struct sockaddr *)&address, sizeof address));
}
