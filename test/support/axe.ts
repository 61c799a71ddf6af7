import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Frames with emails run no script, and axe none in them: it would wait for their answers in vain. */
const OF_THE_PAGE = { iframes: false, resultTypes: ['violations'] };
/** All rules, or those that a change of colours alone can break. */
const RUNS = {
  all: { ...OF_THE_PAGE, runOnly: RULES },
  colours: { ...OF_THE_PAGE, runOnly: ['color-contrast', 'link-in-text-block'] },
} as const;

/** What axe finds wrong with a page as it is now, a line for each element. */
async function axeFaults(page: Page, rules: keyof typeof RUNS): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE);
  return page.evaluate<readonly string[]>(
    `axe.run(${JSON.stringify(RUNS[rules])}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`,
  );
}

/** What axe finds wrong with a page of this width in its light and in its dark theme, which differ in colours alone. */
export async function axeFaultsInBothThemes(page: Page, width: number): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colours'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${colorScheme}"], html:not([data-theme])`).waitFor();
    const found = await axeFaults(page, rules);
    faults.push(...found.map((fault) => `${page.url()} at ${width}, ${colorScheme}: ${fault}`));
  }
  return faults;
}
