import { dateOf, dayOf, dayText } from './dates.ts';

/** What people did about a client: they called, wait, or know that there is no risk. `open` takes it back. */
export const followUpStates = ['called', 'waiting', 'no-risk', 'open'] as const;

export interface FollowUp {
  readonly at: string;
  readonly by: string;
  readonly state: (typeof followUpStates)[number];
  /** What it waits for. */
  readonly until?: string;
  /** Why there is no risk. */
  readonly because?: string;
}

/** It is in force for so many days at most. */
export const mostDays = 30;

/** `Called on 27 Nov`, `Waiting until 4 Dec, said on 27 Nov`, `Not a risk, because they always pay late, said on 27 Nov` */
export function followUpText({ at, state, until = '', because = '' }: FollowUp): string {
  const on = dayText(dayOf(at.slice(0, 10)));
  if (state === 'called') return `Called on ${on}`;
  const what = state === 'waiting' ? `Waiting until ${dayText(dayOf(until))}` : `Not a risk, because ${because}`;
  return `${what.replace(/\.$/, '')}, said on ${on}`;
}

export function followUpDate({ at }: FollowUp): string {
  return dateOf(dayOf(at.slice(0, 10)));
}
