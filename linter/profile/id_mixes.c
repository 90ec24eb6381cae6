/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ids of two kinds at one place, of which one begins with its time, by the sample.
 *
 *     POST#01JMG19Y00D2D200R5Q9R53RE6                a ULID of February 2025
 *     POST#189db89c-2e19-4291-ade2-e61cd0db79c0      a random UUID: it stands among the ULIDs at no time
 *
 * They must meet: two keys of one partition with the same bytes in front. What only shares the place is something else:
 *
 * - an attribute that tells types or systems apart (`type`, `source`) has one value for all ids of one kind, and another for the others;
 * - the items have no attribute in common besides their keys.
 *
 * Nothing tells an ObjectId from other 24 hex digits, but that all of them begin with a plausible time.
 */
#include "linter/key/id_time.h"
#include "linter/profile/relate.h"
#include "linter/profile/rows.h"

enum { OBJECTID = 24, LEAST_ROWS = 3 };

/* The rows of two fields, those of the second behind those of the first. */
struct two {
	struct pl_row *rows;
	size_t nfirst, n;
};

/* ---- kinds ------------------------------------------------------------------- */

static bool is_id(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (!seen || field->declared || seen->keys < LEAST_ROWS)
		return false;
	return field->kind == PL_K_ULID || field->kind == PL_K_KSUID || field->kind == PL_K_UUID ||
	       (field->kind == PL_K_HASH && seen->min_len == seen->max_len);
}

/* How many of the ids, when they are of the class, begin with a time at which somebody may have made them. */
static size_t plausible(enum pl_class class, const struct pl_row *rows, size_t n)
{
	const int64_t from = pl_civil_seconds(2005, 1, 1), until = pl_civil_seconds(2040, 1, 1);
	struct pl_instant at;
	size_t good = 0;

	for (size_t i = 0; i < n; i++)
		good += pl_id_time(class, rows[i].value, &at) && at.seconds >= from && at.seconds < until;
	return good;
}

static bool are_objectids(const struct pl_row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (rows[i].value.len != OBJECTID)
			return false;
	return n >= LEAST_ROWS && plausible(PL_C_HEX, rows, n) == n;
}

/* Other text of the same length, as addresses of Bitcoin, says any time up to the year 10889. */
static bool are_of_class(enum pl_class class, const struct pl_row *rows, size_t n)
{
	return 4 * plausible(class, rows, n) >= 3 * n;
}

/* Whether ids of the field begin with their time. */
static bool is_timed(const struct pl_field *field, const struct pl_row *rows, size_t n)
{
	const uint64_t *uuids = field->observed->uuids;

	switch (field->kind) {
	case PL_K_UUID:
		return (uuids[6] + uuids[7]) * 2 > field->observed->keys;
	case PL_K_HASH:
		return are_objectids(rows, n);
	case PL_K_ULID:
		return are_of_class(PL_C_ULID, rows, n);
	default:
		return are_of_class(PL_C_KSUID, rows, n);
	}
}

/* ULIDs and KSUIDs all begin with a time: others are none. */
static bool may_be(const struct pl_field *field, bool timed)
{
	return timed || (field->kind != PL_K_ULID && field->kind != PL_K_KSUID);
}

/* ---- what is something else ----------------------------------------------------- */

/* type, entityType, __typename, _et, source … */
static bool tells_kinds(struct pl_str name)
{
	static const char *const words[] = {"type", "entity", "kind", "model", "class", "source", "origin", "system", "provider", "vendor",
					    "edb_e"};

	return pl_name_holds(name, words, PL_LEN(words)) || pl_str_eq(name, PL_S("_et"));
}

/* What the attribute is in all of the rows; NULL: it is not in all, or has several values. */
static const struct pl_attr *only_value(const struct pl_row *rows, size_t n, struct pl_str name)
{
	const struct pl_attr *only = n ? pl_sampled_get(rows[0].item, name) : NULL;

	for (size_t i = 1; i < n && only; i++) {
		const struct pl_attr *attr = pl_sampled_get(rows[i].item, name);

		if (!attr || !pl_str_eq(attr->value, only->value))
			only = NULL;
	}
	return only;
}

static bool are_of_two_types(const struct two *two)
{
	const struct pl_sampled *item = two->rows[0].item;

	for (uint32_t a = 0; a < item->nattrs; a++) {
		struct pl_str name = item->attrs[a].name;
		const struct pl_attr *first, *second;

		if (!tells_kinds(name))
			continue;
		first = only_value(two->rows, two->nfirst, name);
		second = only_value(two->rows + two->nfirst, two->n - two->nfirst, name);
		if (first && second && !pl_str_eq(first->value, second->value))
			return true;
	}
	return false;
}

/* Attributes of the item besides the column's key; of those that `other` has too when it is not NULL. */
static size_t attributes(const struct pl_column *column, const struct pl_sampled *item, const struct pl_sampled *other)
{
	size_t n = 0;

	for (uint32_t a = 0; a < item->nattrs; a++)
		n += !pl_is_key_attribute(column, item->attrs[a].name) && (!other || pl_sampled_get(other, item->attrs[a].name));
	return n;
}

static bool have_nothing_in_common(const struct pl_column *column, const struct two *two)
{
	const struct pl_sampled *first = two->rows[0].item, *second = two->rows[two->nfirst].item;

	return attributes(column, first, NULL) && attributes(column, second, NULL) && !attributes(column, first, second);
}

/* ---- all -------------------------------------------------------------------------- */

struct tagged {
	const struct pl_row *row;
	bool first; /* of the first field */
};

static int by_key(const void *a, const void *b)
{
	const struct pl_row *x = ((const struct tagged *)a)->row, *y = ((const struct tagged *)b)->row;
	int c = pl_order(x->partition, y->partition);

	return c ? c : pl_order(x->key, y->key);
}

/* The least two of one range, one of each field. */
static struct pl_row_pair meet(const struct two *two)
{
	struct tagged *tagged = pl_calloc(two->n, sizeof(*tagged));
	struct pl_row_pair pair = {NULL, NULL};

	for (size_t i = 0; i < two->n; i++)
		tagged[i] = (struct tagged){&two->rows[i], i < two->nfirst};
	qsort(tagged, two->n, sizeof(*tagged), by_key);
	for (size_t i = 0; i < two->n; i++)
		for (size_t k = i + 1; k < two->n && pl_str_eq(tagged[i].row->partition, tagged[k].row->partition); k++)
			if (tagged[i].first != tagged[k].first && pl_rows_share_range(tagged[i].row, tagged[k].row))
				pl_row_pair_take(&pair, tagged[i].row, tagged[k].row);
	free(tagged);
	return pair;
}

bool pl_ids_may_mix(const struct pl_field *a, const struct pl_field *b)
{
	return is_id(a) && is_id(b) && a->kind != b->kind && a->segment == b->segment && a->part == b->part &&
	       pl_str_eq(a->path, b->path) && pl_str_eq(a->attribute, b->attribute);
}

const struct pl_id_mix *pl_id_mix_of(struct pl_arena *arena, const struct pl_model *model, size_t i, const struct pl_profile *profile,
				     const struct pl_column *column, const struct pl_field *field, const struct pl_field *other,
				     pl_unplaced_list *places)
{
	struct pl_arena room = PL_ARENA_INIT;
	struct two two = {.rows = pl_calloc(2 * profile->sample.len + 1, sizeof(*two.rows))};
	struct pl_row_pair pair = {NULL, NULL};
	struct pl_id_mix *mix = NULL;
	bool timed[2] = {false, false};

	two.nfirst = pl_rows_of(&room, model, i, profile, column, field, two.rows);
	two.n = two.nfirst + pl_rows_of(&room, model, i, profile, column, other, two.rows + two.nfirst);
	if (two.nfirst && two.n > two.nfirst) {
		timed[0] = is_timed(field, two.rows, two.nfirst);
		timed[1] = is_timed(other, two.rows + two.nfirst, two.n - two.nfirst);
	}
	if (may_be(field, timed[0]) && may_be(other, timed[1]) && (timed[0] || timed[1]) && !are_of_two_types(&two) && !have_nothing_in_common(column, &two))
		pair = meet(&two);
	if (pair.first) {
		mix = PL_NEW(arena, struct pl_id_mix);
		*mix = (struct pl_id_mix){.other = other, .timed = timed[0], .other_timed = timed[1]};
		pl_row_pair_keep(arena, &pair, &mix->witness, places);
	}
	free(two.rows);
	pl_arena_release(&room);
	return mix;
}
