import { describeConsole } from './console-visit.js';
import { idle } from './view-faults.js';

/** The sum of the layout shifts of the page so far, as Chromium counts them. */
const SHIFTS = `new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(0), 200);
})`;

describeConsole(
  'The layout of the console',
  async () => ({}),
  (visit) => {
    it('does not shift while a studio with a narrow sidebar loads', async () => {
      const { page } = visit.visitor;
      const { id } = await visit.createTemplate({ type: 'html', data: '<p>Hello</p>' });
      await page.setViewportSize({ width: 1024, height: 768 });
      await visit.enter();
      await page.goto('about:blank');
      // The scripts wait until the outlines of the page have been painted.
      let areReleased = () => {};
      const released = new Promise<void>((resolve) => {
        areReleased = resolve;
      });
      await page.route('**/console/assets/*.js', async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(`${visit.app.url}/console#/templates/${id}`, { waitUntil: 'commit' });
      await page.locator('.frame').waitFor({ state: 'attached' });
      await page.screenshot();
      areReleased();
      await page.locator('main h1').waitFor({ state: 'attached' });
      await idle(page);
      expect(await page.evaluate<number>(SHIFTS)).toBeLessThan(0.02);
    });

    it('leaves most of a phone to the email, in the width of a phone', async () => {
      const { page } = visit.visitor;
      const { id } = await visit.createTemplate({ type: 'html', data: '<p>Hello</p>' });
      await page.setViewportSize({ width: 390, height: 844 });
      await visit.enter();
      await visit.goToAddress(`#/templates/${id}`);
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      const email = page.getByTitle('The email');
      await email.waitFor();
      await expect(
        page.getByRole('button', { name: 'Phone', exact: true }).getAttribute('aria-pressed'),
      ).resolves.toBe('true');
      const { y } = (await page
        .getByRole('region', { name: 'Preview' })
        .locator('[data-stale]')
        .boundingBox()) ?? {
        y: 844,
      };
      expect(y).toBeLessThanOrEqual(216);
    });
  },
);
