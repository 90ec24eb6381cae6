/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schemas that people already have, read into the model of schema.h:
 *
 *     CloudFormation, SAM, serverless.yml, CDK and Amplify templates   tables, keys, types, indexes
 *     Terraform `show -json`, terraform.tfstate                        the same
 *     describe-table, create-table, import-table                       the same
 *     NoSQL Workbench, OneTable, DynamoDB MCP, Markdown charts         entities and templates, too
 *
 * What a file cannot say is not declared. A value in a template that its file
 * does not describe gets a field of type id of which pl_declares(PL_FO_TYPE)
 * is false: nobody said so, and what a dump shows of it counts.
 */
#ifndef PL_SCHEMA_IMPORT_H
#define PL_SCHEMA_IMPORT_H

#include "linter/schema/schema.h"

enum pl_schema_format {
	PL_SF_NONE,           /* no schema, or none that is known */
	PL_SF_KEYS_YAML,
	PL_SF_CLOUDFORMATION, /* SAM, CDK's cdk.out and Amplify's stacks as well */
	PL_SF_SERVERLESS,
	PL_SF_TERRAFORM_JSON, /* `terraform show -json` of a state or a plan */
	PL_SF_TERRAFORM_STATE,
	PL_SF_TABLE_JSON,     /* describe-table, create-table, import-table */
	PL_SF_WORKBENCH,      /* also a dump: it holds sample items */
	PL_SF_ONETABLE,
	PL_SF_MCP,
	PL_SF_CHART,          /* a Markdown entity chart */
	PL_SF_CODE,           /* HCL or a program: importing tells what to export from it */
};

/*
 * What a file is, by its content; its first 64 KiB are enough. `path` may be
 * NULL; its ending counts only where content alone says too little (.tf).
 */
enum pl_schema_format pl_schema_detect(struct pl_str head, const char *path);

/* "a CloudFormation template": for messages. */
const char *pl_schema_format_name(enum pl_schema_format format);

/*
 * Reads a schema of any format, keys.yaml as well. As pl_schema_read_yaml():
 * faults have their places, what could be read is in `out`, nothing is bound.
 */
bool pl_schema_import(struct pl_faults *faults, const char *path, struct pl_str text, struct pl_schema *out);

/*
 * Reads the files that `from: FILE#ID` names, relative to the schema's own
 * file, and lays their names, types and indexes under what the schema says. ID
 * is a logical id, a Terraform address or a table's name. Faults: no such file
 * or table, and whatever the schema says otherwise, at its place in the schema.
 * Call it between reading and binding; binding a table whose `from` failed adds
 * only that its key is not known. False when there was a fault.
 */
bool pl_schema_resolve_from(struct pl_faults *faults, struct pl_schema *schema);

#endif
