/*
 * SPDX-License-Identifier: Apache-2.0
 *
 * libjpeg-turbo's TurboJPEG interface for Swift. It answers with codes where the older interface jumps.
 */
#ifndef MAYFLY_CTURBOJPEG_SHIM_H
#define MAYFLY_CTURBOJPEG_SHIM_H

#include <turbojpeg.h>

#endif
