import { quoted } from '../../shared/domain/cells/cells.ts';
import { type Day, dateOf } from '../../shared/domain/dates.ts';
import type { Fact } from '../../shared/table/facts/facts.ts';
import { maySayGone } from './gone.ts';
import type { Problem, Problems } from './problems.ts';

// Warnings about values that can be imported but are probably wrong.

const mojibake = /Ã[\u0080-\u00bf€ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œ¤¶¼]|â€|Â[\u00a0-\u00bf]|\ufffd/;
const idHeader = /\b(id|number|no|key)\b/i;

type Place = Omit<Problem, 'message'>;

export function warnAboutCell(place: Place, cell: string, warnings: Problems): void {
  const shown = cell.length > 40 ? `${cell.slice(0, 40)}…` : cell;
  if (mojibake.test(cell)) {
    warnings.add({
      ...place,
      message: `${quoted(shown)} looks like text decoded with the wrong encoding; export it again as UTF-8`,
    });
  }
  if (/^\d(\.\d+)?E\+\d+$/i.test(cell) && idHeader.test(place.column ?? '')) {
    warnings.add({
      ...place,
      message: `${quoted(shown)} is an id that a spreadsheet shortened; export the column as text`,
    });
  }
}

/** Asks about a client of whom nobody but its agency knows whether it has left. */
export function warnAboutStatus(place: Place, cell: string, warnings: Problems): void {
  if (!maySayGone(place.column ?? '', cell)) return;
  const message = `${quoted(cell.slice(0, 40))} may mean that the client has left; if so, give the day as Left At, or archive it in a mapping`;
  warnings.add({ ...place, message });
}

/** Warns about dates that are valid but unlikely. */
export function warnAboutFact(fact: Fact, today: Day, warn: (message: string, column: string) => void): void {
  if (fact.kind === 'client' && fact.value.lastContactDate) {
    const date = fact.value.lastContactDate.slice(0, 10);
    if (date < '1990-01-01')
      warn(`the last contact was in ${date.slice(0, 4)}; is the cell empty in the source?`, 'Last Contact');
    if (date > dateOf(today)) warn(`the last contact is in the future, on ${date}`, 'Last Contact');
  }
  if (fact.kind === 'signal' && fact.value.day > today) {
    warn(`the signal is in the future, on ${dateOf(fact.value.day)}; it counts from that day on`, 'Date');
  }
}
