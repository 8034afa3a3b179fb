/** Sends the files that are dropped or chosen, one after the other, and says what became of each. */
export const script = `(() => {
const again = document.getElementById('waits') ? setTimeout(() => { location.reload(); }, 3000) : undefined;
const drop = document.getElementById('drop');
if (!drop) return;
const said = document.getElementById('sent'), input = drop.querySelector('input[type=file]'), token = drop.dataset.token;
const line = (name) => {
const item = document.createElement('li'), title = document.createElement('bdi'), state = document.createElement('span');
title.textContent = name;
item.append(title, ' ', state);
said.append(item);
return (text) => { state.textContent = text; };
};
const send = async (file) => {
const show = line(file.name);
try {
show('is sent…');
const asked = await fetch(drop.dataset.ask, { method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams({ token, name: file.name, size: file.size }) });
if (!asked.ok) return show('was not accepted. Load this page again.');
const form = await asked.json();
if (!form.url) return show(form.refusal.replace(file.name + ' ', ''));
const body = new FormData();
for (const [name, value] of Object.entries(form.fields)) body.append(name, value);
body.append('file', file);
const sent = await fetch(form.url, { method: 'POST', body });
show(sent.ok ? 'has arrived.' : 'was refused: ' + sent.status + '.');
return sent.ok;
} catch (error) {
show('was not sent: ' + error.message + '. Try it again.');
}
};
const sendAll = async (files) => {
// else the page would break off what is sent
clearTimeout(again);
let count = 0;
for (const file of files) if (await send(file)) count += 1;
// what was refused stays in sight
if (count > 0 && count === files.length) setTimeout(() => { location.assign(drop.dataset.then); }, 1500);
};
drop.hidden = false;
document.getElementById('one')?.remove();
input.addEventListener('change', () => {
const files = [...input.files];
// else choosing the same file again would change nothing
input.value = '';
void sendAll(files);
});
for (const name of ['dragover', 'dragleave', 'drop']) drop.addEventListener(name, (event) => {
event.preventDefault();
drop.classList.toggle('over', name === 'dragover');
if (name === 'drop') void sendAll([...event.dataTransfer.files]);
});
})();`;
