import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { deliveryOf, eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { describeInBrowser, startBrowser, Visitor } from '../support/browser.js';
import { type Receiver, startReceiver } from '../support/receiver.js';

// A browser takes its time on a busy machine. Nothing here waits for a time, only for what is to come.
jest.setTimeout(180_000);

/** Of the page, where the functions given to `evaluate` run. */
declare const getComputedStyle: (node: unknown) => { readonly color: string };

/** Whoever takes this for markup runs it. */
const HOSTILE = `"><img src=x onerror="window.wasHacked=1"><script>window.wasHacked=1</script>{{x}}`;

describeInBrowser('The console in a browser', () => {
  let app: TestApp;
  let receiver: Receiver;
  let browser: Browser;
  let partner: TestPartner;
  let visitor: Visitor;

  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ ...receiver.environment, WEBHOOK_RETRY_SCHEDULE: '10ms,1h' });
    browser = await startBrowser();
  });

  beforeEach(async () => {
    receiver.answer = () => 204;
    partner = await app.partner();
    visitor = await Visitor.arrive(browser);
  });

  afterEach(async () => {
    const hacked = await visitor.page.evaluate(() => 'wasHacked' in globalThis);
    const elsewhere = visitor.requests.filter((url) => new URL(url).origin !== app.url);
    await visitor.leave();
    expect({ hacked, elsewhere, faults: visitor.faults }).toEqual({
      hacked: false,
      elsewhere: [],
      faults: [],
    });
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await receiver?.stop();
  });

  const newLink = async (): Promise<string> =>
    (await app.internal('POST', `/internal/partner/${partner.id}/portalLink`)).body.url;
  const enter = async () => visitor.open(await newLink(), 'Webhooks');
  const goTo = (link: string) => visitor.page.getByRole('link', { name: link }).first().click();
  const listed = async (path: string): Promise<Json[]> =>
    (await app.request('GET', path, { key: partner.key })).body;
  const createTemplate = async (members: object): Promise<Json> =>
    (await app.request('POST', '/partner/emailTemplate', { key: partner.key, body: members })).body;

  it('is entered by a link, which is out of the address at once and works for nobody else', async () => {
    await app.internal('PUT', `/internal/partner/${partner.id}`, { name: HOSTILE });
    const link = await newLink();
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
    await visitor.open(`${app.url}/console`, 'Sign in to Livery');
    const { page } = visitor;
    await page.getByLabel('API key').fill('lvk_wrong');
    await visitor.press('Sign in');
    await visitor.hears('This call needs a valid credential');
    await page.getByLabel('API key').fill(partner.key);
    await page.keyboard.press('Enter');
    await visitor.sees('Webhooks');
    expect(await page.getByText('There are no subscriptions yet.').count()).toBe(1);
    await visitor.press('Sign out');
    await visitor.sees('Sign in to Livery');
    expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
    await page.goto(`${app.url}/console#/deliveries`);
    await visitor.sees('Sign in to Livery');
  });

  it('shows what is wrong with a subscription, and the attempts of a delivery with their answers', async () => {
    receiver.answer = () => ({ status: 503, body: HOSTILE, headers: { 'content-type': 'text/html' } });
    const { id } = await subscribe(app, partner, receiver, { includePaths: ['*'] });
    await report(app, eventOf(partner, { typeId: HOSTILE, id: HOSTILE, data: { id: HOSTILE } }));
    await eventually(
      () => deliveryOf(app, partner, id, 'pending'),
      ({ attempts, nextAttemptAt }) => attempts.length === 2 && nextAttemptAt !== null,
    );

    await enter();
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
  });

  it('filters the log and leads through its pages', async () => {
    await subscribe(app, partner, receiver);
    const other = await subscribe(app, partner, receiver, { type: 'document.viewed' });
    await report(
      app,
      Array.from({ length: 30 }, (_, index) => eventOf(partner, { typeId: `doc-${index}` })),
    );
    await report(app, eventOf(partner, { type: 'document.viewed', typeId: 'seen' }));
    await enter();
    await goTo('Deliveries');
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
    await page.getByText('No delivery fits this filter.').waitFor();
    await page.goBack();
    await rows.getByText('seen').waitFor();
  });

  it('deletes a subscription, undoes it, sends a test, deactivates and recovers', async () => {
    const { id } = await subscribe(app, partner, receiver);
    const about = `document.accepted #${id}`;
    await enter();
    await visitor.press(`Delete: ${about}`);
    await visitor.hears(`Deleted ${about}.`);
    expect(await listed('/partner/webhookSubscription')).toEqual([]);
    await visitor.page.getByText('Deleted on request.').waitFor();
    await visitor.press(`Undo: ${about}`);
    await visitor.hears(`${about} is back.`);
    expect(await listed('/partner/webhookSubscription')).toMatchObject([{ id, isActive: true }]);

    await visitor.press(`Delete: ${about}`);
    await visitor.press('Undo');
    await visitor.hears(`${about} is back.`);

    await visitor.press(`Deactivate: ${about}`);
    await visitor.hears(`Deactivated ${about}.`);
    expect(await listed('/partner/webhookSubscription')).toMatchObject([{ id, isActive: false }]);
    await visitor.press(`Activate: ${about}`);
    await visitor.hears(`Activated ${about}.`);

    await visitor.page.getByText('Recover missed events').click();
    await visitor.press('Deliver them');
    await visitor.hears('Nothing was missed.');

    await visitor.press(`Send a test: ${about}`);
    await visitor.hears('The sample is on its way.');
    await visitor.press('See it');
    await visitor.sees('Delivery');
    await visitor.page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
  });

  it('says in which line a template is broken, keeps it as it was, and saves a whole one', async () => {
    const stored = await createTemplate({ type: 'html', parser: 'hbs', data: '<p>Old</p>', name: HOSTILE });
    await enter();
    await goTo('Email templates');
    await visitor.sees('Email templates');
    const { page } = visitor;
    await page.getByRole('link', { name: `Edit: ${HOSTILE}` }).click();
    await visitor.sees(HOSTILE);
    const source = page.getByLabel('Source');
    await source.fill('<p>One</p>\n<p>Two</p>\n<p>{{#if a}}</p>\n');
    await visitor.press('Save');
    const place = page.getByRole('button', { name: /^Line 3, column/ });
    await place.waitFor();
    await place.click();
    expect(await page.evaluate('getSelection().toString()')).toBe('<p>{{#if a}}</p>');
    expect(await listed('/partner/emailTemplate')).toMatchObject([{ id: stored.id, data: '<p>Old</p>' }]);

    await source.fill('<p>New</p>');
    await visitor.press('Save');
    await visitor.hears('Saved.');
    expect(await listed('/partner/emailTemplate')).toMatchObject([{ id: stored.id, data: '<p>New</p>' }]);

    const change = { key: partner.key, body: { data: '<p>Theirs</p>' } };
    await app.request('PUT', `/partner/emailTemplate/${stored.id}`, change);
    await source.fill('<p>Mine</p>');
    await visitor.press('Save');
    await visitor.hears('The object has changed since it was read.');
  });

  it('renders a template with its styles in a frame where nothing runs', async () => {
    await enter();
    await goTo('Email templates');
    await goTo('New template');
    await visitor.sees('New template');
    const { page } = visitor;
    await page.getByLabel('Name').fill('Greeting');
    await page.getByLabel('Type').selectOption('html');
    await page
      .getByLabel('Source')
      .fill('<p style="color: rgb(1, 2, 3)">{{subject}}</p>\n<a href="javascript:parent.wasHacked=1">go</a>');
    await visitor.press('Render');
    await visitor.hears('Rendered.');
    const email = page.frameLocator('iframe.preview').frameLocator('iframe');
    const paragraph = email.getByText('You have received');
    await paragraph.waitFor();
    expect(await paragraph.evaluate((node) => getComputedStyle(node).color)).toBe('rgb(1, 2, 3)');
    expect(await page.frameLocator('iframe.preview').locator('iframe').getAttribute('sandbox')).toBe('');
    await visitor.press('Save');
    await visitor.sees('Greeting');
    await goTo('All templates');
    await visitor.press('Delete: Greeting');
    await visitor.hears('Deleted Greeting.');
    await visitor.press('Undo: Greeting');
    await visitor.hears('Greeting is back.');
    expect(await listed('/partner/emailTemplate')).toMatchObject([{ name: 'Greeting' }]);
  });

  it('assigns templates to emails, shows where one is deleted, and takes assignments away', async () => {
    const stored = await createTemplate({ type: 'html', data: '<p>Hello</p>', name: HOSTILE });
    await enter();
    await goTo('Assignments');
    await visitor.sees('Assignments');
    const { page } = visitor;
    await page.getByText('Nothing is assigned').waitFor();
    await page.getByLabel('Kind of email').selectOption('clientPdf');
    await page.getByLabel('Language').selectOption('sv');
    await page.getByLabel('Company (its id)').fill(String(partner.companyId));
    await visitor.press('Assign');
    await visitor.hears('Assigned.');
    const assigned = {
      kind: 'clientPdf',
      templateId: stored.id,
      language: 'sv',
      companyId: partner.companyId,
    };
    expect(await listed('/partner/emailTemplateAssignment')).toMatchObject([assigned]);
    await page.getByRole('listitem').getByText(`${HOSTILE} #${stored.id}`).waitFor();

    await page.getByLabel('Company (its id)').fill('2000000000');
    await visitor.press('Assign');
    await visitor.hears('Must be one of your companies.');

    await app.request('DELETE', `/partner/emailTemplate/${stored.id}`, { key: partner.key });
    await page.reload();
    await page.getByText('This template is deleted').waitFor();
    await visitor.press(`Remove: clientPdf in Swedish of company ${partner.companyId}`);
    await page.getByText('Nothing is assigned').waitFor();
    expect(await listed('/partner/emailTemplateAssignment')).toEqual([]);
  });

  it('shows the emails, and why one has not the look that was assigned to it', async () => {
    const { id } = await createTemplate({ type: 'html', parser: 'hbs', data: '<p>{{content}}</p>' });
    const assignment = { key: partner.key, body: { templateId: id } };
    await app.request('PUT', '/partner/emailTemplateAssignment/document', assignment);
    await app.database.query('UPDATE email_template SET data = $1 WHERE id = $2', ['{{#if a}}', id]);
    const link = { href: 'https://view.example/1' };
    const email = { kind: 'document', to: 'ada@client.example', language: 'sv', link };
    await report(app, eventOf(partner, { emails: [email] }));
    await eventually(
      () => listed('/partner/email'),
      ([first]) => first?.status === 'succeeded',
    );
    await enter();
    await goTo('Emails');
    await visitor.sees('Emails');
    const card = visitor.page.getByRole('listitem').filter({ hasText: 'ada@client.example' });
    await card.getByText('Succeeded').waitFor();
    await card.getByText('document in Swedish, built-in look').waitFor();
    await card.getByText(`Template #${id} failed, so the built-in look was used. Line 1: `).waitFor();
  });

  it('shows what a template has been, and restores it', async () => {
    const { id } = await createTemplate({ type: 'html', data: HOSTILE, name: 'First' });
    const change = { key: partner.key, body: { name: 'Second', data: '<p>Now</p>' } };
    await app.request('PUT', `/partner/emailTemplate/${id}`, change);
    await enter();
    await goTo('Email templates');
    await goTo('Edit');
    await visitor.sees('Second');
    const { page } = visitor;
    const version = page.getByRole('listitem').filter({ hasText: 'Version 1' });
    await version.getByText('Text', { exact: true }).click();
    await page.getByLabel('Text of version 1').getByText(HOSTILE).waitFor();
    await visitor.press('Restore: Version 1');
    await visitor.hears('The template is what it was in version 1.');
    expect(await page.getByLabel('Source').inputValue()).toBe(HOSTILE);
    expect(await listed('/partner/emailTemplate')).toMatchObject([{ name: 'First', data: HOSTILE }]);
    await page.getByRole('heading', { name: 'Version 3' }).waitFor();
    // The form knows the state that it shows now.
    await page.getByLabel('Name').fill('Third');
    await visitor.press('Save');
    await visitor.hears('Saved.');
    await page.getByRole('heading', { name: 'Version 4' }).waitFor();
  });

  it('creates a subscription, previews it, changes it, and rotates its secret', async () => {
    await enter();
    await goTo('New webhook');
    await visitor.sees('New webhook');
    const { page } = visitor;
    await page.getByLabel('Event').selectOption('document.denied');
    await page.getByLabel('URL (https)').fill(`${receiver.url}/hook`);
    await page.getByLabel('Credentials').selectOption('basicauth');
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('secret');
    await page.getByLabel('Include paths').fill('status\n data.name \n\n');
    await page.getByLabel('Conditions').fill('{"status": ');
    await visitor.press('Preview');
    await visitor.hears('The conditions are no valid JSON.');
    await page.getByLabel('Conditions').fill('{"status": "denied"}');
    await visitor.press('Preview');
    await page.getByText('It is not sent, because conditions are not met:').waitFor();
    await page
      .getByLabel('Document, in JSON')
      .fill(JSON.stringify({ status: 'denied', data: { name: HOSTILE } }));
    await visitor.press('Preview');
    await page.getByText('It is sent:').waitFor();
    expect(JSON.parse((await page.locator('pre[aria-label=Preview]').textContent()) ?? '').data).toEqual({
      status: 'denied',
      data: { name: HOSTILE },
    });
    await visitor.press('Save');
    await page.getByRole('heading', { level: 1, name: /^document\.denied #\d+$/ }).waitFor();
    const [created] = await listed('/partner/webhookSubscription');
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
    expect(await listed('/partner/webhookSubscription')).toMatchObject([
      { id: created.id, conditions: null, authType: 'basicauth', authData: { username: 'ada' } },
    ]);
    await visitor.press('Show: Signing secret');
    const secret = page.getByLabel('Secret', { exact: true });
    const before = await secret.textContent();
    expect(before).toMatch(/^whsec_/);
    await visitor.press('Rotate: Signing secret');
    await page.getByText('The one before signs along until').waitFor();
    expect(await secret.textContent()).not.toBe(before);
    await page.getByLabel('Include paths').fill('*');
    await visitor.press('Save');
    await visitor.hears('Saved.');
  });

  it('works without a mouse, and on a narrow screen', async () => {
    await subscribe(app, partner, receiver, { url: `${receiver.url}/${'long'.repeat(100)}` });
    await createTemplate({ type: 'html', data: '<p>Hello</p>', name: 'x'.repeat(255) });
    await report(app, eventOf(partner, { typeId: 'y'.repeat(255) }));
    await visitor.leave();
    visitor = await Visitor.arrive(browser, 375);
    await enter();
    const { page } = visitor;
    const focused = () => page.evaluate('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    // Each is another place than the one before, so that its heading is there only when it is shown.
    for (const place of ['Deliveries', 'Assignments', 'Emails', 'Webhooks', 'Email templates']) {
      await page.getByRole('navigation').getByRole('link', { name: place }).focus();
      await page.keyboard.press('Enter');
      await visitor.sees(place);
      expect(await focused()).toBe(place);
      expect([place, await overflow()]).toEqual([place, 0]);
    }
    await goTo('Edit');
    await visitor.sees('x'.repeat(255));
    expect(await overflow()).toBe(0);
  });
});
