import type { Fact } from '../../../shared/table/facts/facts.ts';

// Facts with default values, so that a test names only the fields that it is about.

/** A fact of one kind. */
type Of<Kind extends Fact['kind']> = Extract<Fact, { kind: Kind }>;
/** Some fields of a fact of this kind. */
type Fields<Kind extends Fact['kind']> = Partial<Of<Kind>['value']>;

export function aClient(id: string, given: Fields<'client'> = {}): Of<'client'> {
  const value = {
    id,
    name: `Client ${id}`,
    archived: false,
    favorite: false,
    lastContactDate: null,
    metadata: { accountOwner: 'Ada Okafor', industry: 'Retail' },
    updatedAt: '2026-11-20T08:00:00.000Z',
  };
  return { kind: 'client', value: { ...value, ...given } };
}

export function aStream(clientId: string, id: string, given: Fields<'stream'> = {}): Of<'stream'> {
  return { kind: 'stream', value: { id, clientId, name: `Stream ${id}`, state: 'active', goals: null, ...given } };
}

export function aPortfolio(id: string, given: Fields<'portfolio'> = {}): Of<'portfolio'> {
  return { kind: 'portfolio', value: { id, name: `Portfolio ${id}`, color: '#336699', ...given } };
}

export function aMember(
  portfolioId: string,
  clientId: string,
  extraColumns: Of<'member'>['value']['extraColumns'] = {},
): Fact {
  return { kind: 'member', value: { portfolioId, clientId, extraColumns } };
}

export function aNote(clientId: string, id: string, given: Fields<'note'> = {}): Of<'note'> {
  const value = { content: `Note ${id}`, createdAt: '2026-11-19T10:00:00.000Z', createdBy: 'Ada', type: 'call' };
  return { kind: 'note', value: { id, clientId, ...value, ...given } };
}

export function aPerson(clientId: string, id: string, given: Fields<'person'> = {}): Of<'person'> {
  const unknown = { title: '', email: '', phone: '', role: '', department: '' };
  return { kind: 'person', value: { id, clientId, name: `Person ${id}`, ...unknown, ...given } };
}

export function aRead(clientId: string, week: string, given: Fields<'alignment'> = {}): Of<'alignment'> {
  const value = { value: 'green' as const, week, updatedAt: '2026-11-20T09:00:00.000Z', updatedBy: 'Ben Larsson' };
  return { kind: 'alignment', clientId, value: { ...value, ...given } };
}

export function aSignal(clientId: string, id: string, given: Fields<'signal'> = {}): Of<'signal'> {
  return { kind: 'signal', clientId, value: { id, day: 20_770, topic: 'trust', polarity: 0.5, weight: 1, ...given } };
}

export function insightsOfWeek(clientId: string, streamId: string, weekDate: string, summary = 'On time'): Fact {
  const insights = [{ topic: 'timeliness', summary, sentiment: 'positive' }];
  return { kind: 'insights', value: { clientId, streamId, weekDate, insights } };
}
