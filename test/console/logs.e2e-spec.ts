import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { describeConsole } from './console-visit.js';

describeConsole(
  'The console’s logs',
  async () => ({}),
  (visit) => {
    it('filter the log, load it as it is scrolled, and move through it with J and K', async () => {
      const { app, partner, receiver, visitor } = visit;
      await subscribe(app, partner, receiver);
      const other = await subscribe(app, partner, receiver, { type: 'document.viewed' });
      await report(
        app,
        Array.from({ length: 130 }, (_, index) => eventOf(partner, { typeId: `doc-${index}` })),
      );
      await report(app, eventOf(partner, { type: 'document.viewed', typeId: 'seen' }));
      await visit.enter();
      await visit.goTo('Deliveries');
      await visitor.sees('Deliveries');
      const { page } = visitor;
      const table = page.getByRole('table', { name: 'Deliveries' });
      await table.getByRole('link', { name: 'seen' }).waitFor();
      await eventually(
        async () => {
          await page.evaluate('scrollTo(0, document.body.scrollHeight)');
          return table.getAttribute('aria-rowcount');
        },
        (count) => count === '132',
      );

      await visitor.press('Subscription');
      await page.getByRole('dialog').getByLabel('Subscription').selectOption(String(other.id));
      await page.waitForURL(`**#/deliveries?subscriptionId=${other.id}`);
      await eventually(
        () => table.getByRole('row').count(),
        (rows) => rows === 2,
      );
      await visitor.press('Status');
      await page.getByRole('dialog').getByLabel('Status').selectOption('cancelled');
      await page.getByText('No delivery matches this filter.').waitFor();
      await page.goBack();
      await table.getByRole('link', { name: 'seen' }).waitFor();

      await visitor.press('Remove the filter: Subscription');
      // J leads nowhere before the other rows are there.
      await table.getByRole('link', { name: /^doc-/ }).first().waitFor();
      await table.getByRole('link', { name: 'seen' }).click();
      await page.getByRole('heading', { level: 2, name: 'seen' }).waitFor();
      await page.keyboard.press('j');
      await page.getByRole('heading', { level: 2, name: /^doc-\d+$/ }).waitFor();
      await page.keyboard.press('k');
      await page.getByRole('heading', { level: 2, name: 'seen' }).waitFor();

      // With keys alone: a closed panel returns the focus to its row, and Tab leaves the list.
      const focused = () => page.evaluate('document.activeElement.textContent');
      await page.keyboard.press('Escape');
      await page.getByRole('complementary').waitFor({ state: 'detached' });
      await table.getByRole('link', { name: 'seen' }).focus();
      await page.keyboard.press('Enter');
      await page.locator('aside h2:focus').getByText('seen').waitFor();
      await page.keyboard.press('Escape');
      await table.locator('a:focus').getByText('seen').waitFor();
      await page.keyboard.press('ArrowDown');
      await table.locator('a:focus').getByText(/^doc-/).waitFor();
      await page.keyboard.press('Tab');
      expect(await page.evaluate(`document.activeElement.closest('[role="table"]')`)).toBeNull();
      await page.keyboard.press('Shift+Tab');
      expect(await focused()).toMatch(/^doc-/);
    });

    it('return to the former position in a long list', async () => {
      const { app, partner, receiver, visitor } = visit;
      await subscribe(app, partner, receiver);
      await report(
        app,
        Array.from({ length: 60 }, (_, index) => eventOf(partner, { typeId: `doc-${index}` })),
      );
      await visit.enter();
      await visit.goTo('Events');
      await visitor.sees('Events');
      const { page } = visitor;
      const table = page.getByRole('table', { name: 'Events' });
      await table.getByRole('link').first().waitFor();
      await page.evaluate('scrollTo(0, 900)');
      await table.getByRole('link', { name: 'doc-30', exact: true }).click();
      await page.getByRole('heading', { level: 2, name: 'doc-30' }).waitFor();
      await page.getByText('Fired', { exact: true }).waitFor();
      const taken = page.getByRole('complementary').getByRole('link', { name: 'See the delivery' });
      const address = await taken.getAttribute('href');
      await taken.click();
      await visitor.sees('Delivery');
      await eventually(
        () => page.evaluate<number>('scrollY'),
        (scroll) => scroll === 0,
      );
      await page.goBack();
      await page.getByRole('heading', { level: 2, name: 'doc-30' }).waitFor();
      await eventually(
        () => page.evaluate<number>('scrollY'),
        (scroll) => scroll > 500,
      );
      await page.locator(`main a[href="${address}"]:focus`).waitFor();
    });
  },
);
