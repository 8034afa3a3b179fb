import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drain, itemsOf, runNight, snapshotOf } from '../../functions/worker/world.ts';
import { Branch, beside, killedEverywhere } from './branch.ts';
import type { CaseShown, Step } from './page.ts';

/** Runs the steps of a page one after another, on a service of its own. */
export class Session {
  /** More than one after `killed everywhere` and `beside`: what follows must be true in all of them. */
  #branches: Branch[];

  constructor({ lags = false } = {}) {
    this.#branches = [new Branch(undefined, lags)];
  }

  /** Does what a step says. Returns what a command prints. */
  async take(step: Step): Promise<string | undefined> {
    if (step.kind === 'file') return this.#write(step.path, () => step.text);
    if (step.kind === 'edit')
      return this.#write(step.path, (text) => {
        if (!text.includes(step.from)) throw new Error(`${step.path} has no ${step.from}`);
        return text.replace(step.from, step.to);
      });
    return step.kind === 'case' ? this.#case(step) : this.#command(step.line);
  }

  #write(path: string, change: (text: string) => string): undefined {
    for (const { folder, world } of this.#branches) {
      const name = join(folder, path);
      mkdirSync(dirname(name), { recursive: true });
      writeFileSync(name, change(existsSync(name) ? readFileSync(name, 'utf8') : ''));
      // imports look when a file was changed
      utimesSync(name, world.now / 1000, world.now / 1000);
    }
  }

  /** A case changes nothing for the others. Its text stands for `{}` in the command, or else in the files. */
  async #case({ line, given }: CaseShown): Promise<string> {
    const before = this.#branches;
    this.#branches = before.map((branch) => new Branch(branch));
    try {
      for (const { folder } of line.includes('{}') ? [] : this.#branches) fill(folder, given.replaceAll('\\n', '\n'));
      return await this.#command(line.replaceAll('{}', given));
    } finally {
      this.#branches = before;
    }
  }

  async #command(line: string): Promise<string> {
    const [, directive, rest = ''] = /^(killed|killed everywhere|beside): (.*)$/.exec(line) ?? [];
    const [branch] = this.#branches;
    if (directive && branch) {
      const [first = '', second = ''] = rest.split(' | ');
      const ended =
        directive === 'beside'
          ? await beside(branch, [first, second])
          : await killedEverywhere(branch, first, directive === 'killed everywhere');
      this.#branches = ended.branches;
      return eitherOf(ended.printed);
    }
    const printed: string[] = [];
    for (const each of this.#branches) printed.push(await perform(each, line));
    return eitherOf(printed);
  }
}

/** The only one, or all that differ. */
function eitherOf(printed: readonly string[]): string {
  const different = [...new Set(printed.map(withoutSecrets))].sort();
  if (different.length === 1) return different[0] ?? '';
  return different.map((each, at) => `(${at === 0 ? 'either' : 'or'})\n${each}`).join('\n');
}

/** The end of a key is arbitrary, and so is where a test runs. */
const withoutSecrets = (text: string) =>
  text
    .replaceAll(/(svctest\w{8})\w{28}/g, '$1…')
    .replaceAll(/whsec_[\w+/=]+|(?<=\/notice\/\w+\/)[\w/-]+/g, '…')
    .replaceAll('\r\n', '\n')
    .replaceAll(/process \d+ on [\w.-]+/g, 'process …')
    .trimEnd();

type Act = (branch: Branch, ...words: string[]) => Promise<string> | string;

/** What a line may be beside a command of the operator's CLI. */
const verbs: readonly (readonly [RegExp, Act])[] = [
  [/^deployed$/, (branch) => branch.deploy()],
  [/^at (\S+)$/, ({ world }, time = '') => said(() => (world.now = Date.parse(time)))],
  [/^night (\S+)$/, ({ world }, day = '') => runNight(world, day).then(() => '')],
  [/^work$/, ({ world }) => drain(world).then(() => '')],
  [/^cat (\S+)$/, ({ folder }, name = '') => readFileSync(join(folder, name), 'utf8')],
  [/^gateway$/, (branch) => branch.gateway()],
  [/^backup$/, (branch) => said(() => (branch.backup = snapshotOf(branch.world)))],
  [/^mails$/, (branch) => branch.mails()],
  [/^files$/, (branch) => branch.files()],
  [/^delivered$/, (branch) => branch.deliveries(true)],
  [/^refused by receivers$/, (branch) => branch.deliveries(false)],
  [/^subscribers$/, ({ subscribers }) => [...subscribers].join('\n')],
  [/^stored nowhere: (.*)$/, storedNowhere],
  [/^reports nowhere: (.*)$/, reportsNowhere],
  [/^(\d+) times: (.*)$/, repeatedly],
  [/^GET (\S+)(?: as ([\w-]+))?(?:: (.*))?$/, get],
  [
    /^curl .*?http:\/\/127\.0\.0\.1:3000\/v1([^\s'"]*)/,
    (branch, url = '') => answer(branch, url).then(({ body }) => body),
  ],
];

async function perform(branch: Branch, line: string): Promise<string> {
  for (const [pattern, act] of verbs) {
    const match = pattern.exec(line);
    if (match) return act(branch, ...match.slice(1));
  }
  return branch.run(line.replace(/^(npm run -s admin --|npx --no-install client-health) /, ''));
}

/** Prints what the last one prints; `{}` is the number of each. */
async function repeatedly(branch: Branch, times = '', line = ''): Promise<string> {
  let printed = '';
  for (let time = 1; time <= Number(times); time += 1)
    printed = await perform(branch, line.replaceAll('{}', `${time}`));
  return printed;
}

const said = (act: () => unknown) => {
  act();
  return '';
};

/** Without a name of a key, the key that was shown last. */
async function answer(branch: Branch, url: string, key = 'last') {
  const apiKey = key === 'last' ? [...branch.secrets.values()].at(-1) : (branch.secrets.get(key) ?? key);
  const answered = await branch.ask({ url, rawHeaders: apiKey === 'nobody' ? [] : ['X-API-Key', apiKey ?? ''] });
  if (!answered) throw new Error(`the service has no path ${url}`);
  return answered;
}

/** The status, and the whole body or what is asked for: headers, which begin with a capital letter, and fields. */
async function get(branch: Branch, url = '', key = 'last', wanted = ''): Promise<string> {
  const { status, headers, body } = await answer(branch, url, key);
  const json = body.startsWith('{') ? JSON.parse(body) : body;
  if (wanted === '') return `${status} ${shortOf(json)}`.trimEnd();
  const lines = wanted.split(', ').flatMap((name) => {
    const value = /^[A-Z]/.test(name) ? headers[name] : fieldOf(json, name.split('.'));
    return value === undefined ? [] : [`${name}: ${shortOf(value)}`];
  });
  return [status, ...lines].join(lines.join().length > 100 ? '\n' : ' ');
}

/** JSON, in which what fits into a line is on one. */
function shortOf(value: unknown, indent = ''): string {
  if (typeof value === 'string' && indent === '') return value;
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= 120) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => shortOf(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${shortOf(each, inner)}`);
  const [begin, end] = Array.isArray(value) ? '[]' : '{}';
  return `${begin}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${end}`;
}

function fieldOf(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => fieldOf(each, [name, ...rest]));
  return fieldOf((value as Record<string, unknown> | null | undefined)?.[name], rest);
}

/** Table, log and logins have neither the text nor its bytes. */
function storedNowhere({ world, secrets, pool }: Branch, text = ''): string {
  const [, key = ''] = /^the secret of (\S+)$/.exec(text) ?? [];
  const secret = key === '' ? text : secrets.get(key);
  if (secret === undefined) throw new Error(`${key} was not shown`);
  const places = [
    // the log of an account outlives it, under its id
    ...itemsOf(snapshotOf(world)).map(({ pk, ...item }) => [
      `${pk} ${item.sk}`,
      textOf([String(pk).replace(/^LOG#.*/, ''), item]),
    ]),
    ['the log', textOf(world.logged)],
    ['the user pool', textOf([...(pool?.logins.keys() ?? [])])],
  ];
  return places.flatMap(([name, all]) => (all?.includes(secret) ? [`${name} has it`] : [])).join('\n');
}

/** No report of the inbox and no file of rejected rows has the text. */
function reportsNowhere({ folder }: Branch, text = ''): string {
  const found = readdirSync(join(folder, 'box'), { recursive: true, encoding: 'utf8' });
  const names = found.filter((name) => /^(reports|rejects)[/\\].*\./.test(name));
  return names.filter((name) => readFileSync(join(folder, 'box', name), 'utf8').includes(text)).join('\n');
}

const textOf = (value: unknown) =>
  JSON.stringify(value, (_, each) => (each instanceof Uint8Array ? Buffer.from(each).toString('latin1') : each));

function fill(folder: string, text: string): void {
  for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(name.parentPath, name.name);
    if (name.isFile()) writeFileSync(path, readFileSync(path, 'utf8').replaceAll('{}', text));
  }
}
