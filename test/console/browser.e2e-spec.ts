import { arrivalsOf, deliveryOf, eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { Visitor } from '../support/browser.js';
import { describeConsole, HOSTILE } from './console-visit.js';

/** Of the page: what can be reached by keyboard and has no name for those who do not see it. */
const NAMELESS = `[...document.querySelectorAll('a, button, input, select, textarea, pre[tabindex], iframe')]
  .filter((one) => !(one.labels?.length > 0 || one.ariaLabel || one.title || one.textContent.trim() !== ''))
  .map((one) => one.outerHTML)`;

const SETTINGS = { WEBHOOK_RETRY_SCHEDULE: '10ms,1h' };

describeConsole(
  'The console in a browser',
  async () => SETTINGS,
  (visit) => {
    it('is entered by a link, which is out of the address at once and works for nobody else', async () => {
      const { app, partner, visitor, browser } = visit;
      await app.internal('PUT', `/internal/partner/${partner.id}`, { name: HOSTILE });
      const link = await visit.newLink();
      await visitor.open(link, 'Webhooks');
      const { page, context, requests } = visitor;
      expect(page.url()).toBe(`${app.url}/console`);
      await page.getByText(HOSTILE).waitFor();
      expect(await context.cookies()).toEqual([]);
      const token = link.split('=').at(-1) ?? '';
      expect(requests.filter((url) => url.includes(token) || url.includes('lvk_'))).toEqual([]);

      await page.reload();
      await visitor.sees('Webhooks');

      const second = await Visitor.arrive(browser);
      await second.open(link, 'Sign in to Livery');
      await second.hears('This link has been used or has expired.');
      await second.leave();
    });

    it('is entered with an API key as well, and left', async () => {
      const { app, partner, visitor } = visit;
      await visitor.open(`${app.url}/console`, 'Sign in to Livery');
      const { page } = visitor;
      await page.getByLabel('API key').fill('lvk_wrong');
      await visitor.press('Sign in');
      await page.getByText('This key is not valid').waitFor();
      expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
      await page.getByLabel('API key').fill(partner.key);
      await page.keyboard.press('Enter');
      await visitor.sees('Webhooks');
      expect(await page.getByText('There are no webhooks yet.').count()).toBe(1);
      await visitor.press('Sign out');
      await visitor.sees('Sign in to Livery');
      expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
      await page.goto(`${app.url}/console#/deliveries`);
      await visitor.sees('Sign in to Livery');
    });

    it('is shared by the tabs that are open, and left in all of them', async () => {
      await visit.enter();
      const { visitor, app } = visit;
      const second = await visitor.anotherTab();
      await second.open(`${app.url}/console#/emails`, 'Emails');
      await second.page.getByText('Test partner').waitFor();
      await second.press('Sign out');
      await second.sees('Sign in to Livery');
      await visitor.sees('Sign in to Livery');
      await visitor.hears('Your session has ended in another tab.');
      const third = await visitor.anotherTab();
      await third.open(`${app.url}/console#/emails`, 'Sign in to Livery');
    });

    it('shows what is wrong with a subscription, and the attempts of a delivery with their answers', async () => {
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
      const card = page.getByRole('listitem').filter({ hasText: `#${id}` });
      await card.getByText('At risk').waitFor();
      await card.getByText('this subscription will be deleted on').waitFor();
      await card.getByText('2 failed attempts').waitFor();

      await card.getByRole('link', { name: 'Deliveries' }).click();
      await visitor.sees('Deliveries');
      await page.getByRole('link', { name: HOSTILE }).click();
      await visitor.sees('Delivery');
      await page.getByRole('heading', { name: 'Attempt 2' }).waitFor();
      const first = page.getByRole('listitem').filter({ hasText: 'Attempt 1' });
      await first.getByText('503, not a valid status').waitFor();
      await first.getByText('Answer', { exact: true }).click();
      expect(await first.getByLabel('Answer to attempt 1').textContent()).toBe(HOSTILE);

      receiver.answer = () => 204;
      await visitor.press('Retry now');
      await page.getByRole('heading', { name: 'Attempt 3' }).waitFor();
      await page.getByRole('listitem').filter({ hasText: 'Attempt 3' }).getByText('by hand').waitFor();
      expect(await first.getByLabel('Answer to attempt 1').isVisible()).toBe(true);
    });

    it('filters the log and leads through its pages', async () => {
      const { app, partner, receiver, visitor } = visit;
      await subscribe(app, partner, receiver);
      const other = await subscribe(app, partner, receiver, { type: 'document.viewed' });
      await report(
        app,
        Array.from({ length: 30 }, (_, index) => eventOf(partner, { typeId: `doc-${index}` })),
      );
      await report(app, eventOf(partner, { type: 'document.viewed', typeId: 'seen' }));
      await visit.enter();
      await visit.goTo('Deliveries');
      await visitor.sees('Deliveries');
      const { page } = visitor;
      const rows = page.locator('.row');
      expect(await rows.count()).toBe(25);
      await visitor.press('Show more');
      await rows.nth(30).waitFor();
      expect(await rows.count()).toBe(31);
      await page.getByLabel('Subscription').selectOption(String(other.id));
      await visitor.press('Filter');
      await page.waitForURL(`**#/deliveries?subscriptionId=${other.id}`);
      await rows.nth(1).waitFor({ state: 'detached' });
      expect(await rows.allTextContents()).toEqual([expect.stringContaining('seen')]);
      await page.getByLabel('Status').selectOption('cancelled');
      await visitor.press('Filter');
      await page.getByText('No delivery matches this filter.').waitFor();
      await page.goBack();
      await rows.getByText('seen').waitFor();
    });

    it('goes back to where a long list was left', async () => {
      const { app, partner, receiver, visitor } = visit;
      await subscribe(app, partner, receiver);
      await report(
        app,
        Array.from({ length: 40 }, (_, index) => eventOf(partner, { typeId: `doc-${index}` })),
      );
      await visit.enter();
      await visit.goTo('Deliveries');
      await visitor.press('Show more');
      const { page } = visitor;
      const rows = page.locator('.row');
      await rows.nth(39).scrollIntoViewIfNeeded();
      const taken = await rows.nth(38).getByRole('link').textContent();
      await rows.nth(38).getByRole('link').click();
      await visitor.sees('Delivery');
      expect(await page.evaluate('scrollY')).toBe(0);
      await page.goBack();
      await rows.nth(39).waitFor();
      await page.locator('.row a:focus').waitFor();
      expect(await page.locator(':focus').textContent()).toBe(taken);
      expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
      await visit.goTo('Emails');
      await visitor.sees('Emails');
      await visit.goTo('Deliveries');
      await visitor.sees('Deliveries');
      expect(await rows.count()).toBe(25);
    });

    it('deletes a subscription, undoes it, sends a test, deactivates and recovers', async () => {
      const { app, partner, receiver, visitor } = visit;
      const { id } = await subscribe(app, partner, receiver);
      const about = `document.accepted #${id}`;
      await visit.enter();
      await visitor.press(`Delete: ${about}`);
      await visitor.hears(`Deleted ${about}.`);
      expect(await visit.listed('/partner/webhookSubscription')).toEqual([]);
      await visitor.page.getByText('Deleted on request.').waitFor();
      await visitor.press(`Undo: ${about}`);
      await visitor.hears(`${about} is back.`);
      expect(await visit.listed('/partner/webhookSubscription')).toMatchObject([{ id, isActive: true }]);

      await visitor.press(`Delete: ${about}`);
      await visitor.press('Undo');
      await visitor.hears(`${about} is back.`);

      // The address in the email that tells of a deletion.
      await visitor.press(`Delete: ${about}`);
      await visitor.hears(`Deleted ${about}.`);
      await visit.goToAddress(`#/subscriptions/${id}`);
      await visitor.press('Undo the deletion');
      await visitor.hears('It is back.');

      await visitor.press(`Deactivate: ${about}`);
      await visitor.hears(`Deactivated ${about}.`);
      expect(await visit.listed('/partner/webhookSubscription')).toMatchObject([{ id, isActive: false }]);
      await visitor.press(`Activate: ${about}`);
      await visitor.hears(`Activated ${about}.`);

      await visitor.page.getByText('Recover missed events').click();
      await visitor.press('Deliver them');
      await visitor.hears('Nothing was missed.');

      await visitor.press(`Send a test: ${about}`);
      await visitor.hears('The sample is being sent.');
      await visitor.press('See it');
      await visitor.sees('Delivery');
      await visitor.page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
    });

    it('creates a subscription, previews it, changes it, and rotates its secret', async () => {
      const { receiver, visitor } = visit;
      await visit.enter();
      await visit.goTo('New webhook');
      await visitor.sees('New webhook');
      const { page } = visitor;
      await page.getByLabel('Event').selectOption('document.denied');
      await page.getByLabel('URL').fill(`${receiver.url}/hook`);
      await page.getByLabel('Credentials').selectOption('basicauth');
      await page.getByLabel('User name').fill('ada');
      await page.getByLabel('Password').fill('secret');
      await page.getByLabel('Include paths').fill('status\n data.name \n\n');
      await page.getByLabel('Conditions').fill('{"status": ');
      await visitor.press('Preview');
      await page.getByText('This is not valid JSON').waitFor();
      expect(await page.getByLabel('Conditions').getAttribute('aria-invalid')).toBe('true');
      await page.getByLabel('Conditions').fill('{"status": "denied"}');
      await visitor.press('Preview');
      await page.getByText('It would not be sent, because conditions are not met:').waitFor();
      expect(await page.getByText('This is not valid JSON').count()).toBe(0);
      await page
        .getByLabel('Document, in JSON')
        .fill(JSON.stringify({ status: 'denied', data: { name: HOSTILE } }));
      await visitor.press('Preview');
      await page.getByText('It is sent:').waitFor();
      expect(JSON.parse((await page.getByLabel('What would be sent').textContent()) ?? '').data).toEqual({
        status: 'denied',
        data: { name: HOSTILE },
      });
      await visitor.press('Create');
      await visitor.hears('The webhook has been created.');
      await page.getByRole('heading', { level: 1, name: /^document\.denied #\d+$/ }).waitFor();
      const [created] = await visit.listed('/partner/webhookSubscription');
      expect(created).toMatchObject({
        type: 'document.denied',
        isActive: true,
        authData: { username: 'ada' },
        includePaths: ['status', 'data.name'],
        conditions: { status: 'denied' },
      });

      await page.getByLabel('Conditions').fill('');
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
      expect(await page.evaluate('document.activeElement.name')).toBe('authData/username');
      await page.getByLabel('User name').fill('grace');
      expect(await page.locator('[aria-invalid]').count()).toBe(0);
      await visitor.press('Save');
      await visitor.hears('Saved.');
      await visitor.press(`Send a test: document.denied #${created.id}`);
      const [sent] = await arrivalsOf(receiver, created.id, 1);
      expect(sent?.headers.authorization).toBe(`Basic ${Buffer.from('grace:secret').toString('base64')}`);
      await visitor.press('Show: Signing secret');
      const secret = page.getByLabel('Secret', { exact: true });
      const before = await secret.textContent();
      expect(before).toMatch(/^whsec_/);
      await visitor.press('Rotate: Signing secret');
      await page.getByText('The previous one signs along until').waitFor();
      expect(await secret.textContent()).not.toBe(before);
      await page.getByLabel('Include paths').fill('*');
      await visitor.press('Save');
      await visitor.hears('Saved.');
    });

    it('shows that nothing is at an address that names a member of every object', async () => {
      await visit.enter();
      for (const view of ['__proto__', 'constructor', 'toString/1']) {
        await visit.goToAddress(`#/${view}`);
        await visit.visitor.sees('There is nothing here');
        await visit.goTo('Webhooks');
        await visit.visitor.sees('Webhooks');
      }
    });

    it('works without a mouse, and on a narrow screen', async () => {
      const { app, partner, receiver, browser } = visit;
      await subscribe(app, partner, receiver, { url: `${receiver.url}/${'long'.repeat(100)}` });
      await visit.createTemplate({ type: 'html', data: '<p>Hello</p>', name: 'x'.repeat(255) });
      await report(app, eventOf(partner, { typeId: 'y'.repeat(255) }));
      await visit.visitor.leave();
      visit.visitor = await Visitor.arrive(browser, 375);
      await visit.enter();
      const { visitor } = visit;
      const { page } = visitor;
      const focused = () => page.evaluate('document.activeElement.textContent');
      await page.keyboard.press('Tab');
      expect(await focused()).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
      const nameless = () => page.evaluate(NAMELESS);
      const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
      // Each is another place than the one before, so that its heading is there only when it is shown.
      for (const place of ['Deliveries', 'Assignments', 'Emails', 'Webhooks', 'Email templates']) {
        await page.getByRole('navigation').getByRole('link', { name: place }).focus();
        await page.keyboard.press('Enter');
        await visitor.sees(place);
        expect(await focused()).toBe(place);
        expect([place, await overflow()]).toEqual([place, 0]);
        expect([place, await nameless()]).toEqual([place, []]);
      }
      await visit.goTo('Edit');
      await visitor.sees('x'.repeat(255));
      expect(await overflow()).toBe(0);
      expect(await nameless()).toEqual([]);
    });
  },
);
