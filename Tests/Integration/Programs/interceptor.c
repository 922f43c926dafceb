/*
 * Traces the process of that number, which waits in a system call, and says so. When the call, or one after it, succeeds with
 * more than nothing, it kills the process: what the process was sent has arrived, and is never answered.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **arguments) {
    int status, next = 0;
    pid_t process = count > 1 ? (pid_t)atoi(arguments[1]) : 0;
    if (ptrace(PTRACE_SEIZE, process, NULL, PTRACE_O_TRACESYSGOOD) || ptrace(PTRACE_INTERRUPT, process, NULL, NULL)) {
        perror("ptrace");
        return 1;
    }
    while (waitpid(process, &status, __WALL) == process && WIFSTOPPED(status)) {
        int stop = WSTOPSIG(status);
        if (status >> 16 == PTRACE_EVENT_STOP) {
            puts("traces");
            fflush(stdout);
        } else if (stop == (SIGTRAP | 0x80)) {
            struct __ptrace_syscall_info call;
            ptrace(PTRACE_GET_SYSCALL_INFO, process, (void *)sizeof call, &call);
            if (call.op == PTRACE_SYSCALL_INFO_EXIT && !call.exit.is_error && call.exit.rval > 0) {
                kill(process, SIGKILL);
            }
        } else {
            next = stop;
        }
        ptrace(PTRACE_SYSCALL, process, NULL, (void *)(long)next);
        next = 0;
    }
    return WIFSIGNALED(status) ? 0 : 1;
}
