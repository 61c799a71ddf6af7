import { arrivalsOf, deliveryOf, eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { describeConsole, HOSTILE } from './console-visit.js';

const SETTINGS = { WEBHOOK_RETRY_SCHEDULE: '10ms,1h' };

describeConsole(
  'The console’s pages of webhooks',
  async () => SETTINGS,
  (visit) => {
    it('show what is wrong with a subscription, and the attempts of a delivery with their answers', async () => {
      const { app, partner, receiver, visitor } = visit;
      receiver.answer = () => ({ status: 503, body: HOSTILE, headers: { 'content-type': 'text/html' } });
      const { id } = await subscribe(app, partner, receiver, { includePaths: ['*'] });
      await report(app, eventOf(partner, { typeId: HOSTILE, id: HOSTILE, data: { id: HOSTILE } }));
      await eventually(
        () => deliveryOf(app, partner, id, 'pending'),
        ({ attempts, nextAttemptAt }) => attempts.length === 2 && nextAttemptAt !== null,
      );

      await visit.enter();
      const { page } = visitor;
      await page.getByText(/will be deleted in/).waitFor();
      await visit.goTo('Subscriptions');
      const row = page.getByRole('row').filter({ hasText: `#${id}` });
      await row.getByText('At risk').waitFor();
      await row.getByRole('link').click();
      await visitor.sees(`document.accepted #${id}`);
      await page.getByText(/^Will be deleted in .* if every attempt until then fails\.$/).waitFor();
      await page.getByText('2 failed attempts').waitFor();

      await page
        .getByRole('navigation', { name: 'Subscription' })
        .getByRole('link', { name: 'Deliveries' })
        .click();
      await page.getByRole('table').getByRole('link', { name: HOSTILE }).click();
      await page.getByRole('heading', { level: 2, name: HOSTILE }).waitFor();
      await page.getByText(/Your server failed\. Look for this webhook-id/).waitFor();
      await page.getByRole('heading', { name: 'Attempt 2' }).waitFor();
      const first = page.getByRole('listitem').filter({ hasText: 'Attempt 1' });
      await first.getByText('503, not a valid status').waitFor();
      await first.getByText('Answer', { exact: true }).click();
      expect(await first.getByLabel('Answer to attempt 1', { exact: true }).textContent()).toBe(HOSTILE);

      receiver.answer = () => 204;
      await visitor.press('Retry now');
      await page.getByRole('heading', { name: 'Attempt 3' }).waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Attempt 3' }).getByText('by hand').waitFor();
      expect(await first.getByLabel('Answer to attempt 1', { exact: true }).isVisible()).toBe(true);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { level: 2, name: HOSTILE }).waitFor({ state: 'detached' });
    });

    it('delete a subscription, undo it, send a test, deactivate, recover, and retry all that match', async () => {
      const { app, partner, receiver, visitor } = visit;
      const { id } = await subscribe(app, partner, receiver);
      const about = `document.accepted #${id}`;
      await visit.enter();
      await visit.goTo('Subscriptions');
      await visit.goTo(about);
      await visitor.sees(about);
      await visitor.press('Delete');
      await visitor.hears(`Deleted ${about}.`);
      expect(await visit.listed('/partner/webhookSubscription')).toEqual([]);
      await visit.goTo('Deleted');
      await visitor.page.getByText('Deleted on request.').waitFor();
      await visitor.press(`Undo: ${about}`);
      await visitor.hears(`${about} is back.`);
      expect(await visit.listed('/partner/webhookSubscription')).toMatchObject([{ id, isActive: true }]);

      await visit.goTo('Current');
      await visit.goTo(about);
      await visitor.press('Delete');
      await visitor.sees('Subscriptions');
      await visitor.page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
      await visitor.page.getByRole('link', { name: about, exact: true }).click();

      // The email about a deletion links to this address.
      await visitor.press('Delete');
      await visitor.sees('Subscriptions');
      await visit.goToAddress(`#/subscriptions/${id}`);
      await visitor.press('Undo the deletion');

      await visitor.press('Deactivate');
      await visitor.hears(`Deactivated ${about}.`);
      expect(await visit.listed('/partner/webhookSubscription')).toMatchObject([{ id, isActive: false }]);
      await visitor.press('Activate');
      await visitor.hears(`Activated ${about}.`);

      await visitor.page.getByText('Recover missed events').click();
      await visitor.press('Recover');
      await visitor.hears('Nothing was missed.');

      await visitor.press('Send a test');
      await visitor.hears('The sample is being sent.');
      await visitor.press('See it');
      await visitor.sees('Delivery');
      await visitor.page.getByRole('heading', { name: 'Attempt 1' }).waitFor();

      await visit.goToAddress(`#/deliveries?subscriptionId=${id}`);
      await visitor.press('Retry all that match');
      const question = visitor.page.getByRole('alertdialog', { name: 'Retry 1 delivery?' });
      await question.getByRole('button', { name: 'Retry', exact: true }).click();
      await visitor.hears('1 on the way.');
      await arrivalsOf(receiver, id, 2);
    });

    it('create a subscription, preview it, change it, and rotate its secret', async () => {
      const { app, partner, receiver, visitor } = visit;
      await report(
        app,
        eventOf(partner, { type: 'document.denied', typeId: 'doc-7', data: { status: 'denied' } }),
      );
      await visit.enter();
      await visit.goTo('Subscriptions');
      await visit.goTo('New subscription');
      await visitor.sees('New subscription');
      const { page } = visitor;
      await page.getByLabel('Event').selectOption('document.denied');
      await page.getByLabel('URL').fill(`${receiver.url}/hook`);
      await page.getByLabel('Credentials').selectOption('basicauth');
      await page.getByLabel('User name').fill('ada');
      await page.getByLabel('Password').fill('secret');
      await page.getByLabel('Include paths').fill('status\n data.name \n\n');
      await visitor.press('JSON');
      await page.getByLabel('Conditions', { exact: true }).fill('{"status": ');
      await visitor.press('Create');
      await page.getByText('This is not valid JSON').first().waitFor();
      expect(await page.getByLabel('Conditions', { exact: true }).getAttribute('aria-invalid')).toBe('true');
      await page.getByLabel('Conditions', { exact: true }).fill('{"status": "accepted"}');
      await page.getByText('This document would not be sent. These conditions are not met:').waitFor();
      expect(await page.getByText('This is not valid JSON').count()).toBe(0);
      await visitor.press('Builder');
      await page.getByLabel('Value').fill('denied');
      await page.getByText('This document would be sent:').waitFor();
      await page.getByRole('link', { name: /^doc-7 · / }).waitFor();
      await visitor.press('Edit as JSON');
      await page
        .getByLabel('Document as JSON')
        .fill(JSON.stringify({ status: 'denied', data: { name: HOSTILE, amount: 5 } }));
      const body = page.getByLabel('What would be sent', { exact: true });
      await body.getByText(JSON.stringify(HOSTILE)).waitFor();
      await page.getByLabel('Include data.amount').check();
      await body.getByText('"amount"').waitFor();
      expect(JSON.parse((await body.textContent()) ?? '').data).toEqual({
        status: 'denied',
        data: { name: HOSTILE, amount: 5 },
      });
      await page.getByLabel('Include data.amount').uncheck();
      await visitor.press('Create');
      await visitor.hears('The subscription has been created.');
      await page.getByRole('heading', { level: 1, name: /^document\.denied #\d+$/ }).waitFor();
      const [created] = await visit.listed('/partner/webhookSubscription');
      expect(created).toMatchObject({
        type: 'document.denied',
        isActive: true,
        authData: { username: 'ada' },
        includePaths: ['status', 'data.name'],
        conditions: { status: 'denied' },
      });

      await visitor.press('Send a test');
      await page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
      const [sent] = await arrivalsOf(receiver, created.id, 1);
      expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from('ada:secret').toString('base64')}`);
      await visitor.press('Show: Signing secret');
      const secret = page.getByLabel('Signing secret', { exact: true });
      const before = await secret.textContent();
      expect(before).toMatch(/^whsec_/);
      await page
        .getByLabel('Verify the signature')
        .getByText(before ?? '')
        .waitFor();
      await visitor.press('Rotate: Signing secret');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
      await page.getByText('The previous one keeps signing until').waitFor();
      expect(await secret.textContent()).not.toBe(before);

      await visit.goTo('Configure');
      await visitor.press('Remove the condition: status');
      await visitor.press('Save');
      await visitor.hears('Saved.');
      expect(await visit.listed('/partner/webhookSubscription')).toMatchObject([
        { id: created.id, conditions: null, authType: 'basicauth', authData: { username: 'ada' } },
      ]);
      const password = page.getByLabel('Password');
      expect([await password.inputValue(), await password.getAttribute('placeholder')]).toEqual([
        '',
        'unchanged',
      ]);
      await page.getByLabel('User name').fill('grace:');
      await visitor.press('Save');
      await page.getByText('Must not contain a colon or a control character.').waitFor();
      await page.locator('[name="authData/username"]:focus').waitFor();
      await page.getByLabel('User name').fill('grace');
      expect(await page.locator('[aria-invalid]').count()).toBe(0);
      await page.getByLabel('URL').fill('https://elsewhere.example/hook');
      await visitor.press('Save');
      await page.locator('[name="authData/password"]:focus').waitFor();
    });

    it('let two people’s changes be merged part by part, and ask before changes are lost', async () => {
      const { app, partner, receiver, visitor } = visit;
      const { id } = await subscribe(app, partner, receiver);
      await visit.enter();
      await visit.goToAddress(`#/subscriptions/${id}/configure`);
      const { page } = visitor;
      await page.getByLabel('Include paths').fill('status');
      await page.getByLabel('Highest rate per second').fill('7');
      await app.request('PUT', `/partner/webhookSubscription/${id}`, {
        key: partner.key,
        body: { conditions: { status: 'theirs' }, includePaths: ['id'], maxPerSecond: 5 },
      });
      await visitor.press('Save');
      const dialog = page.getByRole('dialog', { name: 'Someone else has changed this subscription' });
      const part = (name: string) => dialog.getByRole('group', { name });
      await part('Conditions changed by them').getByText('status is theirs').waitFor();
      expect(await dialog.getByRole('group').count()).toBe(3);

      await dialog.getByRole('button', { name: 'Cancel' }).click();
      const questions: string[] = [];
      page.on('dialog', (question) => {
        questions.push(question.message());
        void question.dismiss();
      });
      await visit.goTo('Deliveries');
      await visitor.sees(`document.accepted #${id}`);
      expect(questions).toEqual(['Leave without saving? Your changes will be lost.']);

      await visitor.press('Save');
      await part('Highest rate per second changed by both of you').getByLabel('Theirs').check();
      await dialog.getByRole('button', { name: 'Save the selection' }).click();
      await visitor.hears('Saved.');
      await dialog.waitFor({ state: 'detached' });
      const [stored] = await visit.listed('/partner/webhookSubscription');
      expect(stored).toMatchObject({
        id,
        includePaths: ['status'],
        conditions: { status: 'theirs' },
        maxPerSecond: 5,
      });
      await eventually(
        () => page.getByLabel('Highest rate per second').inputValue(),
        (rate) => rate === '5',
      );

      await visit.goTo('History');
      await page.getByText('Include paths: id → status').waitFor();
      await page.getByText('Conditions: – → status is theirs').waitFor();
    });
  },
);
