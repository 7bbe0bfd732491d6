// SPDX-License-Identifier: BSD-2-Clause
//
// What HTML reports do besides being read: sort, search, switch the event, zoom
// and jump.  A page is complete without this script, which only rearranges what
// is there.  docs/page.md describes the elements that it works on.
'use strict';

const HEAT_STEPS = 10;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const by_id = id => document.getElementById(id);

// "-1,234", "+5.6%" or "-1e-05%" as a number; 0 if there is none; a change from 0 is
// larger than any other
const number_in = text => /from 0|f%/.test(text) ? Infinity :
	Number(text.replace(/[^0-9.-]|e(?!-)/g, '')) || 0;
const with_commas = digits => BigInt(digits).toLocaleString('en-US');
// no "-0.0%"
const percent = (n, whole) => whole ? (100 * n / whole).toFixed(1).replace(/^-0\.0$/, '0.0') + '%' : '';
const largest = counts => counts.reduce((most, n) => Math.max(most, Math.abs(n)), 0);

const words_of = name => (document.body.dataset[name] || '').split(' ');
const is_diff = document.body.classList.contains('diff');
const events = words_of('events');
const wholes = words_of('wholes').map(Number);
const first_event = Number(document.body.dataset.event) || 0;
let event = first_event;

// the class of a share, from -1 to 1, of the largest cost
function heat(share) {
	const step = Math.min(HEAT_STEPS - 1, Math.ceil(Math.sqrt(Math.abs(share)) * (HEAT_STEPS - 1)));

	return (share < 0 ? 'n' : 'h') + step;
}

// a change that is too small for a colour or a sign: less than a thousandth of the old total
const is_slight = count => is_diff && Math.abs(count) * 1000 < Math.abs(wholes[event] || 0);
const heat_in = (count, most) => heat(most && !is_slight(count) ? count / most : 0);

function set_heat(element, name) {
	const others = (element.getAttribute('class') || '').split(' ').filter(c => c && !/^[hn]\d$/.test(c));

	element.setAttribute('class', [...others, name].join(' ').trim());
}

// --- columns of events -------------------------------------------------------

const heads_of = table => [...table.tHead.rows[0].cells];

// the column of an event among those at the end of a table, or if `is_chosen`
// of the chosen event among those at its begin; -1 if there is none
const find_column = (table, name, role, is_chosen) => heads_of(table).findIndex(head =>
	head.dataset.role === role && (is_chosen ? 'chosen' in head.dataset :
		head.dataset.event === name && !('chosen' in head.dataset)));

function exchange_columns(table, rows, a, b) {
	const heads = heads_of(table);
	const names = [heads[a].dataset.event, heads[b].dataset.event];

	[heads[b], heads[a]].forEach((head, i) => {
		head.dataset.event = names[i];
		head.querySelector('.event-name').textContent = names[i];
	});
	for (const row of rows) {
		const x = row.cells[a], y = row.cells[b];

		if (!y)
			continue;
		[x.textContent, y.textContent] = [y.textContent, x.textContent];
		[x.className, y.className] = [y.className, x.className];
	}
}

// exchanges the columns of the first event for the columns of another one
function show_event_columns(table, rows, from, to) {
	for (const role of heads_of(table).filter(head => 'chosen' in head.dataset).map(head => head.dataset.role)) {
		const chosen = find_column(table, null, role, true);

		// the first event has no columns at the end: in its place are the columns
		// of the event that was chosen after it
		for (const name of [from === first_event ? -1 : first_event, to === first_event ? -1 : to])
			if (name >= 0)
				exchange_columns(table, rows, chosen, find_column(table, events[name], role, false));
	}
}

// --- tables of functions and lines -------------------------------------------

// A table with all its rows in order; it shows the first `most` rows that are
// wanted: browsers take long to lay out thousands.  A row of the table of
// hot lines is one only if it has a count.
function make_list(table, most, needs_count) {
	const rows = [...table.tBodies].flatMap(body => [...body.rows]);

	for (const row of rows)
		row.hidden = false;
	for (const body of all('tbody.rest', table))
		body.remove();
	return {
		table, most, needs_count,
		most_at_first: most,
		wanted: [],
		entries: rows.map((row, i) => ({row, i, keys: []})),
		foot: table.tFoot ? [...table.tFoot.rows] : [],
		wanted_text: '',
		more: null,
	};
}

const text_of = cell => (cell.querySelector('summary') || cell).textContent.trim();
const count_in = (entry, column) =>
	entry.keys[column] ??= number_in(entry.row.cells[column].textContent);

// all names in a cell, without the words between them
function names_in(cell) {
	const full = cell.querySelector('.full');

	return full === null ? cell.textContent : [...full.childNodes].filter(part => part.tagName !== 'A').map(
		part => part.textContent.replace(/^(in|of) /, '')).join('\n');
}

// what the search finds a row by: its names, or the source text of a hot line
const name_of = entry => entry.name ??= [entry.row.dataset.names || '', ...[...entry.row.cells].filter(
	cell => cell.classList.contains('m')).map(names_in)].join('\n').toLowerCase();
const is_wanted = (list, entry) => (!list.needs_count || count_in(entry, 0) !== 0) &&
	(list.wanted_text === '' || name_of(entry).includes(list.wanted_text));

// share, cumulative share and bar of the entries that are shown; they depend on
// the event and the order, not on the search
function show_shares(list, shown) {
	const find = name => heads_of(list.table).findIndex(head => head.dataset.share === name);
	const share = find('share'), cumulative = find('cumulative'), bar = find('bar');
	if (share < 0)
		return;
	const most = largest(list.entries.map(entry => count_in(entry, 0)));
	let sum = 0;

	for (const entry of list.entries) {
		const cells = entry.row.cells, count = count_in(entry, 0);

		sum += count;
		if (!shown.has(entry) || entry.has_shares)
			continue;
		entry.has_shares = true;
		const rect = cells[bar].querySelector('rect');

		cells[share].textContent = percent(count, wholes[event]);
		if (cumulative >= 0)
			cells[cumulative].textContent = percent(sum, wholes[event]);
		rect.setAttribute('width', (most ? 100 * Math.abs(count) / most : 0).toFixed(1) + '%');
		rect.classList.toggle('less', count < 0);
	}
	for (const {cells} of list.foot)
		cells[share].textContent = cells[0].textContent === '' ? '' :
			percent(number_in(cells[0].textContent), wholes[event]);
}

function show_rows(list) {
	const wanted = list.wanted = list.entries.filter(entry => is_wanted(list, entry));
	const shown = wanted.slice(0, list.most);
	const body = list.table.tBodies[0], rows = shown.map(entry => entry.row);

	// the browser lays out anew what is replaced, even by itself
	if (rows.length !== body.rows.length || rows.some((row, i) => row !== body.rows[i]))
		body.replaceChildren(...rows);
	show_shares(list, new Set(shown));
	if (list.more) {
		list.more.hidden = shown.length === wanted.length;
		list.more.textContent = 'Show all ' + wanted.length.toLocaleString('en-US') + ' rows';
	}
}

function show_all_rows(list) {
	list.most = Infinity;
	show_rows(list);
}

// a button below a table of many rows
function add_more(list) {
	list.more = document.createElement('button');
	list.more.type = 'button';
	list.more.className = 'more';
	list.more.addEventListener('click', () => show_all_rows(list));
	list.table.parentElement.after(list.more);
}

// counts by their size; equal rows keep the order of the page
function sort_by(list, column, is_ascending) {
	const heads = heads_of(list.table), is_text = heads[column].classList.contains('m');
	const key_of = entry => is_text ? entry.keys[column] ??= text_of(entry.row.cells[column]) :
		Math.abs(count_in(entry, column));
	const keys = new Map(list.entries.map(entry => [entry, key_of(entry)]));
	const sign = is_ascending ? 1 : -1;

	list.entries.sort((a, b) => {
		const x = keys.get(a), y = keys.get(b);

		return sign * (x < y ? -1 : x > y ? 1 : 0) || a.i - b.i;
	});
	for (const entry of list.entries)
		entry.has_shares = false;
	for (const head of heads)
		head.removeAttribute('aria-sort');
	heads[column].setAttribute('aria-sort', is_ascending ? 'ascending' : 'descending');
	show_rows(list);
}

function make_sortable(list) {
	heads_of(list.table).forEach((head, column) => {
		if (head.dataset.share)
			return;
		const button = document.createElement('button');

		button.type = 'button';
		button.append(...head.childNodes);
		head.append(button);
		button.addEventListener('click', () => {
			const was = head.getAttribute('aria-sort');

			sort_by(list, column, was ? was === 'descending' : head.classList.contains('m'));
		});
	});
}

const MOST_LINES = 20;
const function_table = by_id('function-list');
const functions = make_list(function_table, function_table.tBodies[0].rows.length, false);
// it has the hottest lines of each event, and shows the lines of one
const hot_lines = by_id('hot-lines') ? make_list(by_id('hot-lines'), MOST_LINES, true) : null;
// its columns are not those of events
const data = by_id('data-list') ? make_list(by_id('data-list'), Infinity, false) : null;
const lists = hot_lines ? [hot_lines, functions] : [functions];

// --- sources -----------------------------------------------------------------

// the counts of the chosen event, in the order of the rows
const counts_of = rows => rows.map(row => number_in(row.cells[1].textContent));

function show_heat(table) {
	const rows = [...table.rows].filter(row => row.id && row.cells[1].textContent !== '');
	const counts = counts_of(rows), most = largest(counts);

	rows.forEach((row, i) => set_heat(row, counts[i] ? heat_in(counts[i], most) : ''));
}

// marks for the hottest lines, each at its place among the rows that are shown
function show_marks(strip, table) {
	const LEAST = 1 / 20, rows = [...table.rows].filter(row => row.id && !row.parentElement.hidden);
	const counts = counts_of(rows), most = largest(counts);
	const svg = name => document.createElementNS('http://www.w3.org/2000/svg', name);

	strip.replaceChildren(...rows.flatMap((row, i) => {
		if (counts[i] === 0 || is_slight(counts[i]) || Math.abs(counts[i]) < most * LEAST)
			return [];
		const link = svg('a'), title = svg('title'), rect = svg('rect');

		link.setAttribute('href', '#' + row.id);
		title.textContent = 'line ' + row.cells[0].textContent;
		rect.setAttribute('class', heat(counts[i] / most));
		rect.setAttribute('x', !is_diff || counts[i] < 0 ? 1 : 8);
		rect.setAttribute('y', (100 * i / rows.length).toFixed(2) + '%');
		link.append(title, rect);
		return [link];
	}));
}

const strip_of = table => table.closest('.source').querySelector('.strip svg');

function fold(body, is_folded) {
	const table = body.closest('table');

	body.hidden = is_folded;
	body.previousElementSibling.querySelector('button').setAttribute('aria-expanded', String(!is_folded));
	show_marks(strip_of(table), table);
}

// a stretch of lines without much cost, below a row that names it
function make_foldable(body) {
	const cell = body.previousElementSibling.querySelector('.t');
	const button = document.createElement('button');

	button.type = 'button';
	button.setAttribute('aria-expanded', 'false');
	button.append(...cell.childNodes);
	cell.append(button);
	body.hidden = true;
	button.addEventListener('click', () => fold(body, !body.hidden));
}

// --- addresses ---------------------------------------------------------------

// opens all that hides an element
function reveal(element) {
	for (let at = element; at !== null; at = at.parentElement) {
		if (at.tagName === 'DETAILS')
			at.open = true;
		if (at.tagName === 'TBODY' && at.hidden)
			fold(at, false);
		if (at.classList.contains('unfound'))
			end_search();
	}
	if (/^(fn|s)\d/.test(element.id))
		for (const details of all('details', element))
			details.open = true;
}

// the element of an address; if a line has no row, the one before it that has
function element_at(id) {
	const [, file, line] = /^(f\d+)L(\d+)$/.exec(id) || [];

	const entry = functions.entries.find(entry => entry.row.id === id);

	if (entry && !entry.row.isConnected && /^s\d/.test(id)) {
		// to lay out thousands of steps takes long: show those of its commit
		find_at_once(entry.row.cells[0].textContent);
	} else if (entry && !entry.row.isConnected) {
		end_search();
		show_all_rows(functions);
	}
	if (by_id(id) !== null || file === undefined || by_id(file) === null)
		return by_id(id);
	return all('tr[id]', by_id(file)).filter(row => Number(row.id.split('L')[1]) < Number(line)).pop() || by_id(file);
}

function show_address() {
	let address = location.hash.slice(1);

	try {
		address = decodeURIComponent(address);
	} catch {
		return; // "#%" is no address
	}
	const element = element_at(address);

	if (element === null)
		return;
	reveal(element);
	// its place is known only if the source is laid out
	element.closest('.source')?.classList.add('laid-out');
	element.scrollIntoView();
}

// --- the next hot line -------------------------------------------------------

let hot_at = -1;

function go_to_hot(step) {
	const links = hot_lines ? all('tbody a[href^="#f"][href*="L"]', hot_lines.table) : [];

	if (links.length === 0)
		return;
	hot_at = hot_at < 0 && step < 0 ? links.length - 1 : (hot_at + step + links.length) % links.length;
	location.hash = links[hot_at].getAttribute('href');
}

// --- the icicle --------------------------------------------------------------

const icicle = document.querySelector('svg.icicle');
const root = icicle ? icicle.querySelector('g') : null;
const path_text = by_id('path'), part_list = by_id('parts');
const NARROWEST = 0.05; // percent
let zoomed = root;

const count_of = node => node.dataset.c.split(' ')[event];
const size_of = node => Number((node.dataset.s || node.dataset.c).split(' ')[event]);
const children_of = node => [...node.children].filter(child => child.tagName === 'g')
	.sort((a, b) => size_of(b) - size_of(a));
const parent_of = node => node.parentElement.tagName === 'g' ? node.parentElement : null;
const box_of = node => node.firstElementChild;

function path_of(node) {
	const names = [];

	for (let at = node; at !== root; at = parent_of(at))
		names.unshift(at.dataset.n);
	return names.join('/') || root.dataset.n;
}

const share_of = node => percent(Number(count_of(node)), wholes[event]);
const label_of = node => path_of(node) + ': ' + with_commas(count_of(node)) + ' ' + events[event] +
	(wholes[event] ? ', ' + share_of(node) : '');

// the end of a path, from a directory on if possible, both ends of "<frozen zipimport>", which is no
// path, or the start of a name
function shorten(text, room, is_path) {
	const name = [...text];

	if (name.length <= room)
		return text;
	if (is_path && name[0] === '<')
		return [...name.slice(0, Math.ceil((room - 1) / 2)), '\u2026',
			...name.slice(name.length - Math.floor((room - 1) / 2))].join('');
	if (!is_path)
		return name.slice(0, room - 1).join('') + '\u2026';
	const end = name.slice(name.length - room + 1), slash = end.indexOf('/');

	return '\u2026' + end.slice(slash >= 0 && slash < end.length - 1 ? slash : 0).join('');
}

// a name as far as there is room for it; differences have a sign, too
function fit(node, pixels) {
	const CHARACTER = 7, LEAST = 3;
	const count = Number(count_of(node)), room = Math.floor((pixels - 8) / CHARACTER);
	const sign = !is_diff || count === 0 || is_slight(count) ? '' : count > 0 ? '\u25b2 ' : '\u25bc ';

	return room < LEAST + sign.length ? '' :
		sign + shorten(node.dataset.n, room - sign.length, !('row' in node.dataset));
}

function set_hidden(node, is_hidden) {
	node.toggleAttribute('hidden', is_hidden);
	// Chromium has a node that is not drawn read out, without its name
	box_of(node).setAttribute('aria-hidden', String(is_hidden));
}

// x and width in percent of the picture
function place(node, x, width, pixels) {
	const box = box_of(node), [title, rect, text] = box.children;
	const scale = size_of(node) ? width / size_of(node) : 0;

	set_hidden(node, width < NARROWEST);
	if (width < NARROWEST)
		return;
	box.setAttribute('x', x.toFixed(3) + '%');
	box.setAttribute('width', width.toFixed(3) + '%');
	// without shares, colours are of the size of the picture
	set_heat(rect, heat_in(Number(count_of(node)), Math.abs(wholes[event]) || size_of(root) || 1));
	title.textContent = label_of(node);
	box.setAttribute('aria-label', label_of(node));
	text.textContent = fit(node, width / 100 * pixels);
	for (const child of children_of(node)) {
		place(child, x, size_of(child) * scale, pixels);
		x += size_of(child) * scale;
	}
}

// one node fills the width; those above it too, the rest is hidden
function zoom(node) {
	zoomed = node;
	for (const other of all('g', icicle))
		set_hidden(other, true);
	place(node, 0, 100, icicle.clientWidth);
	for (let at = parent_of(node); at !== null; at = parent_of(at)) {
		const box = box_of(at);

		set_hidden(at, false);
		box.setAttribute('x', '0%');
		box.setAttribute('width', '100%');
		box.lastElementChild.textContent = fit(at, icicle.clientWidth);
	}
	path_text.textContent = label_of(node);
	list_parts(node);
}

// the largest parts of the node by name, for screens too narrow for names
function list_parts(node) {
	const MOST = 8, LEAST = 0.001;
	const parts = children_of(node).filter(child => size_of(child) > LEAST * size_of(node)).slice(0, MOST);

	part_list.replaceChildren(...[parent_of(node), ...parts].filter(part => part !== null).map(part => {
		const item = document.createElement('li'), button = document.createElement('button');

		button.type = 'button';
		button.textContent = part === parent_of(node) ? '\u2191 ' + path_of(part) : part.dataset.n;
		button.addEventListener('click', () => zoom(part));
		item.append(button, ' ' + share_of(part));
		return item;
	}));
}

function focus_on(node) {
	if (!node || node.hasAttribute('hidden'))
		return;
	for (const other of all('[tabindex="0"]', icicle))
		other.setAttribute('tabindex', '-1');
	box_of(node).setAttribute('tabindex', '0');
	box_of(node).focus();
	path_text.textContent = label_of(node);
}

const zoom_to = node => zoom(node === zoomed && parent_of(node) ? parent_of(node) : node);

function move_in_icicle(node, key) {
	const siblings = parent_of(node) ? children_of(parent_of(node)) : [node];
	const at = siblings.indexOf(node);

	switch (key) {
	case 'ArrowRight':
		return focus_on(siblings[at + 1]);
	case 'ArrowLeft':
		return focus_on(siblings[at - 1]);
	case 'ArrowDown':
		return focus_on(children_of(node)[0]);
	case 'ArrowUp':
		return focus_on(parent_of(node));
	case 'Enter':
	case ' ':
		return zoom_to(node);
	case 'Escape':
		return zoom(root);
	}
}

function start_icicle() {
	icicle.setAttribute('role', 'tree');
	// an item must not be within another one: the boxes are items, with their levels
	for (const node of all('g', icicle)) {
		const box = box_of(node);

		box.setAttribute('role', 'treeitem');
		box.setAttribute('aria-level',
			node === root ? '1' : String(Number(box_of(parent_of(node)).getAttribute('aria-level')) + 1));
		box.setAttribute('tabindex', node === root ? '0' : '-1');
	}
	icicle.addEventListener('click', e => {
		const node = e.target.closest('g');

		if (node) {
			zoom_to(node);
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
	addEventListener('resize', () => zoom(zoomed));
	zoom(root);
}

// --- the event ---------------------------------------------------------------

// the cards at the head that have the totals of the chosen event
function show_totals() {
	const {cells} = functions.foot[functions.foot.length - 1];
	const cell_of = role => cells[find_column(functions.table, null, role, true)];

	for (const card of all('[data-total]')) {
		const key = card.dataset.total;

		if (key === 'percent')
			card.textContent = wholes[event] ?
				(100 * number_in(cells[0].textContent) / wholes[event]).toFixed(2) + '%' : 'none before';
		else
			card.textContent = (key === 'change' ? cells[0] : cell_of(key)).textContent;
	}
}

function choose_event(which) {
	const from = event;

	if (which === event)
		return;
	event = which;
	for (const list of lists) {
		show_event_columns(list.table, [...list.entries.map(entry => entry.row), ...list.foot], from, which);
		for (const entry of list.entries)
			entry.keys = [];
		sort_by(list, 0, false);
	}
	for (const table of all('.source table')) {
		show_event_columns(table, [...table.rows].slice(1), from, which);
		show_heat(table);
		show_marks(strip_of(table), table);
	}
	show_totals();
	for (const name of all('.chosen'))
		name.textContent = events[event];
	if (by_id('found').textContent !== '')
		by_id('found').textContent = count_found();
	hot_at = -1;
	if (root)
		zoom(zoomed);
	show_flame_event();
}

// --- the search --------------------------------------------------------------

// A page of thousands of rows takes long to search and to lay out.  A search
// therefore begins when the keys pause, shows as many rows as the page did at
// first, and is done in steps, between which the browser draws and takes keys.
const PAUSE = 120; // milliseconds
const AT_ONCE = 100; // rows or sources in a step
let nsearches = 0, ndone = 0, search_timer = 0;

function* in_parts(list) {
	for (let i = 0; i < list.length; i += AT_ONCE)
		yield list.slice(i, i + AT_ONCE);
}

function* read_names() {
	for (const {entries} of lists)
		for (const part of in_parts(entries.filter(entry => entry.name === undefined))) {
			part.forEach(name_of);
			yield;
		}
}

const amount = (n, one) => n.toLocaleString('en-US') + ' ' + one + (n === 1 ? '' : 's');

function count_found() {
	const nfunctions = functions.wanted.length;

	return hot_lines ? amount(nfunctions, 'function') + ', ' +
		amount(Math.min(hot_lines.wanted.length, hot_lines.most), 'hot line') : nfunctions + ' found';
}

// marks the nodes of the picture that are found, and all that is below these;
// `rows` are the functions that are found
function mark_found(node, path, wanted, rows) {
	const name = node === root ? '' : path + node.dataset.n.toLowerCase();
	const is_found = wanted !== '' && (name.includes(wanted) || rows.has(node.dataset.row));

	node.classList.toggle('found', is_found);
	for (const child of node.children)
		if (child.tagName === 'g')
			mark_found(child, node === root ? '' : name + '/', wanted, rows);
}

function* search_sources(wanted) {
	const files = new Set(functions.entries.filter(entry => is_wanted(functions, entry)).map(
		entry => entry.row.dataset.file));

	for (const part of in_parts(all('details.file'))) {
		for (const file of part)
			file.classList.toggle('unfound',
				!files.has(file.id) && !file.dataset.path.toLowerCase().includes(wanted));
		yield;
	}
}

function* search_tables(wanted) {
	for (const list of lists) {
		list.most = list.most_at_first;
		show_rows(list);
		yield;
	}
	by_id('found').textContent = wanted === '' ? '' : count_found();
	if (root) {
		icicle.classList.toggle('searched', wanted !== '');
		mark_found(root, '', wanted, new Set(functions.wanted.map(entry => entry.row.id)));
		yield;
	}
	if (seen) {
		mark_frames();
		yield;
	}
}

function* search_steps(text) {
	const wanted = text.toLowerCase();

	if (wanted !== '')
		yield* read_names();
	for (const list of lists)
		list.wanted_text = wanted;
	// first what takes away, then what adds
	if (wanted !== '')
		yield* search_sources(wanted);
	yield* search_tables(wanted);
	if (wanted === '')
		yield* search_sources(wanted);
}

// gives up the search that is going on
function stop_search() {
	clearTimeout(search_timer);
	nsearches++;
}

// does each step after the browser has drawn the one before it
function do_steps(steps) {
	const number = nsearches;

	function go_on() {
		if (number !== nsearches)
			return;
		if (steps.next().done)
			ndone = number;
		else
			requestAnimationFrame(() => setTimeout(go_on));
	}
	go_on();
}

const search_is_done = () => ndone === nsearches;

function find_soon(text) {
	stop_search();
	search_timer = setTimeout(() => do_steps(search_steps(text)), PAUSE);
}

function find_at_once(text) {
	stop_search();
	by_id('find').value = text;
	for (const _ of search_steps(text))
		;
	ndone = nsearches;
}

// shows all that the search has hidden
const end_search = () => find_at_once('');

// --- start -------------------------------------------------------------------

// Browsers scroll to the field whenever it is focused or typed in: to where the navigation would
// be, even if it stays in view further down.
function stay_while_typing(field) {
	let y, is_back = true;

	field.addEventListener('beforeinput', () => {
		const {top, bottom} = field.getBoundingClientRect();

		if (is_back)
			y = top >= 0 && bottom <= innerHeight ? scrollY : undefined;
	});
	field.addEventListener('input', () => {
		if (y === undefined || !is_back)
			return;
		is_back = false;
		requestAnimationFrame(() => {
			scrollTo(scrollX, y);
			is_back = true;
		});
	});
}

function press(e) {
	if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches('input, select'))
		return;
	if (e.key === '/') {
		e.preventDefault();
		const box = e.target.closest('section')?.querySelector('#frame-find') || by_id('find');
		const {top, bottom} = box.getBoundingClientRect();

		box.focus({preventScroll: top >= 0 && bottom <= innerHeight});
	} else if (e.key === 'n') {
		go_to_hot(1);
	} else if (e.key === 'p') {
		go_to_hot(-1);
	}
}

function start() {
	document.documentElement.classList.add('scripted');
	lists.forEach(make_sortable);
	if (data)
		make_sortable(data);
	if (hot_lines)
		show_rows(hot_lines);
	if (functions.entries.length > functions.most) {
		add_more(functions);
		show_rows(functions);
	}
	all('tbody.cold').forEach(make_foldable);
	for (const table of all('.source table'))
		if (table.querySelector('.cold'))
			show_marks(strip_of(table), table);
	if (root)
		start_icicle();
	if (document.querySelector('svg.flame'))
		start_flame(document.querySelector('svg.flame'));
	start_charts();
	by_id('event')?.addEventListener('change', e => choose_event(Number(e.target.value)));
	by_id('find').addEventListener('focus', () => do_steps(read_names()));
	by_id('find').addEventListener('input', e => find_soon(e.target.value));
	stay_while_typing(by_id('find'));
	addEventListener('hashchange', show_address);
	addEventListener('keydown', press);
	if (location.hash.length > 1)
		show_address();
}

start();
