import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Leaves out frames, because those with emails run no script: axe would wait for them forever. */
const OF_THE_PAGE = { iframes: false, resultTypes: ['violations'] };
/** All rules, or only those that depend on colours. */
const RUNS = {
  all: { ...OF_THE_PAGE, runOnly: RULES },
  colours: { ...OF_THE_PAGE, runOnly: ['color-contrast', 'link-in-text-block'] },
} as const;

/** The faults that axe finds in the page as it is now, with a line for each element. */
async function axeFaults(page: Page, rules: keyof typeof RUNS): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE);
  return page.evaluate<readonly string[]>(
    `axe.run(${JSON.stringify(RUNS[rules])}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`,
  );
}

/** The faults that axe finds in the light and the dark theme, which differ only in colours. */
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
