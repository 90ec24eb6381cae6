/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/progress.h"

#include "reports/escape.h"

#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

/* Runs shorter than this show nothing: a flash tells nobody anything. */
#define FIRST_AFTER 0.3
#define BETWEEN 0.1

enum { WIDEST = 80 };

/* Lengths of the bar. The longest that fits is taken: few, so that it does not jump with every digit more. */
static const size_t bars[] = {24, 12, 6};

static double now(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

void pl_progress_init(struct pl_progress *progress, bool wanted)
{
	struct winsize size;

	*progress = (struct pl_progress){.on = wanted && isatty(STDERR_FILENO), .columns = WIDEST};
	progress->start = now();
	progress->last = progress->start + FIRST_AFTER - BETWEEN;
	if (!progress->on)
		return;
	/* The last column stays free: some terminals wrap as soon as it is written. */
	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		progress->columns = PL_MIN((size_t)size.ws_col - 1, (size_t)WIDEST);
}

static double share(const struct pl_progress_state *state)
{
	double done = (double)state->bytes_done / (double)state->bytes_total;

	return PL_MIN(done, 1.0);
}

static void add_bar(struct pl_buf *out, double done, size_t columns)
{
	size_t full = (size_t)(done * (double)columns);

	pl_buf_addc(out, '[');
	for (size_t i = 0; i < columns; i++)
		pl_buf_addc(out, i < full ? '#' : '-');
	pl_buf_adds(out, "] ");
}

static void add_left(struct pl_buf *out, double seconds)
{
	unsigned left = seconds < 360000 ? (unsigned)(seconds + 0.5) : 359999;

	if (left >= 3600)
		pl_buf_printf(out, "%u:%02u:%02u left", left / 3600, left / 60 % 60, left % 60);
	else
		pl_buf_printf(out, "%u:%02u left", left / 60, left % 60);
}

/* Everything behind the bar. */
static void add_numbers(struct pl_buf *out, const struct pl_progress_state *state, double seconds)
{
	double rate = seconds > 0 ? (double)state->bytes_done / seconds : 0;

	if (state->bytes_total > 0)
		pl_buf_printf(out, "%3.0f%%  ", share(state) * 100);
	pl_add_size(out, state->bytes_done);
	pl_buf_adds(out, "  ");
	pl_add_counted(out, state->items, "item");
	if (rate < 1)
		return;
	pl_buf_adds(out, "  ");
	pl_add_size(out, (uint64_t)rate);
	pl_buf_adds(out, "/s");
	if (state->bytes_total > state->bytes_done) {
		pl_buf_adds(out, "  ");
		add_left(out, (double)(state->bytes_total - state->bytes_done) / rate);
	}
}

void pl_progress_line(struct pl_buf *out, const struct pl_progress_state *state, unsigned pass, unsigned passes,
		      double seconds, size_t columns)
{
	static const size_t around = sizeof("[] ") - 1;
	struct pl_buf front = PL_BUF_INIT, numbers = PL_BUF_INIT;
	size_t from = out->len, taken;

	if (passes > 1)
		pl_buf_printf(&front, "pass %u of %u  ", pass, passes);
	add_numbers(&numbers, state, seconds);
	taken = front.len + numbers.len + around;
	pl_buf_add(out, pl_buf_str(&front));
	for (size_t i = 0; i < PL_LEN(bars) && state->bytes_total > 0; i++)
		if (taken + bars[i] <= columns) {
			add_bar(out, share(state), bars[i]);
			break;
		}
	pl_buf_add(out, pl_buf_str(&numbers));
	/* All of it is ASCII: bytes are columns. */
	out->len = PL_MIN(out->len, from + columns);
	pl_buf_release(&front);
	pl_buf_release(&numbers);
}

static void draw(struct pl_progress *progress, struct pl_str text)
{
	struct pl_buf line = PL_BUF_INIT;

	pl_buf_addc(&line, '\r');
	pl_buf_add(&line, text);
	/* What the line before left behind. */
	for (size_t i = text.len; i < progress->shown; i++)
		pl_buf_addc(&line, ' ');
	if (text.len == 0)
		pl_buf_addc(&line, '\r');
	progress->shown = text.len;
	/* One write, so that no half line is seen. That it may fail is no matter. */
	if (write(STDERR_FILENO, line.ptr, line.len) < 0)
		progress->on = false;
	pl_buf_release(&line);
}

void pl_progress_show(void *ctx, const struct pl_progress_state *state, unsigned pass, unsigned passes)
{
	struct pl_progress *progress = ctx;
	struct pl_buf line = PL_BUF_INIT;
	double at;

	if (!progress->on)
		return;
	at = now();
	if (progress->pass != pass) {
		/* The first pass began with the command, before anything was read. */
		if (progress->pass > 0)
			progress->start = at;
		progress->pass = pass;
	}
	if (at - progress->last < BETWEEN)
		return;
	progress->last = at;
	pl_progress_line(&line, state, pass, passes, at - progress->start, progress->columns);
	draw(progress, pl_buf_str(&line));
	pl_buf_release(&line);
}

void pl_progress_end(struct pl_progress *progress)
{
	if (progress->on && progress->shown > 0)
		draw(progress, pl_str_of("", 0));
	progress->on = false;
}
