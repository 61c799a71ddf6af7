// Takes every view in three widths and both themes:
// node console/tools/screenshots.mjs http://127.0.0.1:3000 INTERNAL_TOKEN FOLDER ['#/address' …]
import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { chromium } from 'playwright-core';

const [url, token, folder, ...named] = process.argv.slice(2);
const VIEWS = [
  'overview',
  'subscriptions',
  'deliveries',
  'events',
  'templates',
  'snippets',
  'assignments',
  'sent',
  'settings',
];
const addresses = named.length > 0 ? named : VIEWS.map((view) => `#/${view}`);
const widths = (process.env.WIDTHS ?? '1440,1024,390').split(',').map(Number);
const themes = (process.env.THEMES ?? 'light,dark').split(',');
mkdirSync(folder, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const answer = await fetch(`${url}/internal/partner/1/portalLink`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}` },
});
const link = (await answer.json()).url;
const context = await browser.newContext({ locale: process.env.LANGUAGE_OF_PAGE ?? 'en-GB' });
const page = await context.newPage();
page.on('console', (message) => {
  if (message.type() === 'error') process.stderr.write(`${message.text()}\n`);
});
page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`));
await page.goto(`${url}/console${new URL(link).hash}`);
await page.getByRole('navigation', { name: /Console|Konsol/ }).waitFor({ state: 'attached' });
for (const address of addresses) {
  for (const theme of themes) {
    for (const width of widths) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
      await page.goto(`${url}/console${address}`);
      // The stream of changes keeps the network busy: what is shown decides.
      await page.locator('main h1').waitFor();
      await page.waitForTimeout(900);
      const name = address.replace(/^#\//, '').replaceAll(/[^\w-]+/g, '_');
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png` });
    }
  }
}
await browser.close();
