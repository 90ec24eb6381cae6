/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/infer_inside.h"

#include "linter/key/mirror.h"
#include "linter/schema/format.h"

/* ---- writing: times ---- */

static const char *date_of(const struct pl_field *field, struct pl_time_form form)
{
	const bool padded = field->observed->min_len == field->observed->max_len;
	const bool days = field->observed->days == PL_DAY_FIRST;

	switch ((enum pl_time_layout)form.layout) {
	case PL_T_ISO:
		return form.unit == PL_U_YEAR ? "YYYY" : form.unit == PL_U_MONTH ? "YYYY-MM" : "YYYY-MM-DD";
	case PL_T_ISO_BASIC:
		return form.unit == PL_U_MONTH ? "YYYYMM" : "YYYYMMDD";
	case PL_T_ISO_WEEK:
		return "GGGG-'W'WW";
	case PL_T_ISO_ORDINAL:
		return "YYYY-DDD";
	case PL_T_QUARTER:
		return "YYYY-'Q'Q";
	case PL_T_YEAR_SLASH:
		return form.unit == PL_U_MONTH ? "YYYY/MM" : "YYYY/MM/DD";
	case PL_T_ISO_UNPADDED:
		return form.unit == PL_U_MONTH ? "YYYY-M" : "YYYY-M-D";
	case PL_T_YEAR_SLASH_UNPADDED:
		return form.unit == PL_U_MONTH ? "YYYY/M" : "YYYY/M/D";
	case PL_T_YEAR_DOT:
		return "YYYY.MM.DD";
	case PL_T_YEAR_COLON:
		return "YYYY:MM:DD";
	case PL_T_BASIC_COLON:
		return "YYYYMMDD";
	case PL_T_SLASH:
		return days ? padded ? "DD/MM/YYYY" : "D/M/YYYY" : padded ? "MM/DD/YYYY" : "M/D/YYYY";
	case PL_T_DOT:
		return padded ? "DD.MM.YYYY" : "D.M.YYYY";
	case PL_T_DASH:
		return days ? padded ? "DD-MM-YYYY" : "D-M-YYYY" : padded ? "MM-DD-YYYY" : "M-D-YYYY";
	case PL_T_ASIAN:
		return "YYYY. M. D.";
	case PL_T_RFC2822:
		return form.flags & PL_TF_SHORT_YEAR ? "DD MMM YY" : "EEE, DD MMM YYYY";
	case PL_T_TEXT:
		return form.flags & PL_TF_NO_YEAR ? "MMM DD" : form.unit == PL_U_MONTH ? "MMM YYYY" : "EEE MMM DD YYYY";
	case PL_T_TEXT_DASH:
		return form.flags & PL_TF_SHORT_YEAR ? "DD-MMM-YY" : "DD-MMM-YYYY";
	case PL_T_TEXT_SLASH:
		return "DD/MMM/YYYY";
	case PL_T_TEXT_GLUED:
		return "DDMMMYYYY";
	case PL_T_YEAR_TEXT:
		return form.unit == PL_U_MONTH ? "YYYY-MMM" : "YYYY-MMM-DD";
	case PL_T_MONTH_TEXT:
		return form.unit == PL_U_MONTH ? "MMM-YYYY" : "MMM-DD-YYYY";
	case PL_T_PERIOD_YEAR:
		return form.unit == PL_U_WEEK ? "'W'WW-GGGG" : "'Q'Q-YYYY";
	case PL_T_CLOCK:
	case PL_T_CLOCK_UNPADDED:
		return "";
	case PL_T_NONE:
	case PL_T_EPOCH:
	case PL_T_LAYOUTS:
		break;
	}
	return NULL;
}

/* Without its colon an offset is only known as the text that it is. */
static void add_offset(struct pl_buf *out, struct pl_time_form form)
{
	const unsigned east = (unsigned)abs(form.offset);

	pl_buf_printf(out, "%s'%c%02u", form.layout == PL_T_RFC2822 || form.layout == PL_T_TEXT_SLASH ? " " : "", form.offset < 0 ? '-' : '+', east / 60);
	if (form.zone == PL_Z_BASIC)
		pl_buf_printf(out, "%02u", east % 60);
	pl_buf_addc(out, '\'');
}

static void add_clock(struct pl_buf *out, struct pl_time_form form)
{
	const bool basic = form.layout == PL_T_ISO_BASIC;
	const bool unpadded = form.layout == PL_T_ISO_UNPADDED || form.layout == PL_T_YEAR_SLASH_UNPADDED ||
			      form.layout == PL_T_CLOCK_UNPADDED;

	if (form.unit < PL_U_HOUR)
		return;
	pl_buf_adds(out, unpadded ? "h" : "hh");
	if (form.unit >= PL_U_MINUTE)
		pl_buf_adds(out, basic ? "mm" : ":mm");
	if (form.unit >= PL_U_SECOND)
		pl_buf_adds(out, basic ? "ss" : ":ss");
	if (form.fraction)
		pl_buf_addc(out, form.flags & PL_TF_COMMA ? ',' : '.');
	for (unsigned i = 0; i < form.fraction; i++)
		pl_buf_addc(out, 'S');
	if (form.flags & PL_TF_TWELVE)
		pl_buf_adds(out, " A");
	if (form.zone == PL_Z_UPPER || form.zone == PL_Z_LOWER)
		pl_buf_addc(out, 'Z');
	else if (form.zone == PL_Z_COLON)
		pl_buf_adds(out, "\xc2\xb1hh:mm");
	else if (form.zone == PL_Z_NAME)
		pl_buf_adds(out, " 'GMT'");
	else if (form.zone == PL_Z_BASIC || form.zone == PL_Z_HOUR)
		add_offset(out, form);
}

/* A pattern of keys.yaml; false: there is none for it. */
static bool time_pattern(struct pl_arena *arena, const struct pl_field *field, struct pl_time_form form, struct pl_str *out,
			 bool *sorts)
{
	const struct pl_format_options options = {.lower = form.zone == PL_Z_LOWER || form.between == 't'};
	const char *date = date_of(field, form), *why;
	struct pl_buf text = PL_BUF_INIT;
	struct pl_time_format format;
	size_t offset;
	bool good;

	if (!date || form.flags & PL_TF_MONOTONIC)
		return false;
	pl_buf_adds(&text, date);
	if (*date && form.unit >= PL_U_HOUR && form.between) {
		if (form.between == 't' || form.between == 'T')
			pl_buf_addc(&text, 'T');
		else
			pl_buf_addc(&text, form.between);
	}
	add_clock(&text, form);
	*out = pl_arena_str(arena, pl_buf_str(&text));
	pl_buf_release(&text);
	good = out->len && pl_time_format_read(arena, *out, &options, &format, &why, &offset);
	*sorts = good && format.trouble == PL_TT_NONE;
	return good;
}

static const char *iso_precision(struct pl_time_form form)
{
	if (form.unit < PL_U_SECOND)
		return form.unit == PL_U_MINUTE ? "minute" : form.unit == PL_U_DAY ? "day" : NULL;
	return form.fraction == 0 ? "s" : form.fraction == 3 ? "ms" : form.fraction == 6 ? "us" : form.fraction == 9 ? "ns" : NULL;
}

/* iso8601 as it is meant: T, and Z or nothing. */
static bool is_iso(struct pl_time_form form)
{
	if (form.layout != PL_T_ISO || !iso_precision(form) || (form.flags & (PL_TF_COMMA | PL_TF_TWELVE)))
		return false;
	return form.unit == PL_U_DAY ? form.zone == PL_Z_NONE
				     : form.between == 'T' && (form.zone == PL_Z_UPPER || form.zone == PL_Z_NONE);
}

/* The most frequent form, with the most digits that its spelling is seen with: the others are to be rewritten to it. */
static const struct pl_form *main_form(const struct pl_observed *seen)
{
	const struct pl_form *most = NULL, *finest;

	for (size_t i = 0; i < seen->nforms; i++)
		if (!most || seen->forms[i].keys > most->keys)
			most = &seen->forms[i];
	finest = most;
	for (size_t i = 0; i < seen->nforms; i++) {
		const struct pl_form *form = &seen->forms[i];

		if (pl_time_same_spelling(form->form, most->form) && form->form.layout != PL_T_EPOCH &&
		    form->form.unit >= PL_U_MINUTE && finest->form.unit >= PL_U_MINUTE &&
		    (form->form.unit > finest->form.unit || form->form.fraction > finest->form.fraction))
			finest = form;
	}
	return finest;
}

static const char *epoch_format(unsigned flags)
{
	return flags & PL_TF_NANOS ? "epoch-ns" : flags & PL_TF_MICROS ? "epoch-us" : flags & PL_TF_MILLIS ? "epoch-ms" : "epoch-s";
}

/* An offset that every row has is a promise; several are none. */
static void add_constant_offset(struct pl_buf *out, const struct pl_observed *seen, struct pl_time_form form)
{
	const unsigned east = (unsigned)abs(form.offset);

	for (size_t i = 0; i < seen->nforms; i++)
		if (seen->forms[i].form.zone != PL_Z_NONE && seen->forms[i].form.offset != form.offset)
			return;
	pl_buf_printf(out, ", zone: \"%c%02u:%02u\"", form.offset < 0 ? '-' : '+', east / 60, east % 60);
}

static void add_time_type(struct pl_infer *in, const struct pl_field *field)
{
	const struct pl_form *most = main_form(field->observed);
	struct pl_str pattern;
	bool sorts;

	pl_buf_adds(in->out, "type: timestamp");
	if (!most)
		return;
	if (most->form.layout == PL_T_EPOCH) {
		pl_buf_printf(in->out, ", format: %s", epoch_format(most->form.flags));
	} else if (is_iso(most->form)) {
		pl_buf_printf(in->out, ", format: iso8601, precision: %s", iso_precision(most->form));
		if (most->form.unit > PL_U_DAY && most->form.zone == PL_Z_NONE)
			pl_buf_adds(in->out, ", zone: none");
	} else if (time_pattern(in->arena, field, most->form, &pattern, &sorts)) {
		pl_buf_adds(in->out, ", format: ");
		pl_infer_add_scalar(in, pattern, true);
		if (most->form.zone == PL_Z_COLON)
			add_constant_offset(in->out, field->observed, most->form);
		if (most->form.zone == PL_Z_LOWER || most->form.between == 't')
			pl_buf_adds(in->out, ", case: lower");
		/* That bytes do not sort it is certain once it is declared; here nobody is hurt yet. */
		if (!sorts && pl_infer_worst(in, field, "PL201") == PL_INFO)
			pl_buf_adds(in->out, ", ordered: false");
	}
}

/* ---- writing: fields ---- */

/* Parts of a date have bounds that everybody knows. */
static void add_date_part(struct pl_buf *out, const struct pl_field *field)
{
	const char *bounds = field->kind == PL_K_YEAR	 ? "min: 1000, max: 9999"
			     : field->kind == PL_K_MONTH ? "min: 1, max: 12"
			     : field->kind == PL_K_HOUR	 ? "min: 0, max: 23"
							 : "min: 1, max: 31";

	if (field->observed->min_len == field->observed->max_len)
		pl_buf_printf(out, "type: number, width: %u, %s", field->observed->max_len, bounds);
	else
		pl_buf_printf(out, "type: number, encode: plain, %s", bounds);
}

/*
 * A number is declared to be in order when that it is not was told, or when it
 * is padded: zeros are written for that. Of the others nobody knows.
 */
static bool is_in_order(const struct pl_infer *in, const struct pl_field *field)
{
	const enum pl_level level = pl_infer_worst(in, field, NULL);

	return level == PL_OFF ? field->observed->padded_width > 0 : level > PL_INFO;
}

/* One width, and nothing to be told but that they might be numbers as well (PL111). */
static bool might_be_typed(const struct pl_infer *in, const struct pl_field *field)
{
	if (field->kind != PL_K_NUMBER || field->observed->min_len != field->observed->max_len || pl_infer_worst(in, field, NULL) != PL_OFF)
		return false;
	for (size_t i = 0; i < in->result->nfindings; i++)
		if (in->result->findings[i].entity == field->entity && pl_infer_is_code(&in->result->findings[i], "PL111"))
			return true;
	return false;
}

/* Where unpadded ranges are at fault (PL102), a width would put the fault into other words. */
static void add_number_type(const struct pl_infer *in, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (pl_infer_is_digit_id(in, field)) {
		pl_buf_adds(in->out, "type: id, chars: \"[0-9]\"");
		return;
	}
	if (pl_counts_digits(field)) {
		pl_buf_adds(in->out, "type: number, encode: length-prefix");
		return;
	}
	pl_buf_adds(in->out, "type: number");
	if (might_be_typed(in, field)) {
		pl_buf_printf(in->out, ", width: %u", seen->max_len);
		return;
	}
	if (field->kind == PL_K_DECIMAL && seen->proof->state == PL_O_ENCODING && seen->min_len == seen->max_len)
		pl_buf_printf(in->out, ", width: %u", seen->max_len);
	else if (seen->padded_width && pl_infer_worst(in, field, "PL102") == PL_OFF && field->kind != PL_K_DECIMAL)
		pl_buf_printf(in->out, ", width: %u", seen->padded_width);
	else
		pl_buf_adds(in->out, ", encode: plain");
	if (field->kind == PL_K_DECIMAL && seen->min_fraction == seen->max_fraction && seen->max_fraction)
		pl_buf_printf(in->out, ", decimals: %u", seen->max_fraction);
	if (seen->signed_values && seen->least.len && *seen->least.ptr == '-')
		pl_buf_printf(in->out, ", min: %.*s", (int)seen->least.len, seen->least.ptr);
	if (!is_in_order(in, field))
		pl_buf_adds(in->out, ", ordered: false");
}

static const char *const epoch_formats[] = {
	[PL_EPOCH_S] = "epoch-s", [PL_EPOCH_MS] = "epoch-ms", [PL_EPOCH_US] = "epoch-us", [PL_EPOCH_NS] = "epoch-ns"};

/* Inverted in several ways, and out of order: the MAX of one of them is what the others are to be rewritten to. */
static void add_mirrored_type(const struct pl_infer *in, const struct pl_field *field)
{
	for (unsigned form = 1; form < PL_MIRRORS && pl_infer_worst(in, field, "PL110") > PL_INFO; form++) {
		const enum pl_epoch epoch = pl_mirror_epoch(form);
		const struct pl_str max = pl_str_c(pl_mirror_max(form));

		if (!(field->observed->mirrors >> form & 1) || epoch == PL_EPOCH_NONE)
			continue;
		pl_buf_printf(in->out, "type: timestamp, format: %s, inverted: %.*s", epoch_formats[epoch],
			      (int)pl_digit_run(max, 0), max.ptr);
		return;
	}
	pl_buf_adds(in->out, "type: number, encode: plain, ordered: false");
}

static void add_epoch_type(const struct pl_infer *in, const struct pl_field *field)
{
	pl_buf_printf(in->out, "type: timestamp, format: %s, width: %u", epoch_formats[pl_infer_epoch_of(field)], field->observed->max_len);
}

/* Parts of one width each, and padded, are declared so; others only where a fault was told. */
static void add_version_type(const struct pl_infer *in, const struct pl_field *field)
{
	const struct pl_version_widths *w = &field->observed->version;

	pl_buf_adds(in->out, "type: version, format: semver");
	if (w->padded && w->parts_least == w->parts_most && w->parts_most <= PL_VERSION_PARTS &&
	    pl_infer_worst(in, field, "PL108") == PL_OFF) {
		pl_buf_adds(in->out, ", widths: [");
		for (unsigned p = 0; p < w->parts_most; p++)
			pl_buf_printf(in->out, "%s%u", p ? ", " : "", w->most[p]);
		pl_buf_adds(in->out, "]");
	} else if (pl_infer_worst(in, field, "PL108") < PL_WARNING) {
		pl_buf_adds(in->out, ", ordered: false");
	}
}

/* An id of one length of which nothing is promised but that. */
static void add_id_type(struct pl_buf *out, const struct pl_observed *seen)
{
	pl_buf_adds(out, "type: id");
	if (seen->min_len == seen->max_len)
		pl_buf_printf(out, ", length: %u", seen->max_len);
}

/* By its versions; of several kinds, which PL403 tells of, it is the one that all writers should make. */
static const char *uuid_type(const struct pl_infer *in, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const uint64_t *of = seen->uuids;
	const uint64_t random = of[3] + of[4] + of[5], timed = of[6] + of[7];

	if (seen->min_len != 36 || seen->max_len != 36 || pl_infer_only_looks_like(in, field))
		return NULL;
	if (2 * of[1] > seen->keys)
		return "uuid1";
	if (2 * random > seen->keys && !timed)
		return "uuid";
	if (timed == seen->keys || pl_infer_worst(in, field, "PL403") > PL_INFO)
		return of[6] > of[7] ? "uuid6" : "uuid7";
	return NULL;
}

static void add_uuid_type(struct pl_infer *in, const struct pl_field *field)
{
	const char *type = uuid_type(in, field);

	if (type)
		pl_buf_printf(in->out, "type: %s", type);
	else
		add_id_type(in->out, field->observed);
}

/* Hex of which it is not certain that it is a digest, and not told in another way, may be an ObjectId or a padded number. */
static void add_hash_type(struct pl_infer *in, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const bool one_length = seen->min_len == seen->max_len, digest = one_length && pl_is_digest_length(seen->max_len);

	if (one_length && seen->max_len == 24 && pl_infer_worst(in, field, "PL403") > PL_INFO) {
		pl_buf_adds(in->out, "type: objectid");
		return;
	}
	if (digest || (seen->upper && seen->lower && one_length)) {
		pl_buf_adds(in->out, "type: hash");
		return;
	}
	add_id_type(in->out, seen);
	pl_buf_printf(in->out, ", chars: \"[0-9%s%s]\"", seen->upper ? "A-F" : "", seen->lower ? "a-f" : "");
}

static void add_type(struct pl_infer *in, const struct pl_infer_value *v)
{
	const struct pl_field *field = v->field;

	if (v->unsaid) {
		pl_buf_printf(in->out, "type: unknown%s", v->rest ? ", rest: true" : "");
		return;
	}
	if (v->joined && !v->text) {
		pl_buf_adds(in->out, "type: id");
		return;
	}
	switch (field && !v->joined ? field->kind : PL_K_TEXT) {
	case PL_K_NUMBER:
		if (pl_infer_is_epoch(field))
			add_epoch_type(in, field);
		else
			add_number_type(in, field);
		break;
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
		add_number_type(in, field);
		break;
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
	case PL_K_HOUR:
		add_date_part(in->out, field);
		break;
	case PL_K_TIMESTAMP:
		if (pl_is_among_triples(field))
			add_id_type(in->out, field->observed);
		else
			add_time_type(in, field);
		break;
	case PL_K_MIRRORED:
		add_mirrored_type(in, field);
		break;
	case PL_K_VERSION:
		add_version_type(in, field);
		break;
	case PL_K_UUID:
		add_uuid_type(in, field);
		break;
	case PL_K_ULID:
	case PL_K_KSUID:
		if (pl_infer_only_looks_like(in, field))
			add_id_type(in->out, field->observed);
		else
			pl_buf_adds(in->out, field->kind == PL_K_ULID ? "type: ulid" : "type: ksuid");
		break;
	case PL_K_HASH:
		add_hash_type(in, field);
		break;
	case PL_K_ID:
		pl_buf_adds(in->out, "type: id");
		break;
	default:
		pl_buf_printf(in->out, "type: text%s", v->rest ? ", rest: true" : "");
		break;
	}
}

void pl_infer_add_count(struct pl_buf *out, uint64_t n)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n);

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			pl_buf_addc(out, ',');
		pl_buf_addc(out, digits[i]);
	}
}

static void add_widths(struct pl_buf *out, const struct pl_observed *seen)
{
	unsigned least = UINT_MAX, most = 0;

	for (size_t i = 0; i < seen->nwidths; i++) {
		least = PL_MIN(least, seen->widths[i].width);
		most = PL_MAX(most, seen->widths[i].width);
	}
	if (!most)
		return;
	if (least == most)
		pl_buf_printf(out, ", %u digit%s", most, most == 1 ? "" : "s");
	else
		pl_buf_printf(out, ", %u to %u digits", least, most);
	if (seen->greatest.len && seen->greatest.len <= 40 && pl_str_eq(seen->least, seen->greatest))
		pl_buf_printf(out, ", always %.*s", (int)seen->greatest.len, seen->greatest.ptr);
	else if (seen->least.len && seen->greatest.len && seen->greatest.len <= 40)
		pl_buf_printf(out, ", %.*s to %.*s", (int)seen->least.len, seen->least.ptr, (int)seen->greatest.len,
			      seen->greatest.ptr);
}

static void add_forms(struct pl_buf *out, const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++) {
		char text[40];

		pl_time_form_text(seen->forms[i].form, text);
		pl_buf_printf(out, "%s%s", i ? " and " : ", as ", text);
	}
	if (pl_some_instant(seen)) {
		char first[40], last[40];

		pl_instant_text(seen->first, first);
		pl_instant_text(seen->last, last);
		if (strcmp(first, last) == 0)
			pl_buf_printf(out, ", always %s", first);
		else
			pl_buf_printf(out, ", from %s to %s", first, last);
	}
}

/* "PL304, PL404": what was told of a field, each once. */
static const char *told_of(const struct pl_infer *in, const struct pl_field *field)
{
	const char *codes = "";
	const struct pl_rule *last = NULL; /* findings are sorted by level: a rule may come twice */

	for (size_t i = 0; i < in->result->nfindings; i++) {
		const struct pl_finding *f = &in->result->findings[i];

		if (f->field != field || f->rule == last || strstr(codes, f->rule->code))
			continue;
		last = f->rule;
		codes = pl_arena_printf(in->arena, "%s%s%s", codes, *codes ? ", " : "", last->code);
	}
	return codes;
}

/* What a person would have to say of an unknown value of that kind. */
static const char *question(enum pl_kind kind)
{
	switch (kind) {
	case PL_K_NUMBER:
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
	case PL_K_HEXNUMBER:
	case PL_K_ZEROS:
		return "TODO a number with max and width, or an id?";
	case PL_K_TIMESTAMP:
		return "TODO a timestamp, in which format?";
	case PL_K_DURATION:
		return "TODO a number of seconds with width, or text?";
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
	case PL_K_HOUR:
		return "TODO one timestamp, as YYYY-MM-DD, for year, month and day?";
	case PL_K_WORD:
		return "TODO an enum, or text?";
	case PL_K_MAIL:
		return "TODO text, in one letter case?";
	default:
		return "TODO what is it?";
	}
}

static const char *to_do_unsaid(const struct pl_infer *in, const struct pl_infer_value *v)
{
	const char *what = question(v->field->kind), *told = told_of(in, v->field);

	return *told ? pl_arena_printf(in->arena, "%s (%s)", what, told) : what;
}

static const char *to_do(const struct pl_infer *in, const struct pl_infer_value *v)
{
	if (v->unsaid)
		return to_do_unsaid(in, v);
	if (v->field && pl_is_of_partition(v->field))
		return NULL;
	if (v->field && pl_infer_is_epoch(v->field))
		return "TODO unique?";
	switch (v->field ? v->field->kind : PL_K_NONE) {
	case PL_K_NUMBER:
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
		if (pl_counts_digits(v->field))
			return NULL;
		if (pl_infer_is_digit_id(in, v->field))
			return "TODO number, if its order matters";
		return is_in_order(in, v->field) ? "TODO max; ordered: false if no query relies on its order"
						 : "TODO ordered? then it needs max and width";
	case PL_K_MIRRORED:
		return "TODO which MAX?";
	case PL_K_DURATION:
		return "TODO seconds, padded, if its order matters (PL201)";
	case PL_K_TIMESTAMP:
	case PL_K_ID:
	case PL_K_HASH:
		return "TODO unique?";
	default:
		return NULL;
	}
}

void pl_infer_add_field(struct pl_infer *in, const struct pl_infer_value *v)
{
	pl_buf_printf(in->out, "  %s: {", v->name);
	add_type(in, v);
	pl_buf_addc(in->out, '}');
	if (v->field && v->field->observed) {
		const char *todo = to_do(in, v);

		pl_buf_adds(in->out, "  # ");
		pl_infer_add_count(in->out, v->field->observed->keys);
		pl_buf_printf(in->out, " key%s", v->field->observed->keys == 1 ? "" : "s");
		add_widths(in->out, v->field->observed);
		add_forms(in->out, v->field->observed);
		if (todo)
			pl_buf_printf(in->out, "; %s", todo);
	} else if (v->example.len && pl_infer_is_plain(v->example)) {
		pl_buf_printf(in->out, "  # such as %.*s", (int)v->example.len, v->example.ptr);
	} else if (v->words && v->unsaid) {
		pl_buf_adds(in->out, "  # TODO a label, or a value? something was told of what stands there");
	} else if (v->rest) {
		pl_buf_printf(in->out, "  # TODO %s", v->unsaid ? "what else there is" : "more segments than were told apart");
	}
	pl_buf_addc(in->out, '\n');
}
