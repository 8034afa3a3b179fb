import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What can follow a command: its commands and options. */
interface Level {
  /** The command with its parents, without the program: `keys issue`. */
  readonly path: string;
  readonly words: readonly string[];
}

/** A completion script for commands and options. It contains all words, so completion does not start a process. */
export function completionScript(shell: Shell, program: Command): string {
  const name = program.name();
  const levels = levelsOf(program, program);
  return shell === 'fish' ? fishScript(name, levels) : bashScript(shell, name, levels);
}

function levelsOf(program: Command, command: Command, path = ''): Level[] {
  const options = [...command.options, ...(command === program ? [] : program.options)];
  const words = [
    ...command.commands.map((each) => each.name()),
    ...options.flatMap(({ long }) => long ?? []),
    '--help',
  ];
  const below = command.commands.flatMap((each) => levelsOf(program, each, `${path} ${each.name()}`.trim()));
  return [{ path, words: [...new Set(words)] }, ...below];
}

function bashScript(shell: Shell, name: string, levels: readonly Level[]): string {
  const fn = `_${name.replaceAll('-', '_')}`;
  const cases = levels.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`);
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    `${fn}() {`,
    "  local path='' words='' word",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: these are variables of the shell
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
    `    case " ${levels.map((level) => level.path.split(' ').at(-1)).join(' ')} " in`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: these are variables of the shell
    '      *" $word "*) path="${path:+$path }$word" ;;',
    '    esac',
    '  done',
    '  case "$path" in',
    ...cases,
    '  esac',
    '  if [ -z "$words" ]; then return; fi',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: these are variables of the shell
    '  COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
    '}',
    `complete -o default -F ${fn} ${name}`,
  ].join('\n');
}

function fishScript(name: string, levels: readonly Level[]): string {
  return levels
    .map(({ path, words }) => {
      const last = path.split(' ').at(-1);
      const condition = path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${last}`;
      return `complete -c ${name} -n '${condition}' -a '${words.join(' ')}'`;
    })
    .join('\n');
}
