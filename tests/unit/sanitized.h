/* SPDX-License-Identifier: Apache-2.0 */
/*
 * SANITIZED: whether sanitizers watch the test. They keep memory of their own, and take many times as long: what is tried
 * over and over is then tried less often.
 */
#ifndef PL_TESTS_SANITIZED_H
#define PL_TESTS_SANITIZED_H

#if defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(memory_sanitizer))
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

#define TIMES(n) (SANITIZED ? (n) / 4 : (n))

#endif
