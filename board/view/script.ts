import { placesInPicture } from './picture.ts';

const { width, left, top, foot, unknown, height, plotRight, plotBottom } = placesInPicture;

/**
 * Sorts and filters the list of clients and keeps what was chosen in the address; finds clients that have no row; opens
 * the client of a link or of a point in the picture; reads the section of a row that is opened from the page of the
 * client, and the names of people when Find is used first, where there are such pages; works out ages when the page is
 * looked at. Without it the list is complete, its filters are hidden, and ages are those of when the page was made.
 */
export const script = `(() => {
const byId = (id) => document.getElementById(id);
const counted = (count, name) => count.toLocaleString('en-US') + ' ' + name + (count === 1 ? '' : 's');
for (const age of document.querySelectorAll('.age[data-at]')) {
const hours = Math.max(0, Math.floor((Date.now() - Date.parse(age.dataset.at)) / 3600000)), days = Math.floor(hours / 24);
age.textContent = age.textContent.replace(/, \\d[\\d,]* (hour|day)s? old$/, ', ' + (hours < 48 ? counted(hours, 'hour') : counted(days, 'day')) + ' old');
}
const today = Math.floor(Date.now() / 86400000);
for (const time of document.querySelectorAll('.board time')) {
const days = today - Math.floor(Date.parse(time.dateTime) / 86400000);
if (days >= 0) time.textContent = days === 0 ? 'today' : counted(days, 'day') + ' ago';
}
for (const late of document.querySelectorAll('[data-due]')) late.hidden = today <= Math.floor(Date.parse(late.dataset.due) / 86400000);
const toTarget = () => {
const part = location.hash.startsWith('#client-') && byId(decodeURIComponent(location.hash.slice(1)));
if (!part) return;
for (let each = part; each; each = each.parentElement) if (each.tagName === 'DETAILS') each.open = true;
const own = part.querySelector(':scope>details');
if (own) own.open = true;
part.scrollIntoView({ block: 'center' });
};
addEventListener('hashchange', toTarget);
const page = async (url) => {
const answer = await fetch(url).catch(() => undefined);
return answer?.ok ? answer : undefined;
};
addEventListener('toggle', async ({ target }) => {
const place = target.open && target.querySelector(':scope>summary+.whole');
if (!place || place.ariaBusy === 'true') return;
place.ariaBusy = 'true';
const answer = await page(place.querySelector('a').href + '?row');
const section = answer && new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('.more');
place.ariaBusy = 'false';
if (section) place.before(section);
}, true);
const form = byId('find');
const first = byId('first'), rest = byId('rest'), others = byId('others'), found = byId('found');
const unlisted = JSON.parse(byId('unlisted')?.textContent ?? '[]');
const rows = [...document.querySelectorAll('#first>li,#others>li')];
const names = new Map(rows.map((row) => [row, row.querySelector('bdi').textContent]));
let find = () => {};
if (form) {
const fold = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
const texts = new Map(rows.map((row) => [row, fold(row.textContent + ' ' + (row.dataset.t ?? ''))]));
const folded = new Map(rows.map((row) => [row, fold(names.get(row))]));
const foldedOthers = unlisted.map((client) => fold(client[1]));
const count = first.children.length;
const number = (row, name) => row.dataset[name] === undefined ? Infinity : Number(row.dataset[name]);
const orders = {
s: (a, b) => number(a, 's') - number(b, 's'),
c: (a, b) => number(a, 'c') - number(b, 'c'),
r: (a, b) => number(b, 'r') - number(a, 'r'),
n: (a, b) => folded.get(a) < folded.get(b) ? -1 : 1,
};
const choices = ['owner', 'portfolio', 'level', 'order'];
const value = (name) => form.elements[name]?.value ?? '';
const rowOf = ([id, name, score]) => {
const row = document.createElement('li'), line = document.createElement('div'), title = document.createElement(form.dataset.at ? 'a' : 'bdi');
row.id = 'client-' + id;
line.className = 'row';
title.textContent = name;
if (form.dataset.at) title.href = form.dataset.at + encodeURIComponent(id);
line.append(title, ' ' + score.toFixed(1));
row.append(line);
return row;
};
const isNear = (a, b) => {
let at = 0;
while (at < a.length && a[at] === b[at]) at += 1;
const [left, right] = [a.slice(at), b.slice(at)];
return left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1) || (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0]);
};
const isMeant = (text, word) => word.length > 3 && text.split(/[^\\p{L}\\p{N}]+/u).some((other) => [-1, 0, 1].some((more) => isNear(word, other.slice(0, word.length + more))));
const update = () => {
const words = fold(value('text')).split(/\\s+/).filter(Boolean);
const isIn = (text, word) => text.includes(word);
const has = words.every((word) => [...texts.values(), ...foldedOthers].some((text) => isIn(text, word))) ? isIn : (text, word) => isIn(text, word) || isMeant(text, word);
const few = form.elements.few.checked;
const isChosen = few || choices.some((name) => value(name) !== '');
const asked = words.length > 0 || isChosen;
const fits = ({ dataset }, row) => (value('owner') === '' || (dataset.o ?? '-') === value('owner'))
&& (value('portfolio') === '' || (dataset.p ?? '').includes(' ' + value('portfolio') + ' '))
&& (value('level') === '' || dataset.l === value('level'))
&& words.every((word) => has(texts.get(row), word));
const matching = asked ? rows.filter((row) => fits(row, row)) : rows.slice(0, count);
const isNamed = (row) => words.length > 0 && words.every((word) => has(folded.get(row), word));
const shown = asked && !few ? matching.filter((row) => row.dataset.few === undefined || isNamed(row)) : [...matching];
const order = orders[value('order')];
if (order) shown.sort(order);
const set = new Set(shown);
first.append(...shown);
if (others) others.append(...rows.filter((row) => !set.has(row)));
if (rest) rest.hidden = asked;
const more = words.length > 0 && !isChosen ? unlisted.filter((_, at) => words.every((word) => has(foldedOthers[at], word))) : [];
if (found) found.replaceChildren(...more.slice(0, 50).map(rowOf));
const left = matching.length - shown.length, all = Number(form.dataset.total), searched = rows.length + (isChosen ? 0 : unlisted.length);
byId('said').textContent = asked
? (shown.length + more.length).toLocaleString('en-US') + ' of ' + all.toLocaleString('en-US') + ' clients' + (left > 0 ? '; ' + left + ' more with little data' : '') + (searched < all ? '. Searched: the ' + searched.toLocaleString('en-US') + ' that are here' : '')
: '';
};
const remember = () => {
const chosen = new URLSearchParams();
if (form.elements.text.value) chosen.set('text', form.elements.text.value);
for (const name of choices) if (value(name)) chosen.set(name, form.elements[name].selectedOptions[0].text);
if (form.elements.few.checked) chosen.set('few', 'yes');
history.replaceState(null, '', '#' + chosen);
};
const recall = () => {
if (!location.hash.includes('=')) return;
const chosen = new URLSearchParams(location.hash.slice(1));
form.elements.text.value = chosen.get('text') ?? '';
form.elements.few.checked = chosen.has('few');
for (const name of choices.filter((name) => form.elements[name])) {
const option = [...form.elements[name].options].find(({ text }) => text === chosen.get(name));
form.elements[name].value = option?.value ?? '';
}
if (choices.some((name) => chosen.has(name)) || chosen.has('few')) byId('choices').open = true;
};
find = (name) => {
form.elements.text.value = name;
update();
remember();
form.scrollIntoView({ block: 'start' });
};
form.hidden = false;
byId('choices').open = innerWidth > 760;
form.addEventListener('input', () => { update(); remember(); });
if (form.dataset.people) form.elements.text.addEventListener('focus', async () => {
const people = await (await page(form.dataset.people))?.json() ?? {};
for (const row of rows) texts.set(row, texts.get(row) + ' ' + fold((people[row.id.slice(7)] ?? []).join(' ')));
update();
}, { once: true });
form.addEventListener('submit', (event) => event.preventDefault());
addEventListener('hashchange', () => { recall(); update(); });
recall();
update();
}
const picture = document.querySelector('.picture'), tip = byId('tip');
if (picture && tip && form) {
const [low, high] = picture.dataset.y.split(' ').map(Number);
const by = picture.dataset.by, heightOf = (value) => by === 'c' ? Number(value) : value > 0 ? Math.log10(value) : NaN;
const all = [...rows.map((row) => [row.id.slice(7), names.get(row), Number(row.dataset.s), row.dataset[by]]), ...unlisted];
const places = all.map((client) => [${left} + client[2] / 200 * ${plotRight - left}, isNaN(heightOf(client[3])) ? ${height - foot - unknown / 2} : ${top + 4} + (high - heightOf(client[3])) / (high - low) * ${plotBottom - top - 8}, client]);
const nearest = (event) => {
const box = picture.getBoundingClientRect(), scale = ${width} / box.width;
const x = (event.clientX - box.left) * scale, y = (event.clientY - box.top) * scale;
let best, least = (14 * Math.max(1, scale)) ** 2;
for (const place of places) {
const distance = (place[0] - x) ** 2 + (place[1] - y) ** 2;
if (distance < least) { least = distance; best = place; }
}
return best;
};
picture.addEventListener('pointermove', (event) => {
const place = nearest(event);
tip.hidden = !place;
picture.classList.toggle('on', Boolean(place));
if (place) tip.textContent = place[2][1] + ', ' + place[2][2].toFixed(1);
});
picture.addEventListener('pointerleave', () => { tip.hidden = true; });
picture.addEventListener('click', (event) => {
const place = event.target.closest('a') ? undefined : nearest(event);
if (!place) return;
if (byId('client-' + place[2][0])) location.hash = 'client-' + place[2][0];
else find(place[2][1]);
});
}
toTarget();
})();`;
