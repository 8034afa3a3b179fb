import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openApiFile } from '../../bin/build/openapi/document.ts';
import { root } from '../../bin/build/paths.ts';
import { type Check, outputOf } from '../check.ts';

const command = join(import.meta.dirname, '.venv', 'bin', 'schemathesis');

/**
 * Requests that Schemathesis generates from openapi.json, in all of its phases. `hooks.py` rotates the keys, and replaces
 * the check that other methods get 405: API Gateway has no 405, so the service answers them with 404.
 */
export const schemathesisCheck: Check = {
  name: 'schemathesis',
  missing: () =>
    existsSync(command)
      ? undefined
      : 'python3 -m venv tools/openapi/.venv && tools/openapi/.venv/bin/pip install -r tools/openapi/requirements.txt',
  async run({ baseUrl, keys }) {
    // the examples of the document are of this account
    const { northlight = [] } = keys;
    const words = ['run', openApiFile, '--url', baseUrl, '--phases', 'examples,coverage,fuzzing,stateful'];
    const options = ['--continue-on-failure', '--rate-limit', `${90 * northlight.length}/m`, '--no-color'];
    const checks = ['--exclude-checks', 'unsupported_method,positive_data_acceptance'];
    // it leaves files in its working directory; a fresh clone has no such folder
    const cwd = join(root, 'dist');
    mkdirSync(cwd, { recursive: true });
    const report = await outputOf(command, [...words, ...options, ...checks], {
      cwd,
      env: { SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'hooks.py'), API_KEYS: northlight.join(',') },
    });
    const [, tested = ''] = /^ {2}Tested: (\d+)$/m.exec(report) ?? [];
    const [, cases = ''] = /^Test cases:\n {2}(.*)$/m.exec(report) ?? [];
    return `${tested} operations: ${cases}`;
  },
};
