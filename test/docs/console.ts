// Reads what a page shows: files, console sessions, and requests with their responses.

interface FileShown {
  readonly kind: 'file';
  readonly path: string;
  readonly text: string;
}

export interface CommandShown {
  readonly kind: 'command';
  readonly line: string;
  /** The lines up to the next command; `…` and `...` stand for anything. */
  readonly output: string;
}

/** `<!-- test: in crm/clients.csv, 1250000 is written 1,250 -->`: a change of a file that the text only describes. */
interface EditShown {
  readonly kind: 'edit';
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

export type Step = FileShown | CommandShown | EditShown;

const stepPattern =
  /`(?<path>[\w./-]+)`\n\n```csv\n(?<file>.*?)\n```|```console\n(?<session>.*?)\n```|<!-- test: in (?<edited>\S+), (?<from>.+?) is written (?<to>.+?) -->/gs;

/** The steps of a page, in its order. */
export function stepsOf(text: string): Step[] {
  return [...text.matchAll(stepPattern)].flatMap(({ groups = {} }): Step[] => {
    const { path, file, session, edited, from, to } = groups;
    if (path !== undefined) return [{ kind: 'file', path, text: `${file}\n` }];
    if (edited !== undefined) return [{ kind: 'edit', path: edited, from: from ?? '', to: to ?? '' }];
    return (session ?? '')
      .split(/^\$ /m)
      .filter((part) => part !== '')
      .map((part): CommandShown => {
        const [line = '', ...output] = part.trimEnd().split('\n');
        return { kind: 'command', line, output: output.join('\n') };
      });
  });
}

/** Without line breaks, and without ids that differ on every run. */
const comparable = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(The key )\w{8}/g, '$1ID')
    .trim();

/** Whether a text looks as a page shows it: `…` and `...` stand for anything. */
export function looksAs(actual: string, shown: string): boolean {
  const parts = comparable(shown).split(/ ?(?:…|\.\.\.) ?/);
  const pattern = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*?');
  return new RegExp(`^${pattern}$`, 's').test(comparable(actual));
}
