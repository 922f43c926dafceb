/*
 * expect: finished
 * needs: sandbox
 * says: fork EPERM
 *
 * Forks twice, so that the child is reparented.
 */
#include "fault.h"

static void misbehave(void) {
    pid_t child = fork();
    attempt("fork", child);
    if (child == 0) {
        if (fork() == 0) {
            sleep(3600);
        }
        _exit(0);
    }
}
