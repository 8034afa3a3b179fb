import * as z from 'zod';

/** The event of the schedules. It carries the scheduled time, because delivery may be late. */
const scheduleSchema = z.object({ task: z.enum(['dispatch', 'check']), scheduledTime: z.iso.datetime() });

export interface Scheduled {
  readonly task: 'dispatch' | 'check';
  /** The UTC date of the scheduled time: the date that the night scores. */
  readonly runDate: string;
}

export function scheduledBy(event: unknown): Scheduled {
  const { task, scheduledTime } = scheduleSchema.parse(event);
  return { task, runDate: scheduledTime.slice(0, 10) };
}
