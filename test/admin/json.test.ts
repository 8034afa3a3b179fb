import { beforeAll, expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const db = useMemoryTable();
const admin = cliOn(() => db.table);
let keyId = '';
let files = '';
beforeAll(async () => {
  files = temporaryFolder({ 'clients.csv': 'Service ID,Name\nharbor,Harbor Light\n' });
  await admin('accounts create --account acme --name Acme');
  await admin('accounts create --account asleep --name Asleep');
  keyId = JSON.parse((await admin('keys issue --account acme --name ci --json')).out[0] ?? '').keyId;
  await admin(`import ${files} --account acme --score`);
  await admin('accounts suspend --account asleep');
});

const withKey = (text: string) => text.replaceAll('KEY', keyId);

it('every command prints one line of JSON with --json', async () => {
  const commands = [
    'accounts create --account json --name Json',
    'accounts list',
    'accounts suspend --account json',
    'accounts resume --account json',
    'keys issue --account json --name first',
    'keys list',
    `import ${files} --account json`,
    `export ${temporaryFolder()} --account json`,
    'score --account json',
    'rebuild --account json',
    'inspect harbor --account json',
    'status',
    'usage',
    'keys roll KEY',
    'keys revoke KEY',
    'accounts delete --account json --yes',
  ];
  for (const command of commands) {
    const { out, err, exitCode } = await admin(`${withKey(command)} --json`);

    expect({ command, lines: out.length, exitCode, err }).toEqual({ command, lines: 1, exitCode: 0, err: [] });
    expect(() => JSON.parse(out[0] ?? '')).not.toThrow();
  }
});
