import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { brightwater } from '../../bin/local/demo/brightwater.ts';
import { edgeCases } from '../../bin/local/demo/edge-cases.ts';
import { loadDemo } from '../../bin/local/demo/load.ts';
import { northlight } from '../../bin/local/demo/northlight.ts';
import { welcome } from '../../bin/local/welcome.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { cliOn } from '../support/admin/cli.ts';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { type Ask, askerOf } from '../support/service/whole-service.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type CommandShown, looksAs, type Step, stepsOf } from './console.ts';
import { blocksOf, pages } from './markdown.ts';

const textOf = (name: string) => pages.find(({ file }) => file === name)?.text ?? '';

describe('README.md', () => {
  const readme = textOf('README.md');
  const blocks = blocksOf(readme);
  const db = useMemoryTable();
  let ask: Ask;
  beforeAll(async () => {
    await loadDemo(db.table, brightwater, dayOf('2026-11-20'));
    ask = await askerOf(fakeDeps(db.table), await putKey(db.table, { customerId: 'brightwater' }));
  });

  it('shows what npm start prints', () => {
    const shown = blocks.find(({ text }) => text.startsWith('Serving '))?.text ?? '';
    const accounts = [brightwater, northlight, edgeCases].map(({ name, customerId }) => ({
      name,
      customerId,
      apiKey: 'svctest0',
    }));
    const service = { baseUrl: 'http://127.0.0.1:3000/v1', tableName: '', dynamodbEndpoint: '', accounts };

    expect(looksAs(welcome(service, undefined), shown), welcome(service, undefined)).toBe(true);
  });

  const requests = blocks
    .flatMap(({ text }) => text.split(/^(?=GET )/m))
    .filter((text) => text.startsWith('GET '))
    .map((text) => {
      const [, path = '', body = ''] = /^GET \/v1(\S*)\n(.*)$/s.exec(text) ?? [];
      return [path, body] as const;
    });

  it('has requests to try', () => {
    expect(requests.length).toBeGreaterThanOrEqual(3);
  });

  it.each(requests)('GET %s is answered as shown', async (path, shown) => {
    const { body } = await ask(path);
    // JSON is shown with line breaks, and an ellipsis also stands for the comma before it
    const json = shown.replaceAll(/,\s*…/g, '…').replaceAll(/\n\s*/g, '');

    expect(looksAs(body, json), body.slice(0, 600)).toBe(true);
  });
});

const withSessions = pages.filter(({ text }) => text.includes('```console'));

it('the page on importing data shows console sessions', () => {
  expect(withSessions.map(({ file }) => file)).toContain('docs/data.md');
});

describe.each(withSessions.map(({ file, text }) => [file, stepsOf(text)] as const))('%s', (_, steps) => {
  const db = useMemoryTable();

  it('shows commands that print what is shown', async () => {
    const session = await sessionIn(() => db.table);
    for (const step of steps) {
      if (step.kind !== 'command') session.prepare(step);
      else {
        const printed = await session.run(step);
        expect(looksAs(printed, step.output), `$ ${step.line}\n${printed}`).toBe(true);
      }
    }
  });
});

/** Runs the commands of a page one after another, in a folder of their own and on one service. */
async function sessionIn(table: Parameters<typeof cliOn>[0]) {
  const folder = temporaryFolder();
  const admin = cliOn(table);
  let key = '';
  const path = (name: string) => join(folder, name);

  return {
    prepare(step: Exclude<Step, CommandShown>): void {
      if (step.kind === 'file') {
        mkdirSync(dirname(path(step.path)), { recursive: true });
        writeFileSync(path(step.path), step.text);
        return;
      }
      const text = readFileSync(path(step.path), 'utf8');
      expect(text).toContain(step.from);
      writeFileSync(path(step.path), text.replace(step.from, step.to));
    },

    async run({ line }: CommandShown): Promise<string> {
      const [, words] = /^(?:npm run -s admin --|npx --no-install client-health) (.*)$/.exec(line) ?? [];
      if (words !== undefined) {
        const inFolder = words.replace(/^((?:import|export) )([\w./-]+)/, (_, command, name) => command + path(name));
        const { out, err } = await admin(inFolder);
        const printed = [...out, ...err].join('\n').replaceAll(`${folder}/`, '');
        key = /svc(?:test|live)\w{36}/.exec(printed)?.[0] ?? key;
        return printed;
      }
      const [, url] = /^curl .*?http:\/\/127\.0\.0\.1:3000\/v1([^\s'"]*)/.exec(line) ?? [];
      if (url === undefined) throw new Error(`The test cannot run this command: ${line}`);
      return (await (await askerOf(fakeDeps(table()), key))(url)).body;
    },
  };
}
