import { readFileSync } from 'node:fs';
import { eventually } from '../delivery/deliveries.js';
import { mailsTo } from '../email/emails.js';
import { SmtpReceiver } from '../support/smtp.js';
import { type ConsoleVisit, describeConsole, HOSTILE } from './console-visit.js';
import { paste } from './paste.js';
import { faultsOf } from './view-faults.js';

let relay: SmtpReceiver;

afterAll(() => relay?.stop());

async function withRelay(): Promise<Record<string, string>> {
  relay = await SmtpReceiver.start();
  return relay.environment();
}

/** A template by a designer, with five mistakes. */
const BROKEN = readFileSync(new URL('five-mistakes.mjml', import.meta.url), 'utf8');
const WHOLE = '<p>{{content}} <a href="{{link.href}}">x</a> <a href="{{unsubscribeUrl}}">y</a></p>';

const source = ({ visitor }: ConsoleVisit) => visitor.page.getByRole('textbox', { name: 'Source' });
/** The frame of the preview. Dialogs, which are outside of `main`, have others with this title. */
const PREVIEW = 'main iframe[title="The email"]';
const email = ({ visitor }: ConsoleVisit) =>
  // The last one, because the former email stays until the new one has loaded.
  visitor.page.frameLocator(PREVIEW).frameLocator('iframe[title="The email"]').last();
/** Waits until the cursor is in a line. */
const isInLine = ({ visitor }: ConsoleVisit, line: number) =>
  visitor.page
    .locator('.cm-lineNumbers .cm-activeLineGutter', { hasText: new RegExp(`^${line}$`) })
    .waitFor();
const problems = ({ visitor }: ConsoleVisit) => visitor.page.getByRole('region', { name: 'Problems' });

describeConsole('The template studio', withRelay, (visit) => {
  const createTemplate = (data = WHOLE, name: string = 'Letter') =>
    visit.createTemplate({ type: 'html', parser: 'hbs', data, name });

  it('lets a designer write a template with five mistakes, correct, preview, send and publish it', async () => {
    const { app, partner, visitor } = visit;
    const { page } = visitor;
    const address = 'designer@acme.example';
    const contact = { email: address, language: 'en' };
    await app.request('POST', '/partner/contact', { key: partner.key, body: contact });
    const [mail] = await mailsTo(relay, address);
    const link = /https?:\/\/\S+\/contact\/confirmation\/\S+/.exec(mail?.parsed.text ?? '')?.[0];
    await app.request('GET', new URL(link ?? '').pathname);

    await visit.enter();
    await visit.goTo('Templates');
    await page.getByText('There are no templates yet').waitFor();
    await page.getByRole('link', { name: 'New template' }).first().click();
    await page.getByRole('link', { name: /Blank/ }).click();
    await paste(source(visit), BROKEN);
    const list = problems(visit);
    await list.getByText(/\d errors/).waitFor();
    // The editor learns of the problems after the list.
    await page.locator('.cm-lintRange-error').first().waitFor();
    await source(visit).press('F8');
    await isInLine(visit, 14);
    await list.getByText('There is no MJML element <mj-colum>. Did you mean <mj-column>?').waitFor();
    for (const fix of ['mj-column', 'mj-text', 'clientFirstName', 'color']) {
      await list
        .getByRole('button', { name: `Change to ${fix}` })
        .first()
        .click();
    }
    await list.getByRole('button', { name: 'Insert {{/if}}' }).click();
    await list.getByText('No errors, no warnings.').waitFor();
    await email(visit).getByText('Hello Ada,').waitFor();

    await visitor.press('Phone');
    await email(visit).getByText('Hello Ada,').waitFor();
    await eventually(
      () => page.locator(PREVIEW).evaluate((frame) => frame.clientWidth),
      (width) => width === 375,
    );
    await visitor.press('Dark');
    await page.getByText('This email has no dark styles').waitFor();
    // In a narrow window the panel covers the text, and closes after a choice.
    await page.setViewportSize({ width: 1024, height: 768 });
    const panel = page.getByRole('region', { name: 'Insert' });
    await panel.getByRole('button', { name: 'Outline' }).click();
    await panel.getByRole('button', { name: /^mj-button/ }).click();
    await panel.waitFor({ state: 'detached' });
    await isInLine(visit, 27);
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(
      async () => (await source(visit).boundingBox())?.y ?? Infinity,
      (top) => top < 160,
    );
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Spring');
    await source(visit).press('Control+s');
    await visitor.sees('Spring');
    await visitor.hears('The draft is saved.');
    await visitor.press('Send test');
    await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).click();
    await visitor.hears(`The test is on its way to ${address}.`);
    const mails = await mailsTo(relay, address, 2);
    expect(mails.at(-1)?.parsed.html).toContain('Hello Ada,');

    await visitor.press('Publish');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await visitor.hears('Published.');
    const [{ name, data }] = await visit.listed('/partner/emailTemplate');
    const mended = BROKEN.replace('mj-colum>', 'mj-column>')
      .replaceAll('mj-txt', 'mj-text')
      .replace('clientFirstNam}', 'clientFirstName}')
      .replace('colr=', 'color=');
    expect(name).toBe('Spring');
    expect(data.replace(/ *\{\{\/if\}\}\n/, '')).toBe(mended);
  });

  it('shows an email in a frame without scripts, and merges the changes of two people', async () => {
    const { app, partner, visitor } = visit;
    const { page } = visitor;
    const script = '<p>One</p><a href="javascript:parent.parent.wasHacked=1">go</a>';
    const { id } = await createTemplate(script, HOSTILE);
    await visit.enter();
    await visit.goToAddress(`#/templates/${id}`);
    await visitor.sees(HOSTILE);
    await email(visit).getByText('One').waitFor();
    const frame = page.frameLocator(PREVIEW).locator('iframe').last();
    expect(await frame.getAttribute('sandbox')).toBe('');

    await paste(source(visit), '<p>Mine</p>');
    const theirs = { key: partner.key, body: { data: '<p>Theirs</p>' } };
    await app.request('PUT', `/partner/emailTemplate/${id}/draft`, theirs);
    await visitor.press('Save draft');
    await page.getByText('Someone else has changed this template').waitFor();
    await page.getByRole('textbox', { name: 'Theirs' }).getByText('Theirs').waitFor();
    await paste(page.getByRole('textbox', { name: 'Yours' }), '<p>Both</p>');
    await visitor.press('Save the right side');
    await visitor.hears('The draft is saved.');
    expect(await visit.listed(`/partner/emailTemplate/${id}/draft`)).toMatchObject({ data: '<p>Both</p>' });
    expect(await visit.listed(`/partner/emailTemplate/${id}`)).toMatchObject({ data: script });
  });

  it('shows which templates have drafts with one call for all, and no refusal', async () => {
    const { app, partner, visitor } = visit;
    const { page } = visitor;
    const change = (id: number, data: string) =>
      app.request('PUT', `/partner/emailTemplate/${id}/draft`, { key: partner.key, body: { data } });
    await createTemplate(WHOLE, 'Plain');
    await change((await createTemplate(WHOLE, 'Drafted')).id, '<p>draft</p>');
    await change((await createTemplate(WHOLE, 'Broken')).id, '<p>{{#if a}}</p>');
    await visit.enter();
    visitor.refusals.length = 0;
    visitor.requests.length = 0;
    await visit.goTo('Templates');
    const states = { Plain: 'Published', Drafted: 'Unpublished draft', Broken: 'Draft with errors' };
    for (const [name, state] of Object.entries(states)) {
      await page.getByRole('row').filter({ hasText: name }).getByText(state).waitFor();
    }
    expect(visitor.refusals).toEqual([]);
    expect(visitor.requests.filter((url) => /draft/i.test(new URL(url).pathname))).toEqual([
      `${app.url}/partner/emailTemplateDraft?limit=500`,
    ]);
  });

  it('asks before changes are lost, and restores a deleted template', async () => {
    const { visitor } = visit;
    const { page } = visitor;
    const { id } = await createTemplate();
    await visit.enter();
    await visit.goToAddress(`#/templates/${id}`);
    // Typing over a selection sets no inline style, which the page's policy would refuse.
    await source(visit).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('x');
    await paste(source(visit), '<p>Written</p>');
    await page.getByText('Unsaved changes', { exact: true }).waitFor();
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await visit.goTo('Snippets');
    await page.waitForURL(`**#/templates/${id}`);
    expect(asked).toEqual(['Leave without saving? Your changes will be lost.']);
    await visitor.press('Save draft');
    await visitor.hears('The draft is saved.');

    await visit.goTo('Templates');
    await page.getByText('Unpublished draft').waitFor();
    await visitor.press('More: Letter');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await visitor.hears('Letter was deleted.');
    await visitor.press('Undo');
    await visitor.hears('Letter is back.');
    expect(await visit.listed('/partner/emailTemplate')).toHaveLength(1);
  });

  it('saves a snippet that breaks no template, and otherwise lists the templates it would break', async () => {
    const { visitor } = visit;
    const { page } = visitor;
    await visit.enter();
    await visit.goToAddress('#/snippets/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('header');
    await email(visit).getByText('Kitchen Works Ltd').waitFor();
    await visitor.press('Save');
    await visitor.hears('Saved. Write {{> header}} in a template');
    await page.waitForURL(/#\/snippets\/\d+$/);
    const data = '<mjml><mj-body>{{> header}}</mj-body></mjml>';
    await visit.createTemplate({ type: 'mjml', parser: 'hbs', data, name: 'With header' });
    await paste(source(visit), '<mj-sectio></mj-sectio>');
    await visitor.press('Save');
    await page
      .getByRole('alertdialog')
      .getByText(/With header/)
      .waitFor();
  });

  it('shows readers no button that they cannot use', async () => {
    const { app, visitor } = visit;
    const { page } = visitor;
    const { id } = await createTemplate();
    const { body } = await app.internal('POST', `/internal/partner/${visit.partner.id}/apiKey`, {
      scopes: ['read'],
    });
    await visitor.open(`${app.url}/console`, 'Sign in to Livery');
    await page.getByLabel('API key').fill(body.key);
    await visitor.press('Sign in');
    await visitor.sees('Overview');
    await visit.goToAddress(`#/templates/${id}`);
    await page.getByText('Read only').waitFor();
    for (const name of ['Save draft', 'Publish', 'Send test']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
    await visit.goTo('Templates');
    await page.getByText('Letter').waitFor();
    expect(await page.getByRole('link', { name: 'New template' }).count()).toBe(0);
    for (const address of ['#/templates/new', '#/snippets/new', '#/subscriptions/new']) {
      await visit.goToAddress(address);
      await page.getByText('This credential can only read').waitFor();
      expect(await page.locator('main').getByRole('button').count()).toBe(0);
    }
  });

  it('passes axe in both themes at three widths', async () => {
    await visit.enter();
    const found: string[] = [];
    for (const address of ['#/templates', '#/snippets']) found.push(...(await faultsOf(visit, address)));
    const { id } = await createTemplate();
    const full = ['#/templates', '#/templates/new', `#/templates/${id}`, '#/snippets/new'];
    for (const address of full) found.push(...(await faultsOf(visit, address)));
    expect(found).toEqual([]);
  });
});
