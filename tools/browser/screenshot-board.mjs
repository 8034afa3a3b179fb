// Writes docs/pictures/board.png, the picture at the top of README, from the board of a running `npm start`:
//   npm run admin -- board --account brightwater --out board.html && node tools/browser/screenshot-board.mjs board.html

import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [board = 'board.html'] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.goto(pathToFileURL(resolve(board)).href);
await page.screenshot({ path: fileURLToPath(new URL('../../docs/pictures/board.png', import.meta.url)) });
await browser.close();
