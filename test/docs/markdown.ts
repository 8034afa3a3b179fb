import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/sources.ts';

export interface Page {
  /** From the root of the repository. */
  readonly file: string;
  readonly text: string;
}

export interface Block {
  readonly language: string;
  readonly text: string;
}

/** Every page that people read. */
export const pages: readonly Page[] = ['', 'docs', 'client', '.github']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => (folder === '' ? name : `${folder}/${name}`)),
  )
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const fence = /^( *)```(\w*)\n(.*?)^\1```$/gms;

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(fence)].map(([, , language = '', block = '']) => ({ language, text: block }));
}

const withoutBlocks = (text: string): string => text.replaceAll(fence, '');

/** The texts between backticks, outside blocks. */
export function codeSpans(text: string): string[] {
  return [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
}

export interface Link {
  readonly to: string;
  readonly anchor: string | undefined;
}

/** Links to other places of the repository. */
export function localLinks(text: string): Link[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [to = '', anchor] = target.split('#');
      return { to, anchor };
    });
}

/** The part of a page below a heading, up to the next one of the same level or above. */
export function sectionOf(file: string, heading: string): string {
  const text = pages.find((page) => page.file === file)?.text ?? '';
  const [level = ''] = heading.split(' ');
  const [, after] = text.split(`\n${heading}\n`);
  if (after === undefined) throw new Error(`${file} has no heading ${heading}`);
  const end = after.search(new RegExp(`^#{1,${level.length}} `, 'm'));
  return end < 0 ? after : after.slice(0, end);
}

/** The anchors that GitHub makes of a page's headings. */
export function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutBlocks(text).matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-');
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}
