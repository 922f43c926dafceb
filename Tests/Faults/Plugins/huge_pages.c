/*
 * expect: finished
 * says: huge EPERM
 * needs: sandbox
 *
 * Maps huge pages of the machine's pool, which count neither as resident memory nor in a control group for memory.
 */
#include "fault.h"

static void misbehave(void) {
    void *pages = mmap(NULL, 2 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    attempt("huge", pages == MAP_FAILED ? -1 : 0);
}
