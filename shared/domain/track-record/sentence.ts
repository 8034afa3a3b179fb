import type { TrackRecord } from './record.ts';

/** What the record says, in one sentence: of the newest version of the model, without inferred dates. */
export function recordSentence({ left, inferred, silent, score: [score], reads }: TrackRecord): string {
  if (left === 0) return 'No client left in the last year.';
  const guesses = inferred > 0 ? ` (${inferred} with an inferred date, who are left out here)` : '';
  const [before, said] = [score?.before.at(-1), reads.before.at(-1)];
  const ofScore = before?.known
    ? `the score stood below 100 on the day before notice for ${before.warned} of ${before.known}, at the median for ${daysText(score?.medianDays ?? 0)}`
    : 'no score of the day before notice counts';
  const ofPeople = said?.known
    ? `people had filed red or amber for ${said.warned} of ${said.known}`
    : 'people had filed no reads';
  const ofSilent = silent > 0 ? ` ${silent} of ${left} had no ticket, work or meeting in the last 60 days.` : '';
  return `Of ${left} ${left === 1 ? 'client' : 'clients'} that left in the last year${guesses}, ${ofScore}, and ${ofPeople}.${ofSilent}`;
}

export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
