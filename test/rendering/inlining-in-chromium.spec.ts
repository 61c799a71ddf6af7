import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { inlineStyles } from '../../src/rendering/formats/html/inliner/inline-styles.js';
import { describeInBrowser, startBrowser } from '../support/browser.js';
import { styledPage } from './random-styled-pages.js';

const PAGES = Number(process.env['INLINING_PAGES'] ?? 120);
const SEED = Number(process.env['INLINING_SEED'] ?? 20_261_122);
const BATCH = 30;
const WIDTHS = [320, 600, 1200];
/** All properties that the pages set, and those that depend on them. */
const PROPERTIES = (
  'color background-color background-image background-repeat margin-top margin-right margin-bottom margin-left ' +
  'padding-top padding-right padding-bottom padding-left border-top-width border-left-width border-bottom-width ' +
  'border-top-style border-left-style border-right-style border-top-color border-left-color border-right-color ' +
  'border-top-left-radius border-bottom-left-radius font-family font-size font-style font-weight line-height ' +
  'text-decoration-line text-decoration-style text-decoration-color text-align width max-width display opacity --own'
).split(' ');

describeInBrowser('Inlined styles in Chromium', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 1300, height: 800 } });
  });
  afterAll(() => browser?.close());

  async function differences(pairs: readonly (readonly [string, string])[]): Promise<readonly string[]> {
    await page.setContent('<!doctype html><body></body>');
    await page.addScriptTag({ path: 'test/rendering/compared-frames.js' });
    await page.evaluate(`loadFrames(${JSON.stringify([pairs, WIDTHS])})`);
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const differing = await page.evaluate<string[]>(`compareFrames(${JSON.stringify(PROPERTIES)})`);
      found.push(...differing.map((text) => `${colorScheme} ${text}`));
    }
    return found;
  }

  it('look the same at any width, in light and dark', async () => {
    const pages = fc.sample(styledPage, { numRuns: PAGES, seed: SEED });
    const pairs = pages.map((before) => [before, inlineStyles(before)] as const);
    // Otherwise nothing would be compared.
    expect(pairs.filter(([before, after]) => before !== after).length).toBeGreaterThan(PAGES / 3);
    for (let start = 0; start < pairs.length; start += BATCH) {
      const batch = pairs.slice(start, start + BATCH);
      const [first] = await differences(batch);
      if (first === undefined) continue;
      const pair = batch[Number(/page (\d+)/.exec(first)?.[1])];
      throw new Error(`${first}\n--- before\n${pair?.[0]}\n--- after\n${pair?.[1]}`);
    }
  }, 1_800_000);
});
