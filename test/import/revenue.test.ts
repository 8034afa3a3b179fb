import { expect, it } from 'vitest';
import { dayOf } from '../../shared/domain/dates.ts';
import { lifeOf } from '../support/service/life.ts';

// What a client pays in a year: from its invoices, week by week, where they cover twelve months; else from the CRM.

const clients = 'Client ID,Name,Revenue TTM,Currency\nC1,Acorn,5000,USD\nC2,Birch,7000,USD\nC3,Cedar,,\n';
const header = 'ContactName,InvoiceNumber,InvoiceDate,DueDate,Total,Currency,Status\n';

const monthly = (name: string, months: readonly string[], total: string) =>
  months.map((month) => `${name},INV-${name}-${month},${month}-01,${month}-10,${total},EUR,Paid\n`).join('');
const year = Array.from({ length: 13 }, (_, at) => new Date(Date.UTC(2025, 9 + at, 1)).toISOString().slice(0, 7));

interface Listed {
  readonly name: string;
  readonly metadata: object;
}

it('revenue is what was paid in the twelve whole months before, if invoices cover them', async () => {
  const life = lifeOf(new Map(), Date.parse('2026-11-20T09:00:00Z'));
  await life.run('accounts create --account acme --name Acme');
  await life.importFiles('acme', { 'clients.csv': clients });
  const invoices = {
    'sales.csv': `${header}${monthly('Acorn', year, '100.50')}${monthly('Birch', year.slice(-3), '900')}${monthly('Cedar', year.slice(-2), '40')}Acorn,INV-9,2026-10-01,2026-10-10,77,EUR,Voided\nAcorn,INV-9,2026-10-01,2026-10-10,77,EUR,Voided\n`,
  };
  await life.importFiles('acme', invoices, '--map xero --score');
  // an invoice in another currency, and a file of one week that names an old one again
  const week = `${header}Acorn,INV-8,2026-11-01,2026-11-10,9999,GBP,Paid\n${monthly('Cedar', year.slice(-1), '40')}`;
  await life.importFiles('acme', { 'sales.csv': week }, '--map xero --score');

  const ask = await life.asker((await life.newKey('acme')).apiKey);
  const revenues = async () => {
    const { clients: listed } = JSON.parse((await ask('/clients')).body);
    return Object.fromEntries(listed.map((each: Listed) => [each.name, each.metadata]));
  };
  expect(await revenues()).toEqual({
    // since October 2025; November 2026 is not over
    Acorn: { revenueTTM: 1206, currency: 'EUR' },
    // three months are no year: the figure of the CRM
    Birch: { revenueTTM: 7000, currency: 'USD' },
    Cedar: { revenueTTM: 80, currency: 'EUR' },
  });
  await life.night(dayOf('2026-12-01'));
  expect((await revenues()).Acorn).toEqual({ revenueTTM: 1105.5, currency: 'EUR' });
  expect(JSON.parse((await ask('/clients/C1')).body)).toMatchObject({ metadata: { revenueTTM: 1105.5 } });
});
