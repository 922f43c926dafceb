/* What the library has, and does when it is loaded. */
#ifndef FAULTY_LIBRARY_H
#define FAULTY_LIBRARY_H

#include "threads.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(EXPORTS_MORE)
MAYFLY_EXPORT int faulty_second_export(void);
MAYFLY_EXPORT int faulty_second_export(void) { return 1; }
#endif
#if defined(UNDEFINED)
int faulty_that_nobody_has(void);
int (*const volatile faulty_pointer)(void) = faulty_that_nobody_has;
#endif
#if defined(TEXT_RELOCATION)
__asm__(".pushsection .text\n.p2align 3\n.quad faulty_place\n.popsection\n"
        ".pushsection .data\nfaulty_place: .quad 0\n.popsection\n");
#endif
#if defined(WRITABLE_CODE)
__asm__(".pushsection .faulty,\"awx\",@progbits\n.quad 0\n.popsection\n");
#endif

__attribute__((constructor)) static void construct(void) {
    if (FAULT == constructor_thread) {
        start(sleep_for_ever);
    }
    if (FAULT == constructor_files) {
        int ends[2];
        if (pipe(ends)) {
            abort();
        }
    }
    if (FAULT == constructor_writes) {
        FILE *file = fopen("/private/loaded", "w"); /* where every extension has its private folder */
        if (!file || fclose(file)) {
            abort();
        }
    }
}

#endif
