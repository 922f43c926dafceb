/*
 * expect: finished
 * needs: sandbox
 * says: fork EPERM
 *
 * Forks endlessly. A guard stops it when the first fork is not refused.
 */
#include "fault.h"

static void misbehave(void) {
    pid_t child = fork();
    attempt("fork", child);
    while (child >= 0 && is_contained()) {
        child = fork();
    }
    if (child == 0) {
        _exit(0);
    }
}
