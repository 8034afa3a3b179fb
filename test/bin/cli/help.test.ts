import { expect, it } from 'vitest';
import { examples } from '../../../bin/cli/examples.ts';
import { commandNames, optionNames } from '../../../bin/cli/program.ts';
import type { Context } from '../../../bin/cli/terminal/context.ts';
import { cliOn } from '../../support/cli/cli.ts';

const refuse = () => Promise.reject(new Error('Help needs no service.'));
const admin = cliOn(
  () => {
    throw new Error('Help needs no table.');
  },
  { open: refuse },
);
const context: Context = {
  open: refuse,
  terminal: { out: () => undefined, err: () => undefined, style: (_, text) => text },
  clock: () => 0,
  randomBytes: () => new Uint8Array(),
};
const names = commandNames(context);
const groups = [...new Set(names.flatMap((name) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])))];

it.each(['', ...groups, ...names])('%s --help says what the command and each of its words is for', async (name) => {
  const { out, err, exitCode } = await admin(`${name} --help`);
  const [usage, , ...lines] = out.join('\n').split('\n');

  expect({ err, exitCode, usage }).toEqual({
    err: [],
    exitCode: 0,
    usage: expect.stringMatching(`^Usage: client-health ${name}`),
  });
  expect(lines[0]).toMatch(/^[A-Za-z].{10}/);
  // a word, two spaces or more, and what it is for; choices and defaults are in parentheses
  const words = lines.filter((line) => /^ {2}[-<[a-z]/.test(line));
  expect(words.filter((line) => !/^ {2}\S.*? {2,}[^\s(]/.test(line))).toEqual([]);
  expect(words.length).toBeGreaterThan(0);
});

it('the launcher and the documentation know the names of commands and options', () => {
  expect(names).toEqual(expect.arrayContaining(['status', 'keys issue', 'inbox put', 'mcp']));
  expect(names).not.toContain('keys');
  const options = optionNames(context);
  expect(options).toEqual(expect.arrayContaining(['stack', 'json', 'account', 'yes', 'keep', 'dry-run']));
  expect(new Set(options).size).toBe(options.length);
});

it('every command has an example, whose words and options it knows', async () => {
  // the assistant starts it
  expect([...examples.keys()].toSorted()).toEqual(names.filter((name) => name !== 'mcp').toSorted());
  for (const [name, words] of examples) {
    const { err } = await admin(`${name} ${words.replaceAll(/"[^"]*"/g, 'name')}`);
    expect([name, ...err].join(' ')).not.toMatch(/unknown option|missing required|invalid|too many/);
  }
});
