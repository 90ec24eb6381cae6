/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/repeats.h"

void pl_repeats_release(struct pl_repeats *repeats)
{
	pl_buf_release(&repeats->partition);
	pl_buf_release(&repeats->key);
	pl_buf_release(&repeats->best_partition);
	pl_buf_release(&repeats->best_key);
}

static void set(struct pl_buf *buf, struct pl_str bytes)
{
	pl_buf_clear(buf);
	pl_buf_add(buf, bytes);
}

static bool is_before(struct pl_origin a, struct pl_origin b)
{
	return a.file != b.file ? a.file < b.file : a.place < b.place;
}

/* Keeps the two least origins. */
static void note_origin(struct pl_repeats *repeats, struct pl_origin at)
{
	if (repeats->seen == 0 || is_before(at, repeats->at.first)) {
		repeats->at.second = repeats->at.first;
		repeats->at.first = at;
	} else if (repeats->seen == 1 || is_before(at, repeats->at.second)) {
		repeats->at.second = at;
	}
	repeats->seen = PL_MIN(repeats->seen + 1, 2U);
}

static bool is_plainer(const struct pl_repeats *repeats)
{
	size_t len = repeats->partition.len + repeats->key.len;
	size_t best = repeats->best_partition.len + repeats->best_key.len;
	int c;

	if (repeats->groups == 1 || len != best)
		return repeats->groups == 1 || len < best;
	c = pl_order(pl_buf_str(&repeats->partition), pl_buf_str(&repeats->best_partition));
	return (c ? c : pl_order(pl_buf_str(&repeats->key), pl_buf_str(&repeats->best_key))) < 0;
}

static void end_key(struct pl_repeats *repeats)
{
	if (repeats->seen < 2)
		return;
	repeats->keys += repeats->rows;
	repeats->groups++;
	if (!is_plainer(repeats))
		return;
	set(&repeats->best_partition, pl_buf_str(&repeats->partition));
	set(&repeats->best_key, pl_buf_str(&repeats->key));
	repeats->best_at = repeats->at;
}

void pl_repeats_add(struct pl_repeats *repeats, bool next, struct pl_str partition,
		    struct pl_str key, uint64_t source, struct pl_origin at)
{
	bool same = !next && repeats->rows && pl_str_eq(key, pl_buf_str(&repeats->key));

	if (!same) {
		end_key(repeats);
		if (next)
			set(&repeats->partition, partition);
		set(&repeats->key, key);
		repeats->rows = 0;
		repeats->seen = 0;
	}
	/* Of one source the first row has the least place, and one is enough. */
	if (!repeats->by_source || !repeats->rows || repeats->source != source)
		note_origin(repeats, at);
	repeats->rows++;
	repeats->source = source;
}

void pl_repeats_finish(struct pl_repeats *repeats, struct pl_arena *arena, struct pl_duplicate *out,
		       struct pl_witness_origins *origins)
{
	end_key(repeats);
	repeats->rows = repeats->seen = 0;
	*out = (struct pl_duplicate){.keys = repeats->keys, .groups = repeats->groups};
	if (!repeats->groups)
		return;
	out->witness.some = true;
	out->witness.partition = pl_arena_str(arena, pl_buf_str(&repeats->best_partition));
	out->witness.first = pl_arena_str(arena, pl_buf_str(&repeats->best_key));
	out->witness.second = out->witness.first;
	*origins = repeats->best_at;
}
