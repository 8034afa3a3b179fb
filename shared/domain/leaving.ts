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
