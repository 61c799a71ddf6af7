import { arrivalsOf, eventOf, eventually, logOf, report, subscribe } from '../delivery/deliveries.js';
import { describeConsole } from './console-visit.js';
import { faultsOf } from './view-faults.js';

const SETTINGS = { WEBHOOK_RETRY_SCHEDULE: '1h' };

describeConsole(
  'The console’s lists',
  async () => SETTINGS,
  (visit) => {
    it('retry the deliveries that are ticked, and say how many match a filter', async () => {
      const { app, partner, receiver, visitor } = visit;
      receiver.answer = () => 503;
      const { id } = await subscribe(app, partner, receiver);
      const events = Array.from({ length: 5 }, (_, index) => eventOf(partner, { typeId: `doc-${index}` }));
      await report(app, events);
      // A delivery whose first attempt is still being made cannot be retried.
      await logOf(
        app,
        partner,
        '',
        (log) => log.length === 5 && log.every(({ attemptCount }) => attemptCount === 1),
      );
      await visit.enter();
      await visit.goToAddress(`#/deliveries?subscriptionId=${id}`);
      const { page } = visitor;
      const boxes = page.getByRole('table').getByRole('checkbox', { name: /^Select doc-/ });
      await boxes.first().click();
      await boxes.nth(2).click({ modifiers: ['Shift'] });
      await page.getByText('3 selected').waitFor();
      await page.getByRole('link', { name: 'doc-1', exact: true }).focus();
      await page.keyboard.press('x');
      await page.getByText('4 selected').waitFor();
      expect(await page.getByRole('checkbox', { name: 'Select all that are shown' }).isChecked()).toBe(false);
      expect(await faultsOf(visit, '#/deliveries')).toEqual([]);

      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('checkbox', { name: 'Select all that are shown' }).click();
      receiver.answer = () => 204;
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Retry' }).click();
      await visitor.hears('5 on the way.');
      await arrivalsOf(receiver, id, 10);
      await page.getByText('5 selected').waitFor({ state: 'detached' });

      await visit.goToAddress('#/deliveries?status=succeeded');
      await eventually(
        () => page.getByRole('table').getByText('Succeeded').count(),
        (count) => count === 5,
      );
      await visitor.press('Retry all that match');
      const question = page.getByRole('alertdialog', { name: 'Retry 5 deliveries?' });
      await question.getByText('Status: Succeeded').waitFor();
      // The dialog closes only if it has the focus.
      await question.press('Escape');
      await question.waitFor({ state: 'detached' });
      await visit.goToAddress('#/deliveries?status=cancelled');
      await page.getByText('No delivery matches this filter.').waitFor();
      expect(await page.getByRole('button', { name: 'Retry all that match' }).count()).toBe(0);

      await visit.goToAddress(`#/subscriptions/${id}`);
      await page.getByText(/^10 attempts, 5 failed\./).waitFor();
      const bars = page.getByRole('list', { name: 'Last attempts' }).getByRole('link');
      await bars.last().focus();
      await page.keyboard.press('Home');
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toMatch(
        /^doc-\d, Attempt 1: 503, not a valid status, /,
      );
      await page.keyboard.press('Enter');
      await page.getByRole('complementary').getByRole('heading', { name: 'Attempt 1' }).waitFor();
    });

    it('deactivate and delete the subscriptions that are ticked, and undo it', async () => {
      const { app, partner, receiver, visitor } = visit;
      const ids: number[] = [];
      for (const type of ['document.accepted', 'document.denied', 'document.viewed']) {
        ids.push((await subscribe(app, partner, receiver, { type })).id);
      }
      const states = async () => {
        const listed = await visit.listed('/partner/webhookSubscription');
        return listed.map(({ isActive }: { isActive: boolean }) => isActive);
      };
      await visit.enter();
      await visit.goTo('Subscriptions');
      const { page } = visitor;
      const bar = page.getByRole('region', { name: 'Selection' });
      for (const id of ids.slice(0, 2))
        await page.getByRole('checkbox', { name: new RegExp(`#${id}$`) }).click();
      await bar.getByText('2 selected').waitFor();
      await bar.getByRole('button', { name: 'Deactivate' }).click();
      await visitor.hears('Deactivated 2.');
      expect(await states()).toEqual([false, false, true]);
      await visitor.press('Undo');
      await visitor.hears('Activated 2.');
      expect(await states()).toEqual([true, true, true]);

      await page.getByRole('checkbox', { name: 'Select all that are shown' }).click();
      await bar.getByRole('button', { name: 'Delete' }).click();
      await visitor.hears('Deleted 3.');
      expect(await states()).toEqual([]);
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
      await visitor.hears('3 are back.');
      expect(await states()).toEqual([true, true, true]);
    });
  },
);
