import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong with a page as it is now, a line for each element. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(AXE);
  return page.evaluate<readonly string[]>(
    `axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`,
  );
}
