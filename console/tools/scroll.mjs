// Scrolls through the deliveries for ten seconds and counts late frames, on a display of 60 Hz:
// node console/tools/scroll.mjs http://127.0.0.1:3000 INTERNAL_TOKEN
import process from 'node:process';
import { chromium } from 'playwright-core';

const [url, token] = process.argv.slice(2);
const SCROLL = `new Promise((done) => {
  const gaps = [];
  let before = performance.now();
  const begin = before;
  const frame = (now) => {
    gaps.push(now - before);
    before = now;
    scrollBy(0, 60);
    if (now - begin < 10_000) requestAnimationFrame(frame);
    else done(gaps.slice(1));
  };
  requestAnimationFrame(frame);
})`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const answer = await fetch(`${url}/internal/partner/1/portalLink`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}` },
});
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.goto(`${url}/console${new URL((await answer.json()).url).hash}`);
await page.locator('main h1').waitFor();
await page.goto(`${url}/console#/deliveries`);
await page.locator('main [role=row]').nth(10).waitFor();
const gaps = await page.evaluate(SCROLL);
const sorted = gaps.toSorted((one, other) => one - other);
const share = (of) => sorted[Math.floor((sorted.length - 1) * of)].toFixed(1);
const late = gaps.filter((gap) => gap > 25).length;
const depth = await page.evaluate('scrollY');
process.stdout.write(
  `${gaps.length} frames, ${late} late (over 25 ms), p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, longest ${share(1)} ms; ${depth} px deep\n`,
);
await browser.close();
