import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { describeConsole } from './console-visit.js';
import { faultsOf } from './view-faults.js';

/** What the first view may take, compressed, with the font and the charts that it shows. */
const MOST_BYTES = 200_000;

const SETTINGS = { WEBHOOK_RETRY_SCHEDULE: '10ms,1h' };

describeConsole(
  'Every view of the console',
  async () => SETTINGS,
  (visit) => {
    it('is there with 200 KB, without menus, windows and the editor', async () => {
      await visit.enter();
      const { page } = visit.visitor;
      await page.locator('main canvas').waitFor();
      const loaded = await page.evaluate<readonly (readonly [name: string, bytes: number])[]>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/assets/'))
          .map(({ name, encodedBodySize }) => [name.split('/').at(-1), encodedBodySize])`,
      );
      const total = loaded.reduce((sum, [, bytes]) => sum + bytes, 0);
      expect(total > MOST_BYTES ? loaded : []).toEqual([]);
    });

    it('passes axe in both themes at three widths, empty, full and failing', async () => {
      const { app, partner, receiver } = visit;
      await visit.enter();
      const empty = [
        '#/overview',
        '#/subscriptions',
        '#/deliveries',
        '#/events',
        '#/subscriptions/new',
        '#/nowhere',
      ];
      const found: string[] = [];
      for (const address of empty) found.push(...(await faultsOf(visit, address)));

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
      for (const address of full) found.push(...(await faultsOf(visit, address)));
      expect(found).toEqual([]);
    });
  },
);
