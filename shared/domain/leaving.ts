import { type Day, dayOf } from './dates.ts';

/** What is known of the end of the work with a client. */
export interface Leaving {
  /** The day of notice. */
  readonly leftAt?: string;
  readonly leftBecause?: string;
  /** When the contract ends or is renewed. */
  readonly renewsOn?: string;
  /** Nobody said that it left: a list of all clients did not have it any more. */
  readonly leftInferred?: true;
}

/** Whether the client has left as of a day. Before the first night every date of notice counts. */
export function hasLeft({ leftAt }: Pick<Leaving, 'leftAt'>, day: Day | null): boolean {
  return leftAt !== undefined && (day === null || dayOf(leftAt) <= day);
}

/** `Left on 2026-10-01: cheaper offer.`, as it is said of a client that is archived. */
export function leavingText({ leftAt, leftBecause, leftInferred }: Leaving): string {
  if (leftAt === undefined) return 'Archived.';
  const guessed = leftInferred ? ' (inferred: a list of all clients no longer had it)' : '';
  return `Left on ${leftAt.slice(0, 10)}${guessed}${leftBecause === undefined ? '' : `: ${leftBecause.replace(/\.$/, '')}`}.`;
}
