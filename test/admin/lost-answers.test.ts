import { expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { aroundAttempts, connectionResetError } from '../support/sim/attempts.ts';
import { useMemoryTable } from '../support/store/table.ts';

// The SDK retries a write whose response was lost, and the retry finds what the first attempt wrote.

const db = useMemoryTable();
const random = bytesOf(randomOf(23));
const admin = cliOn(() => db.table, { randomBytes: random });

/** The same table, but the response to the first attempt of every call is lost. */
function losingAnswers() {
  const seen = new WeakSet<object>();
  return aroundAttempts(db.open(), async (send, input) => {
    const answer = await send();
    if (seen.has(input)) return answer;
    seen.add(input);
    throw connectionResetError();
  });
}

/** What differs between two runs of the same command: ids, secrets, account names. */
const comparable = (lines: readonly string[]) =>
  lines.map((line) => line.replaceAll(/svctest\w{36}/g, 'SECRET').replaceAll(/"keyId":"\w+"/g, '"keyId":ID'));

const accountWithKey = async (account: string) => {
  await admin(`accounts create --account ${account} --name Any`);
  const { keyId } = JSON.parse((await admin(`keys issue --account ${account} --name ci --json`)).out[0] ?? '');
  return String(keyId);
};

it.each<[string, (account: string, keyId: string) => string]>([
  ['accounts create', (account) => `accounts create --account ${account}-new --name New`],
  ['accounts suspend', (account) => `accounts suspend --account ${account}`],
  ['accounts delete', (account) => `accounts delete --account ${account} --yes`],
  ['keys issue', (account) => `keys issue --account ${account} --name second`],
  ['keys roll', (_, keyId) => `keys roll ${keyId}`],
  ['keys roll --keep 0h', (_, keyId) => `keys roll ${keyId} --keep 0h`],
  ['keys revoke', (_, keyId) => `keys revoke ${keyId}`],
])('%s: has the same result if the response to every write is lost', async (name, command) => {
  const base = name.replaceAll(/\W/g, '');
  const [intact, lossy] = [`${base}-intact`, `${base}-lossy1`];
  const keys = [await accountWithKey(intact), await accountWithKey(lossy)];

  const expected = await admin(`${command(intact, keys[0] ?? '')} --json`);
  const table = losingAnswers();
  const actual = await cliOn(() => table, { randomBytes: random })(`${command(lossy, keys[1] ?? '')} --json`);
  table.close();

  const rename = (lines: readonly string[]) =>
    comparable(lines).map((line) => line.replaceAll(lossy, intact).replaceAll(keys[1] ?? '', keys[0] ?? ''));
  expect({ ...actual, out: rename(actual.out) }).toEqual({ ...expected, out: rename(expected.out) });
  expect(expected.exitCode).toBe(0);
});
