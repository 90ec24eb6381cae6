/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the data is: paths of the command line in, files to read out.
 *
 *     a file                     itself
 *     export/                    the folder that holds AWSDynamoDB,
 *     export/AWSDynamoDB/        AWSDynamoDB itself,
 *     …/AWSDynamoDB/<id>/        one export,
 *     …/AWSDynamoDB/<id>/data/   or its data: what the manifests list
 *     a folder without manifest  the dump files in it and in its data/
 *
 * Table descriptions are picked up on the way.
 */
#ifndef PL_INPUT_FIND_H
#define PL_INPUT_FIND_H

#include <sys/types.h>

#include "linter/base/error.h"
#include "linter/input/manifest.h"

struct pl_found {
	const char *path;              /* "-" is standard input */
	const struct pl_listed *listed; /* what a manifest says of it, or NULL */
	int export;                    /* index into exports, or -1 */
	bool stream;                   /* can be read only once: standard input, a pipe */
	bool table;                    /* a table description: no items */
	dev_t dev;
	ino_t ino;
	uint64_t size;
};

struct pl_found_export {
	const char *folder;
	dev_t dev;
	ino_t ino;
	bool refused;                  /* its format is not read */
	struct pl_manifest manifest;
};

struct pl_find {
	struct pl_arena *arena;
	PL_VEC(struct pl_found) files;
	PL_VEC(struct pl_found_export) exports;
	PL_VEC(struct pl_str) tables, notes;
	PL_VEC(const char *) folders;      /* already looked through for table descriptions */
	pl_troubles troubles;
};

/*
 * Adds what `path` leads to. False with `error` when it does not exist, may
 * not be read, or leads to nothing.
 */
bool pl_find(struct pl_find *find, const char *path, struct pl_error *error);

/*
 * Sorts files by path, drops those given twice (with a note), and refuses two
 * exports of one table.
 */
bool pl_find_finish(struct pl_find *find, struct pl_error *error);

void pl_find_release(struct pl_find *find);

#endif
