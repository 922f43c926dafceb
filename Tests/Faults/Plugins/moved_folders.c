/*
 * expect: files | cpu
 * steps: misbehave wait
 *
 * Creates more files than the limit, and moves their folders around while the host walks through them.
 */
#include "fault.h"

#include <sys/stat.h>

static const char *path(const char *folder, int number) {
    char name[40];
    snprintf(name, sizeof name, "%s/%d", folder, number);
    return private_file(name);
}

static void move(int number) {
    char from[1200];
    strcpy(from, path("a", number));
    rename(from, path("b", number));
    strcpy(from, path("b", number));
    rename(from, path("a", number));
}

static void misbehave(void) {
    mkdir(private_file("a"), 0700);
    mkdir(private_file("b"), 0700);
    for (int number = 0; number < 20; number++) {
        mkdir(path("a", number), 0700);
        int folder = open(path("a", number), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        for (int i = 0; i < 1000; i++) {
            char name[20];
            snprintf(name, sizeof name, "%d", i);
            close(openat(folder, name, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
        }
        close(folder);
    }
    for (;;) {
        for (int number = 0; number < 20; number++) {
            move(number);
        }
        usleep(100);
    }
}
