import { clientsOf, mapping, type OddFiles, one, signals, signalsOf } from './case.ts';

export const mappings: OddFiles = {
  accepted: [
    [
      'several topics, with samples',
      {
        files: signals('C1,2026-11-01,trust,1', 'C1,2026-11-02,trust,-1'),
        says: 'signals of trust: 2, for example C1 2026-11-01 1; C1 2026-11-02 -1',
      },
    ],
    [
      'a name and a list of columns of a mapping',
      {
        files: {
          'list.csv': 'No,First,Last,Kind\n1,Ada,Okafor,x\n',
          'm.json': clientsOf({ 'Client ID': ['Number', 'No'], Name: { join: ['First', 'Last'] } }),
        },
        options: '--map FOLDER/m.json',
        says: 'not imported: Kind',
      },
    ],
    [
      'a mapping that keeps the other columns',
      {
        files: {
          'list.csv': 'No,Name,Kind\n1,Ada,x\n',
          'm.json': clientsOf({ 'Client ID': 'No', Name: 'Name' }, { others: 'metadata' }),
        },
        options: '--map FOLDER/m.json',
        says: 'metadata Kind',
      },
    ],
    [
      'a category as a topic, only of some rows',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day,About,Open\nC1,2026-11-01,Bill,no\nC1,2026-11-02,Bill,yes\n',
          'm.json': signalsOf({
            topic: { from: 'About', values: { bill: 'billing_payment' } },
            polarity: -0.5,
            when: { Open: ['yes'] },
          }),
        },
        options: '--map FOLDER/m.json',
        says: 'signals of billing_payment: 1, for example C1 2026-11-02 -0.5',
      },
    ],
    [
      'hours between two times',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day,From,To\nC1,2026-11-01,2026-11-01 10:00,2026-11-02 12:00\n',
          'm.json': signalsOf({ polarity: { hours: ['From', 'To'], steps: [[24, 1]], above: -1 } }),
        },
        options: '--map FOLDER/m.json',
        says: 'C1 2026-11-01 -1',
      },
    ],
    [
      'hours between two times across a change of the clocks',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day,From,To\nC1,2026-10-26,2026-10-24 12:00,2026-10-25 12:00\n',
          'm.json': signalsOf({ polarity: { hours: ['From', 'To'], steps: [[24, 1]], above: -1 } }),
        },
        options: '--map FOLDER/m.json --zone Europe/Berlin',
        says: 'C1 2026-10-26 -1',
      },
    ],
    [
      'rules of one name, of which the first that finds something counts',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day,Grade,Stars\nC1,2026-11-02,good,1\nC1,2026-11-03,,1\n',
          'm.json': signalsOf(
            {},
            {},
            { polarity: { from: 'Grade', values: { good: 0.7 } } },
            { polarity: { from: 'Stars', scale: [1, 5] } },
          ),
        },
        options: '--map FOLDER/m.json',
        says: 'signals of trust: 2, for example C1 2026-11-02 0.7; C1 2026-11-03 -1',
      },
    ],
    [
      'rows of unknown clients, skipped by a mapping',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day\nC9,2026-11-01\n',
          'm.json': mapping({
            match: { name: 'list' },
            kind: 'signals',
            unknownClients: 'skip',
            columns: { 'Client ID': 'Client', Date: 'Day' },
            signals: [{ name: 'r', topic: 'trust', polarity: 1 }],
          }),
        },
        options: '--map FOLDER/m.json',
        says: 'the row is skipped',
      },
    ],
    [
      'two rules of one name, of which the first that finds a signal counts',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day,Hours,Minutes\nC1,2026-11-01,1,60\nC1,2026-11-02,,600\n',
          'm.json': mapping({
            match: { name: 'list' },
            kind: 'signals',
            columns: { 'Client ID': 'Client', Date: 'Day' },
            signals: [
              { name: 'reply', topic: 'trust', polarity: { from: 'Hours', steps: [[4, 1]], above: -1 } },
              { name: 'reply', topic: 'trust', polarity: { from: 'Minutes', steps: [[240, 1]], above: -1 } },
            ],
          }),
        },
        options: '--map FOLDER/m.json',
        says: 'signals of trust: 2, for example C1 2026-11-01 1; C1 2026-11-02 -1',
      },
    ],
    [
      'ratings in words and on a scale',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day,CSAT\nC1,2026-11-01,Good\nC1,2026-11-02,2\n',
          'm.json': signalsOf({ polarity: { from: 'CSAT', scale: [1, 5], values: { good: 1, bad: -1 } } }),
        },
        options: '--map FOLDER/m.json',
        says: 'signals of trust: 2, for example C1 2026-11-01 1; C1 2026-11-02 -0.5',
      },
    ],
    [
      'a file with a header that its mapping excludes',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'No,Company,Person\n1,One,Ada\n',
          'm.json': clientsOf(
            { 'Client ID': 'No', Name: 'Company' },
            { match: { headers: ['No'], without: ['Person'] } },
          ),
        },
        options: '--map FOLDER/m.json',
        says: 'list.csv: skipped, the mapping does not describe it',
      },
    ],
  ],
  rejected: [
    [
      'a mapping that is not JSON',
      { files: { 'm.json': '{', 'list.csv': one }, options: '--map FOLDER/m.json', says: 'm.json is not JSON' },
    ],
    [
      'an unknown preset',
      {
        files: { 'list.csv': one },
        options: '--map hubsport',
        says: '--map: there is no file hubsport, and the presets are hubspot, salesforce',
      },
    ],
    [
      'a mapping of another version',
      {
        files: { 'm.json': '{"version":2,"files":[]}', 'list.csv': one },
        options: '--map FOLDER/m.json',
        says: 'is not a valid mapping. version: ',
      },
    ],
    [
      'a mapping with an unknown key',
      {
        files: { 'm.json': clientsOf({ Name: 'Name' }, { sort: 1 }), 'list.csv': one },
        options: '--map FOLDER/m.json',
        says: 'Unrecognized key: "sort"',
      },
    ],
    [
      'a mapping to an unknown column',
      {
        files: { 'm.json': signalsOf({}, { Mood: 'x' }), 'list.csv': one },
        options: '--map FOLDER/m.json',
        says: 'files[0]: columns."Mood" is not a column of signals',
      },
    ],
    [
      'a mapping of a missing column',
      {
        files: { 'm.json': clientsOf({ 'Client ID': 'Client ID', Name: 'Company' }), 'list.csv': one },
        options: '--map FOLDER/m.json',
        says: 'list.csv:1: the mapping reads Name from Company, which is missing; the headers are Client ID, Name',
      },
    ],
    [
      'a mapping that fits no file',
      {
        files: { 'm.json': clientsOf({ Name: 'x' }, { match: { headers: ['Company'] } }), 'list.csv': one },
        options: '--map FOLDER/m.json',
        says: 'No file of the mapping fits list.csv, whose headers are Client ID, Name.',
      },
    ],
    [
      'steps that do not ascend',
      {
        files: {
          'm.json': signalsOf({
            polarity: {
              from: 'x',
              steps: [
                [5, 1],
                [3, 0],
              ],
              above: -1,
            },
          }),
          'list.csv': one,
        },
        options: '--map FOLDER/m.json',
        says: 'the limits of steps must ascend',
      },
    ],
    [
      'a rating beyond its scale',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day,CSAT\nC1,2026-11-01,6\n',
          'm.json': signalsOf({ polarity: { from: 'CSAT', scale: [1, 5] } }),
        },
        options: '--map FOLDER/m.json',
        says: 'list.csv:2: signal "r": "6" is not on the scale from 1 to 5',
      },
    ],
    [
      'a value that a mapping does not know',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day,Mood\nC1,2026-11-01,fine\n',
          'm.json': signalsOf({ polarity: { from: 'Mood', values: { good: 1, bad: -1 } } }),
        },
        options: '--map FOLDER/m.json',
        says: '"fine" is none of the values of the mapping: good, bad',
      },
    ],
    [
      'a file without the columns of any signal',
      {
        files: {
          'clients.csv': one,
          'list.csv': 'Client,Day\nC1,2026-11-01\n',
          'm.json': signalsOf({ polarity: { from: 'CSAT', scale: [1, 5] } }),
        },
        options: '--map FOLDER/m.json',
        says: 'no signals "r": the file has no column CSAT',
      },
    ],
    [
      'an unknown time zone in a mapping',
      {
        files: {
          'm.json': mapping({ match: { name: 'x' }, kind: 'clients', columns: {} }, { zone: 'Mars' }),
          'list.csv': one,
        },
        options: '--map FOLDER/m.json',
        says: 'zone: is not a time zone',
      },
    ],
    [
      'a mapping that says of no file what it is',
      {
        files: { 'm.json': clientsOf({ Name: 'Name' }, { match: {} }), 'list.csv': one },
        options: '--map FOLDER/m.json',
        says: 'files[0]: match needs a name or headers',
      },
    ],
  ],
};
