import { readFileSync, writeFileSync } from 'node:fs';
import { loadDemo } from '../../bin/local/demo/load.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { processIn } from '../functions/worker/world.ts';
import { lifeOf, noonAfter } from '../support/service/life.ts';
import { type Answered, wholeService } from '../support/service/whole-service.ts';
import { removeTemporaryFolders } from '../support/temporary-folder.ts';
import { demos, type Request, type Stage } from './requests.ts';

// node test/recorded/answers.ts REQUESTS ANSWERS: leads a service with the demo through its stages, by commands, worker
// and handlers only, and writes what it answers.

export type Answers = readonly (Answered | null)[];

const [, , requestsFile = '', answersFile = ''] = process.argv;
const requests: readonly Request[] = JSON.parse(readFileSync(requestsFile, 'utf8'));
const answers: (Answered | null)[] = [];

const lastNight = dayOf('2026-11-19');
const { world, deps, run, importFiles, newKey: issue, night } = lifeOf(new Map(), noonAfter(lastNight));
const service = await wholeService(deps);
const keys: Record<string, string> = {};

async function newKey(name: string, customerId: string): Promise<string> {
  const { keyId, apiKey } = await issue(customerId, name);
  keys[name] = apiKey;
  return keyId;
}

async function create(customerId: string): Promise<void> {
  await run(`accounts create --account ${customerId} --name ${customerId}`);
  await newKey(customerId, customerId);
}

async function ask(stage: Stage): Promise<void> {
  deps.now = Math.max(deps.now, world.now);
  for (const [at, { stage: of, key, url, again, atOnce }] of requests.entries()) {
    if (of !== stage) continue;
    if (!atOnce) deps.now += 1000;
    const own = key === undefined ? [] : ['X-API-Key', keys[key] ?? key];
    const first = await service({ url, rawHeaders: own });
    const tag = ['If-None-Match', first?.headers.ETag ?? ''];
    answers[at] = (again ? await service({ url, rawHeaders: [...own, ...tag] }) : first) ?? null;
  }
}

for (const demo of demos) {
  await create(demo.customerId);
  await loadDemo(processIn(world).table, demo, lastNight);
}
for (const name of ['empty', 'suspended']) await create(name);
await run('accounts suspend --account suspended');
await run(`keys revoke ${await newKey('revoked', 'empty')}`);
await newKey('busy', 'northlight');
await ask('scored');

const [first, second, third] = demos[0]?.profiles() ?? [];
await importFiles(
  'brightwater',
  {
    'clients.csv': `Service ID,Name,Archived,Favorite,Segment\n${first?.id},Ärger & Söhne,false,true,North\n${second?.id},Archived late,true,,"=S, ""x"""\n`,
    'notes.csv': `Service ID,Note ID,Created At,Created By,Content\n${third?.id},late,2026-11-19T08:00:00Z,Ada,Late\n`,
    'alignment.csv': `Service ID,Week,Value,Updated At,Updated By\n${third?.id},2026-11-19,red,2026-11-19T08:30:00Z,Ben\n`,
    'streams.csv': `Service ID,Stream ID,Name,State\n${third?.id},late,Late stream,active\n`,
    'portfolio-members.csv': `Portfolio ID,Service ID,Tier\n${demos[0]?.portfolios[0]?.portfolio.id},${first?.id},A\n`,
  },
  '--metadata all',
);
await ask('changed');

// without every tenth client, which is removed
const kept = demos[0]?.profiles().filter((_, at) => at % 10 !== 7) ?? [];
const lines = kept.map(({ id, name }) => `${id},"${name}"`);
await importFiles('brightwater', { 'clients.csv': ['Service ID,Name', ...lines].join('\n') }, '--prune --yes');
await night(lastNight + 1);
await ask('removed');

writeFileSync(answersFile, JSON.stringify(answers));
removeTemporaryFolders();
