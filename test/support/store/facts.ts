import type { AlignmentRead } from '../../../shared/domain/alignment.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import type { Client } from '../../../shared/table/records/clients.ts';
import type { Note } from '../../../shared/table/records/notes.ts';
import type { Person } from '../../../shared/table/records/people.ts';
import type { ExtraColumns, Portfolio } from '../../../shared/table/records/portfolios.ts';
import type { NamedSignal } from '../../../shared/table/records/signals.ts';
import type { Stream } from '../../../shared/table/records/streams.ts';

// Facts in which a test says only what it is about.

export function aClient(id: string, given: Partial<Client> = {}): Fact & { kind: 'client' } {
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

export function aStream(clientId: string, id: string, given: Partial<Stream> = {}): Fact & { kind: 'stream' } {
  return { kind: 'stream', value: { id, clientId, name: `Stream ${id}`, state: 'active', goals: null, ...given } };
}

export function aPortfolio(id: string, given: Partial<Portfolio> = {}): Fact & { kind: 'portfolio' } {
  return { kind: 'portfolio', value: { id, name: `Portfolio ${id}`, color: '#336699', ...given } };
}

export function aMember(portfolioId: string, clientId: string, extraColumns: ExtraColumns = {}): Fact {
  return { kind: 'member', portfolioId, value: { clientId, extraColumns } };
}

export function aNote(clientId: string, id: string, given: Partial<Note> = {}): Fact & { kind: 'note' } {
  const value = { content: `Note ${id}`, createdAt: '2026-11-19T10:00:00.000Z', createdBy: 'Ada', type: 'call' };
  return { kind: 'note', value: { id, clientId, ...value, ...given } };
}

export function aPerson(clientId: string, id: string, given: Partial<Person> = {}): Fact & { kind: 'person' } {
  const unknown = { title: '', email: '', phone: '', role: '', department: '' };
  return { kind: 'person', value: { id, clientId, name: `Person ${id}`, ...unknown, ...given } };
}

export function aRead(
  clientId: string,
  week: string,
  given: Partial<AlignmentRead> = {},
): Fact & { kind: 'alignment' } {
  const value = { value: 'green' as const, week, updatedAt: '2026-11-20T09:00:00.000Z', updatedBy: 'Ben Larsson' };
  return { kind: 'alignment', clientId, value: { ...value, ...given } };
}

export function aSignal(clientId: string, id: string, given: Partial<NamedSignal> = {}): Fact & { kind: 'signal' } {
  return { kind: 'signal', clientId, value: { id, day: 20_770, topic: 'trust', polarity: 0.5, weight: 1, ...given } };
}

export function insightsOfWeek(clientId: string, streamId: string, weekDate: string, summary = 'On time'): Fact {
  const insights = [{ topic: 'timeliness', summary, sentiment: 'positive' }];
  return { kind: 'insights', value: { clientId, streamId, weekDate, insights } };
}
