/*
 * expect: finished
 * needs: sandbox
 * says: neighbour ENOENT
 *
 * Reads another extension's private folder.
 */
#include "fault.h"

static void misbehave(void) {
    attempt("neighbour", open(fact("neighbour"), O_RDONLY | O_CLOEXEC));
    attempt("above", open(private_file("../.."), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}
