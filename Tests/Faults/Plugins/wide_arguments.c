/*
 * expect: finished
 * needs: sandbox
 * says: handler EPERM
 * says: peer EPERM
 * says: lease EPERM
 * says: option EPERM
 * says: request EPERM
 * says: limits EPERM
 * says: mode EPERM
 * says: fork EPERM
 * says: family EPERM
 * says: urgent EPERM
 * says: scheduler EPERM
 * says: processors EPERM
 * says: signal EPERM
 * says: code EPERM
 * says: protection EPERM
 *
 * Makes refused calls with a bit set in the upper half of an argument. The kernel ignores the upper half, because the parameter has
 * 32 bits; a filter that compares 64 bits finds another number than the one that it refuses.
 *
 * What is done to another process is done to one that does not exist: the kernel answers ESRCH, and only the filter EPERM. To
 * process 1 of its namespace the kernel answers EPERM, too.
 */
#include <limits.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "fault.h"

static const unsigned long bit = 1ul << 32;
static const unsigned long nobody = INT_MAX;

static void misbehave(void) {
    uint64_t room[8] = {0};
    unsigned size = sizeof room;
    int file = open(private_file("file"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    /* Only asks for the handler, so that nothing changes. */
    attempt("handler", syscall(SYS_rt_sigaction, SIGSYS | bit, NULL, room, 8));
    /* SO_PEERPIDFD of the control socket. */
    attempt("peer", syscall(SYS_getsockopt, 3, SOL_SOCKET, 77 | bit, room, &size));
    attempt("lease", syscall(SYS_fcntl, file, F_SETLEASE | bit, F_RDLCK));
    attempt("option", syscall(SYS_prctl, PR_SET_DUMPABLE | bit, 0, 0, 0, 0));
    attempt("request", syscall(SYS_ioctl, file, FIOASYNC | bit, room));
    attempt("limits", syscall(SYS_prlimit64, nobody | bit, RLIMIT_NOFILE, NULL, room));
    attempt("mode", syscall(SYS_fchmod, file, S_ISUID | 0700 | bit));
    attempt("family", syscall(SYS_socketpair, AF_NETLINK | bit, SOCK_RAW, 0, room));
    attempt("urgent", syscall(SYS_sendto, 3, room, 1, MSG_OOB | bit, NULL, 0));
    attempt("scheduler", syscall(SYS_sched_setscheduler, nobody | bit, SCHED_OTHER, room));
    attempt("processors", syscall(SYS_sched_setaffinity, nobody | bit, sizeof room, room));
    attempt("signal", syscall(SYS_tgkill, nobody | bit, nobody, 0));
    attempt("code", syscall(SYS_mmap, NULL, 4096, PROT_EXEC | PROT_WRITE | bit, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    attempt("protection", syscall(SYS_mprotect, (uintptr_t)room & ~4095ul, 4096, PROT_READ | PROT_EXEC | bit));
    long child = syscall(SYS_clone, SIGCHLD | bit, NULL, NULL, NULL, NULL);
    if (child == 0) {
        _exit(0);
    }
    attempt("fork", child);
}
