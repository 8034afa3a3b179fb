import { topics } from '../../../shared/domain/scoring/topics.ts';
import type { DemoAccount } from './demo-account.ts';
import { assignStreams, ordinaryProfile, type Profile } from './generate/profile.ts';
import { seededRandom } from './generate/seeded-random.ts';
import { industries } from './words/companies.ts';

const signals = {
  level: 100,
  storyline: 'steady',
  since: 0,
  strength: 1,
  topics: topics.length,
  daysSinceLastSignal: 0,
} as const;

const clients: readonly (Partial<Profile> & { readonly name: string })[] = [
  // lowest and highest possible score
  { name: 'Always 0', nights: 365, signals: { ...signals, level: -200 } },
  { name: 'Always 200', nights: 365, signals: { ...signals, level: 400 } },
  { name: 'No Scores, No Contact', nights: 0, signals: null, lastContact: null, notes: 0, people: 0 },
  // names that a spreadsheet would run as a formula
  { name: '=HYPERLINK("https://edge-cases.example/","Offer")' },
  { name: '+Plus Minus Studio' },
  { name: '-Dash & Daughters' },
  { name: '@Home Interiors' },
  { name: 'Tab\tLines' },
  // names that CSV has to quote
  { name: 'Comma, "Quote" & Co.' },
  { name: 'Two Lines\nTrading' },
  // markup
  { name: '<script>alert("edge case")</script>' },
  { name: '"><img src=x onerror=alert(1)>' },
  { name: '</title></style><!-- & &lt;b&gt; -->' },
  { name: '{{7*7}} %3Cb%3E %s %n' },
  // escapes in plain letters, and invisible characters
  { name: String.raw`Bell \u0007 Escape \x1b[31m Red` },
  { name: 'Zero\u200bWidth\ufeff Joined\u00ad Lines\u2028 Apart' },
  // right to left, and a character that reverses what follows
  { name: 'مخبز الواحة' },
  { name: 'שלום & Söhne (2024)' },
  { name: 'Invoice \u202efdp.exe' },
  // other scripts, emoji, combining characters
  { name: '星野デザイン' },
  { name: 'Rocket 🚀 Toys 👩‍🚀' },
  { name: 'Straße & Œuvre İstanbul' },
  { name: 'Zoe\u0301 Decomposed Bakery' },
  { name: `Z${'\u0351\u036b\u0343'.repeat(12)}algo` },
  // names of the maximum length
  { name: `The ${'Very '.repeat(37)}Long Company`.slice(0, 200).padEnd(200, '.') },
  { name: 'W'.repeat(200) },
  { name: `${'Ä'.repeat(199)}ß`, archived: true, favorite: true },
];

function profiles(): Profile[] {
  const all = clients.map((client, at) => {
    const id = `e-${String(at + 1).padStart(2, '0')}`;
    const random = seededRandom(`edgecases ${id}`);
    const ordinary = ordinaryProfile(random, id, random.pick(industries), client.name);
    const usual = {
      archived: false,
      nights: 120,
      signals,
      notes: 2,
      people: 2,
      reads: 'monthly',
      textsAreName: true,
    } as const;
    return { ...ordinary, ...usual, ...client };
  });
  const ids = Array.from({ length: 40 }, (_, at) => `s-${2001 + at}`);
  return assignStreams('edgecases', all, ids);
}

/** Edge cases that every program that calls the API should be tested with, kept out of the other accounts. */
export const edgeCases: DemoAccount = {
  customerId: 'edgecases',
  name: 'Edge Cases',
  owners: ['=Formula Owner', '<i>Owner</i>', 'Owner, "Quoted"'],
  profiles,
  portfolios: [
    {
      portfolio: {
        id: 'pf_edge5c8rkt',
        name: '<b>Bold</b> & "quoted" 🚀',
        color: '#DC2626',
        description: 'مخبز الواحة \u202e </p> =1+1',
        userIds: ['user_<i>', 'user "quoted"'],
      },
      ageInDays: 30,
      memberColumns: ({ name }) => ({ '=Segment <i>': name.slice(0, 100) }),
    },
    { portfolio: { id: 'pf_edge0empty', name: 'No Members', color: '#64748B' }, memberColumns: () => undefined },
  ],
};
