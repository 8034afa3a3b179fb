import type { MeasureName } from './measures.ts';
import type { Norms } from './norms.ts';

// What an account has no files of, though the score would see more with them.

interface System {
  /** The files, for somebody who has to export them. */
  readonly files: string;
  /** An account with values of one of these has them. */
  readonly measures: readonly MeasureName[];
  /** Of 100 pairs, how many more the benchmark ordered right with them (docs/warning.md). */
  readonly pairs: string;
}

/** What helps most comes first. Surveys ordered one more pair right at most. */
export const systems: readonly System[] = [
  {
    files: 'the tickets of a help desk',
    measures: ['reply-hours', 'resolve-hours', 'reopens', 'sla'],
    pairs: '3 to 15',
  },
  { files: 'the meetings of a calendar', measures: ['meeting'], pairs: '1 to 9' },
  {
    files: 'the invoices with their days of payment, or a list of them every week',
    measures: ['days-late'],
    pairs: 'up to 4',
  },
];

/** A sentence for each. An account whose systems measured nothing in half a year has no norms. */
export function blindSpots(norms: Norms | undefined): string[] {
  const measured = [...(norms?.norms.keys() ?? [])].map((name) => name.split('/')[0]);
  return systems
    .filter(({ measures }) => !measures.some((name) => measured.includes(name)))
    .map(
      ({ files, pairs }) =>
        `Add ${files}: with them, the score tells a client in trouble from one that is well in ${pairs} more of 100 pairs (in made-up agencies).`,
    );
}
