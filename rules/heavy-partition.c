/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL410 heavy-partition: one partition key that holds a great share of it all.
 *
 *     EVENTS          1,900,000 of 2,000,000 items
 *     USER#1 …              one to five items each
 *
 * A dump shows how much stands in a partition, not how often it is read or
 * written. That a partition holds far more than the others is still where
 * throttling begins, so it is an info. A partition that is the only one counts
 * as well; three that are alike do not stand out, and small tables never do.
 *
 * With local indexes it is a matter of size: all items of one partition key and
 * their copies in these indexes have 10 GB together, and then no more. Which
 * indexes are local is known from table descriptions and schemas.
 *
 * Counts are good to a few ten-thousandths of the table; bytes are estimated
 * from a sample of the items.
 */
#include "linter/rule.h"

enum { STANDS_OUT = 10 }; /* so many times the items of an average partition */

#define COLLECTION_BYTES (10.0 * 1024 * 1024 * 1024)
#define NEAR_LIMIT 0.8

static bool is_local(const struct pl_keys *keys)
{
	return keys->index && keys->index->local;
}

/* A local index has the partitions of its table. */
static bool applies(const struct pl_keys *keys)
{
	return keys->keys > 0 && !is_local(keys);
}

static bool stands_out(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_heavy *heavy)
{
	if (heavy->items < pl_option(cx, "items") || heavy->items < pl_option(cx, "share") * (double)keys->keys)
		return false;
	return keys->partitions < 2 || heavy->items * keys->partitions >= STANDS_OUT * (double)keys->keys;
}

/* "1.9 GB", "12 MB", "7 kB" */
static const char *size_text(struct pl_cx *cx, double bytes)
{
	if (bytes >= 1e9)
		return pl_text(cx, "%.1f GB", bytes / 1e9);
	if (bytes >= 1e6)
		return pl_text(cx, "%.0f MB", bytes / 1e6);
	return pl_text(cx, "%.0f kB", bytes / 1e3);
}

/* "about 34 % of the items and 36 % of the bytes (1,234,567 items, 1.1 GB)" */
static const char *share_text(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_heavy *heavy)
{
	uint64_t items = (uint64_t)(heavy->items + 0.5);
	double share = heavy->items / (double)keys->keys * 100;

	if (keys->bytes <= 0)
		return pl_text(cx, "about %.0f %% of the items (%s)", share, pl_count(cx, items));
	return pl_text(cx, "about %.0f %% of the items and %.0f %% of the bytes (%s items, %s)", share,
		       heavy->bytes / keys->bytes * 100, pl_count(cx, items), size_text(cx, heavy->bytes));
}

static const char *message(struct pl_cx *cx, const struct pl_keys *keys, size_t count)
{
	const char *greatest = share_text(cx, keys, &keys->heaviest[0]);
	double items = 0;

	if (keys->partitions < 2)
		return pl_text(cx, "one partition holds all items (%s, about %s)", pl_count(cx, keys->keys),
			       size_text(cx, keys->bytes));
	if (count == 1)
		return pl_text(cx, "one partition holds %s", greatest);
	for (size_t i = 0; i < count; i++)
		items += keys->heaviest[i].items;
	return pl_text(cx, "%zu partitions hold about %.0f %% of the items; the greatest holds %s", count,
		       items / (double)keys->keys * 100, greatest);
}

static void report_share(struct pl_cx *cx, const struct pl_keys *keys, size_t count)
{
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_INFO,
		.attribute = keys->pk,
		.message = message(cx, keys, count),
		.why = pl_text(cx, "What has one partition key is stored together and shares 3,000 read and 1,000 write units a second%s. "
				   "DynamoDB may split it between two sort keys, which does not help where the newest row is always the "
				   "last one. How often it is used a dump does not show.",
			       keys->index_name.len ? "; where an index is throttled, so are the writes to its table" : ""),
		.fix = "Nothing where it is seldom written and read. Else spread it: put a shard (a hash of the id, modulo a small "
		       "number) or the day behind the partition key, and read the parts side by side.",
		.witness = keys->heaviest[0].example,
		.fingerprint = 1,
	});
}

/* ---- local indexes ---- */

static unsigned local_indexes(const struct pl_table *table)
{
	unsigned n = 0;

	for (size_t i = 1; table && i < table->nindexes; i++)
		n += table->index[i].local;
	return n;
}

static void check_collection(struct pl_cx *cx, const struct pl_keys *keys)
{
	unsigned indexes = keys->index_name.len ? 0 : local_indexes(keys->table);
	const struct pl_heavy *largest = &keys->heaviest[0];

	for (size_t i = 1; i < keys->nheaviest; i++)
		if (keys->heaviest[i].collected > largest->collected)
			largest = &keys->heaviest[i];
	if (!indexes || largest->collected < NEAR_LIMIT * COLLECTION_BYTES)
		return;
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_WARNING,
		.attribute = keys->pk,
		.message = pl_text(cx, "one partition takes about %s with its copies in %s, of the 10 GB that it may have",
				   size_text(cx, largest->collected),
				   indexes == 1 ? "a local index" : pl_text(cx, "%u local indexes", indexes)),
		.why = "In a table with local indexes the items of one partition key have 10 GB, their copies in these indexes "
		       "included: then DynamoDB refuses every write that adds to them.",
		.fix = "Move old items out, project fewer attributes, or spread the partition over several keys. Global indexes have "
		       "no such limit, but a table keeps its local ones: that takes a new table.",
		.witness = largest->example,
		.fingerprint = 2,
	});
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	size_t count = 0;

	while (count < keys->nheaviest && stands_out(cx, keys, &keys->heaviest[count]))
		count++;
	if (count)
		report_share(cx, keys, count);
	check_collection(cx, keys);
}

static const struct pl_option options[] = {
	{"share", PL_OPT_PERCENT, 0.10, "share of the items from which a partition is heavy"},
	{"items", PL_OPT_NUMBER, 100000, "items that it must have"},
	{0},
};

const struct pl_rule pl_rule_heavy_partition = {
	.code = "PL410",
	.name = "heavy-partition",
	.since = "0.1.0",
	.summary = "one partition holds a great share of the items, or nearly 10 GB beside local indexes",
	.why = "Of 2,000,000 items 1,900,000 stand under PK = EVENTS: they are stored together and share "
	       "1,000 write units a second.",
	.fix = "Nothing where it is seldom used; else spread it over shards or days, and read these side by side.",
	.blind = "How often a partition is read and written; heavy ones beyond the third. Bytes are estimated from a sample.",
	.source = "Amazon DynamoDB developer guide: 3,000 read and 1,000 write units a second for each partition; item collections "
		  "of tables with local secondary indexes have at most 10 GB.",
	.scope = PL_KEYS,
	.level = PL_WARNING,
	.options = options,
	.applies_keys = applies,
	.check_keys = check,
};
