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
  /** Has emails asked for by an event, and waits until each has come to rest. */
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

  it('filter the log by what stands in the address, so that it can be gone back to', async () => {
    await send(
      emailTo('ada@client.example'),
      emailTo('nobody@client.example'),
      emailTo('full@client.example', { language: 'sv' }),
      emailTo('bo@client.example', { kind: 'clientPdf', pdfLink: { href: 'https://view.example/1.pdf' } }),
    );
    await visit.enter();
    await visit.goTo('Emails');
    const { visitor, partner } = visit;
    const { page } = visitor;
    await visitor.sees('Emails');
    const rows = page.locator('.row');
    const shows = (...recipients: readonly string[]) =>
      eventually(
        async () => (await rows.locator('.main').allTextContents()).map((text) => text.split('@')[0] ?? ''),
        (shown) => JSON.stringify(shown.toSorted()) === JSON.stringify(recipients),
      );
    await shows('ada', 'bo', 'full', 'nobody');

    await page.getByLabel('Status').selectOption({ label: 'Failed' });
    await visitor.press('Filter');
    await page.waitForURL('**#/emails?status=failed');
    await shows('nobody');
    await page.getByText('550, refused by the mail server').waitFor();
    await page.getByLabel('Status').selectOption('Any');
    await page.getByLabel('Kind').selectOption('clientPdf');
    await visitor.press('Filter');
    await shows('bo');
    await page.goBack();
    await shows('nobody');
    expect(await page.getByLabel('Status').inputValue()).toBe('failed');
    await visit.goTo('Clear');
    await shows('ada', 'bo', 'full', 'nobody');

    await page.getByLabel('Recipient').fill(' FULL@client.example');
    await page.keyboard.press('Enter');
    await shows('full');
    await page.getByLabel('Recipient').fill('');
    await page.getByLabel('Document').fill(HOSTILE);
    await page.getByText('More filters').click();
    await page.getByLabel('Event').selectOption('document.sent');
    await page.getByLabel('Company id').fill(String(partner.companyId));
    await page.getByLabel('Since, local time').fill('2026-01-02T03:04:05');
    await visitor.press('Filter');
    await page.waitForURL('**since=2026-01-02T03%3A04%3A05.000Z');
    await shows('ada', 'bo', 'full', 'nobody');
    expect(await page.getByLabel('Since, local time').inputValue()).toBe('2026-01-02T03:04:05');
    await page.getByLabel('Before, local time').fill('2026-01-03T00:00:00');
    await visitor.press('Filter');
    await page.getByText('No email matches this filter.').waitFor();

    await page.getByLabel('Company id').fill('0');
    await visitor.press('Filter');
    await page.locator('[aria-invalid=true][name=companyId]:focus').waitFor();

    await visit.goToAddress('#/emails?status=lost');
    await visitor.hears('Must be one of');
    await visit.goTo('Show all');
    await shows('ada', 'bo', 'full', 'nobody');
  });

  it('show an email with its attempts, the mail server’s answers, and when it is tried again', async () => {
    await send(emailTo('full@client.example'), emailTo('nobody@client.example'));
    await visit.enter();
    await visit.goTo('Emails');
    const { visitor, app, partner } = visit;
    const { page } = visitor;
    await page.getByRole('link', { name: 'full@client.example' }).click();
    await visitor.sees('Email');
    const overview = page.getByRole('region', { name: 'Overview' });
    await overview.getByText('Pending').waitFor();
    await overview.getByText('document in English').waitFor();
    await overview.getByText('document.sent evt-7').waitFor();
    await overview.getByText(/, in (60 minutes|1 hour)$/).waitFor();
    const { id, attempts } = await loggedTo(app, partner, 'full@client.example', () => true);
    await overview.getByText(id).waitFor();
    const second = page.getByRole('listitem').filter({ hasText: 'Attempt 2' });
    await second.getByText('452, refused by the mail server').waitFor();
    await second.getByText('452 The mailbox is full').waitFor();
    await second.getByText(`${attempts[1].durationMs} ms`, { exact: true }).waitFor();
    await page.getByText('The default template: no template was assigned to this email.').waitFor();

    await visit.goToAddress(`#/emails/${(await loggedTo(app, partner, 'nobody@client.example')).id}`);
    await overview.getByText('Failed').waitFor();
    expect(await overview.getByText('Next attempt').count()).toBe(0);
    await page.getByText(HOSTILE.slice(0, 20)).first().waitFor();
    await overview.getByRole('link', { name: 'nobody@client.example' }).click();
    await visitor.sees('Emails');
    expect(await page.getByLabel('Recipient').inputValue()).toBe('nobody@client.example');
    await visit.goToAddress('#/emails/none');
    await page.getByText('There is no page at this address').waitFor();
    await visit.goTo('Show all');
    await visitor.sees('Emails');
  });

  it('link to the template of an email, and show why the default template was used', async () => {
    const { app, partner } = visit;
    const { id } = await visit.createTemplate({ type: 'html', parser: 'hbs', data: '<p>{{content}}</p>' });
    const assignment = { key: partner.key, body: { templateId: id } };
    await app.request('PUT', '/partner/emailTemplateAssignment/document', assignment);
    await send(emailTo('ada@client.example'));
    await visit.enter();
    const { visitor } = visit;
    const { page } = visitor;
    await visit.goToAddress(`#/emails/${(await loggedTo(app, partner, 'ada@client.example')).id}`);
    await page.getByText(`Made with template #${id}.`).waitFor();
    await page.getByRole('region', { name: 'Template' }).getByRole('link').click();
    await visitor.sees(`Template ${id}`);

    await app.database.query('UPDATE email_template SET data = $1 WHERE id = $2', ['{{#if a}}', id]);
    await report(app, eventOf(partner, { emails: [emailTo('bo@client.example', { language: 'sv' })] }));
    const fallen = await loggedTo(app, partner, 'bo@client.example');
    await visit.goTo('Emails');
    const row = page.getByRole('listitem').filter({ hasText: 'bo@client.example' });
    await row.getByText(`template #${id} failed`).waitFor();
    await row.getByText('document in Swedish').click();
    await visitor.sees('Email');
    await page.getByText(`template #${id} failed, so the default template was used. Line 1: `).waitFor();

    await app.request('DELETE', `/partner/emailTemplate/${id}`, { key: partner.key });
    await page.reload();
    await page.getByText(`template #${id} (deleted) failed`).waitFor();
    expect(page.url()).toContain(fallen.id);
  });
});
