/*
 * expect: finished
 *
 * Removes all permissions from its private folder.
 */
#include "fault.h"

#include <sys/stat.h>

static void misbehave(void) { attempt("chmod", chmod(private_file("."), 0)); }
