import { dateOf, dayOf, isDate, mondayOf } from '../../shared/domain/dates.ts';
import { endings } from '../files/readers/content.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(${months.join('|')})[a-z]*`;
const sign = '[-_. ]?';

type Form = readonly [RegExp, (...parts: string[]) => string | undefined];

/** Forms of days in file names, the most exact first. Each returns a text that sorts by time. */
const dayForms: readonly Form[] = [
  [
    new RegExp(
      `(?<!\\d)(20\\d\\d)${sign}(\\d\\d)${sign}(\\d\\d)[-_T ]*(?:at )?(?!20\\d\\d[-_. ]?\\d\\d[-_. ]?\\d\\d)(\\d\\d)[-_.:h]?(\\d\\d)(?:[-_.:m]?(\\d\\d))?(?!\\d)`,
      'i',
    ),
    (year, monthOfYear, day, hour = '', minute, second = '00') => {
      const date = dated(year, monthOfYear, day);
      return date && Number(hour) < 24 ? `${date}T${hour}:${minute}:${second}` : undefined;
    },
  ],
  [new RegExp(`(?<!\\d)(20\\d\\d)(${sign})(\\d\\d)\\2(\\d\\d)(?!\\d)`), (year, _, ...rest) => dated(year, ...rest)],
  [/(?<!\d)(\d{1,2})([-_.])(\d{1,2})\2(20\d\d)(?!\d)/, (a, _, b, year) => onlyReading(year, a, b)],
  [
    new RegExp(`(?<!\\d)(\\d{1,2})${sign}${month}${sign}(20\\d\\d)(?!\\d)`, 'i'),
    (day, name, year) => dated(year, numberOf(name), day),
  ],
  [
    new RegExp(`${month}${sign}(\\d{1,2}),?${sign}(20\\d\\d)(?!\\d)`, 'i'),
    (name, day, year) => dated(year, numberOf(name), day),
  ],
];

/** Forms of dates in file names: days, then longer times. */
const forms: readonly Form[] = [
  ...dayForms,
  [/(?<!\d)(20\d\d)[-_. ]?(?:w|kw|week)[-_. ]?(\d\d?)(?!\d)/i, (year, week) => weekOf(year, week)],
  [/(?:w|kw|week)[-_. ]?(\d\d?)[-_. ](20\d\d)(?!\d)/i, (week, year) => weekOf(year, week)],
  [/(?<!\d)(20\d\d)[-_. ]?q([1-4])(?!\d)/i, (year, quarter) => quarterOf(year, quarter)],
  [/q([1-4])[-_. ]?(20\d\d)(?!\d)/i, (quarter, year) => quarterOf(year, quarter)],
  [/(?<!\d)(20\d\d)[-_.](0[1-9]|1[0-2])(?!\d)/, (year, number) => `${year}-${number}`],
  [new RegExp(`${month}${sign}(20\\d\\d)(?!\\d)`, 'i'), (name, year) => `${year}-${numberOf(name)}`],
  [new RegExp(`(?<!\\d)(20\\d\\d)${sign}${month}`, 'i'), (year, name) => `${year}-${numberOf(name)}`],
  [/(?<!\d)(20[0-4]\d)(?!\d)/, (year) => year],
];

/** The date or time in the name of a file as a text that sorts by time; undefined if there is none, or an ambiguous one. */
export function dateInName(name: string): string | undefined {
  return datesIn(forms, name).at(-1);
}

/** The day in the name of a file, or the last of a period; undefined if there is none, or only a week, month or year. */
export function dayInName(name: string): string | undefined {
  return datesIn(dayForms, name).at(-1)?.slice(0, 10);
}

/** The first day of the period in the name of a report. */
export function firstDayInName(name: string): string | undefined {
  const [first, ...others] = datesIn(dayForms, name);
  return others.length > 0 ? first?.slice(0, 10) : undefined;
}

/** The dates in the first form that the name has, in order. */
function datesIn(these: readonly Form[], name: string): string[] {
  for (const [pattern, read] of these) {
    const found = [...name.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map((parts) => read(...parts.slice(1)));
    if (found.length > 0) return found.filter((date) => date !== undefined).toSorted();
  }
  return [];
}

export function stemOf(name: string): string {
  return name.replace(endings, '');
}

/** The pattern of the names of later exports: dates, counters and "(1)" become `*`. */
export function laterNames(stem: string): string {
  const dateless = forms.reduce((text, [pattern]) => text.replace(pattern, '*'), stem);
  const pattern = dateless
    .replaceAll(/\d+/g, '*')
    .replaceAll(/\(\*\)|\bcopy\b|\bkopie\b/gi, '*')
    // several of them are one, and signs in front of it are a part of it
    .replaceAll(/[-_. *]+/g, (run) => (run.includes('*') ? `*${run.slice(run.lastIndexOf('*') + 1)}` : run));
  return pattern.endsWith('*') ? pattern : `${pattern}*`;
}

function dated(year = '', monthOfYear = '', day = ''): string | undefined {
  const date = `${year}-${monthOfYear.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(date) ? date : undefined;
}

function onlyReading(year = '', a = '', b = ''): string | undefined {
  const [first, second] = [dated(year, b, a), dated(year, a, b)];
  return first && second && first !== second ? undefined : (first ?? second);
}

function numberOf(name = ''): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, '0');
}

function weekOf(year = '', week = ''): string {
  return dateOf(mondayOf(dayOf(`${year}-01-04`)) + (Number(week) - 1) * 7);
}

function quarterOf(year = '', quarter = ''): string {
  return `${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}`;
}
