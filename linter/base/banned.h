/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls that have no place in padlint: they stop at a NUL, obey the locale, or
 * write past a buffer. Keys are bytes with a length (base/str.h).
 *
 * Included last by base/base.h, so that no system header sees the poison.
 */
#ifndef PL_BASE_BANNED_H
#define PL_BASE_BANNED_H

#pragma GCC poison strcpy strcat strncpy strncat sprintf vsprintf strtok strtok_r
#pragma GCC poison strcoll strxfrm strcasecmp strncasecmp setlocale atoi atol atof gets

#endif
