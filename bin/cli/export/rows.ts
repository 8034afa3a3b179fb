import type { KindName } from '../../../import/files/kinds/kind.ts';
import { paidText } from '../../../import/files/kinds/signals.ts';
import type { Value } from '../../../shared/domain/cells/cells.ts';
import { dateOf } from '../../../shared/domain/dates.ts';
import { stepsText } from '../../../shared/domain/scoring/open-signals.ts';
import type { Alias } from '../../../shared/table/records/aliases.ts';
import { fromAlignmentItem } from '../../../shared/table/records/alignment.ts';
import type { Client } from '../../../shared/table/records/clients.ts';
import { fromInsightsItem } from '../../../shared/table/records/insights.ts';
import { fromNoteItem } from '../../../shared/table/records/notes.ts';
import { openSignalsIn } from '../../../shared/table/records/open-signals.ts';
import { fromPersonItem } from '../../../shared/table/records/people.ts';
import type { Member, Portfolio } from '../../../shared/table/records/portfolios.ts';
import { namedSignalsIn } from '../../../shared/table/records/signals.ts';
import { fromStreamItem } from '../../../shared/table/records/streams.ts';
import { factKindOf } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';

/** A row to write: cells by the fields of the columns, and values of the customer's own columns by key. */
export interface Written {
  readonly kind: KindName;
  readonly cells: Readonly<Record<string, Value | null | undefined>>;
  readonly own?: Readonly<Record<string, string | number | boolean>>;
}

export function portfolioRow({ id, name, color, description, userIds, createdAt }: Portfolio): Written {
  return { kind: 'portfolios', cells: { id, name, color, description, userIds, createdAt } };
}

export function aliasRow({ name, clientId }: Alias): Written {
  return { kind: 'aliases', cells: { serviceId: clientId, alias: name } };
}

export function memberRow(portfolioId: string, { clientId, extraColumns }: Member): Written {
  return { kind: 'portfolio-members', cells: { portfolioId, serviceId: clientId }, own: extraColumns };
}

export function clientRows(client: Client): Written[] {
  const { id, externalId, name, archived, favorite, lastContactDate, metadata, spotlightSummary, updatedAt } = client;
  const { accountOwner, industry, location, revenueTTM, currency, ...own } = metadata;
  const { leftAt, leftBecause, leftInferred, renewsOn } = client;
  const fields = { externalId, name, archived, favorite, lastContactDate, spotlightSummary, updatedAt };
  const known = { accountOwner, industry, location, revenueTTM, currency };
  const row: Written = {
    kind: 'clients',
    cells: { serviceId: id, ...fields, ...known, leftAt, leftBecause, leftInferred, renewsOn },
    own,
  };
  return [row, ...scoreRows(id, client.importedScore)];
}

function scoreRows(serviceId: string, score: number | undefined, streamId?: string): Written[] {
  return score === undefined ? [] : [{ kind: 'scores', cells: { serviceId, streamId, score } }];
}

/** The rows of a stored record; none for computed records. */
export function recordRows(serviceId: string, item: Item): Written[] {
  switch (factKindOf(item)) {
    case 'stream': {
      const { id, name, state, goals, spotlight, importedScore } = fromStreamItem(item);
      const row: Written = { kind: 'streams', cells: { serviceId, streamId: id, name, state, goals, spotlight } };
      return [row, ...scoreRows(serviceId, importedScore, id)];
    }
    case 'person': {
      const { id, name, title, email, phone, role, department } = fromPersonItem(item);
      return [{ kind: 'key-people', cells: { serviceId, id, name, title, email, phone, role, department } }];
    }
    case 'note': {
      const { id, createdAt, createdBy, type, content } = fromNoteItem(item);
      return [{ kind: 'notes', cells: { serviceId, id, createdAt, createdBy, type, content } }];
    }
    case 'insights': {
      const { streamId, weekDate, insights } = fromInsightsItem(item);
      return insights.map((insight) => ({ kind: 'insights', cells: { serviceId, streamId, weekDate, ...insight } }));
    }
    case 'alignment': {
      const { reads } = fromAlignmentItem(item);
      return reads.map((read) => ({ kind: 'alignment', cells: { serviceId, ...read } }));
    }
    case 'signal':
      return namedSignalsIn(item).map(({ id, day, topic, polarity, weight, stream, measure, value, paid }) => ({
        kind: 'signals',
        cells: {
          serviceId,
          id,
          date: dateOf(day),
          topic,
          polarity,
          weight,
          streamId: stream,
          ...(measure !== undefined && { measured: `${measure}=${value}` }),
          ...(paid && { paid: paidText(paid) }),
        },
      }));
    case 'open-signal':
      return openSignalsIn(item).map(({ id, feed, since, topic, steps, weight, stream, seen, measure }) => ({
        kind: 'open-signals',
        cells: {
          serviceId,
          id,
          feed,
          since: dateOf(since),
          topic,
          steps: stepsText(steps),
          weight,
          streamId: stream,
          seen: dateOf(seen),
          measure,
        },
      }));
    default:
      return [];
  }
}
