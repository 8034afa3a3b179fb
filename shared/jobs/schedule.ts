import * as z from 'zod';

/** What the schedules send: the time they stand for, however late it arrives. */
const scheduleSchema = z.object({ task: z.enum(['dispatch', 'check']), scheduledTime: z.iso.datetime() });

export interface Scheduled {
  readonly task: 'dispatch' | 'check';
  /** The UTC date of the scheduled time: a night scores the date that it begins. */
  readonly runDate: string;
}

export function scheduledBy(event: unknown): Scheduled {
  const { task, scheduledTime } = scheduleSchema.parse(event);
  return { task, runDate: scheduledTime.slice(0, 10) };
}
