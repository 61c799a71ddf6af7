import { eventually } from '../delivery/deliveries.js';
import { axeFaults } from '../support/axe.js';
import type { ConsoleVisit } from './console-visit.js';

const WIDTHS = [1440, 1024, 390];
/** Charts are drawn anew when the page has another width. */
const SETTLING_MS = 150;
const THEMES = ['light', 'dark'] as const;

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
    await page.waitForTimeout(SETTLING_MS);
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (overflow > 0) faults.push(`${address} at ${width}: ${overflow} px too wide`);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
      const found = await axeFaults(page);
      faults.push(...found.map((fault) => `${address} at ${width}, ${colorScheme}: ${fault}`));
    }
  }
  return [...new Set(faults)];
}
