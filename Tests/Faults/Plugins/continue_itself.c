/*
 * expect: finished
 * needs: sandbox
 * says: process EPERM
 * says: thread EPERM
 * says: thread-of-process EPERM
 * says: wide EPERM
 * says: pidfd EPERM
 * says: queued EPERM
 * says: queued-for-thread EPERM
 * says: timer EPERM
 * says: descriptor EPERM
 * says: owner EPERM
 * says: parent EPERM
 * says: notice EPERM
 * says: clone EPERM
 * says: probe OK
 * says: blocked EPERM
 * says: other OK
 * says: real-time OK
 *
 * Tries to send itself SIGCONT, by which the kernel forgets a SIGSTOP of the host that it has not yet carried out: repeated without
 * a pause, it would keep the process running while the host is stopped. Other signals may be sent.
 */
#include <limits.h>
#include <mqueue.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>

#include "fault.h"

static void misbehave(void) {
    int own = getpid();
    int file = open(private_file("file"), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    siginfo_t details = {.si_signo = SIGCONT, .si_code = SI_QUEUE};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGCONT};
    int timer;
    sigset_t all, before;
    attempt("process", kill(own, SIGCONT));
    attempt("thread", syscall(SYS_tkill, own, SIGCONT));
    attempt("thread-of-process", syscall(SYS_tgkill, own, own, SIGCONT));
    /* The kernel ignores the upper half of the number. */
    attempt("wide", syscall(SYS_tgkill, own, own, SIGCONT | 1ul << 32));
    attempt("pidfd", syscall(SYS_pidfd_send_signal, syscall(SYS_pidfd_open, own, 0), SIGCONT, NULL, 0));
    attempt("queued", syscall(SYS_rt_sigqueueinfo, own, SIGCONT, &details));
    attempt("queued-for-thread", syscall(SYS_rt_tgsigqueueinfo, own, own, SIGCONT, &details));
    attempt("timer", syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer));
    attempt("descriptor", fcntl(file, F_SETSIG, SIGCONT));
    attempt("owner", fcntl(file, F_SETOWN, own));
    attempt("parent", prctl(PR_SET_PDEATHSIG, SIGCONT));
    attempt("notice", syscall(SYS_mq_notify, file, &event));
    attempt("clone", syscall(SYS_clone, SIGCONT, NULL, NULL, NULL, NULL));
    attempt("probe", syscall(SYS_tgkill, own, own, 0));
    /* The C library blocks all signals when it signals another thread: a refusal by SIGSYS would end the process. */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    long blocked = syscall(SYS_tgkill, own, own, SIGCONT);
    int reason = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    attempt("blocked", blocked);
    for (int number = 1; number < 64; number++) {
        if (number != SIGKILL && number != SIGSTOP && number != SIGSYS && number != 32 && number != 33) {
            signal(number, SIG_IGN);
            if (number != SIGCONT && syscall(SYS_tgkill, own, own, number)) {
                print("signal %d", number);
                attempt("other", -1);
                return;
            }
        }
    }
    attempt("other", 0);
    signal(64, SIG_IGN);
    attempt("real-time", syscall(SYS_tgkill, own, own, 64));
}
