/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/note.h"

#include "linter/base/hash.h"

enum {
	SLOTS = 1 << 17,         /* of the table of shared identities, at most half of them used */
	MOST_BYTES = 8 << 20,    /* of shared identities; others are written into their notes */
	NUMBER = 1 + sizeof(uint64_t), /* bytes of a number, at most */
};

struct pl_shared {
	uint64_t hash;
	struct pl_identity *identity; /* NULL: a free slot */
};

void pl_notes_init(struct pl_notes *notes, size_t run_bytes, const char *tmpdir)
{
	*notes = (struct pl_notes){.sorter = pl_sorter_new(true, run_bytes, tmpdir)};
	notes->shared = pl_calloc(SLOTS, sizeof(*notes->shared));
}

void pl_notes_release(struct pl_notes *notes)
{
	pl_buf_release(&notes->scratch);
	pl_arena_release(&notes->arena);
	free(notes->shared);
	notes->shared = NULL;
}

bool pl_identity_eq(const struct pl_identity *a, const struct pl_identity *b)
{
	/* Mostly both are the one shared copy. */
	if (a->partition.ptr == b->partition.ptr && a->before.ptr == b->before.ptr)
		return a->subject == b->subject && a->partition.len == b->partition.len && a->before.len == b->before.len;
	return a->subject == b->subject && pl_str_eq(a->before, b->before) && pl_str_eq(a->partition, b->partition);
}

/* ---- numbers ---- */

/* Bytes that follow the first one: as many as ones stand at its front. */
static unsigned follow_of(unsigned char first)
{
	return first == UINT8_MAX ? 8 : (unsigned)__builtin_clz(~((unsigned)first << 24));
}

static char *put_number(char *to, uint64_t value)
{
	unsigned n = 0;

	while (n < 8 && value >> 7 * (n + 1))
		n++;
	*to++ = n == 8 ? (char)UINT8_MAX : (char)(~(UINT8_MAX >> n) | (int)(value >> 8 * n));
	for (unsigned i = n; i-- > 0;)
		*to++ = (char)(value >> 8 * i);
	return to;
}

static const char *get_number(const char *from, uint64_t *value)
{
	unsigned char first = (unsigned char)*from++;
	unsigned n = follow_of(first);

	*value = n == 8 ? 0 : first & (UINT8_MAX >> (n + 1));
	while (n--)
		*value = *value << 8 | (unsigned char)*from++;
	return from;
}

/* ---- identities ---- */

/* Two hashes of the identity: of 64 and of 32 bits. */
struct hashes {
	uint64_t range;
	uint32_t tag;
};

static struct hashes hashes_of(const struct pl_identity *of)
{
	/* The length keeps apart what partition and bytes before share out differently. */
	XXH128_hash_t a = XXH3_128bits_withSeed(of->partition.ptr, of->partition.len,
						pl_hash_mix(of->subject, of->partition.len));
	uint64_t b = of->before.len ? pl_hash(of->before, a.high64) : a.high64;

	return (struct hashes){a.low64 ^ b, (uint32_t)(b >> 32)};
}

static bool has_room(const struct pl_notes *notes, size_t bytes)
{
	return notes->nshared < SLOTS / 2 && notes->bytes + bytes <= MOST_BYTES;
}

/* The copy that notes share; NULL when there is none and no room for one. */
static const struct pl_identity *share(struct pl_notes *notes, const struct pl_identity *of, uint64_t hash)
{
	struct pl_shared *slot;
	size_t at = hash % SLOTS;

	for (;; at = (at + 1) % SLOTS) {
		slot = &notes->shared[at];
		if (!slot->identity)
			break;
		if (slot->hash == hash && pl_identity_eq(slot->identity, of))
			return slot->identity;
	}
	if (!has_room(notes, of->partition.len + of->before.len))
		return NULL;
	notes->nshared++;
	notes->bytes += of->partition.len + of->before.len;
	slot->hash = hash;
	slot->identity = PL_NEW(&notes->arena, struct pl_identity);
	*slot->identity = (struct pl_identity){of->subject, pl_arena_str(&notes->arena, of->partition),
					       pl_arena_str(&notes->arena, of->before)};
	return slot->identity;
}

static char *put_identity(char *to, const struct pl_identity *of, const struct pl_identity *shared)
{
	/* The place of the shared copy, 0 for none; a spill does not outlive the process. */
	to = put_number(to, (uintptr_t)shared);
	if (shared)
		return to;
	to = put_number(to, of->subject);
	to = put_number(to, of->partition.len);
	if (of->partition.len)
		memcpy(to, of->partition.ptr, of->partition.len);
	to += of->partition.len;
	if (of->before.len)
		memcpy(to, of->before.ptr, of->before.len);
	return to + of->before.len;
}

static void get_identity(struct pl_str bytes, struct pl_identity *of)
{
	const char *from = bytes.ptr;
	uint64_t shared, subject, len;

	from = get_number(from, &shared);
	if (shared) {
		*of = *(const struct pl_identity *)(uintptr_t)shared;
		return;
	}
	from = get_number(from, &subject);
	from = get_number(from, &len);
	of->subject = (uint32_t)subject;
	of->partition = pl_str_of(from, len);
	of->before = pl_str_of(from + len, (size_t)(bytes.ptr + bytes.len - from - len));
}

/* ---- notes ---- */

void pl_note_write(struct pl_notes *notes, const struct pl_note *note)
{
	struct hashes hash = hashes_of(&note->of);
	const struct pl_identity *shared = note->alone ? NULL : share(notes, &note->of, hash.range);
	char *head, *to;

	pl_buf_clear(&notes->scratch);
	head = to = pl_buf_reserve(&notes->scratch, 6 * NUMBER + note->of.partition.len + note->of.before.len);
	to = put_number(to, note->extra);
	to = put_number(to, note->at.file);
	to = put_number(to, note->at.place);
	to = put_identity(to, &note->of, shared);
	pl_sorter_add_payload(notes->sorter, hash.range, hash.tag, note->key, pl_str_of(head, (size_t)(to - head)));
}

void pl_note_read(const struct pl_sorted *record, struct pl_note *note)
{
	const char *from = record->rest.ptr;
	uint64_t file;

	from = get_number(from, &note->extra);
	from = get_number(from, &file);
	from = get_number(from, &note->at.place);
	note->at.file = (uint32_t)file;
	get_identity(pl_str_of(from, (size_t)(record->rest.ptr + record->rest.len - from)), &note->of);
	note->key = record->key;
}
