/*
 * expect: finished
 * needs: sandbox
 * says: anonymous EPERM
 * says: written EPERM
 * says: own-code EPERM
 * says: executable-stack EPERM
 * says: file EPERM
 * says: shared-file EPERM
 * says: both 0
 *
 * Tries to get memory that it can write code to and execute, in every way of a compiler at run time.
 */
#include "fault.h"

static long mapped(int protection, int flags, int file) {
    return mmap(NULL, 4096, protection, flags, file, 0) == MAP_FAILED ? -1 : 0;
}

/* How many parts of its memory are writable and executable now. */
static int writable_code(void) {
    char line[1000];
    int count = 0;
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps && fgets(line, sizeof line, maps)) {
        const char *rights = strchr(line, ' ');
        count += rights && rights[2] == 'w' && rights[3] == 'x';
    }
    return maps ? count : -1;
}

static void misbehave(void) {
    int all = PROT_READ | PROT_WRITE | PROT_EXEC, run = PROT_READ | PROT_EXEC;
    char on_stack = 0;
    char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int file = open(private_file("code"), O_CREAT | O_RDWR | O_CLOEXEC, 0700);
    attempt("room", ftruncate(file, 4096));
    attempt("anonymous", mapped(all, MAP_PRIVATE | MAP_ANONYMOUS, -1));
    attempt("written", mprotect(memory, 4096, run));
    attempt("own-code", mprotect((void *)((uintptr_t)misbehave & ~(uintptr_t)4095), 4096, all));
    attempt("executable-stack", mprotect((void *)((uintptr_t)&on_stack & ~(uintptr_t)4095), 4096, all));
    attempt("file", mapped(run, MAP_PRIVATE, file));
    attempt("shared-file", mapped(run, MAP_SHARED, file));
    print("both %d", writable_code());
}
