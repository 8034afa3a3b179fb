/**
 * Sorts and filters the list of clients, opens the client of a link, and works out the age of the scores when the page is
 * looked at. Without it the list is complete, its filters are hidden, and the age is that of when the page was made.
 */
export const script = `(() => {
for (const age of document.querySelectorAll('.age[data-at]')) {
const hours = Math.max(0, Math.floor((Date.now() - Date.parse(age.dataset.at)) / 3600000)), days = Math.floor(hours / 24);
age.textContent = age.textContent.replace(/, \\d.* old$/, ', ' + (hours < 48 ? hours + (hours === 1 ? ' hour' : ' hours') : days + ' days') + ' old');
}
const toTarget = () => {
const part = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (!part) return;
for (let each = part; each; each = each.parentElement) if (each.tagName === 'DETAILS') each.open = true;
const own = part.querySelector(':scope>details');
if (own) own.open = true;
part.scrollIntoView({ block: 'center' });
};
addEventListener('hashchange', toTarget);
const form = document.getElementById('find');
const first = document.getElementById('first'), rest = document.getElementById('rest'), others = document.getElementById('others');
if (form) {
const fold = (text) => text.normalize('NFD').replace(/\\p{M}/gu, '').toLowerCase();
const rows = [...document.querySelectorAll('#first>li,#others>li')];
const texts = new Map(rows.map((row) => [row, fold(row.textContent)]));
const names = new Map(rows.map((row) => [row, fold(row.querySelector('bdi').textContent)]));
const count = first.children.length;
const number = (row, name) => row.dataset[name] === undefined ? Infinity : Number(row.dataset[name]);
const orders = {
s: (a, b) => number(a, 's') - number(b, 's'),
c: (a, b) => number(a, 'c') - number(b, 'c'),
r: (a, b) => number(b, 'r') - number(a, 'r'),
n: (a, b) => names.get(a) < names.get(b) ? -1 : 1,
};
const update = () => {
const value = (name) => form.elements[name]?.value ?? '';
const words = fold(value('text')).split(/\\s+/).filter(Boolean);
const few = form.elements.few.checked;
const asked = words.length > 0 || few || ['owner', 'portfolio', 'level', 'order'].some((name) => value(name) !== '');
const fits = ({ dataset }, row) => (value('owner') === '' || (dataset.o ?? '-') === value('owner'))
&& (value('portfolio') === '' || (dataset.p ?? '').includes(' ' + value('portfolio') + ' '))
&& (value('level') === '' || dataset.l === value('level'))
&& words.every((word) => texts.get(row).includes(word));
const matching = asked ? rows.filter((row) => fits(row, row)) : rows.slice(0, count);
const shown = asked && !few ? matching.filter((row) => row.dataset.few === undefined) : [...matching];
const order = orders[value('order')];
if (order) shown.sort(order);
const set = new Set(shown);
first.append(...shown);
if (others) others.append(...rows.filter((row) => !set.has(row)));
if (rest) rest.hidden = asked;
const left = matching.length - shown.length, all = Number(form.dataset.total);
document.getElementById('said').textContent = asked
? shown.length.toLocaleString('en-US') + ' of ' + all.toLocaleString('en-US') + ' clients' + (left > 0 ? '; ' + left + ' more with little data' : '') + (rows.length < all ? '. Searched: the ' + rows.length + ' that are listed' : '')
: '';
};
form.hidden = false;
form.addEventListener('input', update);
form.addEventListener('submit', (event) => event.preventDefault());
update();
}
toTarget();
let opened = [];
addEventListener('beforeprint', () => {
opened = [...document.querySelectorAll('details:not([open])')];
for (const part of opened) part.open = true;
});
addEventListener('afterprint', () => {
for (const part of opened) part.open = false;
});
})();`;
