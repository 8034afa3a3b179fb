import { Argument, Command, Option } from 'commander';
import { expect, it } from 'vitest';
import { completionScript, type Shell } from '../../../bin/admin/cli/completion.ts';

// What the scripts say. test/admin/completion.test.ts lets the shells run them.

const small = () =>
  new Command('my-tool')
    .option('--stack <name>', 'x')
    .option('-v', 'x')
    .addCommand(new Command('status').option('--json', 'x').option('--stack <name>', 'x'))
    .addCommand(
      new Command('keys').addCommand(
        new Command('roll')
          .addArgument(new Argument('<id>'))
          .addArgument(new Argument('<way>').choices(['soft', 'hard']))
          .addOption(new Option('--keep <time>').choices(['0h', '1h']))
          .option('--note [text]', 'x'),
      ),
    );

const scriptFor = (shell: Shell) => completionScript(shell, small()).split('\n');

const bash = `
_my_tool() {
  local path='' option='' words='' word current at
  current="\${COMP_WORDS[COMP_CWORD]}"
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    if [ -n "$option" ]; then option=''; continue; fi
    case "$word" in
      '--stack'|'--keep'|'--note') option="$word"; continue ;;
    esac
    case "\${path:+$path }$word" in
      'status'|'keys'|'keys roll') path="\${path:+$path }$word" ;;
    esac
  done
  if [ -n "$option" ]; then
    case "$option" in
      --keep) words='0h 1h' ;;
    esac
  else
    case "$current|$path" in
      -*'|') words='--stack -v --help' ;;
      *'|') words='status keys' ;;
      -*'|status') words='--json --stack -v --help' ;;
      -*'|keys') words='--stack -v --help' ;;
      *'|keys') words='roll' ;;
      -*'|keys roll') words='--keep --note --stack -v --help' ;;
      *'|keys roll') words='soft hard' ;;
    esac
  fi
  COMPREPLY=()
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o default -F _my_tool my-tool`
  .split('\n')
  .slice(1);

it('bash is told every word, after which words it comes, and which options take a value', () => {
  expect(scriptFor('bash')).toEqual(bash);
});

it('zsh loads what the same script needs first', () => {
  expect(scriptFor('zsh')).toEqual(['autoload -U +X compinit bashcompinit && compinit && bashcompinit', ...bash]);
});

it('fish is told the same in its own language', () => {
  expect(scriptFor('fish')).toEqual([
    'function __my_tool_words',
    '  set -l path',
    '  set -l option',
    '  for word in (commandline -opc)[2..-1]',
    '    if test -n "$option"; set option; continue; end',
    '    if contains -- $word --stack --keep --note; set option $word; continue; end',
    '    switch (string join " " $path $word)',
    "      case 'status' 'keys' 'keys roll'",
    '        set -a path $word',
    '    end',
    '  end',
    '  if test -n "$option"',
    '    switch $option',
    "      case '--keep'",
    "        printf '%s\\n' 0h 1h",
    '    end',
    '    return',
    '  end',
    '  switch "$path"',
    "    case ''",
    "      printf '%s\\n' status keys --stack -v --help",
    "    case 'status'",
    "      printf '%s\\n' --json --stack -v --help",
    "    case 'keys'",
    "      printf '%s\\n' roll --stack -v --help",
    "    case 'keys roll'",
    "      printf '%s\\n' soft hard --keep --note --stack -v --help",
    '  end',
    'end',
    `complete -c my-tool -n 'string match -qrv -- "^-" (__my_tool_words)' -f`,
    "complete -c my-tool -a '(__my_tool_words)'",
  ]);
});
