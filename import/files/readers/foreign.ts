import { zipMark } from './bytes.ts';

// Files that have no table: what each is, and what would help.

const fromTheSystem = 'export the list that it was made from as CSV or Excel';
const kinds: readonly [ending: RegExp, mark: Buffer | undefined, text: string][] = [
  [/\.pdf$/i, Buffer.from('%PDF'), `it is a PDF, which is made to be read by people; ${fromTheSystem}`],
  [/\.(docx?|odt|rtf|pages)$/i, undefined, `it is a text document; ${fromTheSystem}, or copy its table into a sheet`],
  [/\.(png|gif|bmp|webp|heic|tiff?|svg)$/i, Buffer.from('\x89PNG', 'latin1'), `it is a picture; ${fromTheSystem}`],
  [/\.jpe?g$/i, Buffer.from([0xff, 0xd8, 0xff]), `it is a picture; ${fromTheSystem}`],
  [/\.(zip|rar|7z|tar|tgz)$/i, undefined, 'it is an archive; unpack it, and hand in the files in it'],
  [
    /\.(xls|xlsb|xlsm|ods|numbers)$/i,
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
    'it is a workbook of another format; open it, and save it as .xlsx or CSV',
  ],
  [/\.(pptx?|odp|key)$/i, undefined, `they are slides; ${fromTheSystem}`],
  [/\.(eml|msg|mbox)$/i, undefined, 'it is a mail; hand in the file that is attached to it'],
  [/\.json$/i, undefined, 'it is JSON; JSON lines are read (.jsonl, an object in each line), or CSV'],
  [/\.(html?|xml)$/i, undefined, `it is a page for a browser; ${fromTheSystem}`],
  [/\.vcf$/i, undefined, 'they are address cards; export the contacts with their companies as CSV'],
];

/** What a file is by its name, if it has no table, and what would help. */
export function foreignName(name: string): string | undefined {
  return kinds.find(([ending]) => ending.test(name))?.[2];
}

/** The same of a file with this beginning. */
export function foreignFile(path: string, head: Buffer): string | undefined {
  const [, , marked] = kinds.find(([, mark]) => mark && head.subarray(0, mark.length).equals(mark)) ?? [];
  // a workbook may have any name
  return (
    marked ?? (head.equals(zipMark) && !/\.(zip|docx|odt|ods|pptx|odp)$/i.test(path) ? undefined : foreignName(path))
  );
}
