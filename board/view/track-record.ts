import type { StatisticsOverview } from '../../client/index.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { daysText, recordSentence } from '../../shared/domain/track-record/sentence.ts';
import type { BoardData } from '../data/collect.ts';
import { dateText, isolated, none, pill, points } from './text.ts';

const most = 8;

export const leftPill = '<b class="pill none">left</b>';

/** What score and people said of a client before it left; empty if the record does not have it. */
export function whatWasSaid({ trackRecord }: StatisticsOverview, id: string): string {
  const leaver = trackRecord?.leavers?.find((each) => each.id === id);
  if (!leaver) return '';
  const { scores, reads, scoreWarned, peopleWarned, followUp } = leaver;
  const said = (who: string, warned: number | null) =>
    warned === null
      ? `${who}: not known`
      : warned === 0
        ? `${who} did not warn`
        : `${who} warned for ${daysText(warned)}`;
  const line = ({ daysBefore, score }: (typeof scores)[number], at: number) =>
    `<tr><th scope="row">${daysText(daysBefore)} before notice</th><td>${score === null ? none : pill(bandOf(score), points(score))}</td><td>${reads[at]?.value ?? none}</td></tr>`;
  return `<section class="card"><h2>What was said before</h2><p>${said('The score', scoreWarned)}. ${said('People', peopleWarned)}.${followUp === undefined ? '' : ` What people did last: ${isolated(followUp)}.`}</p><table class="plain"><caption class="off">Before notice</caption><thead><tr><th scope="col">When</th><th scope="col">Score</th><th scope="col">Weekly read</th></tr></thead><tbody>${scores.map(line).join('')}</tbody></table></section>`;
}

/** Since when one side warned of a client that left. */
export const warnedText = (days: number | null) =>
  days === null ? none : days === 0 ? '<b>missed</b>' : daysText(days);

/** Did the score warn? What it and people said of the clients that left; nothing if none did. */
export function didItWarn({ overview: { trackRecord } }: BoardData): string {
  if (!trackRecord || trackRecord.left === 0) return '';
  const { leavers = [] } = trackRecord;
  const line = ({ name, leftAt, inferred, scores, scoreWarned, peopleWarned }: (typeof leavers)[number]) =>
    `<tr><th scope="row">${isolated(name)}</th><td>${dateText(leftAt)}${inferred ? ' (inferred)' : ''}</td>${scores
      .map(({ score }) => `<td>${score === null ? none : pill(bandOf(score), points(score))}</td>`)
      .join('')}<td>${warnedText(scoreWarned)}</td><td>${warnedText(peopleWarned)}</td></tr>`;
  const heads = ['Client', 'Notice', '90 days before', '60', '30', '1', 'Score warned', 'People warned'];
  const table = `<table class="plain left"><caption class="off">Clients that left</caption><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${leavers.slice(0, most).map(line).join('')}</tbody></table>`;
  return `<section class="card wide"><h2>Did the score warn?</h2><p class="quiet">${recordSentence(trackRecord)} Counts of what happened, no prediction.</p>${leavers.length > 0 ? table : ''}</section>`;
}
