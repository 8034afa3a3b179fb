#!/usr/bin/env node
// Plain JavaScript that any Node runs: it starts the Node version that `npm ci` installs, which the rest needs.
'use strict';

const { spawn } = require('node:child_process');
const { existsSync, realpathSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { constants, homedir } = require('node:os');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');

const root = join(__dirname, '..');
const [first, ...rest] = process.argv.slice(2);
// the service and the MCP server are no commands of the CLI, which takes a second to load
const own = first === 'start' ? join('bin', 'local.ts') : first === 'mcp' ? join('mcp', 'main.ts') : undefined;
const script = join(root, own ?? join('bin', 'cli.ts'));
const words = own ? rest : process.argv.slice(2);

const pinned = ['node', 'node.exe'].map((name) => join(root, 'node_modules', 'node', 'bin', name)).find(existsSync);
if (!pinned) {
  console.error(`error: The dependencies are not installed. Run "npm ci" in ${root}.`);
  process.exit(1);
}

// compiling the sources is most of the time of a short command
const { NODE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
const caches =
  XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
const compileCache = NODE_COMPILE_CACHE || join(caches, 'client-health');

if (realpathSync(process.execPath) === realpathSync(pinned)) {
  enableCompileCache(compileCache);
  process.argv = [process.argv[0], script, ...words];
  void import(pathToFileURL(script).href);
} else {
  const child = spawn(pinned, [script, ...words], {
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  // the terminal sends Ctrl+C to the child as well; other signals have to be passed on
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`error: ${pinned} cannot be started: ${error.message}. Run "npm ci" in ${root} again.`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(code === null ? 128 + (constants.signals[signal] || 0) : code));
}
