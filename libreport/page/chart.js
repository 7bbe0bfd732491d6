// SPDX-License-Identifier: BSD-2-Clause
//
// Charts of which some points are rows of the table: what is said of a point, below the chart, is read
// from its row, and a click goes there.  docs/page.md describes the elements.
'use strict';

// the row's commit, date and subject, what it changed, and the cause, in two lines
function describe_step({cells}) {
	const [change, percent, cause, subject] = [...cells].slice(-4).map(text_of);
	const [old_count, new_count] = [...cells].slice(-6, -4).map(text_of);
	const size = document.createElement('b');

	size.textContent = percent ? `${change} (${percent})` : change;
	return [size, ` ${old_count ? old_count + ' \u2192 ' : ''}${new_count} ${cause}`,
		document.createElement('br'), `${text_of(cells[0])} ${text_of(cells[1])} ${subject}`];
}

// the points of a chart, the first commit first
function steps_of(svg, prefix, rows) {
	return svg.dataset.steps.split(' ').flatMap((place, i) => {
		const [x, y] = place.split(',').map(Number);

		return y === undefined ? [] : [{x, y, row: rows.get(prefix + i)}];
	}).reverse();
}

function go_to_row(row) {
	location.hash = row.id;
	show_address();
	row.querySelector('summary')?.focus({preventScroll: true});
}

function start_chart(box, rows) {
	const svg = box.querySelector('svg'), output = box.nextElementSibling;
	const steps = steps_of(svg, `s${box.dataset.chart}-`, rows);
	const mark = document.createElementNS('http://www.w3.org/2000/svg', 'circle');
	let at = steps.length - 1;

	function show(step) {
		at = Math.max(0, Math.min(steps.length - 1, step));
		mark.setAttribute('cx', steps[at].x);
		mark.setAttribute('cy', steps[at].y);
		output.replaceChildren(...describe_step(steps[at].row));
	}

	function nearest(e) {
		const {left, top, width} = svg.getBoundingClientRect();
		const scale = svg.viewBox.baseVal.width / width;
		const x = (e.clientX - left) * scale, y = (e.clientY - top) * scale;
		// a point above or below is nearer than one at the side
		const distance = step => Math.hypot(step.x - x, (step.y - y) / 4);

		return steps.reduce((best, step, i) => distance(step) < distance(steps[best]) ? i : best, 0);
	}

	function press(e) {
		const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1}[e.key];

		if (e.key === 'Enter')
			go_to_row(steps[at].row);
		else if (to !== undefined)
			show(to);
		else
			return;
		e.preventDefault();
	}

	if (at < 0)
		return;
	mark.setAttribute('class', 'at');
	mark.setAttribute('r', '8');
	svg.append(mark);
	show(at);
	box.scrollLeft = box.scrollWidth;
	box.addEventListener('pointermove', e => show(nearest(e)));
	box.addEventListener('click', e => go_to_row(steps[nearest(e)].row));
	box.addEventListener('keydown', press);
}

function start_charts() {
	const rows = new Map(functions.entries.map(({row}) => [row.id, row]));

	for (const box of all('[data-chart]'))
		start_chart(box, rows);
}
