import { describe, expect, it } from 'vitest';
import { hasHeaders, mappingOf } from '../../../import/mapping/bind.ts';
import { parseMapping } from '../../../import/mapping/load.ts';
import type { Format } from '../../../shared/domain/cells/dates.ts';

// What a mapping makes of the rows of a file. docs/data.md describes the language.

const parsed = (file: object) =>
  parseMapping(JSON.stringify({ version: 1, files: [{ match: { name: '*' }, ...file }] }), 'm.json').files[0];

function mapped(file: object) {
  const entry = parsed(file);
  if (!entry) throw new Error('The mapping has no file.');
  return mappingOf(entry, 'desk');
}

const split = (line: string) => line.split(',');

/** The first line of the text are the headers. */
function bound(file: object, text: string, { format = {}, open = false }: { format?: Format; open?: boolean } = {}) {
  const [headers = '', ...lines] = text.split('\n');
  const result = mapped(file).bind(split(headers), format);
  const made = lines.flatMap((line, at) => result.rowsOf({ line: at + 2, cells: split(line) }));
  const rows = made.filter(({ isOpen = false }) => isOpen === open);
  const read = rows.map(
    ({ cells, made: values = {}, problem }) => problem ?? [...cells, ...Object.values(values)].join(','),
  );
  return { ...result, rows, read };
}

const signals = (rules: readonly object[], more: object = {}) => ({
  kind: 'signals',
  columns: { 'Client ID': 'Client', Date: 'Day' },
  signals: rules.map((rule) => ({ name: 'r', topic: 'trust', polarity: 1, ...rule })),
  ...more,
});

/** Client, date, topic, polarity and weight of the signals that one rule finds in cells of the column X, and Y. */
function found(rule: object, cells: readonly string[], format: Format = {}) {
  const lines = cells.map((cell) => `C1,2026-11-02,${cell}`);
  return bound(signals([rule]), ['Client,Day,X,Y', ...lines].join('\n'), { format }).read;
}

const polarities = (polarity: unknown, cells: readonly string[], format?: Format) =>
  found({ polarity }, cells, format).map((text) => text.replace(/^C1,2026-11-02,trust,(.+),$/, '$1'));

describe('polarities', () => {
  it('of ratings lie between the worst and the best, in either order; words have their own', () => {
    const scale = { from: 'X', scale: [1, 5], values: { ' Poor ': -0.8, Fair: 0 } };
    expect(polarities(scale, ['1', '2', ' 3 ', '5', '', 'POOR', 'fair', '0', '5.5', 'x'])).toEqual([
      ...['-1', '-0.5', '0', '1', '-0.8', '0'],
      'signal "r", column "X": "0" is not on the scale from 1 to 5',
      'signal "r", column "X": "5.5" is not on the scale from 1 to 5',
      'signal "r", column "X": "x" is not a number like 1234.5',
    ]);
    expect(polarities(scale, ['3.000'], { decimal: '.' })).toEqual(['0']);
    expect(polarities({ from: ['Z', 'X'], scale: [6, 1] }, ['1', '6', '3', '7'])).toEqual([
      ...['1', '-1', '0.2'],
      'signal "r", column "X": "7" is not on the scale from 6 to 1',
    ]);
  });

  it('of words are those of the mapping, without regard to case and spaces', () => {
    expect(
      polarities({ from: 'X', values: { Good: 1, Fair: 0, ' bad ': -1 } }, [' good', 'BAD', '', 'fair', 'fine']),
    ).toEqual([
      ...['1', '-1', '0'],
      'signal "r", column "X": "fine" is none of the values of the mapping: Good, Fair,  bad ',
    ]);
  });

  it('of numbers are those of the first limit that they do not exceed', () => {
    const steps = {
      from: 'X',
      steps: [
        [-1, 0.25],
        [10, 0.12345],
      ],
      above: -1,
    };
    expect(polarities(steps, ['-1', '-0.9', '10', '10.1', ''])).toEqual(['0.25', '0.123', '0.123', '-1']);
    expect(polarities(steps, ['9,5', '1.000,5'], { decimal: ',' })).toEqual(['0.123', '-1']);
  });

  it.each([
    ['hours', ['01:00:00', '1:00', '1h', '60m', '3600 s', '0d 1h 0m 0s', '1'], '1'],
    [
      'hours',
      ['01:00:01', '1:01', '1h 1m', '61 min', '3601s', '1 d', '1 day 2 hours', '1.1', '25:00', '76:47:00.5'],
      '-1',
    ],
    ['minutes', ['0:01', '00:00:59', '1m', '60s', '1'], '1'],
    ['minutes', ['0:02', '1h', '1d', '61 sec'], '-1'],
    ['days', ['24:00', '1d', '24h', '1440m', '86400s', '1'], '1'],
    ['days', ['24:01', '1d 1s', '2'], '-1'],
  ])('of durations count %s: %s', (durations, cells, expected) => {
    const steps = { from: 'X', steps: [[1, 1]], above: -1, durations };
    expect(polarities(steps, cells)).toEqual(cells.map(() => expected));
    for (const wrong of ['0:59:60', 'soon', '1:2:3:4', 'x1h', '1h x'])
      expect(polarities(steps, [wrong])).toEqual([`signal "r", column "X": "${wrong}" is not a number like 1234.5`]);
  });

  it('of durations in parts add them up', () => {
    const seconds = (most: number) => ({
      from: 'X',
      steps: [
        [(most - 1) / 60, -1],
        [most / 60, 1],
      ],
      above: -1,
      durations: 'minutes',
    });
    expect(polarities(seconds(93_784), ['1d 2h 3m 4s', '26:03:04', '1D2H3M4S'])).toEqual(['1', '1', '1']);
    expect(polarities(seconds(90_000), ['1d 1h', '25:00'])).toEqual(['1', '1']);
    expect(polarities({ ...seconds(60), durations: undefined }, ['1m'])).toEqual([
      'signal "r", column "X": "1m" is not a number like 1234.5',
    ]);
  });

  it('of two days count days, of two times hours; without one of them there is no signal', () => {
    const days = {
      days: ['X', 'Y'],
      steps: [
        [0, 1],
        [2, 0],
      ],
      above: -1,
    };
    const hours = {
      hours: ['X', 'Y'],
      steps: [
        [1, 1],
        [2.5, 0],
      ],
      above: -1,
    };
    expect(
      polarities(days, [
        '2026-11-03,2026-11-02',
        '2026-10-31,2026-11-02',
        '2026-10-31T23:00,2026-11-03',
        ',2026-11-02',
        '2026-11-02,',
      ]),
    ).toEqual(['1', '0', '-1']);
    expect(
      polarities(hours, [
        '2026-11-02 08:00,2026-11-02 09:00',
        '2026-11-02T08:00Z,2026-11-02T11:30+01:00',
        '2026-11-01,2026-11-02',
        ',2026-11-02',
      ]),
    ).toEqual(['1', '0', '-1']);
    // the clocks change in this night
    expect(polarities(hours, ['2026-10-25 01:00,2026-10-25 03:30'], { zone: 'Europe/Berlin' })).toEqual(['-1']);
    expect(polarities(days, ['02/11/2026,01/11/2026'], { dates: 'mdy' })).toEqual(['1']);
    expect(polarities(days, ['2026-11-02,soon'])).toEqual([
      'signal "r", column "Y": "soon" is not a date like 2026-04-03, or a time',
    ]);
  });
});

describe('signals', () => {
  it('have the weight of a number, a column, or a part of a column', () => {
    const weights = (weight: unknown, cells: string[], format?: Format) =>
      found({ weight }, cells, format).map((text) => text.replace('C1,2026-11-02,trust,1,', ''));
    expect(weights(undefined, ['7'])).toEqual(['']);
    expect(weights(2.5, ['7'])).toEqual(['2.5']);
    expect(weights('X', ['7', ''])).toEqual(['7', '']);
    expect(
      weights({ from: ['Z', 'X'], divide: 1000, most: 5 }, ['2500', '5000', '9000', '0.1', '', '0', '-1']),
    ).toEqual([...['2.5', '5', '5', '0.001', '']]);
    expect(weights({ from: 'X' }, ['1.234,5', '0'], { decimal: ',' })).toEqual(['1000']);
  });

  it('have a topic, or that of a value; other values have none, unless the mapping names one', () => {
    const topics = (topic: object) =>
      found({ topic: { from: 'X', ...topic } }, ['Bug', ' bug', '', 'Idea']).map((text) => split(text)[2]);
    const values = { BUG: 'deliverable_quality' };
    expect(topics({ values })).toEqual(['deliverable_quality', 'deliverable_quality']);
    expect(topics({ values, otherwise: 'trust' })).toEqual(['deliverable_quality', 'deliverable_quality', 'trust']);
  });

  it('are those of rows that have one of the values in every column, without regard to case and spaces', () => {
    expect(
      found({ when: { X: [' Open ', 'new'], Y: ['a'] } }, ['OPEN,A', 'New ,a', 'open,b', 'old,a', ',a']),
    ).toHaveLength(2);
    // what a rule does not count can hold anything
    const polarity = { from: 'X', scale: [1, 5] };
    expect(found({ when: { Y: ['a'] }, polarity, weight: { from: 'X' } }, ['soon,b'])).toEqual([]);
    expect(found({ polarity, weight: { from: 'Y' } }, [',lots'])).toEqual([]);
  });

  it('are dated by the column of the rule, else by that of the file; without a date there is none', () => {
    const dates = (rule: object) => found(rule, ['2026-11-05', '', '15.11.2026 10:00']).map((text) => split(text)[1]);
    expect(dates({ date: ['Z', 'X'] })).toEqual(['2026-11-05', '2026-11-15']);
    expect(found({ date: 'X' }, ['02/11/2026'], { dates: 'mdy' })).toEqual(['C1,2026-02-11,trust,1,']);
    expect(dates({})).toEqual(['2026-11-02', '2026-11-02', '2026-11-02']);
    expect(bound(signals([{}]), 'Client,Day,X\nC1, ,1').read).toEqual([]);
    expect(bound(signals([{}], { columns: { 'Client ID': 'Client' } }), 'Client,Day\nC1,2026-11-02').problems).toEqual([
      'the file has the columns of no signal of the mapping. no signals "r": the file has no column Date',
    ]);
  });

  it('are not read from cells that are declared empty', () => {
    const format = { empty: ['n/a', '-'] };
    expect(polarities({ from: 'X', scale: [1, 5] }, [' N/A ', '-', '5'], format)).toEqual(['1']);
    expect(found({ topic: { from: 'X', values: {}, otherwise: 'trust' } }, ['n/a', 'x'], format)).toHaveLength(1);
    const columns = { 'Client ID': 'Client', Date: 'Day', 'Signal ID': 'No' };
    const { read, recordIdOf } = bound(signals([{}], { columns }), 'Client,Day,No\nC1, N/A ,1\nC1,2026-11-02,-', {
      format,
    });
    expect([read, recordIdOf?.(['C1', '', 'N/A'])]).toEqual([['C1,,2026-11-02,trust,1,'], '']);
  });

  it('of rules with one name are those of the first that finds one in the row', () => {
    const rules = [
      { name: 'a', when: { X: ['1'] }, polarity: 0.1 },
      { name: 'a', when: { X: ['1', '2'] }, polarity: 0.2 },
      { name: 'b', polarity: 0.3 },
    ];
    const { read } = bound(signals(rules), 'Client,Day,X\nC1,2026-11-02,1\nC2,2026-11-02,2\nC3,2026-11-02,3');
    expect(read.map((text) => `${split(text)[0]} ${split(text)[3]}`)).toEqual([
      ...['C1 0.1', 'C1 0.3', 'C2 0.2', 'C2 0.3', 'C3 0.3'],
    ]);
  });

  it('have ids of rule and record, hashed if they are long', () => {
    const columns = { 'Client ID': 'Client', Date: 'Day', 'Signal ID': 'No' };
    const { read, recordIdOf } = bound(
      signals([{}], { columns }),
      [
        'Client,Day,No',
        ...[' 7 ', ' ', 'INV-2026-0000000000000000000012', `${'9'.repeat(39)}`, '1/2'].map(
          (id) => `C1,2026-11-02,${id}`,
        ),
      ].join('\n'),
    );
    expect(read.map((text) => split(text)[1])).toEqual([
      ...['r_7', '', 'r_INV-2026-0000000000000000000012'],
      ...[expect.stringMatching(/^s-[0-9a-f]{20}$/), 'r_1--2F2'],
    ]);
    expect(new Set(read.map((text) => split(text)[1])).size).toBe(5);
    expect(recordIdOf?.(['C1', '', ' 7 '])).toBe('7');
    const both = bound(signals([{}, { name: 'q' }], { columns }), `Client,Day,No\nC1,2026-11-02,${'9'.repeat(50)}`);
    expect(new Set(both.read.map((text) => split(text)[1])).size).toBe(2);
  });

  it('that are wrong name the line, the rule and the column', () => {
    const columns = { 'Client ID': 'Client', Date: { from: 'Day', values: { x: 'never' } } };
    const text =
      'Note,Day, X ,Client,Other\n9,2026-11-02,9,9,9\n,soon, 3 ,9,9\n,x,3,C1,\n,2026-11-02, 7 ,C1,\n,2026-11-02,4,C1,';
    const { rows } = bound(signals([{ polarity: { from: 'X', scale: [1, 5] } }], { columns }), text);
    const problem = (line: number, where: string, what: string) => ({
      line,
      cells: [],
      problem: `signal "r"${where}: ${what}`,
    });
    expect(rows).toEqual([
      problem(2, ', column "X"', '"9" is not on the scale from 1 to 5'),
      problem(3, ', column "Day"', '"soon" is not a date like 2026-04-03, or a time'),
      problem(4, '', '"never" is not a date like 2026-04-03, or a time'),
      problem(5, ', column "X"', '"7" is not on the scale from 1 to 5'),
      { line: 6, cells: ['C1'], made: { date: '2026-11-02', topic: 'trust', polarity: 0.5, weight: null } },
    ]);
    const first = bound(signals([{}]), 'Day,Client\nsoon,C1').rows;
    expect(first).toEqual([problem(2, ', column "Day"', '"soon" is not a date like 2026-04-03, or a time')]);
  });

  it('whose columns the file lacks are named; the others are read', () => {
    const rules = [
      { name: 'a', polarity: { from: ['P', 'Q'], scale: [1, 5] }, when: { R: ['x'] } },
      { name: 'b', polarity: { days: ['Day', 'T'], steps: [[0, 1]], above: 0 } },
      { name: 'c' },
      { name: 'c', weight: 'W' },
    ];
    const { problems, notes, read } = bound(signals(rules), 'Client,Day\nC1,2026-11-02');
    expect({ problems, notes, read }).toEqual({
      problems: [],
      notes: ['no signals "a": the file has no column P or Q, R', 'no signals "b": the file has no column T'],
      read: ['C1,2026-11-02,trust,1,'],
    });
    expect(bound(signals(rules.slice(0, 2)), 'Client,Day').problems).toEqual([
      'the file has the columns of no signal of the mapping. no signals "a": the file has no column P or Q, R; no signals "b": the file has no column T',
    ]);
  });
});

describe('open signals', () => {
  const columns = { 'Client ID': 'Client', Date: 'Paid', 'Signal ID': 'No' };
  const open = {
    steps: [
      [0, null],
      [14, -0.3],
    ],
    above: -1,
    unless: { Status: [' Void '], Missing: ['x'] },
  };
  const late = { name: 'late', polarity: { days: ['Due', 'Paid'], steps: [[0, 0.5]], above: -0.5, open } };
  const head = 'No,Client,Due,Paid,Status,Amount';
  const read = (rules: object[], lines: string[], format?: Format) =>
    bound(signals(rules, { columns }), [head, ...lines].join('\n'), { open: true, ...(format && { format }) });

  it('are rows without an end, unless a value rules them out', () => {
    const lines = [
      '1,C1,2026-11-02,,,',
      '2,C1,2026-11-02,2026-11-03,,',
      '3,C1,2026-11-02,, VOID ,',
      ',C1,2026-11-02,,,',
      '5,C1,,,,',
      '6,C1,2026-11-02, n/a,-,',
    ];
    const { read: found, rows } = read([late], lines, { empty: ['n/a', '-'] });
    expect(found).toEqual([
      'C1,late_1,desk,2026-11-02,trust,0:,14:-0.3,:-1,',
      'C1,late_6,desk,2026-11-02,trust,0:,14:-0.3,:-1,',
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 7]);
    expect(read([late], ['1,C1,02/11/2026,,,'], { dates: 'mdy' }).read).toEqual([
      'C1,late_1,desk,2026-02-11,trust,0:,14:-0.3,:-1,',
    ]);
    // rules of columns that the file lacks are left out, and without the column of the ids there is nothing
    expect(read([{ name: 'late', date: 'Gone' }, late], ['1,C1,2026-11-02,,,']).read).toHaveLength(1);
    const {
      recordIdOf,
      openIdsOf,
      read: none,
    } = bound(signals([late], { columns }), 'Client,Due,Paid\nC1,2026-11-02,', { open: true });
    expect([recordIdOf?.(['C1']), openIdsOf?.(['C1']), none]).toEqual(['', [], []]);
    // a row with an end is not open, even if it has no signal
    expect(read([{ ...late, date: 'Amount' }], ['1,C1,2026-11-02,2026-11-03,,']).read).toEqual([]);
  });

  it('count from a date, without an end', () => {
    const ends = {
      name: 'ends',
      polarity: { since: ['Z', 'Due'], steps: [[-60, null]], above: null },
      weight: { from: 'Amount', divide: 10 },
    };
    expect(
      read([ends], ['1,C1,2026-12-31,,,25', '2,C1,,,,25', '3,C1,2026-12-31,,,0', '4,C1,2026-12-31,,,']).read,
    ).toEqual([...['C1,ends_1,desk,2026-12-31,trust,-60:,:,2.5', 'C1,ends_4,desk,2026-12-31,trust,-60:,:,']]);
    // such a rule needs no column with a date
    const { Date: _, ...others } = columns;
    const bare = signals([ends], { columns: others });
    expect(bound(bare, 'No,Client,Due,Amount\n1,C1,2026-12-31,1')).toMatchObject({ problems: [], read: [] });
  });

  it('of hours count days too', () => {
    const slow = {
      name: 'slow',
      polarity: { hours: ['Due', 'Paid'], steps: [[4, 1]], above: -1, open: { steps: [[1, 0]], above: -1 } },
    };
    expect(read([slow], ['1,C1,2026-11-02 10:00,,,']).read).toEqual(['C1,slow_1,desk,2026-11-02,trust,1:0,:-1,']);
  });

  it('are those of the first rule of a name that finds a signal, over or open', () => {
    const rules = [
      { name: 'late', polarity: 0.9, when: { Status: ['Waived'] }, date: 'Due' },
      { ...late, when: { Status: ['Sent', 'Waived', ''] } },
      { ...late, topic: 'value_for_money' },
      { name: 'late', polarity: 0.1, when: { Status: ['Sent'] }, date: 'Due' },
    ];
    const lines = ['Sent', 'Other', 'Waived', ''].map((status, at) => `${at + 1},C1,2026-11-02,,${status},`);
    expect(read(rules, lines).read.map((text) => text.split(',').slice(1, 5).join(' '))).toEqual([
      'late_1 desk 2026-11-02 trust',
      'late_2 desk 2026-11-02 value_for_money',
      'late_4 desk 2026-11-02 trust',
    ]);
    // a signal that is open keeps alternatives from finding one that is over
    const other = { name: 'other', polarity: 0.1, date: 'Due' };
    const alternatives = signals([late, { name: 'late', polarity: -1, date: 'Due' }, other], { columns });
    expect(bound(alternatives, `${head}\n1,C1,2026-11-02,,,\n2,C1,2026-11-02,,Void,`).read).toEqual([
      'C1,other_1,2026-11-02,trust,0.1,',
      'C1,late_2,2026-11-02,trust,-1,',
      'C1,other_2,2026-11-02,trust,0.1,',
    ]);
  });

  it('have the ids of all rules that can be open', () => {
    const { openIdsOf } = read([late, late, { name: 'other' }, { ...late, name: 'slow' }], []);
    expect(openIdsOf?.([' 7', 'C1'])).toEqual(['late_7', 'slow_7']);
    expect(openIdsOf?.(['', 'C1'])).toEqual([]);
    expect([mapped(signals([{}])), mapped(signals([late], { columns }))].map(({ hasOpen }) => hasOpen)).toEqual([
      false,
      true,
    ]);
  });
});

describe('columns', () => {
  const clients = (columns: object, more: object = {}) => ({
    kind: 'clients',
    columns: { 'Client ID': 'No', ...columns },
    ...more,
  });

  it('are a header, the first found of several, cells joined, or a value', () => {
    const { headers, labels, read, notes, problems } = bound(
      clients({
        Name: ['Company', 'Firm', 'Other'],
        Industry: { value: 'Food' },
        Location: { join: ['City', 'Missing', 'Land'], with: ', ' },
        'Account Owner': { join: ['Gone', 'Lost'] },
        Archived: { from: ['State', 'Status'], values: { Closed: 'true', ' open ': 'false' } },
        Favorite: { from: 'Star', values: { x: 'yes' }, otherwise: 'no' },
      }),
      ' NO ,Firm,Other,City,Land,Status,Star,,Extra\n1,One,O, Bonn ,DE, CLOSED ,X,,e\n2,Two,O,,FR,Open,y,,e\n3,Three,O,Rome,,odd, ,,e\n4',
    );
    expect(headers).toEqual(['Client ID', 'Name', 'Industry', 'Location', 'Archived', 'Favorite']);
    expect(labels).toEqual(['No', 'Firm', 'value', 'City + Missing + Land', 'Status', 'Star']);
    expect(read).toEqual([
      ...['1,One,Food,Bonn, DE,true,yes', '2,Two,Food,FR,false,no', '3,Three,Food,Rome,odd, ', '4,,Food,,,'],
    ]);
    expect({ notes, problems }).toEqual({
      notes: ['not imported: Extra'],
      problems: [],
    });
  });

  it('are empty where their cells are declared empty', () => {
    const columns = { Name: { join: ['A', 'B'] }, Favorite: { from: 'C', values: {}, otherwise: 'no' } };
    const format = { empty: ['-'] };
    expect(bound(clients(columns), 'No,A,B,C\n1,Ada, - ,-\n2,-,-,x', { format }).read).toEqual(['1,Ada,', '2,,no']);
    // other values may become empty, too
    const emptied = { Name: 'A', Industry: { from: 'C', values: { x: '', y: 'Food' }, otherwise: '' } };
    expect(bound(clients(emptied), 'No,A,C\n1,Ada,x\n2,Bo,y\n3,Cy,z').read).toEqual(['1,Ada,', '2,Bo,Food', '3,Cy,']);
  });

  it('that are required and missing are a problem, those that are not are left out', () => {
    const { problems, headers, notes } = bound(
      clients({ Name: ['Company', 'Firm'], Industry: 'Sector' }),
      'No,City,No\n',
    );
    expect(notes).toEqual(['not imported: City']);
    expect(bound(clients({}), 'No,A,B,No\n1,2,3,4')).toMatchObject({ notes: ['not imported: A, B'], read: ['1'] });
    expect(problems).toEqual([
      'the mapping reads Name from Company or Firm, which is missing; the headers are No, City, No',
    ]);
    expect(headers).toEqual(['Client ID']);
  });

  it('that the mapping does not read become metadata on request', () => {
    const { headers, labels, read, notes } = bound(
      clients({ Name: 'Company' }, { others: 'metadata' }),
      'No,Company,Tier, Seats (number) ,\n1,One,A,5,x\n2,Two',
    );
    expect({ headers, labels, notes }).toEqual({
      headers: ['Client ID', 'Name', 'Tier (text)', 'Seats (number)'],
      labels: ['No', 'Company', 'Tier', 'Seats (number)'],
      notes: [],
    });
    expect(read).toEqual(['1,One,A,5', '2,Two,,']);
  });

  it('are known by the headers that the mapping names, and lacking if no other takes their place', () => {
    const rules = [
      { topic: { from: 'T', values: {} }, weight: { from: ['W1', 'W2'] }, date: 'D', when: { Q: ['x'] } },
      { polarity: { since: 'S', steps: [[0, 1]], above: 0, unless: { U: ['x'] } }, paid: { amount: 'P' } },
    ];
    const columns = { 'Client ID': 'Client', 'Client Name': { join: ['J', 'K'] }, 'Signal ID': 'No' };
    const match = { headers: ['M', ['N', 'O']], without: ['X'] };
    const { isColumn, lacks } = mapped(signals(rules, { match, columns }));
    const read = 'T,W1,W2,D,Q,S,U,P,Client,J,K,No'.split(',');
    const named = [...read, ...'M,N,O,X'.split(',')];
    expect(named.filter((header) => !isColumn(` ${header.toLowerCase()} `))).toEqual([]);
    expect(['Y', 'Date', ''].filter(isColumn)).toEqual([]);
    const lacking = (headers: string[]) => named.filter((header) => lacks(header, headers));
    expect([lacking(named), lacking([])]).toEqual([[], read]);
    expect(lacking(['w2', 'K'])).toEqual('T,D,Q,S,U,P,Client,J,No'.split(','));
    // a header that is read in two places is lacking where one of them has no other
    const shared = [{ polarity: { from: ['P', 'X'], values: {} } }, { weight: 'X' }];
    expect(mapped(signals(shared)).lacks('X', ['P'])).toBe(true);
    const { lacks: keeps } = mapped(clients({ Name: 'Company' }, { others: 'metadata' }));
    expect([keeps('Tier', ['No']), keeps('Tier', ['tier']), lacks('Tier', [])]).toEqual([true, false, false]);
  });

  it('tell what each header is used for', () => {
    const rules = [{ name: 'a', weight: 'Size' }, { name: 'b', when: { size: ['1'], X: ['1'] } }, { name: 'c' }];
    const { usedBy, labels } = bound(signals(rules), 'Client,Day,Size,X,Y');
    expect(labels).toEqual(['Client']);
    expect(['CLIENT', 'Day', 'Size', 'X', 'Y'].map((header) => usedBy?.(header))).toEqual([
      ...['Client ID', 'Date', 'signals a, b', 'signals b', undefined],
    ]);
  });

  it('choose the files that have all of the headers, or one of a list, and none of the others', () => {
    const entry = parsed(clients({ Name: 'Company' }, { match: { headers: ['A', ['B', 'C']], without: ['X', 'Y'] } }));
    const chosen = ['A,B', 'c,a', 'A', 'B,C', 'A,B,y', ''].filter(
      (headers) => entry && hasHeaders(entry, split(headers)),
    );
    expect(chosen).toEqual(['A,B', 'c,a']);
    const any = parsed(clients({ Name: 'Company' }));
    expect(any && hasHeaders(any, [])).toBe(true);
  });
});

describe('a mapping that is not valid says where', () => {
  it.each([
    ['no JSON', '{', 'm.json is not JSON: '],
    ['no object', '[]', 'm.json is not a valid mapping. mapping: '],
    ['a wrong version', '{"version":2,"files":[]}', 'm.json is not a valid mapping. version: '],
  ])('%s', (_, text, says) => {
    expect(() => parseMapping(text, 'm.json')).toThrow(says);
  });

  const clients = { kind: 'clients', columns: {} };
  const steps = [
    [1, 1],
    [1, 0],
  ];
  const open = { days: ['X', 'Y'], steps: [[0, 1]], above: 0, open: { steps, above: 0 } };
  it.each<[what: string, file: object, says: string | RegExp]>([
    [
      'a wrong path',
      { ...clients, headerRows: 0, every: 1.5 },
      /^m\.json is not a valid mapping\. files\[0\]\.every: .+\. files\[0\]\.headerRows: /,
    ],
    [
      'an unknown column',
      { kind: 'aliases', columns: { X: 'Y' } },
      'files[0]: columns."X" is not a column of aliases; its columns are ',
    ],
    [
      'signals of another kind',
      { ...clients, signals: [{ name: 'r', topic: 'trust', polarity: 1 }] },
      'files[0]: signals are for the kind signals',
    ],
    [
      'metadata of another kind',
      { kind: 'portfolio-members', columns: {}, others: 'metadata' },
      'files[0]: others: metadata is for the kind clients',
    ],
    ['no match', { ...clients, match: undefined }, 'files[0]: match needs a name or headers'],
    ['a match of no file', { ...clients, match: { without: ['X'] } }, 'match needs a name or headers'],
    [
      'a zone that is none',
      { ...clients, zone: 'Europe/Berln' },
      'files[0].zone: is not a time zone; expected a name like Europe/Berlin or an offset like +02:00.',
    ],
    [
      'today without ids',
      signals([{}, { polarity: { since: 'X', steps: [[1, 1]], above: 0 } }]),
      'files[0]: rules with today need the column Signal ID',
    ],
    [
      'a weight of another type',
      signals([{ weight: true }]),
      'files[0].signals[0].weight: expected a number from 0 to 1000, or the name of a column.',
    ],
    [
      'steps of a column that do not say what is above',
      signals([{ polarity: { from: 'X', steps: [[1, 1]] } }]),
      'files[0].signals[0].polarity: ',
    ],
    [
      'steps that do not ascend',
      signals(['a', 'b'].map((name) => ({ name, polarity: { from: 'X', steps, above: 0 } }))),
      ['a', 'b'].map((name) => `files[0]: signals."${name}": the limits of steps must ascend.`).join(' '),
    ],
    [
      'two problems',
      signals([{ polarity: open }]),
      'm.json is not a valid mapping. files[0]: rules with today need the column Signal ID. files[0]: signals."r": the limits of steps must ascend.',
    ],
  ])('%s', (_, file, says) => {
    expect(() => parsed(file)).toThrow(says);
  });
});
