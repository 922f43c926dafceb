/*
 * expect: finished
 *
 * Has the host copy a file of 8 MiB a hundred times.
 */
#include "fault.h"

static int taken, refused;

static void done(void *context, const mayfly_error *error) {
    (void)context;
    taken += error == NULL;
    refused += error != NULL;
    if (taken + refused == 100) {
        print("taken %d", taken);
    }
}

static void misbehave(void) {
    static char piece[1 << 16];
    mayfly_string name, none = {NULL, 0};
    for (int i = 0; i < 100; i++) {
        char label[20];
        snprintf(label, sizeof label, "file-%d", i);
        int file = open(private_file("large"), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
        for (int j = 0; j < 128; j++) {
            memcpy(piece, &i, sizeof i);
            (void)!write(file, piece, sizeof piece);
        }
        close(file);
        name = mayfly_text(private_file("large"));
        conversation->insert_attachment(host, name, none, done, NULL);
    }
}
