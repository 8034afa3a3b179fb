import { expect, it, vi } from 'vitest';
import { defaultProvider } from '../../bin/build/stand-ins/environment-credentials.ts';

const role = { AWS_ACCESS_KEY_ID: 'ASIA', AWS_SECRET_ACCESS_KEY: 'secret' };
function given(environment: Readonly<Record<string, string>>): void {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'])
    vi.stubEnv(name, environment[name]);
}

it.each([
  [
    { ...role, AWS_SESSION_TOKEN: 'token' },
    { accessKeyId: 'ASIA', secretAccessKey: 'secret', sessionToken: 'token' },
  ],
  [role, { accessKeyId: 'ASIA', secretAccessKey: 'secret' }],
])('a bundle signs with the keys in its environment: %o', async (environment, credentials) => {
  given(environment);

  expect(await defaultProvider()()).toEqual(credentials);
});

it.each([{ AWS_ACCESS_KEY_ID: 'ASIA' }, { ...role, AWS_SECRET_ACCESS_KEY: '' }])(
  'a bundle without keys in its environment names the variable that is missing: %o',
  async (environment) => {
    given(environment);

    await expect(defaultProvider()()).rejects.toThrow('environment variable AWS_SECRET_ACCESS_KEY is missing');
  },
);
