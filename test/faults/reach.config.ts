import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, parseSync } from 'vite';
import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import type { Change } from './plant.ts';

const root = join(import.meta.dirname, '../..');
const { default: config }: { default: ViteUserConfig } = await import(join(root, 'vitest.config.ts'));
const changes: readonly Change[] = JSON.parse(readFileSync(process.env.CHANGES ?? '', 'utf8'));

interface Block {
  /** Where a statement, or what is before an expression, can be put. */
  readonly start: number;
  readonly end: number;
  readonly isExpression: boolean;
}

/** All blocks of a file, and the bodies of its arrow functions. */
function blocksOf(file: string, code: string): Block[] {
  const blocks: Block[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, body, expression } = node as Record<string, unknown>;
    const { start = 0, end = 0 } = (expression === true && type === 'ArrowFunctionExpression' ? body : node) as Block;
    if (type === 'BlockStatement') blocks.push({ start: start + 1, end, isExpression: false });
    if (type === 'ArrowFunctionExpression' && expression === true) blocks.push({ start, end, isExpression: true });
    for (const part of Object.values(node)) walk(part);
  };
  walk(parseSync(file, code).program);
  return blocks;
}

/** The first character that a change differs in. */
function placeOf({ at, from, to }: Change): number {
  let same = 0;
  while (same < from.length - 1 && (from[same] === to[same] || /\s/.test(from[same] ?? ''))) same += 1;
  return at + same;
}

/** Notes when the blocks with changes are reached: what a module does while it loads is reached by whatever it does later. */
function withNotes(file: string, code: string): string {
  const notes = new Map<Block, string[]>();
  const blocks = blocksOf(file, code);
  for (const change of changes.filter((each) => file === join(root, each.file))) {
    const place = placeOf(change);
    const around = blocks.filter(({ start, end }) => start <= place && place < end).sort((a, b) => b.start - a.start);
    for (const block of around.length > 0 ? around.slice(0, 1) : blocks)
      notes.set(block, [...(notes.get(block) ?? []), `globalThis.reached?.add(${JSON.stringify(change.name)})`]);
  }
  // blocks may be in each other
  const added = [...notes].flatMap(([{ start, end, isExpression }, calls]): [at: number, text: string][] =>
    isExpression
      ? [
          [start, `(${calls.join(', ')}, `],
          [end, ')'],
        ]
      : [[start, `${calls.join('; ')};`]],
  );
  let noted = code;
  for (const [at, text] of added.sort(([a], [b]) => b - a)) noted = noted.slice(0, at) + text + noted.slice(at);
  return noted;
}

const notesReached: Plugin = { name: 'notes', enforce: 'pre', transform: (code, file) => withNotes(file, code) };

// tests run with this to learn which of them reach what
const [tests] = config.test?.projects ?? [];
export default {
  root,
  test: {
    ...config.test,
    projects: [
      mergeConfig(tests as object, { root, plugins: [notesReached], test: { setupFiles: ['test/faults/reach.ts'] } }),
    ],
  },
};
