/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/input/window.h"

#include "linter/input/scan.h"

void pl_window_init(struct pl_window *window, struct pl_stream *stream, size_t step)
{
	*window = (struct pl_window){.stream = stream, .step = step ? step : PL_WINDOW_SIZE};
	window->cap = window->step;
	window->data = pl_malloc(window->cap + PL_SCAN_PAD);
	window->at = window->end = window->data;
	memset(window->data, 0, window->cap + PL_SCAN_PAD);
}

void pl_window_release(struct pl_window *window)
{
	free(window->data);
	window->data = NULL;
}

bool pl_window_more(struct pl_window *window)
{
	size_t carry = (size_t)(window->end - window->at), room, n;

	if (window->eof || carry >= PL_WINDOW_MAX)
		return false;
	window->before += (uint64_t)(window->at - window->data);
	/* Doubling what is carried keeps the rescans of one long item linear in its length. */
	room = PL_MIN(PL_MAX(carry, window->step), PL_WINDOW_MAX - carry);
	if (window->cap < carry + room) {
		size_t cap = carry + room;
		char *data = pl_malloc(cap + PL_SCAN_PAD);

		memcpy(data, window->at, carry);
		memset(data + carry, 0, room + PL_SCAN_PAD);
		free(window->data);
		window->data = data;
		window->cap = cap;
	} else if (carry) {
		memmove(window->data, window->at, carry);
	}
	window->at = window->data;
	n = pl_stream_read(window->stream, window->data + carry, room);
	window->end = window->data + carry + n;
	*window->end = '\0';
	window->eof = n == 0;
	return n > 0;
}
