/*
 * expect: storage | writing
 * needs: sandbox
 *
 * Writes files that have no name, and gives them names in its last callback: no walk of the folder finds them before.
 */
#define WHEN didResignActive
#include "fault.h"

static int files[2];

__attribute__((constructor)) static void begin(void) {
    static char bytes[1 << 20];
    memset(bytes, 1, sizeof bytes);
    for (int i = 0; i < 2; i++) {
        files[i] = open("/private", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        for (int size = 0; size < 50; size++) {
            (void)!write(files[i], bytes, sizeof bytes);
        }
    }
}

static void misbehave(void) {
    for (int i = 0; i < 2; i++) {
        char file[40], name[20];
        snprintf(file, sizeof file, "/proc/self/fd/%d", files[i]);
        snprintf(name, sizeof name, "late-%d", i);
        attempt("linkat", linkat(AT_FDCWD, file, AT_FDCWD, private_file(name), AT_SYMLINK_FOLLOW));
    }
}
