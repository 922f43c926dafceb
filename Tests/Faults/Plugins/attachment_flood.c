/*
 * expect: transfer
 *
 * Makes the host copy a file of 2 MiB a hundred times, a different one each time.
 */
#include "fault.h"

static void misbehave(void) {
    static char piece[1 << 16];
    mayfly_string name, none = {NULL, 0};
    int file = open(private_file("large"), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    for (int j = 0; j < 32; j++) {
        (void)!write(file, piece, sizeof piece);
    }
    for (int i = 0; i < 100; i++) {
        /* A different file each time, with few written bytes. */
        (void)!pwrite(file, &i, sizeof i, 0);
        name = mayfly_text(private_file("large"));
        conversation->insert_attachment(host, name, none, NULL, NULL);
    }
}
