/* SPDX-License-Identifier: BSD-2-Clause */
/* Adds the values of a list, several times. */
#include <stdio.h>
#include <stdlib.h>

#ifdef UNROLLED
#define VALUES 12 /* a node fills a line */
#else
#define VALUES 1
#endif

struct node {
	struct node *next;
	int n;
	int values[VALUES];
};

/* Other blocks come between the nodes, as in a real program. */
static struct node *
new_node(struct node *next)
{
	struct node *node = malloc(sizeof *node);

	node->next = next;
	node->n = 0;
	if (malloc(40) == NULL)
		abort();
	return node;
}

static struct node *
add(struct node *list, int value)
{
	if (list == NULL || list->n == VALUES)
		list = new_node(list);
	list->values[list->n++] = value;
	return list;
}

int
main(int argc, char **argv)
{
	int times = argc > 1 ? atoi(argv[1]) : 10;
	struct node *list = NULL;
	long sum = 0;

	for (int i = 0; i < 30000; i++)
		list = add(list, i);
	while (times-- > 0)
		for (const struct node *node = list; node; node = node->next)
			for (int i = 0; i < node->n; i++)
				sum += node->values[i];
	printf("%ld\n", sum);
	return 0;
}
