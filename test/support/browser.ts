import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { root } from './sources.ts';

// The browser packages are large and only these tests need them, so they are in a separate folder, which may be absent.

/** The part of Playwright that these tests use. */
export interface Page {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  locator(selector: string): Locator;
  getByRole(role: string, options: { readonly name: string | RegExp; readonly exact?: boolean }): Locator;
  pdf(options: { readonly path?: string; readonly format: string }): Promise<Uint8Array>;
  evaluate<Result>(script: string): Promise<Result>;
  waitForEvent(event: 'download'): Promise<{ path(): Promise<string> }>;
  waitForResponse(url: string): Promise<unknown>;
  readonly keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void;
  on(event: 'pageerror', listener: (error: Error) => void): void;
  on(event: 'request', listener: (request: { url(): string }) => void): void;
}

interface Locator {
  click(): Promise<void>;
  dblclick(): Promise<void>;
  fill(text: string): Promise<void>;
  setInputFiles(paths: string | readonly string[]): Promise<void>;
  selectOption(value: string): Promise<unknown>;
  innerText(): Promise<string>;
  waitFor(options?: { readonly timeout?: number }): Promise<void>;
  count(): Promise<number>;
  first(): Locator;
  locator(selector: string): Locator;
}

interface Context {
  newPage(): Promise<Page>;
  setDefaultTimeout(milliseconds: number): void;
  close(): Promise<void>;
}

interface Browser {
  newContext(options: object): Promise<Context>;
  close(): Promise<void>;
}

interface Playwright {
  readonly chromium: { launch(options: object): Promise<Browser> };
}

const packages = join(root, 'tools', 'browser', 'package.json');
const executable = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  process.env.CHROMIUM,
].find((path) => path && existsSync(path));
const installed = existsSync(join(root, 'tools', 'browser', 'node_modules', 'playwright-core'));

/** Why no browser is available; undefined if one is. */
export const noBrowser = !installed
  ? 'skipped: npm ci --prefix tools/browser installs what drives the browser'
  : !executable
    ? 'skipped: no Chromium on this machine (Debian: apt-get install chromium; elsewhere: CHROMIUM=PATH)'
    : undefined;

/** What axe finds on a page: the id of each rule, with the first element that breaks it. */
export async function violationsOn(page: Page): Promise<(readonly [id: string, html: string | undefined])[]> {
  const axe = readFileSync(join(root, 'tools', 'browser', 'node_modules', 'axe-core', 'axe.min.js'), 'utf8');
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `${axe};axe.run()`,
  );
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
}

export const isTooWide = (page: Page) =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

export interface Look {
  readonly width?: number;
  readonly dark?: boolean;
  readonly scripts?: boolean;
}

/** Pages in a real browser, each with its console messages and requests. Closed after each test. */
export function useBrowser(args: readonly string[] = []) {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (noBrowser) return;
    const { chromium } = createRequire(packages)('playwright-core') as Playwright;
    browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', ...args] });
  });
  afterAll(() => browser?.close());
  const contexts: Context[] = [];
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  return async ({ width = 1280, dark = false, scripts = true }: Look = {}) => {
    if (!browser) throw new Error('There is a browser only while tests run.');
    const context = await browser.newContext({
      viewport: { width, height: width < 600 ? 844 : 900 },
      colorScheme: dark ? 'dark' : 'light',
      isMobile: width < 600,
      javaScriptEnabled: scripts,
    });
    contexts.push(context);
    // a busy machine may need a minute to draw a page
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    return { page, asked, complaints };
  };
}
