import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { describeConsole } from './console-visit.js';
import { faultsOf, idle } from './view-faults.js';

/** The limit for the first view, compressed, with its font and charts. */
const MAX_BYTES = 200_000;

/** A refusal that asks for a pause, in seconds. */
function busy(retryAfter: number) {
  const problem = { status: 429, code: 'rate_limited', detail: 'Too many requests.' };
  return {
    status: 429,
    contentType: 'application/problem+json',
    headers: { 'retry-after': String(retryAfter) },
    body: JSON.stringify(problem),
  };
}

const SETTINGS = { WEBHOOK_RETRY_SCHEDULE: '10ms,1h' };

describeConsole(
  'Every view of the console',
  async () => SETTINGS,
  (visit) => {
    it('loads at most 200 KB, without menus, dialogs and the editor', async () => {
      await visit.enter();
      const { page } = visit.visitor;
      await page.locator('main figure').waitFor();
      const loaded = await page.evaluate<readonly (readonly [name: string, bytes: number])[]>(
        `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/console/assets/'))
          .map(({ name, encodedBodySize }) => [name.split('/').at(-1), encodedBodySize])`,
      );
      const total = loaded.reduce((sum, [, bytes]) => sum + bytes, 0);
      expect(total > MAX_BYTES ? loaded : []).toEqual([]);
      // Menus and dialogs are loaded when the first one opens.
      expect(
        loaded.map(([name]) => name).filter((name) => /^(Dialog|Modal|Popover|menu-list)/.test(name)),
      ).toEqual([]);
    });

    it('shows placeholders before any script runs, and requests nothing twice', async () => {
      const { page, requests } = visit.visitor;
      const html = await (await fetch(`${visit.app.url}/console`)).text();
      expect(html).toMatch(/<div id="root">[\s\S]*<p>Livery<\/p>/);
      const { id } = await visit.createTemplate({ type: 'html', data: '<p>Hello</p>' });
      await visit.enter();
      for (const address of ['#/overview', '#/overview?range=d7', `#/templates/${id}`]) {
        await page.goto('about:blank');
        requests.length = 0;
        await visit.goToAddress(address);
        await page.locator('main h1').waitFor();
        await idle(page);
        const calls = requests.filter((url) => url.includes('/partner/'));
        expect(calls.length).toBeGreaterThan(2);
        expect(calls.filter((url, index) => calls.indexOf(url) !== index)).toEqual([]);
      }
    });

    it('says that calls are refused and when they are made again, and then shows what is answered', async () => {
      const { page } = visit.visitor;
      let pause = 60;
      await page.route('**/partner/**', (route) =>
        route.request().url().endsWith('/partner/session') ? route.continue() : route.fulfill(busy(pause)),
      );
      await page.goto(await visit.newLink());
      await page.getByRole('alert').getByText('Too many requests in a short time.').first().waitFor();
      const notice = page.getByRole('status').filter({ hasText: 'Too many requests' });
      await notice.getByText(/Trying again in \d+ s/).waitFor();
      await idle(page);
      pause = 5;
      await notice.getByRole('button', { name: 'Try now' }).click();
      await notice.getByText(/in [1-5] s/).waitFor();
      await page.unroute('**/partner/**');
      await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
      await notice.waitFor({ state: 'detached' });
      await eventually(
        () => page.getByRole('alert').count(),
        (alerts) => alerts === 0,
      );
    });

    it('says that the browser is offline, and goes on where it was once that is over', async () => {
      const { page, context, faults } = visit.visitor;
      await visit.enter();
      await context.setOffline(true);
      const notice = page.getByText('You are offline.');
      await notice.waitFor();
      await visit.goTo('Templates');
      await context.setOffline(false);
      await visit.visitor.sees('Templates');
      await page.getByText('There are no templates yet').waitFor();
      await notice.waitFor({ state: 'detached' });
      // The browser logs the calls that it could not make.
      expect(faults.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    });

    it('loads the code of a view again if the browser was offline for just that moment', async () => {
      const { page, faults } = visit.visitor;
      let calls = 0;
      // The code is asked for ahead, then in earnest, and then again.
      await page.route('**/console/assets/templates-view-*.js', (route) =>
        ++calls < 3 ? route.abort('internetdisconnected') : route.continue(),
      );
      await visit.enter();
      await visit.goTo('Templates');
      await visit.visitor.sees('Templates');
      expect(calls).toBe(3);
      expect(faults.splice(0).filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
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
