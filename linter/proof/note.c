/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/note.h"

#include "linter/base/hash.h"

enum { EXTRA = 0, FILE_ = 8, PLACE = 12, IDENTITY = 20, SUBJECT = 20, LENGTH = 24, PARTITION = 28 };

static void put(char *to, uint64_t value, unsigned bytes)
{
	while (bytes--) {
		to[bytes] = (char)(unsigned char)value;
		value >>= 8;
	}
}

static uint64_t get(const char *from, unsigned bytes)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < bytes; i++)
		value = value << 8 | (unsigned char)from[i];
	return value;
}

void pl_note_write(struct pl_sorter *sorter, struct pl_buf *scratch, const struct pl_note *note)
{
	struct pl_str rest, identity;
	XXH128_hash_t hash;
	char *head;

	pl_buf_clear(scratch);
	head = pl_buf_reserve(scratch, PARTITION);
	put(head + EXTRA, note->extra, 8);
	put(head + FILE_, note->at.file, 4);
	put(head + PLACE, note->at.place, 8);
	put(head + SUBJECT, note->subject, 4);
	put(head + LENGTH, note->partition.len, 4);
	scratch->len = PARTITION;
	pl_buf_add(scratch, note->partition);
	pl_buf_add(scratch, note->before);
	rest = pl_buf_str(scratch);
	identity = pl_str_sub(rest, IDENTITY, rest.len);
	hash = XXH3_128bits(identity.ptr, identity.len);
	pl_sorter_add_payload(sorter, hash.low64, (uint32_t)(hash.high64 >> 32), note->key, rest);
}

void pl_note_read(const struct pl_sorted *record, struct pl_note *note)
{
	const char *head = record->rest.ptr;
	size_t len = get(head + LENGTH, 4);

	PL_ASSERT(record->rest.len >= PARTITION && record->rest.len - PARTITION >= len);
	note->extra = get(head + EXTRA, 8);
	note->at.file = (uint32_t)get(head + FILE_, 4);
	note->at.place = get(head + PLACE, 8);
	note->subject = (uint32_t)get(head + SUBJECT, 4);
	note->partition = pl_str_sub(record->rest, PARTITION, PARTITION + len);
	note->before = pl_str_sub(record->rest, PARTITION + len, record->rest.len);
	note->identity = pl_str_sub(record->rest, IDENTITY, record->rest.len);
	note->key = record->key;
}
