import { expect, it } from 'vitest';
import { placeInMemory, type Sent } from './place.ts';

const otherKey = async () => {
  const place = await placeInMemory();
  const theirs = await place.portsOf('other').keys.issue('theirs', async () => undefined);
  const ours = await place.portsOf('acme').keys.issue('ours', async () => undefined);
  return { place, theirs: theirs.keyId, ours: ours.keyId };
};

const attacks: [what: string, words: string, sent: Sent, status: number, reason?: string][] = [
  ['a form of another site', 'POST /keys/issue', { headers: { origin: 'https://evil.example' } }, 403, 'origin'],
  ['a form whose origin is hidden', 'POST /keys/issue', { headers: { origin: 'null' } }, 403, 'origin'],
  ['a form without a token', 'POST /keys/issue', { form: { token: '', name: 'x' } }, 403, 'token'],
  ["a form with another account's token", 'POST /keys/issue', { form: { token: 'token of other' } }, 403, 'token'],
  ['a form as another type', 'POST /keys/issue', { headers: { 'content-type': 'text/plain' } }, 403, 'content-type'],
  ['a reader who looks at keys', 'GET /keys', { as: 'reader' }, 403, 'role'],
  ['a reader who issues a key', 'POST /keys/issue', { as: 'reader', form: { name: 'x' } }, 403, 'role'],
  ['a reader who rolls a key', 'POST /keys/OURS/roll', { as: 'reader', form: { keep: '0h' } }, 403, 'role'],
  ['a reader who revokes a key', 'POST /keys/OURS/revoke', { as: 'reader', form: { name: 'ours' } }, 403, 'role'],
  ["another account's key, rolled", 'POST /keys/THEIRS/roll', { form: { keep: '0h' } }, 409],
  ["another account's key, revoked", 'POST /keys/THEIRS/revoke', { form: { name: 'theirs' } }, 409],
  ['a key that does not exist', 'POST /keys/00000000/revoke', { form: { name: 'theirs' } }, 409],
  ['a key under another name', 'POST /keys/OURS/revoke', { form: { name: 'theirs' } }, 409],
  ['a change as a link', 'GET /keys/issue?name=x', {}, 405],
  ['another method', 'DELETE /keys', {}, 405],
  ['a path that is no text', 'POST /keys/%ff/revoke', {}, 404],
];

it.each(attacks)('%s is refused and changes nothing', async (_, words, sent, status, reason) => {
  const { place, theirs, ours } = await otherKey();
  const keys = () => Promise.all(['acme', 'other'].map((account) => place.portsOf(account).keys.list()));
  const before = await keys();
  const answered = await place.send(words.replace('THEIRS', theirs).replace('OURS', ours), sent);

  expect(answered.status).toBe(status);
  expect(await keys()).toEqual(before);
  expect(place.audit).toEqual([]);
  expect(place.deps.logged.map((record) => record.reason)).toEqual(reason ? [reason] : []);
});

it("another account's key has the answer of one that does not exist", async () => {
  const { place, theirs } = await otherKey();
  const [foreign, none] = await Promise.all(
    [theirs, '00000000'].map((id) => place.send(`POST /keys/${id}/revoke`, { form: { name: 'theirs' } })),
  );

  expect(foreign).toEqual(none);
});

it('a reader sees no form of administrators', async () => {
  const { place } = await otherKey();
  const { body } = await place.send('GET /api', { as: 'reader' });

  expect(body).not.toMatch(/href="[^"]*\/(keys|people|log)"|<form/);
});

it('a change has its line before it takes effect, and none if it cannot have one', async () => {
  const { place } = await otherKey();
  const { send, portsOf, audit } = place;
  const issued = await send('POST /keys/issue', { form: { name: 'crm' } });
  const { keyId = '' } = audit[0] ?? {};

  expect(issued.body).toMatch(/svctest\w{36}/);
  expect(audit).toEqual([
    { at: '2026-11-20T12:00:30.000Z', who: 'kim@example.com', what: 'key issued', about: 'crm', keyId },
  ]);
  expect((await portsOf('acme').keys.list()).find((key) => key.keyId === keyId)?.state).toBe('active');

  const full = await placeInMemory({
    audit: { append: () => Promise.reject(new Error('full')), list: async () => [] },
  });
  expect((await full.send('POST /keys/issue', { form: { name: 'crm' } })).status).toBe(500);
  expect((await full.portsOf('acme').keys.list()).map(({ state }) => state)).toEqual(['pending']);
});
