/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "mayfly_linux.h"

#include <sys/socket.h>

int mayfly_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }

int mayfly_peer_is(int client, uid_t user) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    return getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == user;
}
