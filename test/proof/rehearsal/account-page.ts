import { callJson, type Deployed, type Emulator } from './emulator.ts';

const password = 'Ann-and-11-more';

/** A person with a browser, which keeps cookies. Redirects are followed by whoever asks. */
class Browser {
  readonly #at: Deployed;
  readonly #base: string;
  readonly #cookies = new Map<string, string>();

  constructor(at: Deployed) {
    this.#at = at;
    this.#base = at.outputs.BaseUrl ?? '';
  }

  /** A GET, or the form with these fields. */
  async send(address: string, fields?: Record<string, string>, headers: Record<string, string> = {}) {
    // the emulator serves the API elsewhere than the stack says
    const url = address.replace(this.#base, this.#at.url).replace(/^\/v1(?=\/)/, this.#at.url);
    const cookies = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: {
        Origin: new URL(this.#base).origin,
        ...(url.startsWith(this.#at.url) && { Cookie: cookies.join('; ') }),
        ...headers,
      },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = '', seconds = ''] = /^([^=]+)=([^;]*); .*Max-Age=(\d+)/.exec(set) ?? [];
      if (seconds === '0') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
  }

  page(path: string) {
    return this.send(`/v1/account${path}`);
  }

  async form(path: string, fields: Record<string, string>, headers?: Record<string, string>) {
    const { text } = await this.page('/api');
    return this.send(`/v1/account${path}`, { ...hiddenIn(text), ...fields }, headers);
  }

  /** On the pages of the user pool. Returns the status of each step. */
  async signIn(username: string): Promise<number[]> {
    const begun = await this.page('');
    const login = await this.send(begun.location);
    const sent = await this.send(new URL('/login', begun.location).href, {
      ...hiddenIn(login.text),
      username,
      password,
    });
    const back = await this.send(sent.location);
    const page = await this.send(back.location);
    return [begun, login, sent, back, page].map(({ status }) => status);
  }
}

function hiddenIn(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}

/** Two administrators sign in; one uses the page, the other tries it with the ids of the first. Returns what each saw. */
export async function rehearseAccountPage(on: Emulator, deployed: Deployed): Promise<Record<string, unknown>> {
  const { admin, url, outputs } = deployed;
  const invited = async (account: string) => {
    const email = `ann@${account}.example`;
    await admin('accounts', 'create', '--account', account, '--name', account);
    await admin('people', 'invite', email, '--account', account, '--role', 'administrator');
    // the invitation is mailed, with a password that she replaces by her own
    await callJson(on, 'cognito-idp', 'AWSCognitoIdentityProviderService.AdminSetUserPassword', {
      UserPoolId: outputs.UserPoolId,
      Username: email,
      Password: password,
      Permanent: true,
    });
    const browser = new Browser(deployed);
    const steps = await browser.signIn(email);
    return { browser, steps: [...steps, (await browser.form('/accept', { account })).status] };
  };
  const { browser: ann, steps } = await invited('acme');
  const { browser: eve } = await invited('other');
  const statusWith = async (key: string) => (await fetch(`${url}/clients`, { headers: { 'X-API-Key': key } })).status;

  const issued = await ann.form('/keys/issue', { name: 'crm' });
  const [key = ''] = /svctest\w{36}/.exec(issued.text) ?? [];
  const keyId = /id is <code>(\w+)/.exec(issued.text)?.[1] ?? '';
  const works = await statusWith(key);
  const stolen = [
    await eve.form(`/keys/${keyId}/roll`, { keep: '0h' }),
    await eve.form(`/keys/${keyId}/revoke`, { name: 'crm' }),
  ];
  const still = await statusWith(key);
  const rolled = await ann.form(`/keys/${keyId}/roll`, { keep: '1h' });
  const [successor = ''] = /svctest\w{36}/.exec(rolled.text) ?? [];
  const both = [await statusWith(key), await statusWith(successor)];
  const revoked = await ann.form(`/keys/${keyId}/revoke`, { name: 'crm' });
  const one = [await statusWith(key), await statusWith(successor)];

  const asked = await ann.form('/files/upload', { name: 'clients.csv', size: '24' }, { Accept: 'application/json' });
  const form = JSON.parse(asked.text) as { url: string; fields: Record<string, string> };
  const put = async (content: string, changed: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form.fields, ...changed })) body.append(name, value);
    body.append('file', new File([content], 'clients.csv'));
    return (await fetch(form.url, { method: 'POST', body })).status;
  };
  const uploads = [
    await put(''),
    await put('a', { key: 'in/other/clients.csv' }),
    await put('Client ID,Name\nC1,Acorn\n'),
  ];
  const seen = async (browser: Browser) => (await browser.page('/files')).text.includes('Waiting: <bdi>clients.csv');

  return {
    steps,
    issued: issued.status,
    works,
    stolen: stolen.map(({ status }) => status),
    still,
    rolled: rolled.status,
    both,
    revoked: revoked.status,
    one,
    uploads,
    waiting: [await seen(ann), await seen(eve)],
    log: (await admin('people', 'log', '--account', 'acme')).map(({ what }: { what: string }) => what),
    signedOut: [(await ann.form('/sign-out', {})).status, (await ann.page('')).status],
  };
}
