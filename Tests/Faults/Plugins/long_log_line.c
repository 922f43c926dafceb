/*
 * expect: finished
 * says: log 0
 * says-part: eeeee…
 *
 * Logs a line of a hundred megabytes. Of it, 4,096 bytes are logged.
 */
#include "fault.h"

static void misbehave(void) {
    uint64_t size = 100000000;
    char *bytes = (char *)malloc(size);
    mayfly_string line = {bytes, size};
    memset(bytes, 'e', size);
    print("log %d", (int)logger->log(host, MAYFLY_LOG_INFO, line));
    free(bytes);
}
