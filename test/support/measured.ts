import { replaceSection, sectionOf } from '../../bin/diagram/section.ts';
import { inputsOf } from './inputs.ts';

/** The sections of docs/proof.md that benches write. */
const sections = ['reads', 'rosters', 'import', 'import-archives', 'night', 'peers'];

export const inputsOfBench = (name: string) => inputsOf([`test/bench/${name}.bench.ts`, `test/bench/${name}`]);

/** When and of which code the figures of a section are. */
interface Measured {
  readonly commit: string;
  readonly date: string;
  /** A hash of the files that the bench ran. */
  readonly inputs: string;
}

const measuredLine = /^(?:Stale\. )?Measured on .*$/m;

/** The text of a section with the line that says of which code its figures are. */
export function withMeasured(text: string, { commit, date, inputs }: Measured): string {
  return `${text.trim()}\n\nMeasured on \`${commit}\`, ${date}, inputs ${inputs}.`;
}

/** The document with a mark in the sections of benches whose inputs have changed since. */
export function withMarksOfBenches(document: string, inputs: (name: string) => string = inputsOfBench): string {
  return sections.reduce((marked, name) => {
    const text = sectionOf(marked, name);
    if (text === undefined) return marked;
    const [line = 'Measured on an unknown commit.'] = measuredLine.exec(text) ?? [];
    const plain = line.replace(/^Stale\. /, '');
    const mark = plain.endsWith(`, inputs ${inputs(name)}.`) ? '' : 'Stale. ';
    return replaceSection(marked, name, `${text.replace(measuredLine, '').trim()}\n\n${mark}${plain}`);
  }, document);
}
