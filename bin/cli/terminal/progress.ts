import type { Context } from './context.ts';

export interface Progress {
  readonly add: (count: number) => void;
  readonly end: () => void;
}

/** What is counted: bytes are shown as kilobytes or megabytes. */
export type Unit = 'bytes' | 'rows' | 'clients' | 'records' | 'pages' | 'accounts';

const updateInterval = 200;

/** Shows progress, rate and remaining time of a long operation, on a terminal only. `total` is 0 if unknown. */
export function showProgress(
  { terminal: { status }, clock }: Context,
  title: string,
  total: number,
  unit: Unit,
): Progress {
  if (!status) return { add: () => undefined, end: () => undefined };
  const started = clock();
  let done = 0;
  let shown = 0;
  return {
    add: (count) => {
      done += count;
      const now = clock();
      if (now - shown < updateInterval) return;
      shown = now;
      status(`${title} ${progressText(done, total, now - started, unit)}`);
    },
    end: () => status(''),
  };
}

export function progressText(done: number, total: number, milliseconds: number, unit: Unit): string {
  const perSecond = milliseconds > 0 ? (done * 1000) / milliseconds : 0;
  const rate = `${amount(perSecond, unit)}/s`;
  if (total === 0) return `${amount(done, unit)} · ${rate}`;
  const share = Math.min(100, Math.floor((100 * done) / total));
  const left = perSecond > 0 ? `, ${timeText(Math.max(0, total - done) / perSecond)} left` : '';
  return `${share} % · ${rate}${left}`;
}

function amount(count: number, unit: Unit): string {
  if (unit !== 'bytes') return `${Math.round(count).toLocaleString('en')} ${unit}`;
  return count < 1e6 ? `${Math.round(count / 1000)} kB` : `${(count / 1e6).toFixed(1)} MB`;
}

function timeText(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
