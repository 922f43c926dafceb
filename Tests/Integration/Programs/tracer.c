/*
 * Traces the process of that number, as a debugger does, and says so. While it reads standard input it does not look at what
 * becomes of the process; at the end of the input it ends.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(int count, char **arguments) {
    char byte;
    if (count < 2 || ptrace(PTRACE_SEIZE, (pid_t)atoi(arguments[1]), NULL, NULL)) {
        perror("ptrace");
        return 1;
    }
    puts("traces");
    fflush(stdout);
    while (read(0, &byte, 1) > 0) {
    }
    return 0;
}
