/*
 * expect: finished
 *
 * Locks everybody out of its private folder, itself too.
 */
#include "fault.h"

#include <sys/stat.h>

static void misbehave(void) { attempt("chmod", chmod(private_file("."), 0)); }
