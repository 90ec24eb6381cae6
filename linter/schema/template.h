/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Templates: how a key attribute is composed of literal bytes and values.
 *
 *     EVT#<at>#p_<n:6>
 *
 *     literal  EVT     segment 1
 *     delimiter  #
 *     value    at      segment 2
 *     delimiter  #
 *     literal  p_      segment 3
 *     value    n       segment 3, width 6
 *
 * The bytes of all parts in a row are the key. A placeholder is written <x>,
 * ${x}, {{x}} or {x}; \< \{ \$ \\ are the literal bytes.
 *
 * A template is read in two steps. Reading knows the grammar only and gives
 * literals and values. Binding knows the delimiter and the fields: it splits
 * literals into segments and gives each value the field that says how it is
 * written. Importers do the first; pl_schema_bind() does the second for all.
 */
#ifndef PL_SCHEMA_TEMPLATE_H
#define PL_SCHEMA_TEMPLATE_H

#include "linter/base/yaml.h"
#include "linter/schema/declared.h"

enum pl_part_kind {
	PL_PART_LITERAL,
	PL_PART_DELIMITER, /* only after binding; one part each */
	PL_PART_VALUE,
};

/* What stands behind the colon of a placeholder. */
enum pl_spec {
	PL_SPEC_NONE,     /* <score> */
	PL_SPEC_WIDTH,    /* <score:10>, {score:010d}, ${score:10:0} */
	PL_SPEC_FIELD,    /* <friend:userId>: a value of its own, written as field userId */
	PL_SPEC_ENCODING, /* <n:plain>, <at:epoch-s>, <at:YYYY-MM-DD>: the same value, written otherwise */
};

struct pl_part {
	enum pl_part_kind kind;
	bool malformed;          /* values: was reported when it was read; stays without a field */
	struct pl_str text;      /* the literal's bytes; the value's name */
	struct pl_pos at;      /* of its first character; a value's is the placeholder's "<" */
	unsigned segment;        /* from 1; of a delimiter: the segment that it ends. 0 before binding */
	unsigned part;           /* values: from 1 when the segment holds several, else 0 */

	/* Values. */
	enum pl_spec spec;       /* before binding PL_SPEC_NONE or, when `spec_text` has a width, PL_SPEC_WIDTH */
	struct pl_str spec_text; /* as written, without the colon */
	struct pl_pos spec_at;
	unsigned width;          /* PL_SPEC_WIDTH; 0: none */
	char pad;                /* PL_SPEC_WIDTH */
	/*
	 * How the value is written: the field as declared for the entity, or a
	 * copy with the placeholder's own width or encoding laid over it. Never
	 * NULL once pl_schema_bind() found no fault.
	 */
	const struct pl_declared *field;
	const struct pl_declared *base; /* the field without what the placeholder says; NULL for a value that only a query names */
};

struct pl_pieces;

enum { PL_TEMPLATE_BYTES = 4096 }; /* as written, at most: a key has at most 2,048 */

struct pl_template {
	struct pl_str text;          /* as written */
	struct pl_pos at;
	bool malformed;              /* was reported when it was read; `parts` are what could be read */
	/*
	 * After binding: some value is of type unknown. Keys of the layout are judged by what they show, as keys of which
	 * nothing is declared; they are no strangers all the same.
	 */
	bool open;
	struct pl_str delimiter;     /* after binding */
	struct pl_part *parts;       /* never changed after binding */
	size_t nparts;
	unsigned segments;           /* after binding; at least 1 */
	const struct pl_pieces *pieces; /* after binding without a fault: what pl_pieces_of() gives, which queries ask for again and again */
	const struct pl_yaml *node;  /* what it was read from, for places; may be NULL */
};

/*
 * Reads the grammar of one template. `node` is the YAML text it stands in (for
 * the places of its parts) or NULL: then `at` is the place of its first byte
 * and it stands on one line as it is. False with a fault when it is malformed;
 * `out` then holds what could be read.
 */
bool pl_template_read(struct pl_faults *faults, struct pl_str text, struct pl_pos at, const struct pl_yaml *node,
		      struct pl_template *out);

/* The field with that name, or NULL: how binding asks its caller. */
struct pl_field_scope {
	const struct pl_declared *(*find)(const void *ctx, struct pl_str name);
	/* Tries the names it knows, for "did you mean". */
	void (*names)(const void *ctx, struct pl_near *near);
	const void *ctx;
	bool query; /* values may be named by their encoding alone: <day:YYYY-MM-DD> */
};

/*
 * Splits at `delimiter` and finds the fields. False with faults, or without one
 * when the template was malformed. Binding twice changes nothing.
 */
bool pl_template_bind(struct pl_faults *faults, struct pl_template *template, struct pl_str delimiter,
		      const struct pl_field_scope *scope);

/* Whether the text has the form of a name: [A-Za-z_][A-Za-z0-9_]{0,63}. */
bool pl_is_name(struct pl_str text);

/*
 * The template as people read it, one form for all ways of writing it:
 * "EVT#<at>#p_<n>". In `arena`, NUL-terminated.
 */
struct pl_str pl_template_shape(struct pl_arena *arena, const struct pl_template *template);

#endif
