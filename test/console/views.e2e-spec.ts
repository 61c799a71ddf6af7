import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { describeConsole } from './console-visit.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const WIDTHS = [1440, 1024, 390];
/** What the first view may take, compressed, with the fonts that it shows. */
const MOST_BYTES = 200_000;
/** Charts are drawn anew when the page has another width. */
const SETTLING_MS = 150;
const THEMES = ['light', 'dark'] as const;

const SETTINGS = { WEBHOOK_RETRY_SCHEDULE: '10ms,1h' };

describeConsole(
  'Every view of the console',
  async () => SETTINGS,
  (visit) => {
    /** Faults that axe finds in what is shown, in both themes and three widths, and what is wider than the page. */
    const faultsOf = async (address: string): Promise<readonly string[]> => {
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
          const found = await page.evaluate<readonly string[]>(
            `axe.run({ runOnly: ${JSON.stringify(RULES)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
              nodes.map(({ html, any }) => id + ': ' + html.slice(0, 160) + ' ' + (any[0]?.message ?? ''))))`,
          );
          faults.push(...found.map((fault) => `${address} at ${width}, ${colorScheme}: ${fault}`));
        }
      }
      return [...new Set(faults)];
    };

    it('is there with 200 KB, and loads charts and the editor only where they are shown', async () => {
      const { visitor } = visit;
      await visit.enter();
      const { page } = visitor;
      await eventually(
        () => page.locator('main [aria-busy="true"]').count(),
        (busy) => busy === 0,
      );
      const loaded = await page.evaluate<readonly { name: string; bytes: number }[]>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/assets/'))
          .map(({ name, encodedBodySize }) => ({ name: name.split('/').at(-1), bytes: encodedBodySize }))`,
      );
      const total = loaded.reduce((sum, { bytes }) => sum + bytes, 0);
      expect({ total, isSmall: total <= MOST_BYTES, loaded }).toMatchObject({ isSmall: true });
      expect(loaded.filter(({ name }) => name.includes('editor'))).toEqual([]);
    });

    it('passes axe in both themes at three widths, empty, full and failing', async () => {
      const { app, partner, receiver, visitor } = visit;
      await visit.enter();
      await visitor.page.evaluate(AXE);
      const empty = [
        '#/overview',
        '#/subscriptions',
        '#/deliveries',
        '#/events',
        '#/subscriptions/new',
        '#/nowhere',
      ];
      const found: string[] = [];
      for (const address of empty) found.push(...(await faultsOf(address)));

      const { id } = await subscribe(app, partner, receiver);
      receiver.answer = () => ({ status: 503, body: 'We are closed' });
      await report(
        app,
        Array.from({ length: 12 }, (_, index) => eventOf(partner, { typeId: `doc-${index}` })),
      );
      const [delivery] = await eventually(
        () => visit.listed('/partner/delivery'),
        (log) =>
          log.length === 12 && log.every(({ attemptCount }: { attemptCount: number }) => attemptCount === 2),
      );
      const full = [
        '#/overview?range=d7',
        '#/subscriptions?q=accepted',
        `#/subscriptions/${id}`,
        `#/subscriptions/${id}/configure`,
        `#/subscriptions/${id}/test`,
        `#/subscriptions/${id}/history`,
        `#/deliveries?open=${delivery.id}`,
        `#/deliveries/${delivery.id}`,
        `#/events/${delivery.eventId}`,
      ];
      for (const address of full) found.push(...(await faultsOf(address)));
      expect(found).toEqual([]);
    });
  },
);
