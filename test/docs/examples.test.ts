import { beforeAll, describe, expect, it } from 'vitest';
import { brightwater, edgeCases, northlight } from '../../bin/local/demo/accounts.ts';
import { loadDemo } from '../../bin/local/demo/load.ts';
import { welcome } from '../../bin/local/welcome.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { looksAs, stepsOf } from '../support/scenario/page.ts';
import { Session } from '../support/scenario/session.ts';
import { putKey } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { type Ask, askerOf } from '../support/service/whole-service.ts';
import { useMemoryTable } from '../support/store/table.ts';
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

    const printed = welcome(service, undefined);
    expect(looksAs(comparable(printed), comparable(shown)), printed).toBe(true);
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

    expect(looksAs(comparable(body), comparable(json)), body.slice(0, 600)).toBe(true);
  });
});

const withSessions = pages.filter(({ text }) => text.includes('```console'));

it('the page on importing data shows console sessions', () => {
  expect(withSessions.map(({ file }) => file)).toContain('docs/data.md');
});

describe.each(withSessions.map(({ file, text }) => [file, stepsOf(text)] as const))('%s', (_, steps) => {
  it('shows commands that print what is shown', async () => {
    const session = new Session();
    for (const step of steps) {
      const printed = await session.take(step);
      if (printed !== undefined && 'output' in step)
        expect(looksAs(comparable(printed), comparable(step.output)), `$ ${step.line}\n${printed}`).toBe(true);
    }
  });
});

/** Without line breaks and exit codes, and without ids that differ on every run. */
const comparable = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(The key )\w{8}/g, '$1ID')
    .replace(/ \(exit code \d\)$/, '')
    .trim();
