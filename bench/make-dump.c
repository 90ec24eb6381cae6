/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A deterministic leaderboard as DynamoDB-JSON lines, for measuring.
 *
 *     PK   SEASON#2026-SPRING             54 partitions
 *     SK   0000001500#0000001719100800#p_8842
 *          score      time             player; --faulty leaves the zeros of some scores away
 *
 * and eight more attributes of usual types, in an order that differs from item
 * to item, about 390 bytes a line. Each partition stands in one shard, as in
 * an export of AWS.
 *
 *     make-dump -n 1000000 --shards 8 --faulty 0.001 FOLDER
 *
 * writes FOLDER/0.json … FOLDER/7.json and prints how many items and how many
 * faulty ones there are.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTITIONS = 54, MAX_SHARDS = 64, MAX_ATTRS = 12, MAX_ATTR = 192 };

/* SplitMix64 (Steele, Lea, Flood 2014): one multiplication chain a number, any seed will do. */
static uint64_t next(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static unsigned below(uint64_t *state, unsigned limit)
{
	return (unsigned)(next(state) % limit);
}

static const char *const seasons[] = {"WINTER", "SPRING", "SUMMER", "AUTUMN"};
static const char *const teams[] = {"red", "blue", "green", "yellow", "violet", "the old guard"};
static const char *const names[] = {"mia", "jun", "ida", "leo", "ana",
				    "tom", "zoë", "kim", "oku", "eli"};
static const char *const countries[] = {"DE", "KR", "BR", "US", "JP", "FR", "IN", "NG"};

/* Writes one item's line; true when its score has no zeros in front. */
static int write_item(FILE *out, uint64_t *state, unsigned partition, double faulty)
{
	char attr[MAX_ATTRS][MAX_ATTR];
	/* Drawn one after the other: the order in which C evaluates arguments is open. */
	int bare = (double)below(state, 1000000) < faulty * 1e6;
	unsigned score = below(state, 2000000) % (bare ? 10000 : 2000000);
	unsigned seconds = 1719100800 + below(state, 7776000);
	unsigned player = below(state, 100000), name = below(state, 10), country = below(state, 8);
	unsigned team = below(state, 6), online = below(state, 2), times = below(state, 100);
	unsigned wins = below(state, 500), losses = below(state, 500), ratio = below(state, 1000);
	uint64_t high = next(state), low = next(state);
	unsigned count = 0, first;

	snprintf(attr[count++], MAX_ATTR, "\"PK\":{\"S\":\"SEASON#%u-%s\"}", 2013 + partition / 4,
		 seasons[partition % 4]);
	snprintf(attr[count++], MAX_ATTR,
		 bare ? "\"SK\":{\"S\":\"%u#%016u#p_%u\"}" : "\"SK\":{\"S\":\"%010u#%016u#p_%u\"}",
		 score, seconds, player);
	snprintf(attr[count++], MAX_ATTR, "\"score\":{\"N\":\"%u\"}", score);
	snprintf(attr[count++], MAX_ATTR, "\"playerName\":{\"S\":\"%s-%u\"}", names[name], player);
	snprintf(attr[count++], MAX_ATTR, "\"country\":{\"S\":\"%s\"}", countries[country]);
	snprintf(attr[count++], MAX_ATTR, "\"team\":{\"S\":\"%s\"}", teams[team]);
	snprintf(attr[count++], MAX_ATTR,
		 "\"deviceId\":{\"S\":\"%08x-%04x-4%03x-a%03x-%012" PRIx64 "\"}",
		 (unsigned)(high >> 32), (unsigned)(high >> 16 & 0xffff),
		 (unsigned)(high >> 4 & 0xfff), (unsigned)(low >> 52),
		 low & UINT64_C(0xffffffffffff));
	snprintf(attr[count++], MAX_ATTR, "\"online\":{\"BOOL\":%s}", online ? "true" : "false");
	snprintf(attr[count++], MAX_ATTR,
		 "\"stats\":{\"M\":{\"wins\":{\"N\":\"%u\"},\"losses\":{\"N\":\"%u\"},\"ratio\":{"
		 "\"N\":\"0.%03u\"}}}",
		 wins, losses, ratio);
	snprintf(attr[count++], MAX_ATTR,
		 "\"comment\":{\"S\":\"said \\\"well played\\\" %u times\"}", times);

	first = below(state, count);
	fputs("{\"Item\":{", out);
	for (unsigned i = 0; i < count; i++) {
		if (i)
			putc(',', out);
		fputs(attr[(first + i) % count], out);
	}
	fputs("}}\n", out);
	return bare;
}

static int usage(void)
{
	fputs("usage: make-dump [-n ITEMS] [--shards N] [--faulty FRACTION] FOLDER\n", stderr);
	return 2;
}

int main(int argc, char **argv)
{
	unsigned long items = 1000000, wrong = 0;
	unsigned shards = 8;
	double faulty = 0;
	const char *folder = NULL;
	FILE *out[MAX_SHARDS];
	uint64_t state = 42;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-n") == 0 && i + 1 < argc)
			items = strtoul(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--shards") == 0 && i + 1 < argc)
			shards = (unsigned)strtoul(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--faulty") == 0 && i + 1 < argc)
			faulty = strtod(argv[++i], NULL);
		else if (argv[i][0] != '-' && !folder)
			folder = argv[i];
		else
			return usage();
	}
	if (!folder || shards < 1 || shards > MAX_SHARDS)
		return usage();
	for (unsigned i = 0; i < shards; i++) {
		char path[4096];

		snprintf(path, sizeof(path), "%s/%u.json", folder, i);
		out[i] = fopen(path, "w");
		if (!out[i]) {
			perror(path);
			return 1;
		}
	}
	for (unsigned long i = 0; i < items; i++) {
		unsigned partition = below(&state, PARTITIONS);

		wrong += (unsigned long)write_item(out[partition % shards], &state, partition,
						   faulty);
	}
	for (unsigned i = 0; i < shards; i++)
		if (fclose(out[i]) != 0) {
			perror(folder);
			return 1;
		}
	printf("%lu items, %lu faulty\n", items, wrong);
	return 0;
}
