import { afterEach, expect, it, vi } from 'vitest';
import { readEnvironment } from '../../shared/environment.ts';
import { apiEnvironment } from '../../shared/http/start.ts';

const role = { AWS_ACCESS_KEY_ID: 'ASIA', AWS_SECRET_ACCESS_KEY: 'secret' };
const good = { TABLE_NAME: 'clients', DEPLOYMENT: 'client-health-dev', AWS_REGION: 'eu-central-1', ...role };

const environmentOf = (variables: Record<string, string | undefined>) => {
  for (const name of Object.keys(apiEnvironment)) vi.stubEnv(name, variables[name]);
  return readEnvironment(apiEnvironment);
};
afterEach(() => vi.unstubAllEnvs());

it('the environment is read once and typed', () => {
  expect(environmentOf(good)).toEqual(good);
  expect(environmentOf({ ...good, DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000' })).toEqual({
    ...good,
    DYNAMODB_ENDPOINT: 'http://127.0.0.1:8000',
  });
});

it.each([
  ['missing', { ...good, TABLE_NAME: undefined }, ['TABLE_NAME']],
  ['empty', { ...good, TABLE_NAME: '' }, ['TABLE_NAME: is empty']],
  ['empty and optional', { ...good, DYNAMODB_ENDPOINT: '' }, ['DYNAMODB_ENDPOINT: is not a URL']],
  ['several', {}, ['TABLE_NAME', 'DEPLOYMENT', 'AWS_REGION']],
  ['wrong', { ...good, DYNAMODB_ENDPOINT: 'canary-7f3a' }, ['DYNAMODB_ENDPOINT']],
])('names a variable that is %s, without its value', (_, variables, names) => {
  const read = () => environmentOf(variables);

  for (const name of names) expect(read).toThrow(name);
  expect(read).toThrow(/^environment variables are missing or wrong: (?!.*canary)/);
});
