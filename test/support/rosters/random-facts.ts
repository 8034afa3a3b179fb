import * as fc from 'fast-check';
import { dateOf, dayOf, mondayOf } from '../../../shared/domain/dates.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { comparedName } from '../../../shared/table/records/aliases.ts';

// Accounts that an import can create: text with every character that is special in CSV, values of every type.

const signs = [...'aBé😀 ,;\t"\'\n\r=+-@|()', '\r\n'];
const words = ['Name', 'true', '12', '1,234', '2026-04-03', 'null', 'constructor', 'a (number)', '\ufeff'];
const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 12 }),
  fc.constantFrom(...words),
);
const name = anyText.filter((text) => text.trim() !== '');
/** Import trims names. */
const trimmed = name.map((text) => text.trim());
const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,12}$/);
const clientId = id.filter((text) => !['search', 'export', 'trending', 'alignment', 'statistics'].includes(text));
const day = fc.integer({ min: dayOf('2024-01-01'), max: dayOf('2026-12-31') });
const time = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2026-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString());
const number = fc.oneof(
  fc.integer(),
  fc.integer({ min: -1e6, max: 1e6 }).map((thousandths) => thousandths / 1000),
);
const score = fc.integer({ min: 0, max: 2000 }).map((tenths) => tenths / 10);
const absentOr = <T>(value: fc.Arbitrary<T>, key: string) =>
  fc.option(value).map((found) => (found === null ? {} : { [key]: found }));
const withAll = (...parts: fc.Arbitrary<object>[]) =>
  fc.tuple(...parts).map((all) => Object.assign({}, ...all) as never);
const uniqueBy = <T>(value: fc.Arbitrary<T>, selector: (value: T) => unknown, maxLength: number) =>
  fc.uniqueArray(value, { selector, maxLength });

const metadataKey = fc.oneof(
  fc.constantFrom('Client ID', 'Account Owner', ' x '),
  name.filter((text) => text !== 'constructor'),
);
const metadata = withAll(
  fc.dictionary(metadataKey, fc.oneof(anyText, number, fc.boolean()), { maxKeys: 4, noNullPrototype: true }),
  absentOr(anyText, 'accountOwner'),
  absentOr(anyText, 'industry'),
  absentOr(anyText, 'location'),
  absentOr(number, 'revenueTTM'),
);

const ofClient = (owner: string): fc.Arbitrary<Fact[]> => {
  const stream = withAll(
    fc.record({
      id,
      name: trimmed,
      state: fc.constantFrom('active', 'inactive', 'pending'),
      goals: fc.option(anyText),
    }),
    fc.constant({ clientId: owner }),
    absentOr(anyText, 'spotlight'),
    absentOr(score, 'importedScore'),
  );
  const insight = fc.record({ topic: anyText, summary: anyText, sentiment: anyText });
  const text = fc.oneof(fc.constant(''), anyText);
  const person = fc.record({ id, name: trimmed, title: text, email: text, phone: text, role: text, department: text });
  const note = fc.record({
    id,
    content: anyText,
    createdAt: time,
    createdBy: anyText,
    type: anyText.filter((each) => each !== ''),
  });
  const read = fc.record({
    value: fc.constantFrom('red', 'amber', 'green'),
    week: day.map((each) => dateOf(mondayOf(each))),
    updatedAt: time,
    updatedBy: anyText,
  });
  return fc
    .record({
      streams: uniqueBy(stream as fc.Arbitrary<{ id: string }>, (each) => each.id, 3),
      people: uniqueBy(person, (each) => each.id, 3),
      notes: uniqueBy(note, (each) => each.id, 3),
      reads: uniqueBy(read, (each) => each.week, 4),
      weeks: uniqueBy(
        fc.record({
          week: day.map((each) => dateOf(mondayOf(each))),
          insights: fc.array(insight, { minLength: 1, maxLength: 3 }),
        }),
        (each) => each.week,
        2,
      ),
      signals: uniqueBy(
        fc.record({
          id,
          day,
          topic: fc.constantFrom(...topics.map((each) => each.id)),
          polarity: fc.integer({ min: -1000, max: 1000 }).map((each) => each / 1000 + 0),
          weight: fc.integer({ min: 1, max: 5000 }).map((each) => each / 1000),
          ofStream: fc.boolean(),
        }),
        (each) => each.id,
        8,
      ),
      open: uniqueBy(
        fc.record({
          id,
          feed: fc.constantFrom('bills', 'desk/signals'),
          since: day,
          topic: fc.constantFrom(...topics.map((each) => each.id)),
          steps: fc.constantFrom([{ most: 0 }, { most: 14, polarity: -0.3 }, { polarity: -1 }], [{ polarity: 0.5 }]),
          weight: fc.integer({ min: 1, max: 5000 }).map((each) => each / 1000),
          seen: day,
        }),
        (each) => each.id,
        3,
      ),
      // names of clients have no such beginning
      aliases: uniqueBy(
        trimmed.map((each) => `alias of ${owner}: ${each}`.trim()),
        comparedName,
        2,
      ),
    })
    .map(({ streams, people, notes, reads, weeks, signals, open, aliases }) => [
      ...streams.map((value) => ({ kind: 'stream', value }) as unknown as Fact),
      ...aliases.map((each): Fact => ({ kind: 'alias', value: { name: each, clientId: owner } })),
      ...open.map((value): Fact => ({ kind: 'open-signal', clientId: owner, value })),
      ...people.map((value) => ({ kind: 'person', value: { ...value, clientId: owner } }) as Fact),
      ...notes.map((value) => ({ kind: 'note', value: { ...value, clientId: owner } }) as Fact),
      ...reads.map((value) => ({ kind: 'alignment', clientId: owner, value }) as Fact),
      ...streams
        .slice(0, 1)
        .flatMap(({ id: streamId }) =>
          weeks.map(
            ({ week, insights }) =>
              ({ kind: 'insights', value: { clientId: owner, streamId, weekDate: week, insights } }) as Fact,
          ),
        ),
      ...signals.map(({ ofStream, ...value }) => {
        const [stream] = streams;
        return {
          kind: 'signal',
          clientId: owner,
          value: ofStream && stream ? { ...value, stream: stream.id } : value,
        } as Fact;
      }),
    ]);
};

const client = (owner: string): fc.Arbitrary<Fact> =>
  withAll(
    fc.record({
      name: trimmed,
      archived: fc.boolean(),
      favorite: fc.boolean(),
      lastContactDate: fc.option(time),
      metadata,
      updatedAt: time,
    }),
    fc.constant({ id: owner }),
    absentOr(
      fc.oneof(
        id,
        name.map((text) => text.trim()),
      ),
      'externalId',
    ),
    absentOr(anyText, 'spotlightSummary'),
    absentOr(score, 'importedScore'),
  ).map((value) => ({ kind: 'client', value }));

const portfolio = (portfolioId: string): fc.Arbitrary<Fact> =>
  withAll(
    fc.record({ name: trimmed, color: fc.constantFrom('#336699', '#ABCDEF') }),
    fc.constant({ id: portfolioId }),
    absentOr(anyText, 'description'),
    absentOr(fc.array(id, { maxLength: 3, minLength: 1 }), 'userIds'),
    absentOr(time, 'createdAt'),
  ).map((value) => ({ kind: 'portfolio', value }));

const member = (portfolioId: string, owner: string): fc.Arbitrary<Fact> =>
  fc
    .dictionary(
      name.filter((text) => text !== 'constructor'),
      anyText,
      { maxKeys: 3, noNullPrototype: true },
    )
    .map((extraColumns) => ({
      kind: 'member',
      portfolioId,
      value: { clientId: owner, extraColumns },
    }));

/** All facts of an account, in an order in which they can be written. */
export const randomFacts: fc.Arbitrary<Fact[]> = fc
  .record({
    clients: fc.uniqueArray(clientId, { maxLength: 4 }),
    portfolios: fc.uniqueArray(
      id.filter((text) => !text.endsWith('-clients')),
      { maxLength: 2 },
    ),
  })
  .chain(({ clients, portfolios }) =>
    fc
      .tuple(
        fc.tuple(...portfolios.map(portfolio)),
        fc.tuple(...clients.map(client)),
        fc.tuple(...clients.map(ofClient)),
        fc.tuple(...portfolios.flatMap((each) => clients.slice(0, 3).map((owner) => member(each, owner)))),
      )
      .map(([sets, all, records, members]) => [...sets, ...all, ...records.flat(), ...members]),
  );
