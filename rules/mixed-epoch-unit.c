/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL205 mixed-epoch-unit: seconds and milliseconds in one field.
 *
 *     EVT#1653177600       … 30 30          22 May 2022, in seconds
 *     EVT#1653177600123    … 30 30 31       the same second, in milliseconds
 *
 * Time in seconds since 1970 has 10 digits from 2001 to 2286, in milliseconds
 * 13, in micro- and nanoseconds 16 and 19. Read from the left they are alike, so
 * in front of `#`, `-` or the end of the key even the byte order may be right,
 * and in front of `:` or `_` it is not. What is wrong is that whoever expects
 * one unit is off by a factor of 1000 with the other, and that the remedy for
 * numbers, zeros in front, would put every second before every millisecond.
 *
 * Digits are taken for epochs only when those of every width lie between 1990
 * and 2100 in some unit and none count up one by one (profile/observe.c); 12
 * digits are milliseconds before September 2001. A lone 0, nines or integer
 * maximum is an open end and no unit. In an index shorter numbers of other
 * entities may stand beside them, in partitions of their own: those are PL102's. Codes, references and ids are infos, as
 * for all numbers (linter/ordered.h). A declared number is no time.
 *
 * A schema alone shows it where it declares two units at one place: in two
 * entities, or in an entity and its older layout.
 */
#include "linter/rule.h"

enum { UNITS = PL_EPOCH_NS + 1 };

static const char why[] = "Whoever expects one unit reads the other off by a factor of 1000. In front of `#` or the end of a key "
			  "their bytes may stand in order all the same, in front of `:` or `_` they do not, and padding would break "
			  "both.";

/* Keys by the unit they are in. */
struct units {
	uint64_t keys[UNITS];
	unsigned count;      /* units seen */
	enum pl_epoch finest;
};

static bool is_epoch_form(struct pl_time_form form)
{
	return form.layout == PL_T_EPOCH;
}

static enum pl_epoch unit_of_form(struct pl_time_form form)
{
	if (form.flags & PL_TF_MILLIS)
		return PL_EPOCH_MS;
	if (form.flags & PL_TF_MICROS)
		return PL_EPOCH_US;
	return form.flags & PL_TF_NANOS ? PL_EPOCH_NS : PL_EPOCH_S;
}

static struct units units_of(const struct pl_observed *seen)
{
	struct units units = {.count = 0};

	for (size_t i = 0; i < seen->nwidths; i++)
		units.keys[seen->epochs_beside && pl_epoch_of_width(seen->widths[i].width) == PL_EPOCH_NONE ? PL_EPOCH_NONE : pl_epoch_of(seen->widths[i].least, seen->widths[i].least)] += seen->widths[i].keys;
	for (size_t i = 0; i < seen->nforms; i++)
		if (is_epoch_form(seen->forms[i].form))
			units.keys[unit_of_form(seen->forms[i].form)] += seen->forms[i].keys;
	for (unsigned unit = PL_EPOCH_S; unit < UNITS; unit++)
		if (units.keys[unit]) {
			units.count++;
			units.finest = (enum pl_epoch)unit;
		}
	return units;
}

static bool has_epochs(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (is_epoch_form(seen->forms[i].form))
			return true;
	return false;
}

/* A field at the same place that is declared in a finer unit: of another entity, or of an older layout. NULL: none. */
static const struct pl_field *other_unit(const struct pl_field *field)
{
	const struct pl_keys *keys = field->keys;
	const enum pl_epoch unit = pl_declared_epoch(field);

	for (size_t i = 0; i < keys->nfields && unit != PL_EPOCH_NONE; i++) {
		const struct pl_field *other = keys->fields[i];

		if (pl_str_eq(other->path, field->path) && other->part == field->part && pl_declared_epoch(other) > unit)
			return other;
	}
	return NULL;
}

static bool applies(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (!field->keys->ordered || pl_order_denied(field))
		return false;
	if (!seen || other_unit(field))
		return pl_declared_epoch(field) != PL_EPOCH_NONE;
	if (field->kind == PL_K_TIMESTAMP)
		return has_epochs(seen);
	return field->kind == PL_K_NUMBER && (seen->epoch != PL_EPOCH_NONE || pl_mixes_epochs(field) || seen->epochs_beside ||
					      pl_declared_epoch(field) != PL_EPOCH_NONE);
}

/* Epochs in another unit. */
static uint64_t keys_but(const struct units *units, enum pl_epoch wanted)
{
	uint64_t keys = 0;

	for (unsigned unit = PL_EPOCH_S; unit < UNITS; unit++)
		keys += unit == wanted ? 0 : units->keys[unit];
	return keys;
}

/* Epochs that are not in the declared unit; 0 also when none is declared. */
static uint64_t stray_keys(const struct pl_field *field, const struct units *units)
{
	enum pl_epoch declared = pl_declared_epoch(field);

	return declared == PL_EPOCH_NONE ? 0 : keys_but(units, declared);
}

static bool is_mixed(const struct pl_field *field, const struct units *units)
{
	return units->count > 1 && (field->kind == PL_K_TIMESTAMP || pl_mixes_epochs(field) || field->observed->epochs_beside);
}

static const char *unit_name(enum pl_epoch unit)
{
	static const char *const names[] = {"", "seconds", "milliseconds", "microseconds", "nanoseconds"};

	return names[unit];
}

static const char *unit_list(struct pl_cx *cx, const struct units *units)
{
	const char *list = "";

	for (unsigned unit = PL_EPOCH_S; unit < UNITS; unit++)
		if (units->keys[unit])
			list = pl_text(cx, "%s%s%s: %s", list, *list ? ", " : "", unit_name((enum pl_epoch)unit),
				       pl_count(cx, units->keys[unit]));
	return list;
}

/* Numbers that are none in order are no times either, for all that is known of them. */
static enum pl_level level_of(struct pl_cx *cx, const struct pl_field *field, const struct units *units)
{
	bool together = is_mixed(field, units) && pl_walked(field) && field->observed->proof->ranges_unit;

	if (field->kind == PL_K_NUMBER && !pl_declared_epoch(field) && pl_is_ordered(cx, field, false).ordered < PL_ORDERED_INFERRED)
		return PL_INFO;
	/* An index may hold the times of several entities, each in partitions of its own. */
	if (!together && is_mixed(field, units) && (field->keys->index_name.len || field->observed->epochs_beside) &&
	    !pl_declared_epoch(field))
		return PL_INFO;
	return together ? PL_ERROR : PL_WARNING;
}

static const char *message(struct pl_cx *cx, const struct pl_field *field, const struct units *units, uint64_t strays)
{
	const struct pl_proof *proof = field->observed->proof;

	if (strays)
		return pl_text(cx, "%s %s in another unit than the declared %s (%s)",
			       pl_share(cx, strays, field->observed->keys), strays == 1 ? "is" : "are",
			       unit_name(pl_declared_epoch(field)), unit_list(cx, units));
	return pl_text(cx, "times since 1970 are counted in %u units (%s)%s%s", units->count, unit_list(cx, units),
		       field->observed->epochs_beside ? " beside other numbers" : "", pl_walked(field) && proof->ranges_unit ? "" : ", though never in one range");
}

/* Multiplied up, as nothing may be cut: to the declared unit, unless some key is finer. */
static enum pl_epoch target_of(const struct pl_field *field, const struct units *units)
{
	return PL_MAX(pl_declared_epoch(field), units->finest);
}

static const char *fix(struct pl_cx *cx, const struct pl_field *field, const struct units *units)
{
	static const char *const zeros[] = {"", "000", "000000", "000000000"};
	static const char *const formats[] = {"", "epoch-s", "epoch-ms", "epoch-us", "epoch-ns"};
	enum pl_epoch target = target_of(field, units), from = PL_EPOCH_S;
	const char *declare = "";

	while (from + 1 < target && !units->keys[from])
		from++;
	if (pl_declared_epoch(field) != PL_EPOCH_NONE && target != pl_declared_epoch(field))
		declare = pl_text(cx, "\nDeclare `format: %s`: what is finer must not be cut.", formats[target]);
	return pl_text(cx, "Multiply up to %s:  1782208800%s  →  1782208800%s. Never pad: with zeros in front a value stands "
			   "before all of the finer unit.\nThe result may be the key of a row that is there already: settle such "
			   "rows by hand first.%s%s", unit_name(target), zeros[from - PL_EPOCH_S], zeros[target - PL_EPOCH_S],
		       declare, pl_safe_order);
}

/* ---- two declarations ---- */

/* An older layout is a migration that is known: a fault where rows of both are left. */
static enum pl_level level_of_two(const struct pl_time_pair *pair, const struct pl_field *field, const struct pl_field *other)
{
	if (pair->older && pl_rows_of_both(field, other))
		return PL_ERROR;
	if (pair->older)
		return field->observed && other->observed ? PL_WARNING : PL_INFO;
	return pair->meeting == PL_MEET_SURELY ? PL_ERROR : PL_WARNING;
}

static void check_declared(struct pl_cx *cx, const struct pl_field *field, const struct pl_field *other)
{
	const struct pl_time_pair pair = pl_meeting_of(cx, field, other);
	struct units units = {.count = 2, .finest = pl_declared_epoch(other)};

	units.keys[pl_declared_epoch(field)] = units.keys[units.finest] = 1;
	pl_report_field(cx, field, (struct pl_finding){
		.level = level_of_two(&pair, field, other),
		.message = pl_text(cx, "<%.*s> is declared in %s for %s, and at the same place in %s for %s", (int)field->name.len,
				   field->name.ptr, unit_name(pl_declared_epoch(field)), pl_layout_text(cx, pair.of),
				   unit_name(pl_declared_epoch(other)), pl_layout_text(cx, pair.other_of)),
		.why = why,
		.fix = fix(cx, other, &units),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
		.fingerprint = 1,
	});
}

/* ---- what is seen ---- */

static void check_seen(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct units units = units_of(seen);
	uint64_t strays = stray_keys(field, &units);
	enum pl_level level = level_of(cx, field, &units);

	if (pl_alone(field) || (!strays && !is_mixed(field, &units)))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = level,
		.message = message(cx, field, &units, strays),
		.why = why,
		.fix = fix(cx, field, &units),
		.at = pl_declared_epoch(field) != PL_EPOCH_NONE ? pl_declared_at(pl_promised(field), PL_FO_FORMAT)
							     : (struct pl_pos){.line = 0},
		.witness = pl_broken(field) && level == PL_ERROR && !seen->epochs_beside ? seen->proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = keys_but(&units, target_of(field, &units)),
	});
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_field *other = other_unit(field);

	if (other)
		check_declared(cx, field, other);
	if (field->observed)
		check_seen(cx, field);
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	const struct units units = units_of(field->observed);

	return field->observed->proof->state != PL_O_ALONE && is_mixed(field, &units) &&
	       (field->kind == PL_K_TIMESTAMP || pl_declared_epoch(field) ||
		pl_is_ordered(cx, field, true).ordered >= PL_ORDERED_INFERRED);
}

const struct pl_rule pl_rule_mixed_epoch_unit = {
	.code = "PL205",
	.name = "mixed-epoch-unit",
	.since = "0.1.0",
	.summary = "times since 1970 are counted in several units",
	.why = "1653177600 is a moment in 2022 in seconds and the 20th of January 1970 in milliseconds: readers are off by a "
	       "factor of 1000, and padding 10 digits to 13 puts every second before every millisecond.",
	.fix = "Multiply up to the finest unit (× 1000); never pad. The result may be the key of a row that is there already.",
	.blind = "Numbers that do not all lie between 1990 and 2100 in some unit, or that count up; codes, references and ids above "
		 "level info; inverted times.",
	.source = "POSIX.1-2017, 4.16: seconds since the epoch; ECMA-262, Date: milliseconds; typedorm issue 248.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"EVT#1653177600", "EVT#1653177600123", "EVT#1653177650", "EVT#1653177655001",
				     "EVT#1653177660", NULL},
	.good = (const char *const[]){"EVT#1653177600000#a", "EVT#1653177600123#b", "EVT#1653177650000#c",
				      "EVT#1653177655001#d", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
