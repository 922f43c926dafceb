/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libjpeg-turbo's TurboJPEG interface for Swift. It returns error codes; the older interface reports errors with
 * longjmp.
 */
#ifndef MAYFLY_CTURBOJPEG_SHIM_H
#define MAYFLY_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>

#endif
