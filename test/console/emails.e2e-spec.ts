import { createHash } from 'node:crypto';
import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { emailTo, loggedTo } from '../email/emails.js';
import { SmtpReceiver } from '../support/smtp.js';
import { describeConsole, HOSTILE } from './console-visit.js';

let relay: SmtpReceiver;

afterAll(() => relay?.stop());

async function withRelay(): Promise<Record<string, string>> {
  relay = await SmtpReceiver.start({
    answer: (recipient) => {
      if (recipient.startsWith('full')) return { to: 'recipient', status: 452, words: 'The mailbox is full' };
      if (recipient.startsWith('nobody')) return { to: 'recipient', status: 550, words: HOSTILE };
      return undefined;
    },
  });
  return { ...(await relay.environment()), EMAIL_RETRY_SCHEDULE: '10ms,1h' };
}

describeConsole('The console’s pages of emails', withRelay, (visit) => {
  /** Reports an event that asks for emails, and waits until each is sent, failed, or waiting for a retry in an hour. */
  const send = async (...emails: readonly object[]) => {
    const { app, partner } = visit;
    await report(app, eventOf(partner, { type: 'document.sent', id: 'evt-7', typeId: HOSTILE, emails }));
    await eventually(
      () => visit.listed('/partner/email'),
      (logged) =>
        logged.length === emails.length &&
        logged.every(
          ({ status, nextAttemptAt }: { status: string; nextAttemptAt: string | null }) =>
            status !== 'pending' || Date.parse(nextAttemptAt ?? '') - Date.now() > 60_000,
        ),
    );
  };
  /** Waits until the list has emails to exactly these recipients. */
  const shows = (...recipients: readonly string[]) =>
    eventually(
      async () => {
        const links = visit.visitor.page.getByRole('table', { name: 'Sent' }).locator('[data-row] a');
        return (await links.allTextContents()).map((text) => text.split('@')[0] ?? '');
      },
      (shown) => JSON.stringify(shown.toSorted()) === JSON.stringify(recipients),
    );
  const open = async (filter: string) => {
    await visit.visitor.page.getByRole('group').getByRole('button', { name: filter, exact: true }).click();
    return visit.visitor.page.getByRole('dialog', { name: filter });
  };

  it('keep the filters of the log in the address, so that they survive navigation', async () => {
    await send(
      emailTo('ada@client.example'),
      emailTo('nobody@client.example'),
      emailTo('full@client.example', { language: 'sv' }),
      emailTo('bo@client.example', { kind: 'clientPdf', pdfLink: { href: 'https://view.example/1.pdf' } }),
    );
    await visit.enter();
    await visit.goTo('Sent');
    const { visitor, partner } = visit;
    const { page } = visitor;
    await visitor.sees('Sent');
    await shows('ada', 'bo', 'full', 'nobody');

    await (await open('Status')).getByLabel('Status').selectOption({ label: 'Failed' });
    await page.waitForURL('**#/sent?status=failed');
    await shows('nobody');
    await page.getByText('550, refused by the mail server').waitFor();
    await visitor.press('Remove the filter: Status');
    await (await open('Kind')).getByLabel('Kind').selectOption('clientPdf');
    await shows('bo');
    await page.goBack();
    await page.goBack();
    await shows('nobody');
    await page.getByRole('button', { name: 'Status: Failed' }).waitFor();
    await visitor.press('Clear filters');
    await shows('ada', 'bo', 'full', 'nobody');

    await page.getByLabel('Find a recipient').fill(' FULL@client.example');
    await page.keyboard.press('Enter');
    await shows('full');
    await page.getByLabel('Find a recipient').fill('');
    await shows('ada', 'bo', 'full', 'nobody');

    const document = await open('Document');
    await document.getByLabel('Document').fill(HOSTILE);
    await document.getByRole('button', { name: 'Apply' }).click();
    const since = await open('Since, local time');
    await since.getByLabel('Since, local time').fill('2026-01-02T03:04:05');
    await since.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**since=2026-01-02T03%3A04%3A05.000Z');
    await shows('ada', 'bo', 'full', 'nobody');
    const more = `type=document.sent&companyId=${partner.companyId}&typeId=${encodeURIComponent(HOSTILE)}`;
    await visit.goToAddress(`#/sent?${more}`);
    await shows('ada', 'bo', 'full', 'nobody');
    await visit.goToAddress(`#/sent?${more}&until=2026-01-03T00:00:00.000Z`);
    await page.getByText('No email matches this filter.').waitFor();
    await visit.goTo('Show all');
    await shows('ada', 'bo', 'full', 'nobody');
    // Values that the service would refuse are ignored.
    await visit.goToAddress('#/sent?status=lost&companyId=0');
    await shows('ada', 'bo', 'full', 'nobody');
  });

  it('show an email with its attempts, the mail server’s answers, and the time of the next attempt', async () => {
    await send(emailTo('full@client.example'), emailTo('nobody@client.example'));
    await visit.enter();
    await visit.goTo('Sent');
    const { visitor, app, partner } = visit;
    const { page } = visitor;
    await page.getByRole('link', { name: 'full@client.example' }).click();
    const panel = page.getByRole('complementary', { name: 'full@client.example' });
    await panel.getByText('Retrying', { exact: true }).waitFor();
    await panel.getByText('Document in English').waitFor();
    await panel.getByText('document.sent evt-7').waitFor();
    await panel.getByText(/^in (59 minutes|60 minutes|1 hour)$/).waitFor();
    const { id, attempts } = await loggedTo(app, partner, 'full@client.example', () => true);
    await panel.getByText(id).waitFor();
    const second = panel.getByRole('listitem').filter({ hasText: 'Attempt 2' });
    await second.getByText('452, refused by the mail server').waitFor();
    await second.getByText('452 The mailbox is full').waitFor();
    await second.getByText(`${attempts[1].durationMs} ms`, { exact: true }).waitFor();
    await panel.getByText('The default template: no template was assigned to this email.').waitFor();
    expect(await panel.getByRole('button', { name: 'Send again' }).count()).toBe(0);

    await visit.goToAddress(`#/sent/${(await loggedTo(app, partner, 'nobody@client.example')).id}`);
    await panel.waitFor({ state: 'detached' });
    await page.getByText('Failed', { exact: true }).waitFor();
    expect(await page.getByText('Next attempt').count()).toBe(0);
    await page.getByText(HOSTILE.slice(0, 20)).first().waitFor();
    await page.getByText('The address does not exist.').waitFor();
    await page.getByRole('link', { name: 'nobody@client.example' }).click();
    await visitor.sees('Sent');
    expect(await page.getByLabel('Find a recipient').inputValue()).toBe('nobody@client.example');
    await visit.goToAddress('#/sent/none');
    await page.getByText('There is no page at this address').waitFor();
    await visit.goTo('Show all');
    await visitor.sees('Sent');
  });

  it('show the email as it was sent, and send it again to another address, but not with a key that only reads', async () => {
    const { app, partner, visitor } = visit;
    const { page } = visitor;
    await send(emailTo('ada@client.example', { content: 'Please read <b>this</b>.' }));
    const { id } = await loggedTo(app, partner, 'ada@client.example');
    await visit.enter();
    await visit.goToAddress(`#/sent/${id}`);
    const email = page.frameLocator('iframe[title="The email"]').frameLocator('iframe').last();
    await email.getByText('Please read <b>this</b>.').last().waitFor();
    // The focus can be seen on a frame too, whose own content has it.
    await page.getByRole('button', { name: 'Dark', exact: true }).focus();
    await page.keyboard.press('Tab');
    await page.locator('[data-focus="true"] iframe').waitFor();
    await visitor.press('Text');
    await page.getByLabel('Text', { exact: true }).getByText('Please read').waitFor();

    await visitor.press('Send again');
    const dialog = page.getByRole('dialog', { name: 'Send this email again' });
    await dialog.getByLabel('To').fill('eve@client.example');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await visitor.hears('The email is on its way to eve@client.example.');
    await visitor.press('Show');
    await page.getByRole('link', { name: 'an earlier email' }).waitFor();

    const { body } = await app.internal('POST', `/internal/partner/${partner.id}/apiKey`, {
      scopes: ['read'],
    });
    await visitor.press('Sign out');
    await page.getByLabel('API key').fill(body.key);
    await visitor.press('Sign in');
    await visit.goTo('Settings');
    await visit.goTo('Access');
    await page.getByText('This credential cannot change anything').waitFor();
    await visit.goToAddress(`#/sent/${id}`);
    await email.getByText('Please read <b>this</b>.').last().waitFor();
    expect(await page.getByRole('button', { name: 'Send again' }).count()).toBe(0);
  });

  it('show the headers and attachments, and download the message', async () => {
    const { app, partner, visitor } = visit;
    const { page } = visitor;
    const file = { filename: 'offer.pdf', contentType: 'application/pdf', content: 'JVBERi0xLjQ=' };
    await send(emailTo('ada@client.example', { attachments: [file] }));
    const { id } = await loggedTo(app, partner, 'ada@client.example');
    await visit.enter();
    await visit.goToAddress(`#/sent/${id}`);
    await page.getByText('Test partner <documents@livery.example>').waitFor();
    await page.getByText('offer.pdf', { exact: true }).waitFor();
    await page.getByText(createHash('sha256').update('%PDF-1.4').digest('hex')).waitFor();
    await visitor.press('Headers');
    await page.getByLabel('Headers', { exact: true }).getByText('Auto-Submitted: auto-generated').waitFor();
    const download = page.waitForEvent('download');
    await visitor.press('Download (.eml)');
    expect((await download).suggestedFilename()).toBe(`${id}.eml`);
  });

  it('link to the template of an email, and show why the default template was used', async () => {
    const { app, partner, visitor } = visit;
    const { page } = visitor;
    const { id } = await visit.createTemplate({ type: 'html', parser: 'hbs', data: '<p>{{content}}</p>' });
    const assignment = { key: partner.key, body: { templateId: id } };
    await app.request('PUT', '/partner/emailTemplateAssignment/document', assignment);
    await send(emailTo('ada@client.example'));
    await visit.enter();
    await visit.goToAddress(`#/sent/${(await loggedTo(app, partner, 'ada@client.example')).id}`);
    const made = page.getByText('Made with').getByRole('link', { name: `#${id}` });
    expect(await made.getAttribute('href')).toBe(`#/templates/${id}`);

    await app.database.query('UPDATE email_template SET data = $1 WHERE id = $2', ['{{#if a}}', id]);
    await report(app, eventOf(partner, { emails: [emailTo('bo@client.example', { language: 'sv' })] }));
    const fallen = await loggedTo(app, partner, 'bo@client.example');
    await visit.goTo('Sent');
    const row = page.getByRole('row').filter({ hasText: 'bo@client.example' });
    await row.getByText(`#${id} failed`).waitFor();
    await row.getByText('Document in Swedish').click();
    await page.getByText(`#${id} failed, so the default template was used.`).waitFor();
    await page.getByText(/Line 1: /).waitFor();

    await app.request('DELETE', `/partner/emailTemplate/${id}`, { key: partner.key });
    await page.reload();
    await page.getByText(`template #${id} (deleted) failed`).waitFor();
    expect(page.url()).toContain(fallen.id);
  });
});
