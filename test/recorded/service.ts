import { brightwater } from '../../bin/local/demo/brightwater.ts';
import { edgeCases } from '../../bin/local/demo/edge-cases.ts';
import { loadDemo } from '../../bin/local/demo/load.ts';
import { northlight } from '../../bin/local/demo/northlight.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { dayMs, lifeOf, noonAfter } from '../support/service/life.ts';
import { type Answered, wholeService } from '../support/service/whole-service.ts';
import { processIn } from '../worker/world.ts';
import { filesOf, large, small } from './files.ts';
import type { Known, Request, Stage } from './requests.ts';

// The service from the first import to the morning after a night, through its commands, its worker and its handlers only.

const lastNight = dayOf('2026-11-19');
const demos = [brightwater, northlight, edgeCases];
const made = [large, small];
/** Nights of the account with long histories; the other one has its own number. */
const nightsOf = { [small.customerId]: 100, [large.customerId]: large.nights };

/** What the requests may name. */
export const knownAccounts: readonly Known[] = [
  ...demos.map(({ customerId, profiles, portfolios }) => ({
    customerId,
    clients: profiles().map(({ id, name, streams }) => ({ id, name, streams: streams.map((stream) => stream.id) })),
    portfolios: portfolios.map(({ portfolio }) => portfolio.id),
  })),
  ...made.map((account) => {
    const files = filesOf(account, lastNight);
    const streams = rowsOf(files['streams.csv']).map(([client, stream]) => ({ client, stream }));
    return {
      customerId: account.customerId,
      clients: rowsOf(files['clients.csv']).map(([id = '', , name = '']) => ({
        id,
        name: name.replaceAll('"', ''),
        streams: streams.flatMap(({ client, stream }) => (client === id && stream ? [stream] : [])),
      })),
      portfolios: rowsOf(files['portfolios.csv']).map(([id = '']) => id),
    };
  }),
];

function rowsOf(text = ''): string[][] {
  const lines = text.trim().split('\n').slice(1);
  return lines.map((line) => line.split(','));
}

/** Leads the service through its stages, and sends the requests of each. Always the same. */
export async function answersOf(
  requests: readonly Request[],
  onAnswer: (request: Request, answer: Answered | undefined) => void,
): Promise<void> {
  const { world, deps, run, importFiles, newKey: issue, night } = lifeOf();
  const { table } = processIn(world);
  const keys: Record<string, string> = {};
  const newKey = async (name: string, customerId: string) => {
    const { keyId, apiKey } = await issue(customerId, name);
    keys[name] = apiKey;
    return keyId;
  };
  const create = (customerId: string) => run(`accounts create --account ${customerId} --name ${customerId}`);

  const service = await wholeService(deps);
  const ask = async (stage: Stage) => {
    deps.now = Math.max(deps.now, world.now);
    for (const request of requests.filter((each) => each.stage === stage)) {
      if (!request.atOnce) deps.now += 1000;
      const apiKey = request.key === undefined ? undefined : (keys[request.key] ?? request.key);
      const send = (headers: Readonly<Record<string, string>> = {}) =>
        service({
          url: request.url,
          rawHeaders: Object.entries({ ...(apiKey !== undefined && { 'X-API-Key': apiKey }), ...headers }).flat(),
        });
      const answer = await send();
      onAnswer(request, request.again ? await send({ 'If-None-Match': answer?.headers.ETag ?? '' }) : answer);
    }
  };
  const firstDay = lastNight - Math.max(...Object.values(nightsOf));
  for (let day = firstDay; day <= lastNight; day += 1) {
    world.now = day * dayMs + 12 * 3_600_000;
    for (const account of made.filter(({ customerId }) => day === lastNight - (nightsOf[customerId] ?? 0))) {
      await create(account.customerId);
      await newKey(account.customerId, account.customerId);
      await importFiles(account.customerId, filesOf(account, lastNight));
      if (account === large) await ask('imported');
    }
    if (day < lastNight) await night(day + 1);
  }

  world.now = noonAfter(lastNight);
  for (const demo of demos) {
    await create(demo.customerId);
    await newKey(demo.customerId, demo.customerId);
    await loadDemo(table, demo, lastNight);
  }
  await create('empty');
  await newKey('empty', 'empty');
  await create('suspended');
  await newKey('suspended', 'suspended');
  await run('accounts suspend --account suspended');
  const revoked = await newKey('revoked', 'empty');
  await run(`keys revoke ${revoked}`);
  await newKey('busy', 'northlight');
  await ask('scored');

  const [first, second, third, fourth] = large.clients;
  await importFiles(
    large.customerId,
    {
      'clients.csv': `Service ID,Name,Archived,Segment\n${first},Renamed,false,North\n${second},Archived late,true,"=S, ""x"""\n`,
      'notes.csv': `Service ID,Note ID,Created At,Created By,Content\n${third},late,2026-11-19T08:00:00Z,Ada,Late\n`,
      'alignment.csv': `Service ID,Week,Value,Updated At,Updated By\n${fourth},2026-11-19,red,2026-11-19T08:30:00Z,Ben\n`,
      'streams.csv': `Service ID,Stream ID,Name,State\n${fourth},late,Late stream,active\n`,
    },
    '--metadata all',
  );
  await importFiles('brightwater', {
    'clients.csv': 'Service ID,Name,Favorite\nc-1010,Ärger & Söhne,true\n',
    'portfolio-members.csv': 'Portfolio ID,Service ID,Tier\npf_t5r2bo3iqn,c-1010,A\npf_t5r2bo3iqn,c-1044,B\n',
  });
  await ask('changed');

  await night(lastNight + 1);
  // of the first import, but for every tenth client: they are removed
  const { 'clients.csv': clients = '' } = filesOf(large, lastNight);
  const lines = clients.split('\n').filter((_, at) => at % 10 !== 7);
  await importFiles(large.customerId, { 'clients.csv': lines.join('\n') }, '--prune --yes');
  await night(lastNight + 2);
  world.now = noonAfter(lastNight + 2);
  await ask('removed');
}
