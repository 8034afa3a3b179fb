import type { Profile } from './profile.ts';

/** Edge cases that every API client should be tested with. They have the lowest ids. */
export const specialClients: readonly (Partial<Profile> & { readonly name: string })[] = [
  {
    name: 'Harbor Light Foods',
    archived: false,
    favorite: true,
    lastContact: 2,
    nights: 365,
    notes: 124,
    people: 6,
    signals: { level: 132, trend: 'rising', topics: 15, daysSinceLastSignal: 0 },
    reads: 'weekly',
  },
  // same name as the first
  {
    name: 'Harbor Light Foods',
    archived: false,
    signals: { level: 92, trend: 'seasonal', topics: 12, daysSinceLastSignal: 0 },
  },
  // lowest and highest possible score
  {
    name: 'Cinderlake Relief',
    nights: 365,
    signals: { level: -200, trend: 'steady', topics: 15, daysSinceLastSignal: 0 },
  },
  { name: 'Sunder Solar', nights: 365, signals: { level: 400, trend: 'steady', topics: 15, daysSinceLastSignal: 0 } },
  // equal scores: the same imported score, and none computed yet
  ...['Vesper Press', 'Tamarack Press', 'Plover Press'].map((name) => ({
    name,
    archived: false,
    nights: 60,
    signals: null,
    importedScore: 118.5,
  })),
  // never scored, never imported, never contacted
  { name: 'Quillfeather Learning', archived: false, nights: 0, signals: null, lastContact: null, notes: 0, people: 0 },
  // names that a spreadsheet would run as a formula
  { name: '=HYPERLINK("https://brightwater.example/","Offer")', archived: false },
  { name: '+Plus Minus Studio', archived: false },
  { name: '-Dash & Daughters', archived: false },
  { name: '@Home Interiors', archived: false },
  { name: 'Tab\tLines', archived: false },
  // names that CSV has to quote
  { name: 'Comma, "Quote" & Co.', archived: false },
  { name: 'Two Lines\nTrading', archived: false },
  // other scripts, emoji, combining characters
  { name: '星野デザイン', archived: false },
  { name: 'مخبز الواحة', archived: false },
  { name: 'Rocket 🚀 Toys 👩‍🚀', archived: false },
  { name: 'Straße & Œuvre İstanbul', archived: false },
  { name: 'Zoe\u0301 Decomposed Bakery', archived: false },
  // names of the maximum length
  { name: `The ${'Very '.repeat(37)}Long Company`.slice(0, 200).padEnd(200, '.'), archived: false },
  { name: `${'Ä'.repeat(199)}ß`, archived: true, favorite: true },
];
