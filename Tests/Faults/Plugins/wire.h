/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * For plugins that send frames to the host themselves: the worker's descriptors and the frames on them.
 */
#ifndef WIRE_H
#define WIRE_H

#include "fault.h"

#include <sys/socket.h>

/* The descriptors that a worker has. */
enum { CONTROL = 3, COMPLETIONS = 4, LIBRARY = 5 };

/* Kinds of frames that a worker sends. */
enum { OPENED = 16, REFUSED, INSTANCE_MADE, RETURNED, CALL, COMPLETION_RETURNED, VIOLATION };

/* Functions, by their numbers in the interface table. */
enum { DID_PERFORM_ACTION = 150, INSERT_MESSAGE = 200, INSERT_TEXT = 202, DISMISS = 209, LOG = 260 };

/* Sends a frame on the control socket, past the worker. */
__attribute__((unused)) static void send_frame(int kind, int function, uint32_t instance, uint64_t token,
                                               const void *payload, uint32_t size) {
    char bytes[4096] = {0};
    uint32_t length = 16 + size;
    uint16_t number = (uint16_t)function;
    memcpy(bytes, &length, 4);
    bytes[4] = (char)kind;
    memcpy(bytes + 6, &number, 2);
    memcpy(bytes + 8, &instance, 4);
    memcpy(bytes + 12, &token, 8);
    memcpy(bytes + 20, payload ? payload : "", size);
    (void)!write(CONTROL, bytes, size + 20);
}

#endif
