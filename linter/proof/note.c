/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/note.h"

#include "linter/base/hash.h"

enum { EXTRA = 0, FILE_ = 8, PLACE = 12, IDENTITY = 20, SUBJECT = 20, LENGTH = 24, PARTITION = 28 };

/* Big-endian, so that equal keys come back in the order of their places. */
static inline void put8(char *to, uint64_t value)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	value = __builtin_bswap64(value);
#endif
	memcpy(to, &value, sizeof(value));
}

static inline void put4(char *to, uint32_t value)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	value = __builtin_bswap32(value);
#endif
	memcpy(to, &value, sizeof(value));
}

static inline uint64_t get8(const char *from)
{
	uint64_t value;

	memcpy(&value, from, sizeof(value));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	value = __builtin_bswap64(value);
#endif
	return value;
}

static inline uint32_t get4(const char *from)
{
	uint32_t value;

	memcpy(&value, from, sizeof(value));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	value = __builtin_bswap32(value);
#endif
	return value;
}

void pl_note_write(struct pl_sorter *sorter, struct pl_buf *scratch, const struct pl_note *note)
{
	struct pl_str rest, identity;
	XXH128_hash_t hash;
	char *head;

	pl_buf_clear(scratch);
	head = pl_buf_reserve(scratch, PARTITION + note->partition.len + note->before.len);
	put8(head + EXTRA, note->extra);
	put4(head + FILE_, (uint32_t)note->at.file);
	put8(head + PLACE, note->at.place);
	put4(head + SUBJECT, (uint32_t)note->subject);
	put4(head + LENGTH, (uint32_t)note->partition.len);
	if (note->partition.len)
		memcpy(head + PARTITION, note->partition.ptr, note->partition.len);
	if (note->before.len)
		memcpy(head + PARTITION + note->partition.len, note->before.ptr, note->before.len);
	scratch->len = PARTITION + note->partition.len + note->before.len;
	rest = pl_buf_str(scratch);
	identity = pl_str_sub(rest, IDENTITY, rest.len);
	hash = XXH3_128bits(identity.ptr, identity.len);
	pl_sorter_add_payload(sorter, hash.low64, (uint32_t)(hash.high64 >> 32), note->key, rest);
}

void pl_note_read(const struct pl_sorted *record, struct pl_note *note)
{
	const char *head = record->rest.ptr;
	size_t len = get4(head + LENGTH);

	PL_ASSERT(record->rest.len >= PARTITION && record->rest.len - PARTITION >= len);
	note->extra = get8(head + EXTRA);
	note->at.file = get4(head + FILE_);
	note->at.place = get8(head + PLACE);
	note->subject = get4(head + SUBJECT);
	note->partition = pl_str_sub(record->rest, PARTITION, PARTITION + len);
	note->before = pl_str_sub(record->rest, PARTITION + len, record->rest.len);
	note->identity = pl_str_sub(record->rest, IDENTITY, record->rest.len);
	note->key = record->key;
}
