import type { Command, Option } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What can follow a command. */
interface Level {
  /** The command with its parents, without the program: `keys issue`. */
  readonly path: string;
  /** Its commands, or the choices of its argument. */
  readonly commands: readonly string[];
  readonly options: readonly string[];
}

interface Words {
  readonly levels: readonly Level[];
  /** Options that are followed by a value, with the values that can follow. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** A completion script for commands and options. It contains all words, so completion does not start a process. */
export function completionScript(shell: Shell, program: Command): string {
  const words = { levels: levelsOf(program, program), values: valuesOf(program) };
  return shell === 'fish' ? fishScript(program.name(), words) : bashScript(shell, program.name(), words);
}

function levelsOf(program: Command, command: Command, path = ''): Level[] {
  const options = [...command.options, ...(command === program ? [] : program.options)];
  const below = command.commands.flatMap((each) => levelsOf(program, each, `${path} ${each.name()}`.trim()));
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [
    {
      path,
      commands: [...command.commands.map((each) => each.name()), ...choices],
      options: [...new Set([...options.map(nameOf), '--help'])],
    },
    ...below,
  ];
}

function valuesOf(command: Command): Map<string, readonly string[]> {
  const own = command.options
    .filter(({ required, optional }) => required || optional)
    .map((option) => [nameOf(option), option.argChoices ?? []] as const);
  return new Map([...command.commands.flatMap((each) => [...valuesOf(each)]), ...own]);
}

const nameOf = ({ long, short }: Option) => long ?? short ?? '';
const pathsOf = ({ levels }: Words) => levels.map(({ path }) => path).filter((path) => path !== '');

// `path` is the command so far. Without a word that fits, the shell completes names of files.

function bashScript(shell: Shell, name: string, words: Words): string {
  const fn = `_${name.replaceAll('-', '_')}`;
  const quoted = (list: readonly string[]) => list.map((each) => `'${each}'`).join('|');
  return [
    ...(shell === 'zsh' ? ['autoload -U +X compinit bashcompinit && compinit && bashcompinit'] : []),
    `${fn}() {`,
    "  local path='' option='' words='' word current at",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: these are variables of the shell
    '  current="${COMP_WORDS[COMP_CWORD]}"',
    '  for ((at = 1; at < COMP_CWORD; at++)); do',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: these are variables of the shell
    '    word="${COMP_WORDS[at]}"',
    '    if [ -n "$option" ]; then option=\'\'; continue; fi',
    '    case "$word" in',
    `      ${quoted([...words.values.keys()])}) option="$word"; continue ;;`,
    '    esac',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: these are variables of the shell
    '    case "${path:+$path }$word" in',
    `      ${quoted(pathsOf(words))}) path="\${path:+$path }$word" ;;`,
    '    esac',
    '  done',
    '  if [ -n "$option" ]; then',
    '    case "$option" in',
    ...[...words.values]
      .filter(([, all]) => all.length > 0)
      .map(([o, all]) => `      ${o}) words='${all.join(' ')}' ;;`),
    '    esac',
    '  else',
    '    case "$current|$path" in',
    ...words.levels.flatMap(({ path, commands, options }) => [
      `      -*'|${path}') words='${options.join(' ')}' ;;`,
      ...(commands.length > 0 ? [`      *'|${path}') words='${commands.join(' ')}' ;;`] : []),
    ]),
    '    esac',
    '  fi',
    '  COMPREPLY=()',
    '  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi',
    '}',
    `complete -o default -F ${fn} ${name}`,
  ].join('\n');
}

function fishScript(name: string, words: Words): string {
  const fn = `__${name.replaceAll('-', '_')}_words`;
  return [
    `function ${fn}`,
    '  set -l path',
    '  set -l option',
    '  for word in (commandline -opc)[2..-1]',
    '    if test -n "$option"; set option; continue; end',
    `    if contains -- $word ${[...words.values.keys()].join(' ')}; set option $word; continue; end`,
    '    switch (string join " " $path $word)',
    `      case ${pathsOf(words)
      .map((path) => `'${path}'`)
      .join(' ')}`,
    '        set -a path $word',
    '    end',
    '  end',
    '  if test -n "$option"',
    '    switch $option',
    ...[...words.values]
      .filter(([, all]) => all.length > 0)
      .flatMap(([option, all]) => [`      case '${option}'`, `        printf '%s\\n' ${all.join(' ')}`]),
    '    end',
    '    return',
    '  end',
    '  switch "$path"',
    ...words.levels.flatMap(({ path, commands, options }) => [
      `    case '${path}'`,
      `      printf '%s\\n' ${[...commands, ...options].join(' ')}`,
    ]),
    '  end',
    'end',
    // names of files are offered only where no word is
    `complete -c ${name} -n 'string match -qrv -- "^-" (${fn})' -f`,
    `complete -c ${name} -a '(${fn})'`,
  ].join('\n');
}
