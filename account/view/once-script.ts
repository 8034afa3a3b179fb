/** Sends a form once: the answer to a second click would take the place of a key that is shown only once. */
export const script = `(() => {
const sent = new WeakSet();
addEventListener('submit', (event) => {
if (sent.has(event.target)) event.preventDefault();
sent.add(event.target);
});
addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });
})();`;
