/*
 * expect: finished
 * needs: sandbox
 * says: huge EINVAL
 * says: collapse EINVAL
 * says: wide EINVAL
 * says: free OK
 * says: whiteout EPERM
 * says: exchange OK
 *
 * Uses options of calls that are allowed. Of a huge page (MADV_HUGEPAGE), the memory of a process shows only the part that is mapped.
 * RENAME_WHITEOUT leaves a device behind.
 */
#include <sys/syscall.h>

#include "fault.h"

static void misbehave(void) {
    enum { SIZE = 4 << 20, COLLAPSE = 25, EXCHANGE = 2, WHITEOUT = 4 };
    char *pages = (char *)mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char first[1200], second[1200];
    attempt("huge", madvise(pages, SIZE, MADV_HUGEPAGE));
    attempt("collapse", madvise(pages, SIZE, COLLAPSE));
    attempt("wide", syscall(SYS_madvise, pages, SIZE, MADV_HUGEPAGE | 1ul << 32));
    attempt("free", madvise(pages, SIZE, MADV_DONTNEED));
    snprintf(first, sizeof first, "%s", private_file("first"));
    snprintf(second, sizeof second, "%s", private_file("second"));
    close(open(first, O_CREAT | O_RDWR | O_CLOEXEC, 0600));
    close(open(second, O_CREAT | O_RDWR | O_CLOEXEC, 0600));
    attempt("whiteout", syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, WHITEOUT));
    attempt("exchange", syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, EXCHANGE));
}
