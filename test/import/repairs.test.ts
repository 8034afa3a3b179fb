import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Each of these failed once.

const db = useMemoryTable();
const day = 86_400_000;
const admin = (line: string, days = 0) =>
  cliOn(() => db.table, { randomBytes: bytesOf(randomOf(9)), clock: () => noon + days * day })(line);
const importing = (account: string, files: Parameters<typeof temporaryFolder>[0], options = '', days = 0) =>
  admin(`import ${temporaryFolder(files)} --account ${account} ${options}`, days);
const clientsOf = async (account: string) =>
  (await factsIn(db.table, account)).filter(({ sk }) => sk.startsWith('CLIENT#'));

it('a day that is scored twice shows the corrected imported score, of clients and streams, if the signals are removed', async () => {
  await admin('accounts create --account twice --name X');
  const scores = (score: number) => `Client ID,Stream ID,Score\nC1,,${score}\nC1,s1,${score}\n`;
  const facts = { 'clients.csv': 'Client ID,Name\nC1,One\n', 'streams.csv': 'Client ID,Stream ID,Name\nC1,s1,S\n' };
  await importing('twice', { ...facts, 'scores.csv': scores(60) });
  await admin('score --account twice');
  const head = 'Client ID,Stream ID,Signal ID,Date,Topic,Polarity\n';
  const signals = `${head}C1,,a,2026-11-20,timeliness,1\nC1,s1,b,2026-11-20,timeliness,1\n`;
  await importing('twice', { 'signals.csv': signals }, '--score', 1);
  await importing('twice', { 'signals.csv': head, 'scores.csv': scores(80) }, '--prune --yes --score', 1);

  const [text = ''] = (await admin('inspect C1 --account twice --json', 1)).out;
  expect(JSON.parse(text)).toMatchObject({
    score: { score: 80, source: 'chr1' },
    streams: [{ score: 80 }],
  });
});

it('a client has at most 30 metadata values, however many columns the file has', async () => {
  await admin('accounts create --account wide --name X');
  const columns = Array.from({ length: 50 }, (_, at) => `M${at}`);
  const row = (id: string, isFilled: (at: number) => boolean) => [
    id,
    id,
    ...columns.map((_, at) => (isFilled(at) ? 'x' : '')),
  ];
  const rows = [['Client ID', 'Name', ...columns], row('C1', (at) => at >= 40), row('C2', () => true)];
  const { out, exitCode } = await importing('wide', { 'clients.csv': rows.join('\n') }, '--metadata M49');

  expect(exitCode).toBe(0);
  const [first, second] = (await clientsOf('wide')).map(({ metadata }) => Object.keys(metadata as object).sort());
  expect(first).toEqual(columns.slice(40));
  expect(second).toEqual([...columns.slice(0, 29), 'M49'].sort());
  expect(out.join('\n')).toContain(
    'a client has at most 30 metadata values; not imported. Choose others with --metadata',
  );
});

it('a rejected row is no formula in a spreadsheet, and comes back unchanged when it is mended', async () => {
  await admin('accounts create --account guarded --name X');
  const clients = 'Client ID,Name,Last Contact,Revenue TTM\nC1,=1+1,soon,-5\nC2,Two,,2\n';
  const rejects = temporaryFolder();
  await importing('guarded', { 'clients.csv': clients }, `--rejects ${rejects}`);
  const written = readFileSync(join(rejects, 'clients.csv'), 'utf8');
  await importing('guarded', { 'clients.csv': written.replace('soon', '2026-11-01') });

  expect(written).toContain("C1,'=1+1,soon,-5,");
  expect(await clientsOf('guarded')).toMatchObject([{ name: '=1+1', metadata: { revenueTTM: -5 } }, { name: 'Two' }]);
});
