import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { product, root, sourcesIn } from '../support/sources.ts';
import { anchorsOf, codeSpans, localLinks, pages } from './markdown.ts';

/** What is wrong with the links of a page. */
function brokenLinks(file: string, text: string): string[] {
  return localLinks(text).flatMap(({ to, anchor }) => {
    const path = join(root, dirname(file), to);
    if (to !== '' && !existsSync(path)) return [`${to}: no such file`];
    if (anchor === undefined || (to !== '' && statSync(path).isDirectory())) return [];
    const target = to === '' ? text : readFileSync(path, 'utf8');
    return anchorsOf(target).has(anchor) ? [] : [`${to}#${anchor}: no such heading`];
  });
}

const folders = [...product, '.ci', '.github', 'docs', 'test', 'tools'];
// made by a command, or a placeholder for a name
const absent = /^(test\/)?(dist|cdk\.out)\/|[<>…*]|\b(DIR|NAME|FOLDER|FILE)\b/;

const basenames = new Set(sourcesIn(...folders).map(({ file }) => basename(file)));

/** Files and folders that a page names without linking to them, and that do not exist. */
function missingFiles(file: string, text: string): string[] {
  const paths = codeSpans(text).filter((span) => !/\s/.test(span) && !absent.test(span));
  return paths.filter((path) => {
    if (/^[\w-]+\.ts$/.test(path)) return !basenames.has(path);
    const isPath = folders.some((folder) => path.startsWith(`${folder}/`));
    return isPath && ![path, join(dirname(file), path)].some((place) => existsSync(join(root, place)));
  });
}

describe.each(pages.map(({ file, text }) => [file, text]))('%s', (file, text) => {
  it('links to files and headings that exist', () => {
    expect(brokenLinks(file, text)).toEqual([]);
  });

  it('names files and folders that exist', () => {
    expect(missingFiles(file, text)).toEqual([]);
  });
});
