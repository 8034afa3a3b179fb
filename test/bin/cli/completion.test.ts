import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliOn } from '../../support/cli/cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const cases: [line: string, completions: string[]][] = [
  ['client-health stat', ['status']],
  ['client-health keys iss', ['issue']],
  ['client-health keys issue --na', ['--name']],
  ['client-health --stack prod stat', ['status']],
  ['client-health --stack keys stat', ['status']],
  ['client-health keys issue --account keys --na', ['--name']],
  ['client-health logs --level e', ['error']],
  ['client-health completion z', ['zsh']],
  ['client-health accounts list --acc', []],
];

const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
const quoted = (word: string) => `'${word}'`;

/** Calls the function that the script registers, as the completion of bash does; zsh calls it the same way. */
function callOf(line: string): string {
  const words = line.split(' ');
  return [
    `COMP_WORDS=(${words.map(quoted).join(' ')}); COMP_CWORD=${words.length - 1}; _client_health`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
}

const shells: Record<string, (script: string, line: string) => string[]> = {
  bash: (script, line) => ['--norc', '-c', `source ${script}\n${callOf(line)}`],
  zsh: (script, line) => ['-f', '-c', `source ${script}\nsetopt ksharrays shwordsplit\n${callOf(line)}`],
  fish: (script, line) => ['--no-config', '-c', `source ${script}; complete -C ${quoted(line)}`],
};

for (const [shell, callWords] of Object.entries(shells)) {
  describe.skipIf(!isInstalled(shell))(`completion in ${shell}`, async () => {
    const { out } = await cliOn(() => {
      throw new Error('completion opens no table');
    })(`completion ${shell}`);
    const folder = temporaryFolder({ script: out.join('\n') });

    it.each(cases)('%s', (line, completions) => {
      const { stdout, stderr } = spawnSync(shell, callWords(join(folder, 'script'), line), {
        cwd: temporaryFolder(),
        encoding: 'utf8',
      });

      // zsh itself drops the words that do not begin with the typed text
      const typed = line.split(' ').at(-1) ?? '';
      const offered = stdout.split('\n').filter((word) => word !== '' && word.startsWith(typed));

      expect({ offered, stderr }).toEqual({ offered: completions, stderr: '' });
    });
  });
}
