import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { help } from '../../bin/local/cli/options.ts';
import { contextNames } from '../../infra/settings.ts';
import { cliOn } from '../support/cli/cli.ts';
import { root } from '../support/sources.ts';
import { blocksOf, codeSpans, pages } from './markdown.ts';

const scripts = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts,
);

/** Lines of shell blocks and code spans that hold a command, without prompts and comments. */
function commandsIn(text: string): string[] {
  const lines = blocksOf(text)
    .filter(({ language }) => ['sh', 'console', 'bash'].includes(language))
    .flatMap(({ language, text: block }) =>
      block.split('\n').flatMap((line) => {
        if (language !== 'console') return [line];
        return line.startsWith('$ ') ? [line.slice(2)] : [];
      }),
    );
  return [...lines, ...codeSpans(text)]
    .flatMap((line) => line.replace(/\s+#.*$/, '').split(/ && | \| /))
    .map((line) => line.trim());
}

const run = cliOn(() => {
  throw new Error('help needs no table');
});
/** Help texts of the operator's CLI, by command: `keys issue`, `import`. */
const helpTexts = new Map<string, string>();

async function readHelp(words: readonly string[]): Promise<void> {
  const { out } = await run([...words, '--help'].join(' '));
  const text = out.join('\n');
  helpTexts.set(words.join(' '), text);
  const [, section = ''] = /\nCommands:\n(.*)/s.exec(text) ?? [];
  const names = [...section.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, name = '']) => name);
  for (const name of names.filter((each) => each !== 'help')) await readHelp([...words, name]);
}

beforeAll(() => readHelp([]));

const options = (line: string) => [...line.matchAll(/(?<=\s)--[a-z][\w-]*/g)].map(([option]) => option);

/** What is wrong with a command line of the operator's CLI. */
function wrongAdminCommand(line: string): string[] {
  const words = line.split(/\s+/).filter((word) => word !== '');
  // words in capitals are placeholders
  if (words[0] === undefined || /^(-|[A-Z]+$)/.test(words[0])) return [];
  const command = [words.slice(0, 2).join(' '), words[0]].find((name) => helpTexts.has(name));
  if (command === undefined) return [`no command: ${line}`];
  const isGroup = helpTexts.get(command)?.includes('\nCommands:');
  if (isGroup && words[1] !== undefined && !words[1].startsWith('-')) return [`no command: ${line}`];
  const known = `${helpTexts.get(command)} ${helpTexts.get('')} --help`;
  return options(` ${line}`).flatMap((option) =>
    new RegExp(`${option}\\b(?!-)`).test(known) ? [] : [`${command} has no option ${option}`],
  );
}

function wrongCommands(text: string): string[] {
  return commandsIn(text).flatMap((line) => {
    const [, script] = /^npm (?:run (?:-s )?)([\w:-]+)/.exec(line) ?? [];
    if (script !== undefined && !scripts.includes(script)) return [`no script ${script}`];
    const [, admin] = /^(?:npm run (?:-s )?admin --|npx (?:--no-install )?client-health) (.*)$/.exec(line) ?? [];
    if (admin !== undefined) return wrongAdminCommand(admin);
    const [, start] = /^npm start -- (.*)$/.exec(line) ?? [];
    if (start !== undefined)
      return options(` ${start}`).flatMap((option) =>
        help.includes(option) ? [] : [`npm start has no option ${option}`],
      );
    const context = [...line.matchAll(/(?:^|\s)-c (\w+)=/g)].map(([, name = '']) => name);
    const unknown = context.filter((name) => !(contextNames as readonly string[]).includes(name));
    if (unknown.length > 0) return unknown.map((name) => `no deployment option ${name}`);
    // a command of the CLI that is named alone: `keys revoke`, `import --score`
    const first = line.split(/\s/)[0] ?? '';
    return helpTexts.has(first) && first !== '' && /^[a-z]+ (--)?[a-z]/.test(line) ? wrongAdminCommand(line) : [];
  });
}

describe.each(pages.map(({ file, text }) => [file, text]))('%s', (_, text) => {
  it('names scripts, commands and options that exist', () => {
    expect(wrongCommands(text)).toEqual([]);
  });
});
