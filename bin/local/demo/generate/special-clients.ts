import type { Profile } from './profile.ts';

/** Clients that a program which reads the API should have met once. They come first, in the order of their ids. */
export const specialClients: readonly (Partial<Profile> & { readonly name: string })[] = [
  {
    name: 'Harbor Light Foods',
    archived: false,
    favorite: true,
    lastContact: 2,
    nights: 365,
    notes: 124,
    people: 6,
    data: { level: 132, course: 'rising', topics: 15, ended: 0 },
    reads: 'weekly',
  },
  // the same name as the first
  { name: 'Harbor Light Foods', archived: false, data: { level: 92, course: 'seasonal', topics: 12, ended: 0 } },
  // the ends of the scale
  { name: 'Cinderlake Relief', nights: 365, data: { level: -200, course: 'steady', topics: 15, ended: 0 } },
  { name: 'Sunder Solar', nights: 365, data: { level: 400, course: 'steady', topics: 15, ended: 0 } },
  // equal scores: imported, the same, and none computed yet
  ...['Vesper Press', 'Tamarack Press', 'Plover Press'].map((name) => ({
    name,
    archived: false,
    nights: 60,
    data: null,
    importedScore: 118.5,
  })),
  // never scored, never imported, never contacted
  { name: 'Quillfeather Learning', archived: false, nights: 0, data: null, lastContact: null, notes: 0, people: 0 },
  // what a spreadsheet would take for a formula
  { name: '=HYPERLINK("https://brightwater.example/","Offer")', archived: false },
  { name: '+Plus Minus Studio', archived: false },
  { name: '-Dash & Daughters', archived: false },
  { name: '@Home Interiors', archived: false },
  { name: '\tTab Lines', archived: false },
  // what a CSV has to quote
  { name: 'Comma, "Quote" & Co.', archived: false },
  { name: 'Two Lines\nTrading', archived: false },
  // scripts and signs
  { name: '星野デザイン', archived: false },
  { name: 'مخبز الواحة', archived: false },
  { name: 'Rocket 🚀 Toys 👩‍🚀', archived: false },
  { name: 'Straße & Œuvre İstanbul', archived: false },
  { name: 'Zoe\u0301 Decomposed Bakery', archived: false },
  // as long as a name may be
  { name: `The ${'Very '.repeat(37)}Long Company`.slice(0, 200).padEnd(200, '.'), archived: false },
  { name: `${'Ä'.repeat(199)}ß`, archived: true, favorite: true },
];
