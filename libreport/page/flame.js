// SPDX-License-Identifier: BSD-2-Clause
//
// The flame graph: stacks of calls, each frame as wide as its cost.  The page has
// the stacks as a tree of frames in attributes of the picture.  From it this script
// makes another tree, of what is to be seen: from the callers down or from the
// bottom up, with a library as one frame or not.  It makes only the nodes that are
// wide enough to be drawn.
//
// This file comes before page.js, so that nothing here runs before that has run.
'use strict';

const FRAME_ROW = 22; // pixels
const THINNEST = 1; // pixels of a frame that is drawn
let stacks = null; // what the page has
let seen = null; // what is to be seen of it
let zoomed_frame = null; // a node of `seen`
let drawn = new Map(); // nodes of `seen` with their elements
let nodes_drawn = new Map(); // and the other way round

// --- the stacks --------------------------------------------------------------

const number_36 = text => text ? parseInt(text, 36) : 0;

// The tree of the page: node 0 is the root, children come after their parent, and
// end[i] is the node after all that are below node i.
function read_stacks(data) {
	const strings = data.strings.split('\n'), short = data.short.split('\n');
	const frames = data.frames.split(',').map((text, i) => {
		const [name, file, object, row, is_inlined] = text.split(' ').map(number_36);

		return {name: strings[name], short: short[i] || strings[name], file: strings[file],
			object, row, is_inlined: is_inlined === 1};
	});
	const nodes = data.nodes.split(','), n = nodes.length + 1;
	const parent = new Int32Array(n), frame = new Int32Array(n), end = new Int32Array(n);

	nodes.forEach((text, i) => {
		const [number, up] = text.split(':').map(number_36);
		let above = i;

		for (let left = up || 0; left > 0; left--)
			above = parent[above];
		parent[i + 1] = above;
		frame[i + 1] = number;
	});
	for (let i = n - 1; i >= 0; i--) {
		end[i] = Math.max(end[i], i + 1);
		end[parent[i]] = Math.max(end[parent[i]], end[i]);
	}
	return {strings, frames, n, parent, frame, end, lines: data.costs.split('\n'), costs: []};
}

function add_up(self) {
	const totals = self.slice();

	for (let i = stacks.n - 1; i > 0; i--)
		totals[stacks.parent[i]] += totals[i];
	return totals;
}

// The costs of an event, self and with all below; in a difference with both sides
// also the old ones.
function costs_of(which) {
	if (stacks.costs[which])
		return stacks.costs[which];
	const is_known = stacks.lines[which] !== '-';
	const [self, old_self] = is_known ? stacks.lines[which].split('\t').map(line =>
		Float64Array.from(line.split(','), number_36)) : [new Float64Array(stacks.n)];
	const costs = {is_known, self, totals: add_up(self)};

	if (old_self) {
		costs.old_self = old_self;
		costs.old_totals = add_up(old_self);
	}
	return stacks.costs[which] = costs;
}

// how wide each node is by itself, and with all below
function widths_of(costs, shows_gone) {
	const {self, totals, old_self, old_totals} = costs;
	const own = self.map((count, i) => Math.abs(!old_self || totals[i] !== 0 ? count : shows_gone ? old_self[i] : 0));

	return {own, all: add_up(own)};
}

// --- what is to be seen ------------------------------------------------------

const object_of = i => stacks.frames[stacks.frame[i]].object;

// what distinguishes the children of a node: a frame, or a library that is one frame
const key_of_node = i => seen.collapsed.has(object_of(i)) ? -1 - object_of(i) : stacks.frame[i];

// A node of the picture.  `members` are nodes of the stacks.  From the callers down,
// they are the node itself, in each stack.  Upwards, they are callers of `leaves`: the
// node has the self costs of these or, around one function, their total costs.
function make_node(above, key) {
	return {above, key, depth: above ? above.depth + 1 : 0, members: [], leaves: [],
		is_up: above !== null && above.is_up, width: 0, total: 0, old: 0, inside: new Set(), children: null};
}

const is_all = node => !node.above && seen.middle === null;

// the frame of a node; null for the root of all and for a library
const frame_at = node => !is_all(node) && node.key >= 0 ? stacks.frames[node.key] : null;

function child_of(node, groups, i) {
	const key = key_of_node(i);

	if (!groups.has(key))
		groups.set(key, make_node(node, key));
	const child = groups.get(key);

	child.inside.add(stacks.frame[i]);
	return child;
}

// the functions that a node called; within a library, those that these called
function add_callees(node, groups) {
	const todo = [...node.members];

	while (todo.length > 0) {
		const at = todo.pop();

		for (let i = at + 1; i < stacks.end[at]; i = stacks.end[i]) {
			if (!is_all(node) && key_of_node(i) < 0 && key_of_node(i) === node.key) {
				node.inside.add(stacks.frame[i]);
				todo.push(i);
				continue;
			}
			const child = child_of(node, groups, i);

			child.members.push(i);
			add_cost(child, i, false);
		}
	}
}

function add_leaf(node, groups, i, leaf) {
	const child = child_of(node, groups, i);
	let at = i;

	// the callers within a library are the same frame
	while (child.key < 0 && stacks.parent[at] !== 0 && key_of_node(stacks.parent[at]) === child.key) {
		at = stacks.parent[at];
		child.inside.add(stacks.frame[at]);
	}
	child.members.push(at);
	child.leaves.push(leaf);
	add_cost(child, leaf, seen.middle === null);
}

function add_cost(node, i, is_self) {
	const {self, totals, old_self, old_totals} = seen.costs, old = is_self ? old_self : old_totals;

	node.width += (is_self ? seen.widths.own : seen.widths.all)[i];
	node.total += (is_self ? self : totals)[i];
	node.old += old ? old[i] : 0;
}

function add_callers(node, groups) {
	if (is_all(node)) {
		for (let i = 1; i < stacks.n; i++)
			if (seen.costs.self[i] !== 0 || seen.widths.own[i] !== 0)
				add_leaf(node, groups, i, i);
		return;
	}
	node.members.forEach((at, i) => {
		if (stacks.parent[at] !== 0)
			add_leaf(node, groups, stacks.parent[at], node.leaves[i]);
	});
}

// the nodes below a node, the widest first
function children_at(node) {
	if (node.children)
		return node.children;
	const groups = new Map();

	if (node.is_up)
		add_callers(node, groups);
	else
		add_callees(node, groups);
	node.children = [...groups.values()].sort((a, b) => b.width - a.width || a.key - b.key);
	return node.children;
}

const self_of = node => children_at(node).reduce((left, child) => left - child.total, node.total);
const change_of = node => node.total - node.old;

// Colours are of the self cost or, if the picture is of self costs, of these with
// their callers; in a difference of the change.
const heat_of = node => is_diff ? change_of(node) : seen.is_inverted ? node.total : self_of(node);

function largest_heat(root) {
	if (is_diff || seen.is_inverted)
		return largest(children_at(root).flatMap(node => [node, ...children_at(node)]).map(heat_of));
	return largest([...seen.costs.self].slice(1));
}

const path_to = node => node.above ? [...path_to(node.above), node.key] : [];

// Makes a root of these nodes of the stacks.
function make_root(key, members, is_up) {
	const root = make_node(null, key);

	root.members = root.leaves = members;
	root.is_up = is_up;
	for (const i of members)
		add_cost(root, i, false);
	return root;
}

// the calls of a frame that are not within another one of it
function outermost(frame) {
	const found = [];

	for (let i = 1; i < stacks.n; i++)
		if (stacks.frame[i] === frame) {
			found.push(i);
			i = stacks.end[i] - 1;
		}
	return found;
}

// Makes the picture's tree anew, and zooms to the node of this path, or to the last one
// above it that is there.  Around one function, there is a tree of its callers, too.
function look_anew(path = zoomed_frame ? path_to(zoomed_frame) : []) {
	const middle = seen.middle, members = middle === null ? [0] : outermost(middle);

	seen.costs = costs_of(event);
	seen.widths = widths_of(seen.costs, seen.shows_gone);
	seen.root = make_root(middle === null ? 0 : middle, members, seen.is_inverted && middle === null);
	seen.callers = middle === null ? null : make_root(middle, members, true);
	seen.hottest = largest_heat(seen.root);
	let at = seen.root;

	for (const key of path) {
		const below = children_at(at).find(child => child.key === key && child.width > 0);

		if (!below)
			break;
		at = below;
	}
	zoom_frame(at);
}

// --- texts -------------------------------------------------------------------

const last_part = path => path.slice(path.lastIndexOf('/') + 1);

function short_frame_name(node) {
	const frame = frame_at(node);

	if (frame)
		return frame.short + (frame.is_inlined ? ' (inlined)' : '');
	return !is_all(node) ? '[' + last_part(stacks.strings[-1 - node.key]) + ']' : 'all';
}

// where the function is: file and object, as far as they are known
function places_of(node) {
	const frame = frame_at(node);

	if (is_all(node))
		return [];
	if (!frame)
		return [stacks.strings[-1 - node.key]];
	return [frame.file, stacks.strings[frame.object]].filter(name => name !== '');
}

function full_frame_name(node) {
	const frame = frame_at(node);

	return frame ? frame.name + (frame.is_inlined ? ' (inlined)' : '') : short_frame_name(node);
}

const frame_share = count => wholes[event] ? ', ' + percent(count, wholes[event]) : '';
// it takes much less time than toLocaleString
const counts_format = new Intl.NumberFormat('en-US');
const frame_count = count => counts_format.format(count);
const frame_cost = count => frame_count(count) + ' ' + events[event] + frame_share(count);
const signed = count => (count > 0 ? '+' : '') + frame_cost(count);

function frame_costs(node) {
	if (!seen.costs.is_known)
		return ['no estimate of ' + events[event] + ', which has negative costs'];
	if (!is_diff)
		return ['total ' + frame_cost(node.total), 'self ' + frame_cost(self_of(node))];
	const change = (node.old || !seen.costs.old_self ? '' : 'added: ') + signed(change_of(node));

	return seen.costs.old_self ? [is_gone(node) ? 'gone: ' + signed(change_of(node)) : change,
		'old ' + frame_count(node.old), 'new ' + frame_count(node.total)] : [change];
}

const is_gone = node => Boolean(seen.costs.old_self) && node.total === 0 && node.old !== 0;
const frame_lines = node => [full_frame_name(node), ...places_of(node), ...frame_costs(node)];
const frame_label = node => frame_lines(node).join(' \u00b7 ');

function fit_frame(node, pixels) {
	const CHARACTER = 7, LEAST = 3;
	const room = Math.floor((pixels - 8) / CHARACTER), change = change_of(node);
	const sign = !is_diff || change === 0 || is_slight(change) ? '' : change > 0 ? '\u25b2 ' : '\u25bc ';

	return room < LEAST + sign.length ? '' : sign + narrow(short_frame_name(node), room - sign.length);
}

// Returns where a bracket that opens at `at` is closed; the end if it is not.
function close_of(name, at) {
	let depth = 0;

	for (let i = at; i < name.length; i++) {
		depth += '<([{'.includes(name[i]) ? 1 : '>)]}'.includes(name[i]) && name[i - 1] !== '-' ? -1 : 0;
		if (depth <= 0)
			return i + 1;
	}
	return name.length;
}

// The parts of a function's name: where its own name begins, after the return type and each
// scope, and where its parameters begin.  An operator and a closure include the scope before.
// Functions in a function of Python have it as a scope: "total.<locals>.<genexpr>".
function parts_of(name) {
	const starts = [0];
	let end = name.length;

	for (let i = 0; i < name.length; i++) {
		const rest = name.slice(i);

		if (/^operator\b/.test(rest) && !/\w/.test(name[i - 1] || ' ')) {
			const own = /^operator\s*(\(\)|[^\w\s(]+|[^(]+)/.exec(rest);

			i += own ? own[0].length - 1 : 7;
		} else if ('<([{'.includes(name[i])) {
			const close = close_of(name, i);

			if (name[i] === '(' && i > 0 && /^($|[ &['])/.test(name.slice(close))) {
				end = i;
				break;
			}
			i = close - 1;
		} else if (rest.startsWith('::')) {
			if (!/^::(operator\b|\{)/.test(rest) && name[i - 1] !== '}')
				starts.push(i + 2);
			i++;
		} else if (rest.startsWith('.<locals>.')) {
			starts.push(i + 10);
			i += 9;
		} else if (name[i] === ' ' && i > 0 && !'<([{'.includes(name[i + 1] || '(')) {
			starts.splice(0, starts.length, i + 1);
		}
	}
	return {starts, end};
}

// the file of "<module> (shop.py)"
const file_in = name => /^(?:<module>|\{main\}|\(file\))[\d:']* \((.*)\)$/.exec(name)?.[1];

// A function's name as far as there is room: without parameters, then without the return
// type and scopes, then without template arguments, then without its end.  The code of a script's
// file, outside of functions, is told by its file.
function narrow(name, room) {
	if ([...name].length <= room)
		return name;
	if (file_in(name))
		return shorten(file_in(name), room, file_in(name)[0] === '<');
	const {starts, end} = parts_of(name), level = /'\d+/.exec(name.slice(end))?.[0] || '';
	const own = name.slice(starts[starts.length - 1], end);
	const forms = starts.map(start => name.slice(start, end) + level);

	// what begins with '<' has no other name: "<lambda>"
	forms.push(own.replace(/(.)<.*>/, '$1<\u2026>') + level, own.replace(/(.)<.*>/, '$1') + level);
	return forms.find(form => form !== '' && [...form].length <= room) ||
		shorten(forms.pop() || name, room, false);
}

// --- drawing -----------------------------------------------------------------

const svg_element = name => document.createElementNS('http://www.w3.org/2000/svg', name);

function draw_frame(node, x, width, pixels) {
	const group = svg_element('g'), box = svg_element('svg'), title = svg_element('title');
	const rect = svg_element('rect'), text = svg_element('text');
	const is_above = node.depth < zoomed_frame.depth;

	box.setAttribute('x', (100 * x / pixels).toFixed(3) + '%');
	box.setAttribute('y', String((node.is_up && seen.middle !== null ? -node.depth : node.depth) * FRAME_ROW));
	box.setAttribute('width', (100 * width / pixels).toFixed(3) + '%');
	box.setAttribute('height', String(FRAME_ROW - 1));
	const shown_heat = is_diff || !is_all(node) ? Math.max(-seen.hottest, Math.min(seen.hottest, heat_of(node))) : 0;

	rect.setAttribute('class', heat_in(shown_heat, seen.hottest) +
		(is_gone(node) ? ' gone' : ''));
	rect.setAttribute('width', '100%');
	rect.setAttribute('height', '100%');
	text.setAttribute('x', '5');
	text.setAttribute('y', '15');
	text.textContent = fit_frame(node, width);
	box.append(title, rect, text);
	group.append(box);
	group.setAttribute('role', 'treeitem');
	group.setAttribute('aria-level', String(node.depth + 1));
	group.setAttribute('aria-label', frame_label(node));
	group.setAttribute('tabindex', '-1');
	group.classList.toggle('above', is_above);
	group.classList.toggle('found', is_found(node));
	drawn.set(node, group);
	nodes_drawn.set(group, node);
	return group;
}

// Draws all nodes below a node that fills the width, and are not too thin.  Returns how deep
// they are.
function draw_below(top, pixels, groups) {
	const todo = [{node: top, x: 0, width: pixels}];
	let deepest = 0;

	while (todo.length > 0) {
		const {node, x, width} = todo.pop();
		let next = x;

		if (node !== seen.callers)
			groups.push(draw_frame(node, x, width, pixels));
		deepest = Math.max(deepest, node.depth);
		const below = [];

		for (const child of children_at(node)) {
			const part = node.width ? width * child.width / node.width : 0;

			if (part < THINNEST)
				break;
			below.unshift({node: child, x: next, width: part});
			next += part;
		}
		todo.push(...below);
	}
	return deepest;
}

// draws a node that fills the width, the nodes above it, and all below it; around one
// function, its callers above it
function draw_frames(svg) {
	const pixels = svg.clientWidth, groups = [];

	drawn = new Map();
	nodes_drawn = new Map();
	for (let at = zoomed_frame.above; at; at = at.above)
		groups.unshift(draw_frame(at, 0, pixels, pixels));
	const deepest = draw_below(zoomed_frame, pixels, groups);
	const highest = seen.callers ? draw_below(seen.callers, pixels, groups) : 0;

	for (const group of highest > 0 ? groups : []) {
		const box = group.firstElementChild;

		box.setAttribute('y', String(Number(box.getAttribute('y')) + highest * FRAME_ROW));
	}
	svg.setAttribute('height', String((highest + deepest + 1) * FRAME_ROW));
	svg.replaceChildren(svg.querySelector('defs'), ...groups);
}

function zoom_frame(node) {
	zoomed_frame = node;
	draw_frames(seen.svg);
	drawn.get(node).setAttribute('tabindex', '0');
	by_id('unzoom').hidden = node === seen.root && seen.middle === null;
	by_id('both-sides').disabled = seen.middle !== null || frame_at(node) === null;
	tell_frame(node);
	list_callees(node);
}

// Zooms to a frame, or back to its caller; around one function, to the other one.
function zoom_to_frame(node) {
	if (seen.middle !== null)
		return frame_at(node) ? show_both_sides(node) : undefined;
	zoom_frame(node === zoomed_frame && node.above ? node.above : node);
	set_frame_address();
}

// shows the callers of a frame's function above it, and its callees below, of all stacks
function show_both_sides(node) {
	if (!frame_at(node))
		return;
	seen.middle = node.key;
	look_anew([]);
	set_frame_address();
}

function show_all_frames() {
	if (seen.middle !== null) {
		seen.middle = null;
		look_anew([]);
	}
	zoom_frame(seen.root);
	set_frame_address();
}

// --- the address -------------------------------------------------------------

// Keeps what is shown in the page's address, so that it can be sent and comes back:
// "#frame=", then "both:" or "up:" and the numbers of the frames down to the one zoomed to.
function set_frame_address() {
	const path = seen.middle !== null ? 'both:' + seen.middle.toString(36) :
		(seen.is_inverted ? 'up:' : '') + path_to(zoomed_frame).map(key => key.toString(36)).join('.');

	history.replaceState(null, '', path === '' || path === 'up:' ? '#calls' : '#frame=' + path);
}

// Shows what the page's address says.  Libraries that are one frame in it become one.
function show_frame_address() {
	const address = /^#frame=(both:|up:)?([-0-9a-z.]+)$/.exec(location.hash);

	if (!address)
		return;
	const keys = address[2].split('.').map(key => parseInt(key, 36)), mode = address[1];

	if (!keys.every(key => key < stacks.frames.length && -1 - key < stacks.strings.length))
		return;
	seen.middle = mode === 'both:' && keys[0] >= 0 ? keys[0] : null;
	seen.is_inverted = by_id('bottom-up').checked = mode === 'up:';
	for (const key of keys)
		if (key < 0)
			seen.collapsed.add(-1 - key);
	look_anew(mode === 'both:' ? [] : keys);
	list_libraries();
	by_id('calls').scrollIntoView();
}

// the name is a link to the function's row, if it has one
function tell_frame(node) {
	const [name, ...others] = frame_lines(node), row = frame_at(node)?.row;
	const link = row ? document.createElement('a') : document.createElement('span');

	if (row)
		link.href = '#fn' + row;
	link.textContent = name;
	by_id('frame').replaceChildren(link, ['', ...others].join(' \u00b7 '));
}

// the largest callees by name, for screens too narrow for names
function list_callees(node) {
	const MOST = 8, LEAST = 0.001;
	const parts = children_at(node).filter(child => child.width > LEAST * node.width).slice(0, MOST);

	by_id('callees').replaceChildren(...[node.above, ...parts].filter(part => part).map(part => {
		const item = document.createElement('li'), button = document.createElement('button');

		button.type = 'button';
		button.textContent = (part === node.above ? '\u2191 ' : '') + short_frame_name(part);
		button.addEventListener('click', () => zoom_to_frame(part));
		item.append(button, ' ' + percent(is_diff ? change_of(part) : part.total, wholes[event]));
		return item;
	}));
}

// --- moving ------------------------------------------------------------------

function focus_frame(node) {
	if (!node || !drawn.has(node))
		return;
	for (const other of all('g[tabindex="0"]', seen.svg))
		other.setAttribute('tabindex', '-1');
	drawn.get(node).setAttribute('tabindex', '0');
	drawn.get(node).focus();
	tell_frame(node);
}

// zooms and keeps the focus in the picture
function zoom_and_focus(node) {
	zoom_to_frame(node);
	focus_frame(drawn.has(node) ? node : zoomed_frame);
}

function move_in_flame(node, pressed) {
	const siblings = node.above ? children_at(node.above) : [node];
	const at = siblings.indexOf(node), is_above = node.is_up && seen.middle !== null;
	const key = is_above && pressed === 'ArrowUp' ? 'ArrowDown' :
		is_above && pressed === 'ArrowDown' ? 'ArrowUp' : pressed;

	switch (key) {
	case 'ArrowRight':
		return focus_frame(siblings[at + 1]);
	case 'ArrowLeft':
		return focus_frame(siblings[at - 1]);
	case 'ArrowDown':
		return focus_frame(children_at(node)[0]);
	case 'ArrowUp':
		if (node === seen.root && seen.callers)
			return focus_frame(children_at(seen.callers)[0]);
		return focus_frame(node.above === seen.callers && node.above ? seen.root : node.above);
	case 'Enter':
	case ' ':
		return zoom_and_focus(node);
	case 'c':
		return toggle_library(object_at(node));
	case 'b':
		show_both_sides(node);
		return focus_frame(zoomed_frame);
	case 'Escape':
		show_all_frames();
		return focus_frame(drawn.has(node) ? node : seen.root);
	}
}

// --- libraries ---------------------------------------------------------------

// the object of a node; -1: none is known
function object_at(node) {
	const object = is_all(node) ? -1 : node.key < 0 ? -1 - node.key : stacks.frames[node.key].object;

	return object >= 0 && stacks.strings[object] !== '' ? object : -1;
}

// makes one frame of the frames of a library that call one another, or shows them
function toggle_library(object) {
	if (object < 0)
		return;
	if (!seen.collapsed.delete(object))
		seen.collapsed.add(object);
	look_anew();
	focus_frame(zoomed_frame);
	list_libraries();
}

// the libraries, those that cost most by themselves first
function list_libraries() {
	const costs = new Map();

	for (let i = 1; i < stacks.n; i++) {
		const object = object_of(i);

		if (stacks.strings[object] !== '')
			costs.set(object, (costs.get(object) || 0) + seen.costs.self[i] -
				(seen.costs.old_self ? seen.costs.old_self[i] : 0));
	}
	const objects = [...costs.keys()].sort((a, b) => Math.abs(costs.get(b)) - Math.abs(costs.get(a)) || a - b);

	by_id('libraries').hidden = objects.length === 0;
	by_id('libraries').querySelector('ul').replaceChildren(...objects.map(object => {
		const item = document.createElement('li'), label = document.createElement('label');
		const box = document.createElement('input');

		box.type = 'checkbox';
		box.checked = seen.collapsed.has(object);
		box.addEventListener('change', () => {
			toggle_library(object);
			all('#libraries input')[objects.indexOf(object)].focus();
		});
		label.title = stacks.strings[object];
		label.append(box, ' ' + last_part(stacks.strings[object]));
		item.append(label, ' ' + percent(costs.get(object), wholes[event]));
		return item;
	}));
}

// --- the search --------------------------------------------------------------

function is_found(node) {
	if (seen.found === null)
		return false;
	children_at(node); // which finds what is inside
	return [...node.inside].some(frame => seen.found[frame]);
}

// what of the total is in frames that are found, or was called by them
function found_total() {
	let sum = 0;

	for (let i = 1; i < stacks.n; i++)
		if (seen.found[stacks.frame[i]]) {
			sum += seen.costs.totals[i] - (seen.costs.old_totals ? seen.costs.old_totals[i] : 0);
			i = stacks.end[i] - 1;
		}
	return sum;
}

function tell_found(is_expression) {
	by_id('frame-found').textContent = seen.found === null ? '' : !is_expression ? 'not an expression' :
		(is_diff ? signed : frame_cost)(found_total()) + ' in frames that match';
}

// Marks the frames whose function, file or object the expression matches.  Without
// one, marks what the search of the page finds.
function mark_frames() {
	const text = by_id('frame-find').value, wanted = by_id('find').value;
	let expression = null;

	try {
		expression = text !== '' ? new RegExp(text, 'im') :
			wanted !== '' ? new RegExp(wanted.replace(/[^\w\s]/g, '\\$&'), 'i') : null;
	} catch {
		expression = undefined;
	}
	seen.found = expression === null ? null : stacks.frames.map(frame => expression !== undefined &&
		expression.test([frame.name, frame.file, stacks.strings[frame.object]].join('\n')));
	seen.svg.classList.toggle('searched', seen.found !== null);
	for (const [node, group] of drawn)
		group.classList.toggle('found', is_found(node));
	tell_found(expression !== undefined);
}

// --- start -------------------------------------------------------------------

function show_flame_event() {
	if (seen === null)
		return;
	look_anew();
	list_libraries();
	mark_frames();
}

function listen_to_frames(svg) {
	const node_of = e => nodes_drawn.get(e.target.closest('svg.flame > g'));

	svg.addEventListener('click', e => {
		if (node_of(e))
			zoom_and_focus(node_of(e));
	});
	svg.addEventListener('mouseover', e => {
		const node = node_of(e);

		if (!node)
			return;
		tell_frame(node);
		drawn.get(node).querySelector('title').textContent = frame_lines(node).join('\n');
	});
	svg.addEventListener('mouseleave', () => {
		tell_frame(nodes_drawn.get(document.activeElement) || zoomed_frame);
	});
	svg.addEventListener('keydown', e => {
		if (!/^(Arrow.*|Enter| |Escape|b|c)$/.test(e.key) || e.ctrlKey || e.altKey || e.metaKey)
			return;
		e.preventDefault();
		move_in_flame(node_of(e) || zoomed_frame, e.key);
	});
}

function start_flame(svg) {
	stacks = read_stacks(svg.dataset);
	seen = {svg, is_inverted: false, middle: null, shows_gone: true, collapsed: new Set(), found: null};
	svg.setAttribute('role', 'tree');
	listen_to_frames(svg);
	by_id('unzoom').addEventListener('click', () => {
		show_all_frames();
		focus_frame(seen.root);
	});
	by_id('both-sides').addEventListener('click', () => show_both_sides(zoomed_frame));
	by_id('bottom-up').addEventListener('change', e => {
		seen.is_inverted = e.target.checked;
		seen.middle = null;
		look_anew([]);
		set_frame_address();
	});
	by_id('show-gone')?.addEventListener('change', e => {
		seen.shows_gone = e.target.checked;
		look_anew();
	});
	by_id('frame-find').addEventListener('input', mark_frames);
	by_id('frame-find').addEventListener('keydown', e => {
		if (e.key === 'Escape') {
			e.target.value = '';
			mark_frames();
			focus_frame(zoomed_frame);
		}
	});
	addEventListener('hashchange', show_frame_address);
	addEventListener('resize', () => {
		const focused = nodes_drawn.get(document.activeElement);

		zoom_frame(zoomed_frame);
		focus_frame(focused);
	});
	look_anew();
	list_libraries();
	show_frame_address();
}
