/*
 * Runs the program that its arguments name, becomes the parent of what that leaves behind, and says on standard error how
 * many processes those are, the dead ones that nobody has reaped included. Ends with the program's status.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
    int status = 0, left = 0;
    pid_t child;
    if (count < 2 || prctl(PR_SET_CHILD_SUBREAPER, 1)) {
        return 125;
    }
    child = fork();
    if (child == 0) {
        execv(arguments[1], arguments + 1);
        _exit(126);
    }
    if (waitpid(child, &status, 0) != child) {
        return 125;
    }
    while (wait(NULL) > 0) {
        left++;
    }
    fprintf(stderr, "left %d\n", left);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 124;
}
