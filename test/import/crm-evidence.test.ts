import { expect, it } from 'vitest';
import { dayOf } from '../../shared/domain/dates.ts';
import { lifeOf } from '../support/service/life.ts';

// A CRM is evidence too: clients whom nobody has talked to, deals won and lost.

const companies =
  'Record ID,Company name,Last Activity Date (GMT+1),Number of Associated Contacts\n1,Acorn,2026-11-18 10:00,6\n2,Birch,2026-09-30 10:00,1\n3,Cedar,,\n';
const deals =
  'Record ID,Deal Name,Deal Stage,Close Date,Associated Company IDs\n71,Website,Closed Won,2026-11-10,1\n72,Retainer,Closed Lost,2026-11-12,2\n73,Campaign,Qualified To Buy,2026-12-31,2\n';

it('HubSpot alone scores clients by activity, contacts and deals', async () => {
  const life = lifeOf(new Map(), Date.parse('2026-11-20T09:00:00Z'));
  await life.run('accounts create --account acme --name Acme');
  const said = await life.importFiles(
    'acme',
    { 'companies.csv': companies, 'deals.csv': deals },
    '--map hubspot --score',
  );
  expect(said).toContain('3 clients');
  expect(said).not.toContain('not imported');
  const ask = await life.asker((await life.newKey('acme')).apiKey);
  const scores = async () => {
    const { clients } = JSON.parse((await ask('/clients')).body);
    return Object.fromEntries(clients.map(({ name, score }: { name: string; score: number }) => [name, score]));
  };
  expect(await scores()).toEqual({ Acorn: 150, Birch: 70, Cedar: 100 });

  // silence grows with the days, but only for a month after the last file: then nobody knows
  await life.night(dayOf('2026-12-20'));
  const quiet = await scores();
  await life.night(dayOf('2027-01-20'));
  expect(quiet.Birch).toBeLessThan(70);
  expect((await scores()).Acorn).toBeGreaterThanOrEqual(100);
});
