import { readFileSync } from 'node:fs';

export interface Access {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** What is missing or wrong in the environment; the message says what to set. Never contains the key. */
export class NoAccess extends Error {
  override name = 'NoAccess' as const;
  readonly exitCode = 2;
}

export const help = `The assistant starts it. Address and key come from the environment or a file, never from arguments:

  CLIENT_HEALTH_URL        the base URL of the service, which ends with /v1
  CLIENT_HEALTH_KEY        an API key of the account
  CLIENT_HEALTH_KEY_FILE   or a file that contains nothing but the key
`;

/** Reads the address and the key from the environment, or the key from a file that it names. */
export function accessFrom(environment: NodeJS.ProcessEnv): Access {
  const { CLIENT_HEALTH_URL: baseUrl, CLIENT_HEALTH_KEY: key, CLIENT_HEALTH_KEY_FILE: file } = environment;
  if (!baseUrl)
    throw new NoAccess('CLIENT_HEALTH_URL is not set. Set it to the base URL of the service, https://…/v1.');
  if (key && file) throw new NoAccess('CLIENT_HEALTH_KEY and CLIENT_HEALTH_KEY_FILE are both set. Remove one of them.');
  if (!key && !file)
    throw new NoAccess('Set CLIENT_HEALTH_KEY to an API key, or CLIENT_HEALTH_KEY_FILE to a file with it.');
  return { baseUrl, apiKey: (key || keyIn(file ?? '')).trim() };
}

function keyIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : 'it cannot be read';
    throw new NoAccess(`CLIENT_HEALTH_KEY_FILE: ${file}: ${why}.`);
  }
}
