import { eventually } from '../delivery/deliveries.js';
import { axeFaultsInBothThemes } from '../support/axe.js';
import type { ConsoleVisit } from './console-visit.js';

const WIDTHS = [1440, 1024, 390];
/** Charts are drawn anew in the frame after the one in which the page has another width. */
const TWO_FRAMES = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

/** Faults that axe finds in a view, in both themes and three widths, and what is wider than the page. */
export async function faultsOf(visit: ConsoleVisit, address: string): Promise<readonly string[]> {
  const { page } = visit.visitor;
  await visit.goToAddress(address);
  await page.locator('main h1').waitFor();
  await eventually(
    () => page.locator('main [aria-busy="true"]').count(),
    (busy) => busy === 0,
  );
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
