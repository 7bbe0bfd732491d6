// SPDX-License-Identifier: BSD-2-Clause
//
// What HTML reports do besides being read: sort, search, switch the event, zoom
// and jump.  The page is complete without this script; it only rearranges what
// is there.  docs/page.md describes the elements that it works on.
'use strict';

const HEAT_STEPS = 10;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const by_id = id => document.getElementById(id);

// "-1,234" as a number; 0 if there is none
const number_in = text => Number(text.replace(/[^0-9.-]/g, '')) || 0;
const with_commas = n => n.toLocaleString('en-US');
const percent = (n, total) => total ? (100 * n / total).toFixed(1) + '%' : '';

const is_diff = document.body.classList.contains('diff');
const events = (document.body.dataset.events || '').split(',');
const totals = (document.body.dataset.totals || '').split(',').map(Number);
let event = Number(document.body.dataset.event) || 0;

// the class of a share, from -1 to 1, of the largest cost
function heat(share) {
	const step = Math.min(HEAT_STEPS - 1, Math.ceil(Math.sqrt(Math.abs(share)) * (HEAT_STEPS - 1)));

	return (share < 0 ? 'n' : 'h') + step;
}

function set_heat(element, share) {
	element.setAttribute('class', (element.getAttribute('class') || '')
		.replace(/(^| )[hn]\d(?= |$)/g, '').trim() + ' ' + heat(share));
}

const largest = counts => counts.reduce((most, n) => Math.max(most, Math.abs(n)), 0);

// --- tables ------------------------------------------------------------------

// the counts of one column, in the order of the rows
const column_of = (rows, column) => rows.map(row => number_in(row.cells[column].textContent));

function show_sorted(table, column, ascending) {
	for (const head of all('thead th', table))
		head.removeAttribute('aria-sort');
	table.tHead.rows[0].cells[column].setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
}

// keys are computed once; equal ones keep their order
function reorder(table, keys, compare) {
	const body = table.tBodies[0], rows = [...body.rows];
	const order = rows.map((row, i) => i).sort((a, b) => compare(keys[a], keys[b]) || a - b);
	const sorted = document.createDocumentFragment();

	for (const i of order)
		sorted.append(rows[i]);
	body.append(sorted);
}

function sort_by(table, column, ascending) {
	const rows = [...table.tBodies[0].rows];
	const is_count = table.tHead.rows[0].cells[column].classList.contains('n');
	const sign = ascending ? 1 : -1;

	if (is_count)
		reorder(table, column_of(rows, column).map(Math.abs), (a, b) => sign * (a - b));
	else
		reorder(table, rows.map(row => row.cells[column].textContent.trim()),
			(a, b) => sign * (a < b ? -1 : a > b ? 1 : 0));
	show_sorted(table, column, ascending);
}

// count, share, cumulative share and bar of each row, in the order of the rows
function show_shares(table, column) {
	const rows = [...table.tBodies[0].rows], counts = column_of(rows, column);
	const most = largest(counts), total = totals[event];
	const columns = table.tHead.rows[0].cells;
	const at = name => [...columns].findIndex(head => head.dataset.share === name);
	const count = at('count'), share = at('share'), cumulative = at('cumulative'), bar = at('bar');
	let sum = 0;

	rows.forEach((row, i) => {
		sum += counts[i];
		row.cells[count].textContent = row.cells[column].textContent;
		if (share >= 0)
			row.cells[share].textContent = percent(counts[i], total);
		if (cumulative >= 0)
			row.cells[cumulative].textContent = percent(sum, total);
		if (bar >= 0) {
			const rect = row.cells[bar].querySelector('rect');

			rect.setAttribute('width', (most ? 100 * Math.abs(counts[i]) / most : 0).toFixed(1) + '%');
			rect.classList.toggle('less', counts[i] < 0);
		}
	});
}

// the column of self costs in an event, or -1
const column_for = (table, which) =>
	[...table.tHead.rows[0].cells].findIndex(head => head.dataset.event === events[which]);

function make_sortable(table) {
	[...table.tHead.rows[0].cells].forEach((head, column) => {
		if ((head.dataset.share && head.dataset.share !== 'count') || head.textContent.trim() === '')
			return;
		const button = document.createElement('button');

		button.type = 'button';
		button.append(...head.childNodes);
		head.append(button);
		button.addEventListener('click', () => {
			const was = head.getAttribute('aria-sort');

			sort_by(table, column, was === 'descending' || (was === null && !head.classList.contains('n')));
			if (table.dataset.shares !== undefined)
				show_shares(table, column_for(table, event));
		});
	});
}

// --- sources -----------------------------------------------------------------

function colour_source(table) {
	const COUNT = 1; // the column of the chosen event
	const column = column_for(table, event);
	const rows = all('tr[id]', table).filter(row => row.cells.length > column);

	if (column < 0)
		return;
	const counts = column_of(rows, column), most = largest(counts);

	rows.forEach((row, i) => {
		row.cells[COUNT].textContent = row.cells[column].textContent;
		row.classList.remove(...[...row.classList].filter(name => /^[hn]\d$/.test(name)));
		if (counts[i] !== 0)
			row.classList.add(heat(counts[i] / most));
	});
}

function fold(body, is_folded) {
	const button = body.previousElementSibling.querySelector('button');

	body.hidden = is_folded;
	button.setAttribute('aria-expanded', String(!is_folded));
}

// a stretch of lines without cost, below a row that names it
function make_foldable(body) {
	const cell = body.previousElementSibling.querySelector('td:last-child');
	const button = document.createElement('button');

	button.type = 'button';
	button.append(...cell.childNodes);
	cell.append(button);
	button.addEventListener('click', () => fold(body, !body.hidden));
	fold(body, true);
}

// opens all that hides an element
function reveal(element) {
	for (let at = element; at !== null; at = at.parentElement) {
		if (at.tagName === 'DETAILS')
			at.open = true;
		if (at.tagName === 'TBODY' && at.hidden)
			fold(at, false);
		if (at.tagName === 'TR' && at.hidden)
			at.hidden = false;
	}
}

function go_to(id) {
	const element = by_id(id);

	if (element === null)
		return;
	reveal(element);
	if (location.hash === '#' + id)
		element.scrollIntoView();
	else
		location.hash = id;
}

// --- the hottest lines -------------------------------------------------------

const hot_table = by_id('hot-lines');
const SHOWN_LINES = 20;
let hot_at = -1;

// the table has the hottest lines of each event; shows those of one
function show_hot_lines() {
	const column = hot_table ? column_for(hot_table, event) : -1;

	if (column < 0)
		return;
	sort_by(hot_table, column, false);
	show_sorted(hot_table, 0, false);
	[...hot_table.tBodies[0].rows].forEach((row, i) => {
		row.hidden = i >= SHOWN_LINES || number_in(row.cells[column].textContent) === 0;
	});
	show_shares(hot_table, column);
	hot_at = -1;
}

function go_to_hot(step) {
	const links = hot_table ? all('tbody tr:not([hidden]) a[href^="#f"]', hot_table) : [];

	if (links.length === 0)
		return;
	hot_at = hot_at < 0 && step < 0 ? links.length - 1 : (hot_at + step + links.length) % links.length;
	go_to(links[hot_at].getAttribute('href').slice(1));
}

// --- the icicle --------------------------------------------------------------

const icicle = document.querySelector('svg.icicle');
const path_text = by_id('path');
let zoomed = null;

const counts_of = node => node.dataset.c.split(',').map(Number);
const size_of = node => Number((node.dataset.s || node.dataset.c).split(',')[event]);
const children_of = node => [...node.children].filter(child => child.tagName === 'g');
const parent_of = node => node.parentElement.tagName === 'g' ? node.parentElement : null;
const root = icicle ? icicle.querySelector('g') : null;

function path_of(node) {
	const names = [];

	for (let at = node; at !== null && at !== root; at = parent_of(at))
		names.unshift(at.dataset.n);
	return names.join('/') || root.dataset.n;
}

function label_of(node) {
	const count = counts_of(node)[event];

	return path_of(node) + ': ' + with_commas(count) + ' ' + events[event] +
		' (' + percent(count, totals[event]) + ')';
}

// x and width in percent of the picture
function place(node, x, width) {
	const box = node.querySelector('svg');
	const scale = size_of(node) ? width / size_of(node) : 0;

	box.setAttribute('x', x.toFixed(3) + '%');
	box.setAttribute('width', Math.max(width, 0).toFixed(3) + '%');
	box.toggleAttribute('hidden', width < 0.05);
	set_heat(box.querySelector('rect'), totals[event] ? counts_of(node)[event] / Math.abs(totals[event]) : 0);
	box.querySelector('title').textContent = label_of(node);
	node.setAttribute('aria-label', label_of(node));
	for (const child of children_of(node).sort((a, b) => size_of(b) - size_of(a))) {
		place(child, x, size_of(child) * scale);
		x += size_of(child) * scale;
	}
}

function hide(node) {
	for (const box of all('svg', node))
		box.toggleAttribute('hidden', true);
}

// one node fills the width; those above it too, the rest is hidden
function zoom(node) {
	zoomed = node;
	hide(root);
	place(node, 0, 100);
	for (let at = parent_of(node); at !== null; at = parent_of(at)) {
		const box = at.querySelector('svg');

		box.setAttribute('x', '0%');
		box.setAttribute('width', '100%');
		box.toggleAttribute('hidden', false);
	}
	path_text.textContent = label_of(node);
}

function focus_on(node) {
	if (!node || node.querySelector('svg').hasAttribute('hidden'))
		return;
	for (const other of all('g[tabindex="0"]', icicle))
		other.setAttribute('tabindex', '-1');
	node.setAttribute('tabindex', '0');
	node.focus();
	path_text.textContent = label_of(node);
}

const by_place = (a, b) => parseFloat(a.querySelector('svg').getAttribute('x')) -
	parseFloat(b.querySelector('svg').getAttribute('x'));

function move_in_icicle(node, key) {
	const parent = parent_of(node);
	const siblings = parent ? children_of(parent).sort(by_place) : [node];
	const at = siblings.indexOf(node);

	switch (key) {
	case 'ArrowRight':
		return focus_on(siblings[at + 1]);
	case 'ArrowLeft':
		return focus_on(siblings[at - 1]);
	case 'ArrowDown':
		return focus_on(children_of(node).sort(by_place)[0]);
	case 'ArrowUp':
		return focus_on(parent);
	case 'Enter':
	case ' ':
		return zoom(node === zoomed && parent ? parent : node);
	case 'Escape':
		return zoom(root);
	}
}

function start_icicle() {
	icicle.setAttribute('role', 'tree');
	for (const node of all('g', icicle)) {
		node.setAttribute('role', 'treeitem');
		node.setAttribute('tabindex', node === root ? '0' : '-1');
	}
	icicle.addEventListener('click', e => {
		const node = e.target.closest('g');

		if (node) {
			zoom(node === zoomed && parent_of(node) ? parent_of(node) : node);
			focus_on(node);
		}
	});
	icicle.addEventListener('mouseover', e => {
		const node = e.target.closest('g');

		if (node)
			path_text.textContent = label_of(node);
	});
	icicle.addEventListener('keydown', e => {
		if (!/^(Arrow|Enter$| $|Escape$)/.test(e.key))
			return;
		e.preventDefault();
		move_in_icicle(e.target.closest('g') || root, e.key);
	});
	zoom(root);
}

// --- the event, the search, the keys -----------------------------------------

function choose_event(which) {
	const select = by_id('event');

	event = which;
	if (select)
		select.value = String(which);
	for (const table of all('table[data-shares]')) {
		const column = column_for(table, event);

		if (column < 0 || table === hot_table)
			continue;
		sort_by(table, column, false);
		show_sorted(table, 0, false);
		show_shares(table, column);
	}
	show_hot_lines();
	for (const name of all('.event-name'))
		name.textContent = events[event];
	all('.source table').forEach(colour_source);
	if (icicle)
		zoom(zoomed || root);
}

function find(text) {
	const wanted = text.toLowerCase();
	const rows = all('table[data-find] tbody tr:not(.inner tr)');
	let found = 0;

	for (const row of rows) {
		row.hidden = !row.textContent.toLowerCase().includes(wanted);
		found += !row.hidden;
	}
	for (const file of all('details.file'))
		file.hidden = !file.dataset.path.toLowerCase().includes(wanted) && !rows.some(
			row => !row.hidden && row.dataset.file === file.id);
	by_id('found').textContent = wanted === '' ? '' : found + ' found';
}

function start() {
	document.documentElement.classList.add('scripted');
	all('table.sortable').forEach(make_sortable);
	all('tbody.cold').forEach(make_foldable);
	if (icicle && root)
		start_icicle();
	show_hot_lines();
	if (by_id('event'))
		by_id('event').addEventListener('change', e => choose_event(Number(e.target.value)));
	if (by_id('find'))
		by_id('find').addEventListener('input', e => find(e.target.value));
	addEventListener('hashchange', () => {
		const element = by_id(decodeURIComponent(location.hash.slice(1)));

		if (element) {
			reveal(element);
			element.scrollIntoView();
		}
	});
	addEventListener('keydown', e => {
		if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches('input, select'))
			return;
		if (e.key === '/' && by_id('find')) {
			e.preventDefault();
			by_id('find').focus();
		} else if (e.key === 'n') {
			go_to_hot(1);
		} else if (e.key === 'p') {
			go_to_hot(-1);
		}
	});
	if (location.hash.length > 1)
		dispatchEvent(new HashChangeEvent('hashchange'));
}

start();
