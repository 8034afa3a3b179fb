import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { proofs } from '../proof/promises.ts';
import { root } from '../support/sources.ts';
import { instructions, noPromises, promises } from './promises.ts';
import { type PromisingPage, sectionsIn, soundsLikePromise, statementsIn } from './statements.ts';

export interface Row {
  readonly statement: string;
  /** Tests and proofs; empty if nothing shows the promise. */
  readonly by: readonly string[];
}

/** The parts of promises of a page, each with what shows it. */
export const shownOn = (page: PromisingPage) => Object.entries(promises[page]);

/** The promises of a page in its order, with what shows each. */
export function rowsOf(page: PromisingPage): Row[] {
  return statementsIn(page).flatMap((statement) => {
    const by = shownOn(page)
      .filter(([part]) => statement.includes(part))
      .flatMap(([, tests]) => tests);
    if (by.length > 0) return [{ statement, by: [...new Set(by)] }];
    const isPromise = soundsLikePromise(statement) && !noPromises[page].some((part) => statement.includes(part));
    return isPromise ? [{ statement, by: [] }] : [];
  });
}

/** The sections of which nothing is shown, and that are not listed as sections without a promise. */
export function sectionsWithout(page: PromisingPage): string[] {
  return sectionsIn(page)
    .filter(({ statements }) => !shownOn(page).some(([part]) => statements.some((each) => each.includes(part))))
    .map(({ heading }) => heading)
    .filter((heading) => !instructions[page].includes(heading));
}

/** Parts of sentences that no longer stand on their page. */
export function goneFrom(page: PromisingPage): string[] {
  const statements = statementsIn(page);
  const parts = [...Object.keys(promises[page]), ...noPromises[page]];
  return parts.filter((part) => !statements.some((statement) => statement.includes(part)));
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Why a reference leads to no test, or undefined. */
export function wrongReference(reference: string): string | undefined {
  const [place = '', title = ''] = reference.split(/: (.*)/s);
  if (place === 'proof') {
    return proofs.some(({ name }) => name === title) ? undefined : `there is no proof ${title}`;
  }
  const path = join(root, 'test', place);
  if (!existsSync(path)) return `there is no test/${place}`;
  const isTitle = new RegExp(`\\(\\s*['"\`]${escaped(title)}`).test(readFileSync(path, 'utf8'));
  return title !== '' && isTitle ? undefined : `test/${place} has no test "${title}"`;
}

const cell = (text: string) =>
  text
    .replaceAll('|', '\\|')
    .replaceAll('<', '\\<')
    .replaceAll(/\]\([^)]*\)/g, ']');

function linkOf(reference: string): string {
  const [place = '', title = ''] = reference.split(/: (.*)/s);
  if (place === 'proof') return `proof [${title}](../../docs/proof.md#promises)`;
  return `[${place}](../${place}): ${cell(title)}`;
}

/** The text of test/promises/promises.md. */
export function tableOfPromises(): string {
  const sections = (Object.keys(promises) as PromisingPage[]).flatMap((page) => [
    '',
    `## ${page}`,
    '',
    '| promise | shown by |',
    '| --- | --- |',
    ...rowsOf(page).map(({ statement, by }) => `| ${cell(statement)} | ${by.map(linkOf).join('<br>')} |`),
  ]);
  return [
    '# Promises',
    '',
    'Which test or proof shows each promise of the pages. Written by `npm run promises` from [promises.ts](promises.ts).',
    ...sections,
    '',
  ].join('\n');
}
