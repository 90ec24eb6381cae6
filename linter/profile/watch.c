/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/watch.h"

#include "linter/key/lex.h"
#include "linter/profile/declared.h"

static bool has(const struct pl_index *index, struct pl_str attribute)
{
	return pl_str_eq(index->pk, attribute) || pl_str_eq(index->sk, attribute);
}

/* An attribute that is a key of the table is tried there alone: the indexes that share it hold no others. */
bool pl_watch_concerns(const struct pl_watch_spec *spec, const struct pl_index *index, const struct pl_index *indexes,
		       size_t nindexes)
{
	if (spec->attribute.len && !has(index, spec->attribute))
		return false;
	if (spec->index.len)
		return pl_str_eq(spec->index, index->name);
	if (!index->name.len)
		return true;
	for (size_t i = 0; spec->attribute.len && i < nindexes; i++)
		if (!indexes[i].name.len && has(&indexes[i], spec->attribute))
			return false;
	return spec->attribute.len != 0;
}

void pl_watch_init(struct pl_watch *watch, struct pl_arena *arena, const struct pl_watch_spec *spec,
		   const struct pl_index *index)
{
	const char *why;
	size_t offset;

	*watch = (struct pl_watch){
		.spec = spec,
		.pattern = pl_pattern_new(arena, spec->text, &why, &offset),
		.partition = !index->sk.len || (spec->attribute.len && pl_str_eq(spec->attribute, index->pk)),
	};
	PL_ASSERT(watch->pattern);
	pl_pattern_speed_up(watch->pattern);
}

void pl_watch_release(struct pl_watch *watch)
{
	pl_pattern_free(watch->pattern);
	pl_specimen_release(&watch->least_wrong);
	pl_specimen_release(&watch->least_stuck);
}

/* Piece `number` of a text split at a delimiter; false: it has fewer. */
static bool piece(struct pl_str text, struct pl_str delimiter, unsigned number, struct pl_str *out)
{
	size_t from = 0;

	for (size_t i = 0; i <= text.len; i++) {
		bool end = i == text.len;

		if (!end && !(delimiter.len && pl_str_starts(pl_str_sub(text, i, text.len), delimiter)))
			continue;
		if (--number == 0) {
			*out = pl_str_sub(text, from, i);
			return true;
		}
		if (end)
			break;
		from = i + delimiter.len;
		i = from - 1;
	}
	return false;
}

/* As its schema splits it, else as it is split where no schema says anything. */
static bool segment_of(const struct pl_watch *watch, const struct pl_watch_key *key, const struct pl_layout *layout,
		       struct pl_str *value)
{
	unsigned number = watch->spec->segment;

	if (layout && !watch->partition)
		return piece(*value, layout->template->delimiter, number, value);
	pl_lex(*value, key->lexed);
	if (number > key->lexed->nsegments)
		return false;
	*value = pl_str_sub(*value, key->lexed->segment[number - 1].from, key->lexed->segment[number - 1].to);
	return true;
}

/* What of the key is to be tried; false: nothing. */
static bool subject(const struct pl_watch *watch, const struct pl_watch_key *key, struct pl_str *value)
{
	const struct pl_attr *attr = watch->partition ? key->pk : key->sk;
	const struct pl_watch_spec *spec = watch->spec;
	struct pl_declared_value values[PL_DECLARED_VALUES];
	const struct pl_layout *layout = NULL;
	size_t n;

	if (attr->type != 'S' || (key->sk && key->sk->type != 'S'))
		return false;
	if (key->declared && (spec->entity.len || spec->segment))
		layout = pl_declared_find(key->declared, key->sighting->pk, key->sk ? key->sk->value : PL_S(""), key->said,
					  values, &n);
	if (spec->entity.len && !(layout && pl_str_eq(layout->entity->name, spec->entity)))
		return false;
	*value = attr->value;
	return !spec->segment || segment_of(watch, key, layout, value);
}

void pl_watch_add(struct pl_watch *watch, const struct pl_watch_key *key)
{
	struct pl_str value;
	enum pl_matched matched;

	if (watch->stuck >= PL_WATCH_STUCK || !subject(watch, key, &value))
		return;
	watch->keys++;
	matched = pl_pattern_match(watch->pattern, value);
	if (matched == PL_MATCH_LIMIT) {
		watch->stuck++;
		pl_specimen_take(&watch->least_stuck, key->sighting);
	} else if ((matched == PL_MATCH_YES) == watch->spec->forbid) {
		watch->wrong++;
		pl_specimen_take(&watch->least_wrong, key->sighting);
	}
}

void pl_watch_merge(struct pl_watch *into, struct pl_watch *from)
{
	PL_ASSERT(into->spec == from->spec);
	into->keys += from->keys;
	into->wrong += from->wrong;
	into->stuck += from->stuck;
	pl_specimen_merge(&into->least_wrong, &from->least_wrong);
	pl_specimen_merge(&into->least_stuck, &from->least_stuck);
}
