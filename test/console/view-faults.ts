import type { Page } from 'playwright-core';
import { eventually } from '../delivery/deliveries.js';
import { axeFaultsInBothThemes } from '../support/axe.js';
import type { ConsoleVisit } from './console-visit.js';

const WIDTHS = [1440, 1024, 390];
/**
 * The page shows a new address in the frame after the one that changes it, and redraws charts in the frame after the one
 * that changes its width.
 */
const TWO_FRAMES = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

/** Waits until no part of the view is loading. */
export async function idle(page: Page): Promise<void> {
  await eventually(
    () => page.locator('main [aria-busy="true"]').count(),
    (busy) => busy === 0,
  );
}

/** The faults that axe finds in a view, in both themes and three widths, and content that is wider than the page. */
export async function faultsOf(visit: ConsoleVisit, address: string): Promise<readonly string[]> {
  const { page } = visit.visitor;
  await visit.goToAddress(address);
  await page.evaluate(TWO_FRAMES);
  await page.locator('main h1').waitFor();
  await idle(page);
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(TWO_FRAMES);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (overflow > 0) faults.push(`${address} at ${width}: ${overflow} px too wide`);
    faults.push(...(await axeFaultsInBothThemes(page, width)));
  }
  return [...new Set(faults)];
}
