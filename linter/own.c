/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/own.h"

/* Two findings of one rule and index: keys that are wrong, and keys that could not be judged. */
enum { SUBJECT_WRONG, SUBJECT_STUCK };

/* ---- what it says of itself ---- */

static void add_place(struct pl_buf *out, const struct pl_watch_spec *watch)
{
	const struct {
		const char *before;
		struct pl_str text;
	} places[] = {{", entity ", watch->entity}, {", index ", watch->index}, {", table ", watch->table}};

	if (watch->segment)
		pl_buf_printf(out, "segment %u of ", watch->segment);
	pl_buf_add(out, watch->attribute.len ? watch->attribute : PL_S("the sort key"));
	for (size_t i = 0; i < PL_LEN(places); i++)
		if (places[i].text.len) {
			pl_buf_adds(out, places[i].before);
			pl_buf_add(out, places[i].text);
		}
}

void pl_own_complete(struct pl_arena *arena, struct pl_own *own)
{
	struct pl_buf place = PL_BUF_INIT;

	add_place(&place, &own->watch);
	own->rule.scope = PL_KEYS;
	own->rule.summary = own->message;
	own->rule.why = pl_arena_printf(arena, "The pattern `%.*s` must %sbe found in %s.", (int)own->watch.text.len,
					own->watch.text.ptr, own->watch.forbid ? "not " : "", place.ptr);
	own->rule.fix = "Write such keys otherwise, and rewrite those that are stored; or mend the pattern.";
	own->rule.blind = "Keys that are not of type S, and keys without that segment. An entity is one that a key schema "
			  "declares: without a schema no key belongs to it.";
	own->rule.source = pl_arena_printf(arena, "%s, line %u.", own->at.path.ptr, own->at.line);
	pl_buf_release(&place);
}

/* ---- what it reports ---- */

static const struct pl_watched *watched_by(const struct pl_own *own, const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nwatched; i++)
		if (keys->watched[i].spec == &own->watch)
			return &keys->watched[i];
	return NULL;
}

/* The entity that the pattern is on; NULL: on all. */
static const struct pl_entity *entity_of(const struct pl_own *own, const struct pl_keys *keys)
{
	for (size_t i = 0; own->watch.entity.len && i < keys->nentities; i++)
		if (pl_str_eq(keys->entities[i]->name, own->watch.entity) && !keys->entities[i]->legacy)
			return keys->entities[i];
	return NULL;
}

/* What both findings have. */
static void report(struct pl_cx *cx, const struct pl_own *own, const struct pl_keys *keys,
		   const struct pl_watched *watched, struct pl_finding finding)
{
	const struct pl_entity *entity = entity_of(own, keys);

	finding.entity = entity;
	finding.attribute = watched->attribute;
	finding.segment = own->watch.segment;
	if (entity)
		finding.at = entity->at;
	else if (keys->schema)
		finding.at = keys->schema->at;
	pl_report_keys(cx, keys, finding);
}

static void report_wrong(struct pl_cx *cx, const struct pl_own *own, const struct pl_keys *keys,
			 const struct pl_watched *watched)
{
	report(cx, own, keys, watched, (struct pl_finding){
		.level = own->rule.level,
		.message = pl_text(cx, "%s: not so in %s", own->message, pl_share(cx, watched->wrong, watched->keys)),
		.why = own->rule.why,
		.fix = own->rule.fix,
		.witness = watched->example,
		.counts.keys_wrong = watched->wrong,
		.fingerprint = SUBJECT_WRONG,
	});
}

/* What was not judged must not pass, whatever the level of the pattern. */
static void report_stuck(struct pl_cx *cx, const struct pl_own *own, const struct pl_keys *keys,
			 const struct pl_watched *watched)
{
	const bool given_up = watched->given_up;

	report(cx, own, keys, watched, (struct pl_finding){
		.level = PL_MAX(own->rule.level, PL_WARNING),
		.message = given_up ? pl_text(cx, "the pattern met its limits on %d keys and more: it was given up, and the keys "
						  "are not judged", PL_WATCH_STUCK)
				    : pl_text(cx, "the pattern met its limits on %s: not judged",
					      pl_counted(cx, watched->stuck, "key")),
		.why = "A pattern that can match a text in very many ways tries them all before it gives in, as (a+)+$ does.",
		.fix = "Let each part of the pattern match in one way only: no repetition inside a repetition; [^#]+ in place "
		       "of .+, possessive ++ or an atomic group (?>…) where nothing is to be tried again.",
		.witness = given_up ? (struct pl_witness){.some = false} : watched->stuck_example,
		.fingerprint = SUBJECT_STUCK,
	});
}

bool pl_own_judge(struct pl_cx *cx, const struct pl_own *own, const struct pl_keys *keys)
{
	const struct pl_watched *watched = watched_by(own, keys);

	if (!watched || !watched->keys)
		return false;
	if (watched->wrong && !watched->given_up)
		report_wrong(cx, own, keys, watched);
	if (watched->stuck)
		report_stuck(cx, own, keys, watched);
	return true;
}

const char *pl_own_idle(struct pl_cx *cx, const struct pl_own *own, struct pl_keys *const *keys, size_t nkeys)
{
	bool some = false;

	for (size_t i = 0; i < nkeys; i++) {
		const struct pl_watched *watched = watched_by(own, keys[i]);

		if (watched && watched->keys)
			return NULL;
		some |= keys[i]->keys && (!own->watch.table.len || pl_str_eq(own->watch.table, keys[i]->table_name));
	}
	if (!some)
		return NULL;
	return pl_text(cx, "%s:%u: pattern %s was tried on no key: none is what its `on` names", own->at.path.ptr,
		       own->at.line, own->rule.code);
}
