/*
 * expect: finished
 *
 * Creates files whose names are not UTF-8 or contain escape sequences, and a folder without permissions.
 */
#include "fault.h"

#include <sys/stat.h>

static void misbehave(void) {
    static const char *const names[] = {"\xFF\xFE", "a\nb", "\033[2J", "-rf", " ", "\xE2\x80\xAE"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        close(open(private_file(names[i]), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    }
    mkdir(private_file("closed"), 0700);
    close(open(private_file("closed/inside"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
    chmod(private_file("closed"), 0);
    mkfifo(private_file("fifo"), 0600);
}
