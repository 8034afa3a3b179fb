import { createServer, type Server } from 'node:http';
import { describe, expect, it } from 'vitest';
import { contractViolations } from '../../../bin/admin/verify/check-answer.ts';
import { exportGroup } from '../../../shared/contract/export.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { topicsGroup } from '../../../shared/contract/topics.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { serve } from '../../support/service/http.ts';
import { serving } from '../../support/service/served.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';

const db = useMemoryTable();
const admin = cliOn(() => db.table);

const listening = async (server: Server) => `http://127.0.0.1:${await serve(server)}/v1`;

const service = () => serving(db.table);

async function keyOf(account: string): Promise<string> {
  await admin(`accounts create --account ${account} --name X`);
  const { out } = await admin(`keys issue --account ${account} --name verify --json`);
  return JSON.parse(out[0] ?? '').apiKey;
}

const operations = groups.flatMap(({ endpoints }) => Object.keys(endpoints));

describe('a service that follows the contract', () => {
  it('passes with an account of one client; every endpoint is called', async () => {
    const apiKey = await keyOf('full');
    const templates = temporaryFolder();
    await admin(`import --templates ${templates}`);
    await admin(`import ${temporaryFolder(filesIn(templates))} --account full --score`);

    const { out, err, exitCode } = await admin(`verify --url ${await service()} --key ${apiKey} --json`);
    const { checks, failed } = JSON.parse(out[0] ?? '{}');

    expect({ err, exitCode, failed }).toEqual({ err: [], exitCode: 0, failed: 0 });
    const asked = checks.filter(({ skipped }: { skipped?: true }) => !skipped);
    expect(asked.map(({ operation }: { operation: string }) => operation)).toEqual(expect.arrayContaining(operations));
    expect(asked.length).toBe(operations.length + 3);
  });

  it('passes with an empty account; endpoints without data are skipped', async () => {
    const apiKey = await keyOf('empty');

    const { out, exitCode } = await admin(`verify --url ${await service()}/ --key ${apiKey}`);

    expect(exitCode).toBe(0);
    expect(out.filter((line) => line.startsWith('skipped')).length).toBeGreaterThan(5);
    expect(out.filter((line) => line.startsWith('failed'))).toEqual([]);
  });
});

it('a wrong key fails the check', async () => {
  const apiKey = await keyOf('wrong');
  await admin(`keys revoke ${apiKey.slice(7, 15)}`);

  const { out, err, exitCode } = await admin(`verify --url ${await service()} --key ${apiKey}`);

  expect(exitCode).toBe(1);
  expect(out).toContain('listTopics: status 401 in place of 200');
  expect(err[0]).toMatch(/^error: \d+ of \d+ checks failed\.$/);
});

it('an address where nothing responds is reported once', async () => {
  const { out, err, exitCode } = await admin('verify --url http://127.0.0.1:9/v1 --key svctest');

  expect(exitCode).toBe(1);
  expect(out.filter((line) => line.includes('no answer'))).toHaveLength(1);
  expect(err).toEqual(['error: 1 of 1 checks failed.']);
});

it('another server fails the check', async () => {
  const url = await listening(createServer((_, response) => response.end('<html>')));

  expect(await admin(`verify --url ${url} --key x`)).toMatchObject({ exitCode: 1 });
  expect(await admin('verify --url localhost --key x')).toMatchObject({ exitCode: 2 });
});

describe('a response', () => {
  const { listTopics } = topicsGroup.endpoints;
  const headers: Record<string, string> = {
    'X-RateLimit-Limit': '100',
    'X-RateLimit-Remaining': '99',
    'X-RateLimit-Reset': '1795176060',
    ETag: '"v1"',
    'Cache-Control': 'private, no-cache',
    'Content-Type': 'application/json',
  };
  const body = '{"topics":[],"categories":[],"total":15}';
  const faults = (changed: Record<string, string | undefined>, text = body, status = 200, expected = status) =>
    contractViolations(listTopics, expected, {
      status,
      header: (name) => ({ ...headers, ...changed })[name] ?? null,
      body: text,
    });

  const { exportClientsCsv } = exportGroup.endpoints;
  const ofCsv: Record<string, string> = { ...headers, 'Content-Type': exportClientsCsv.contentType };
  const csvFaults = (body: string) =>
    contractViolations(exportClientsCsv, 200, { status: 200, header: (name) => ofCsv[name] ?? null, body });

  it('as documented has no violations', () => {
    expect(faults({})).toEqual([]);
    expect(csvFaults('id,name\nC1,"One, Two"\n')).toEqual([]);
    expect(faults({}, '', 304)).toEqual([]);
  });

  it.each<[string, string[], string[]]>([
    ['another status', faults({}, body, 200, 304), ['status 200 in place of 304']],
    [
      'a status that nobody documents',
      faults({}, '{"error":"x","detail":"y","status_code":418}', 418),
      ['status 418 is not documented'],
    ],
    ['no limit', faults({ 'X-RateLimit-Limit': undefined }), ['header X-RateLimit-Limit is absent']],
    ['a rest that is no number', faults({ 'X-RateLimit-Remaining': '-1' }), ['header X-RateLimit-Remaining is -1']],
    ['no ETag', faults({ ETag: undefined }), ['header ETag is absent']],
    ['another Cache-Control', faults({ 'Cache-Control': 'public' }), ['header Cache-Control is public']],
    ['another type', faults({ 'Content-Type': 'text/html' }), ['header Content-Type is text/html']],
    [
      'a field too many',
      faults({}, '{"topics":[],"categories":[],"total":15,"more":1}'),
      ['body: Unrecognized key: "more"'],
    ],
    [
      'a field too few',
      faults({}, '{"topics":[],"total":15}'),
      ['categories: Invalid input: expected array, received undefined'],
    ],
    ['no JSON', faults({}, '<html>'), ['the body is no JSON']],
    ['a body with 304', faults({}, 'x', 304), ['a body with 304']],
    ['rows of other lengths', csvFaults('id,name\nC1,One\nC2\n'), ['rows of the CSV have different lengths']],
    ['one column', csvFaults('<html>\n'), ['rows of the CSV have different lengths']],
    ['an open quote', csvFaults('id,name\nC1,"One\n'), ['the body is no CSV']],
  ])('with %s has one violation', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});
