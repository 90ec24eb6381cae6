/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a checker that parses each line into a tree would spend at the least:
 * calls cJSON_ParseWithLength() on every line of a file, and nothing else.
 */
#include <cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

int main(int argc, char **argv)
{
	FILE *in = argc == 2 ? fopen(argv[1], "r") : NULL;
	char *line = NULL;
	size_t room = 0;
	unsigned long lines = 0, bad = 0;
	ssize_t len;

	if (!in) {
		fputs("usage: cjson-lines FILE\n", stderr);
		return 2;
	}
	while ((len = getline(&line, &room, in)) > 0) {
		cJSON *tree = cJSON_ParseWithLength(line, (size_t)len);

		lines++;
		bad += !tree;
		cJSON_Delete(tree);
	}
	printf("%lu lines, %lu bad\n", lines, bad);
	free(line);
	fclose(in);
	return bad != 0;
}
