/* SPDX-License-Identifier: Apache-2.0 */
/* The scanner a second time, without SIMD: the tests hold both against each other. */
#define PL_SCAN_PORTABLE 1
#include "linter/input/scan.c" /* NOLINT: one body, two builds */
