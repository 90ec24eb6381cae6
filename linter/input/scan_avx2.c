/* SPDX-License-Identifier: Apache-2.0 */
/* The scanner once more, for x86-64 with AVX2: half as many instructions for a block of text. */
#ifdef __x86_64__
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2"))), apply_to = function)
#else
#pragma GCC target("avx2,bmi,bmi2")
#endif
#define PL_SCAN_AVX2 1
#include "linter/input/scan.c" /* NOLINT: one body, several builds */
#ifdef __clang__
#pragma clang attribute pop
#endif
#else
#include "linter/input/scan.h" /* a file with no declaration is no C */
#endif
