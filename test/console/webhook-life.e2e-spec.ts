import { Webhook } from 'standardwebhooks';
import { arrivalsOf, eventOf, eventually, report } from '../delivery/deliveries.js';
import type { ReceivedRequest } from '../support/receiver.js';
import { describeConsole } from './console-visit.js';

describeConsole(
  'A partner’s developer in the console',
  async () => ({ WEBHOOK_RETRY_SCHEDULE: '10ms,1h' }),
  (visit) => {
    it('leads from an empty account to a verified webhook, shows why it broke, and replays all deliveries', async () => {
      const { app, partner, receiver, visitor } = visit;
      const { page } = visitor;
      await visit.enter();
      await page.getByRole('heading', { name: 'Get started in three steps' }).waitFor();
      await page.getByRole('link', { name: 'Create a subscription' }).click();
      await visitor.sees('New subscription');
      await page.getByLabel('Event').selectOption('document.accepted');
      await page.getByLabel('URL').fill(`${receiver.url}/hook`);
      await page.getByText('This document would be sent:').waitFor();
      await visitor.press('Create');
      await page.getByRole('heading', { level: 1, name: /^document\.accepted #\d+$/ }).waitFor();

      // The receiver verifies with the secret that the page shows beside the code.
      await visitor.press('Show: Signing secret');
      const secret = (await page.getByLabel('Signing secret', { exact: true }).textContent()) ?? '';
      const verified: string[] = [];
      const verify = ({ body, headers, json }: ReceivedRequest) => {
        new Webhook(secret).verify(body.toString(), headers as Record<string, string>);
        verified.push(json.typeId);
        return 204;
      };
      receiver.answer = verify;
      await visitor.press('Try the receiver');
      await page.getByText(/^The receiver accepted it: 204 after /).waitFor();
      expect(verified).toHaveLength(1);

      receiver.answer = () => ({ status: 500, body: 'The table orders does not exist' });
      const names = ['doc-1', 'doc-2', 'doc-3'];
      await report(
        app,
        names.map((typeId) => eventOf(partner, { typeId })),
      );
      await eventually(
        () => visit.listed('/partner/delivery?status=pending'),
        (log) =>
          log.length === 3 && log.every(({ attemptCount }: { attemptCount: number }) => attemptCount === 2),
      );

      // The first page reports the failure, and leads to the answer of the receiver.
      await visit.goTo('Overview');
      await visitor.sees('Overview');
      await page.getByText(/last answer 500/).waitFor();
      await page.getByRole('link', { name: 'See the failures' }).click();
      await page.getByRole('table').getByRole('link', { name: 'doc-2' }).click();
      await page
        .getByText(/Your server failed/)
        .first()
        .waitFor();
      const attempt = page.getByRole('listitem').filter({ hasText: 'Attempt 2' });
      await attempt.getByText('Answer', { exact: true }).click();
      await attempt.getByText('The table orders does not exist').waitFor();
      await page.keyboard.press('Escape');

      receiver.answer = verify;
      await visitor.press('Status');
      await page.getByRole('dialog').getByLabel('Status').selectOption('pending');
      await visitor.press('Retry all that match');
      const question = page.getByRole('alertdialog', { name: 'Retry 3 deliveries?' });
      await question.getByRole('button', { name: 'Retry', exact: true }).click();
      await visitor.hears('3 on the way.');
      const [{ id }] = await visit.listed('/partner/webhookSubscription');
      await arrivalsOf(receiver, id, 10);
      await eventually(
        () => visit.listed('/partner/delivery?status=succeeded'),
        (log) => log.length === 4,
      );
      expect(verified.slice(1).toSorted()).toEqual(names);
      await visit.goTo('Overview');
      await page.getByText('Nothing needs your attention').waitFor();
    });
  },
);
