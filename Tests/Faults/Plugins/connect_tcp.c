/*
 * expect: finished
 * needs: sandbox
 * says: socket EPERM
 * says: connect EPERM
 *
 * Connects to a listening TCP port.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "fault.h"

static void misbehave(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(fact("port")))};
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    attempt("socket", file);
    attempt("connect", connect(file, (const struct sockaddr *)&address, sizeof address));
}
