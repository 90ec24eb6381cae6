/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The manifests of an AWS export to S3.
 *
 *     <export>/manifest-summary.json   one object: table, time, format, itemCount
 *     <export>/manifest-files.json     a line for each data file: key, MD5, itemCount
 *     <export>/manifest-*.md5          base64 of the MD5 of each (documented as *.checksum)
 *     <export>/data/<name>.json.gz     what they list
 *
 * What they say comes from outside: a path in them that could leave the
 * export's folder is refused.
 */
#ifndef PL_INPUT_MANIFEST_H
#define PL_INPUT_MANIFEST_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/buf.h"
#include "linter/input/stream.h"

/* A data file as manifest-files.json lists it. */
struct pl_listed {
	struct pl_str key;   /* dataFileS3Key, without components that are empty, "." or ".." */
	struct pl_str name;  /* its last component */
	uint64_t items;
	unsigned char md5[PL_MD5_BYTES]; /* of the stored bytes */
};

/* What is wrong with a file that is not (only) read for items. */
struct pl_trouble {
	const char *path;
	uint64_t place;      /* line, or 0 */
	const char *message;
};
typedef PL_VEC(struct pl_trouble) pl_troubles;

struct pl_manifest {
	struct pl_str table_arn, table_name, export_time, output_format, export_type;
	PL_VEC(struct pl_listed) listed;
	uint64_t items;      /* sum over `listed` */
	bool have_files;     /* manifest-files.json was there and could be read */
	bool checksums;      /* each manifest had its checksum beside it, and it was right */
};

/* Whether `folder` holds a manifest. */
bool pl_manifest_here(const char *folder);

/*
 * Reads the manifests of `folder`. What is wrong with them is added to
 * `troubles`; what could be read is still used. Release with pl_manifest_release().
 */
void pl_manifest_read(struct pl_arena *arena, const char *folder, struct pl_manifest *out, pl_troubles *troubles);
void pl_manifest_release(struct pl_manifest *manifest);

/* Decodes the base64 form of an MD5; false when it is none. */
bool pl_md5_from_base64(struct pl_str text, unsigned char digest[PL_MD5_BYTES]);

#endif
