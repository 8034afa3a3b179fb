/**
 * Sends a form once: the answer to a second click would take the place of a key that is shown only once. Copies a key
 * where the browser can.
 */
export const script = `(() => {
const sent = new WeakSet();
addEventListener('submit', (event) => {
if (sent.has(event.target)) event.preventDefault();
sent.add(event.target);
});
for (const button of document.querySelectorAll('[data-copy]')) {
button.hidden = !navigator.clipboard;
button.addEventListener('click', () => navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent).then(() => { button.textContent = 'Copied'; }));
}
addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
})();`;
