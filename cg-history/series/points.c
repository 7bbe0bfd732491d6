/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "libcli/cli.h"
#include "points.h"

/* Returns the places of commits that are in the range, to be freed. */
static size_t *
find_places(const struct commits *commits)
{
	size_t *places = cli_alloc(commits->n, sizeof(*places)), n = 0;

	for (size_t i = commits->n; i-- > 0;)
		if (commits->list[i].is_in_range)
			places[i] = n++;
	return places;
}

/* Returns the number of the settings, in the order in which they come first. */
static size_t
number_settings(const char ***list, size_t *n, const char *settings)
{
	for (size_t i = 0; i < *n; i++)
		if (strcmp((*list)[i], settings) == 0)
			return i;
	*list = cli_grow(*list, *n, sizeof(**list));
	(*list)[*n] = settings;
	return (*n)++;
}

void
points_find(struct points *points, const struct commits *commits,
    const struct entries *entries, const struct steps *steps)
{
	size_t *places = find_places(commits);
	size_t *at = cli_alloc(entries->n, sizeof(*at)); /* points of entries */
	const char **settings = NULL;
	size_t nsettings = 0;

	*points = (struct points){0};
	for (size_t i = 0; i < entries->n; i++)
		at[i] = SIZE_MAX;
	for (size_t i = steps->n; i-- > 0;) {
		const struct step *step = &steps->list[i];
		struct cost_point point = {
		    .place = places[step->commit],
		    .from = SIZE_MAX,
		    .is_next = step->nbetween == 0,
		    .step = i,
		};

		if (step->new == NULL)
			continue;
		if (step->kind == STEP_SAME || step->kind == STEP_CHANGE)
			point.from = at[step->old - entries->list];
		point.settings =
		    number_settings(&settings, &nsettings, step->new->settings);
		at[step->new - entries->list] = points->n;
		points->list =
		    cli_grow(points->list, points->n, sizeof(*points->list));
		points->list[points->n++] = point;
	}
	free(settings);
	free(at);
	free(places);
}

size_t
points_commit_at(const struct commits *commits, size_t place)
{
	size_t i = commits->n;

	while (i-- > 0)
		if (commits->list[i].is_in_range && place-- == 0)
			break;
	return i;
}

void
points_release(struct points *points)
{
	free(points->list);
}
