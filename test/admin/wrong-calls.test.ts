import { beforeAll, describe, expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Wrong calls and their error: one line, with the allowed values or what to do.

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

const idRule = 'Use 1 to 64 letters, digits, - and _, starting with a letter or digit.';
const missing = (option: string) => `required option '${option}' not specified`;
const account = '--account <id>';
const name = '--name <text>';

const usage: readonly [string, string][] = [
  ['acounts list', "unknown command 'acounts' (Did you mean accounts?)"],
  ['frob', "unknown command 'frob'"],
  ['statu', "unknown command 'statu' (Did you mean status?)"],
  ['accounts creat', "unknown command 'creat' (Did you mean create?)"],
  ['keys isue', "unknown command 'isue' (Did you mean issue?)"],
  ['keys frob', "unknown command 'frob'"],
  ['accounts create', missing(account)],
  ['accounts create --account a', missing(name)],
  ['accounts create --account', `option '${account}' argument missing`],
  ['accounts create --account a --name', `option '${name}' argument missing`],
  ['accounts create --account a/b --name x', `option '${account}' argument 'a/b' is invalid. ${idRule}`],
  ['accounts create --account "" --name x', `option '${account}' argument '' is invalid. ${idRule}`],
  ['accounts create --account -a --name x', `option '${account}' argument '-a' is invalid. ${idRule}`],
  ['accounts create --account a --name " "', `option '${name}' argument ' ' is invalid. Use 1 to 200 characters.`],
  ['accounts list --jsn', "unknown option '--jsn' (Did you mean --json?)"],
  ['accounts list --acount a', "unknown option '--acount'"],
  ['accounts list extra', "too many arguments for 'list'. Expected 0 arguments but got 1: extra."],
  ['accounts suspend', missing(account)],
  ['accounts resume', missing(account)],
  ['accounts delete', missing(account)],
  ['accounts delete --account acme --yess', "unknown option '--yess' (Did you mean --yes?)"],
  ['keys issue --account acme', missing(name)],
  ['keys issue --name x', missing(account)],
  ['keys list --all', "unknown option '--all'"],
  ['keys list --account a.b', `option '${account}' argument 'a.b' is invalid. ${idRule}`],
  ['keys roll', "missing required argument 'keyId'"],
  ['keys revoke', "missing required argument 'keyId'"],
  ['keys roll KEY --keep 3h', "option '--keep <time>' argument '3h' is invalid. Allowed choices are 0h, 1h, 24h, 7d."],
  ['keys revoke KEY KEY', "too many arguments for 'revoke'. Expected 1 argument but got 2: KEY, KEY."],
  ['inspect --account acme', "missing required argument 'client'"],
  ['inspect harbor', missing(account)],
  [
    'morning --url api.example --key x',
    "option '--url <url>' argument 'api.example' is invalid. It must begin with https://.",
  ],
  ['score --date tomorrow', "option '--date <date>' argument 'tomorrow' is invalid. Use a date, YYYY-MM-DD."],
  ['score --date 2026-02-30', "option '--date <date>' argument '2026-02-30' is invalid. Use a date, YYYY-MM-DD."],
  ['score --date', "option '--date <date>' argument missing"],
  ['rebuild --date 2026-11-20', "unknown option '--date'"],
  ['verify', missing('--url <url>')],
  ['verify --url https://x/v1', missing('--key <key>')],
  ['verify --url localhost --key x', "option '--url <url>' argument 'localhost' is invalid. It begins with https://."],
  ['logs --since 5', "option '--since <time>' argument '5' is invalid. Use a time such as 30m, 2h or 1d."],
  ['logs --level eror', "option '--level <level>' argument 'eror' is invalid. Allowed choices are error, warn, info."],
  [
    'logs --request "a b"',
    "option '--request <id>' argument 'a b' is invalid. Use the value of the header x-amzn-RequestId.",
  ],
  ['usage --account "a b"', `option '${account}' argument 'a b' is invalid. ${idRule}`],
  ['open --prnt', "unknown option '--prnt' (Did you mean --print?)"],
  ['completion', "missing required argument 'shell'"],
  [
    'completion tcsh',
    "command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.",
  ],
  ['--stack', "option '--stack <name>' argument missing"],
  ['--local', "option '--local <port>' argument missing"],
];

const failures: readonly [string, string][] = [
  ['accounts create --account acme --name Other', 'The account acme already exists with the name "Acme".'],
  ['accounts suspend --account acne', 'There is no account acne. Did you mean acme?'],
  ['accounts resume --account zzzzzz', 'There is no account zzzzzz.'],
  ['accounts delete --account nobody', 'There is no account nobody.'],
  ['accounts delete --account acme', 'Nothing was deleted. Add --yes to delete acme (Acme).'],
  ['accounts restore --account acme --from old', 'Nothing was restored. Add --yes to restore acme.'],
  ['keys issue --account acne --name x', 'There is no account acne. Did you mean acme?'],
  ['keys issue --account asleep --name x', 'The account asleep is suspended.'],
  [
    'keys issue --account acme --name ci',
    'The account acme has a key ci already: KEY. Name another, or replace it: keys roll KEY',
  ],
  ['keys list --account acne', 'There is no account acne. Did you mean acme?'],
  ['keys roll nokey', 'There is no key nokey.'],
  ['keys revoke nokey', 'There is no key nokey.'],
  ['inspect harbr --account acme', 'There is no client harbr in the account acme. Did you mean harbor?'],
  ['inspect harbor --account nobody', 'There is no client harbor in the account nobody.'],
  ['score --date 2026-11-21', '2026-11-21 is in the future.'],
  ['score --account acne', 'There is no account acne. Did you mean acme?'],
  ['rebuild --account acne', 'There is no account acne. Did you mean acme?'],
  [
    'score --account acme --date 2026-11-01',
    'acme already shows the scores of 2026-11-20; an older date cannot be scored.',
  ],
  ['usage --account acne', 'There is no account acne. Did you mean acme?'],
  ['import files', 'import needs a PATH and --account ID.'],
  ['import --account acme', 'import needs a PATH and --account ID.'],
];

const withKey = (text: string) => text.replaceAll('KEY', keyId);

describe('a wrong command line exits with 2', () => {
  it.each(usage)('%s', async (line, message) => {
    expect(await admin(withKey(line))).toEqual({ out: [], err: [`error: ${withKey(message)}`], exitCode: 2 });
  });
});

describe('a command that fails exits with 1', () => {
  it.each(failures)('%s', async (line, message) => {
    expect(await admin(withKey(line))).toEqual({ out: [], err: [`error: ${withKey(message)}`], exitCode: 1 });
  });

  it.each(failures)('%s --json', async (line, message) => {
    const { out, err, exitCode } = await admin(`${withKey(line)} --json`);

    expect({ out, exitCode }).toEqual({ out: [], exitCode: 1 });
    expect(err.map((each) => JSON.parse(each))).toEqual([{ error: withKey(message), exitCode: 1 }]);
  });
});

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
