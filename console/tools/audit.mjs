// Lighthouse on the start page, the overview and the studio, signed in, with a cold cache. Lighthouse is no dependency:
// npm install --prefix FOLDER lighthouse; node console/tools/audit.mjs http://127.0.0.1:3000 INTERNAL_TOKEN FOLDER
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const [url, token, folder] = process.argv.slice(2);
const PAGES = { start: '/', overview: '/console#/overview', studio: '/console#/templates/1' };
const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
const FIGURES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

const { resolve } = createRequire(path.resolve(folder, 'node_modules/lighthouse/package.json'));
const load = (name) => import(pathToFileURL(resolve(name)));
const { default: lighthouse, desktopConfig } = await load('lighthouse');
const { default: puppeteer } = await load('puppeteer-core');
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const [name, address] of Object.entries(PAGES)) {
  for (const [form, config] of Object.entries({ mobile: undefined, desktop: desktopConfig })) {
    const page = await browser.newPage();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/internal/partner/1/portalLink`, { method: 'POST', headers });
    // The session is the tab's, so Lighthouse is given the tab.
    await page.goto(`${url}/console${new URL((await answer.json()).url).hash}`);
    await page.waitForSelector('main h1');
    await page.goto('about:blank');
    const { lhr } = await lighthouse(url + address, { onlyCategories: CATEGORIES }, config, page);
    const scores = CATEGORIES.map((category) => Math.round(100 * lhr.categories[category].score));
    const figures = FIGURES.map((figure) => `${figure} ${lhr.audits[figure].displayValue}`);
    process.stdout.write(`${name} ${form}: ${scores.join('/')}, ${figures.join(', ')}\n`);
    await page.close();
  }
}
await browser.close();
