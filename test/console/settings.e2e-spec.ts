import { eventOf, eventually, report } from '../delivery/deliveries.js';
import { emailTo, loggedTo, mailsTo } from '../email/emails.js';
import { type NameServer, startNameServer } from '../support/name-server.js';
import { SmtpReceiver } from '../support/smtp.js';
import { describeConsole } from './console-visit.js';
import { faultsOf } from './view-faults.js';

let relay: SmtpReceiver;
let names: NameServer;

afterAll(async () => {
  await relay?.stop();
  await names?.stop();
});

async function withRelay(): Promise<Record<string, string>> {
  relay = await SmtpReceiver.start();
  names = await startNameServer({});
  return { ...(await relay.environment()), WEBHOOK_DNS_SERVERS: names.address };
}

describeConsole('The console’s assignments and settings', withRelay, (visit) => {
  it('assign a template to some emails, show the service’s errors at the fields, and remove the assignment', async () => {
    const { partner, visitor } = visit;
    const { page } = visitor;
    const { id } = await visit.createTemplate({
      name: 'Offer',
      type: 'html',
      parser: 'hbs',
      data: '<p>{{content}}</p>',
    });
    const assigned = () => visit.listed('/partner/emailTemplateAssignment');
    await visit.enter();
    await visit.goTo('Assignments');
    await page.getByRole('link', { name: 'Default template: All companies, Swedish' }).first().click();
    const panel = page.getByRole('complementary');
    // Nothing is assigned yet, so it shows what would be sent with the default template.
    const byDefault = panel.frameLocator('iframe[title="The email with sample data"]');
    await byDefault.frameLocator('iframe').last().getByText('Köksbygget AB').first().waitFor();
    await panel.getByLabel('Subject').fill('{{#if a}}');
    await panel.getByRole('button', { name: 'Assign' }).click();
    await page.locator('[aria-invalid=true][name=subject]:focus').waitFor();
    await panel.getByLabel('Subject').fill('Offert från {{company.name}}');
    await panel.getByText(/^Offert från [^{]+$/).waitFor();
    await panel.getByRole('button', { name: 'Assign' }).click();
    await visitor.hears('Assigned.');
    await page.getByRole('link', { name: 'Offer: All companies, Swedish' }).first().waitFor();
    expect(await assigned()).toEqual([
      expect.objectContaining({ templateId: id, language: 'sv', subject: 'Offert från {{company.name}}' }),
    ]);

    await visit.goToAddress(`#/assignments?company=${partner.companyId}`);
    const inherited = `Offer: Company ${partner.companyId}, Swedish`;
    await page
      .getByRole('cell')
      .filter({ has: page.getByRole('link', { name: inherited }) })
      .getByText('from all companies, Swedish')
      .waitFor();
    await page.getByRole('link', { name: 'Offer: All companies, Swedish' }).first().click();
    await panel.getByRole('button', { name: /^Remove/ }).click();
    await visitor.hears('The assignment is removed.');
    expect(await assigned()).toEqual([]);
    await visitor.press('Undo');
    await eventually(assigned, (found) => found.length === 1);
  });

  it('show the address of the sender, and the records missing in its DNS', async () => {
    const { app, partner, visitor } = visit;
    const { page } = visitor;
    await visit.enter();
    await visit.goTo('Settings');
    await visit.goTo('Sender and DNS');
    await page.getByText('For now that is documents@livery.example.').waitFor();
    const { status } = await app.internal('PUT', `/internal/partner/${partner.id}/sender`, {
      from: 'documents@acme.test',
    });
    expect(status).toBe(201);
    expect(await faultsOf(visit, '#/settings/sending')).toEqual([]);
    await page.reload();
    await page.getByText('documents@acme.test', { exact: true }).waitFor();
    await page
      .getByRole('row', { name: /DMARC Missing or wrong/ })
      .getByText('v=DMARC1; p=none')
      .waitFor();
    await page.getByRole('row', { name: /DKIM Needs a look/ }).waitFor();
    expect(await faultsOf(visit, '#/settings/sending')).toEqual([]);
  });

  it('keep contacts, who confirm their addresses, and API keys', async () => {
    const { app, visitor, partner } = visit;
    const { page } = visitor;
    await visit.enter();
    await visit.goTo('Settings');
    await page.getByText('No one is notified yet').waitFor();
    await visitor.press('Add a contact');
    const dialog = page.getByRole('dialog', { name: 'Add a contact' });
    await dialog.getByLabel('Email address').fill('ops@');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.locator('[aria-invalid=true][name=email]:focus').waitFor();
    await dialog.getByLabel('Email address').fill(`ops${partner.id}@acme.example`);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await visitor.hears('A confirmation link was sent');
    await page.getByText('Waiting for confirmation').waitFor();
    const [mail] = await mailsTo(relay, `ops${partner.id}@acme.example`);
    const [path = ''] = /\/contact\/confirmation\/[\w-]+/.exec(mail?.parsed.text ?? '') ?? [];
    await fetch(`${visit.app.url}${path}`);
    await page.reload();
    await page.getByText('Confirmed', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Delete: ops/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No one is notified yet').waitFor();
    await visit.goTo('Access');
    await visitor.press('Create a key');
    const form = page.getByRole('dialog', { name: 'Create a key' });
    await form.getByLabel('Name').fill('Nightly');
    await form.getByLabel('What it may do').selectOption({ label: 'Read only' });
    await form.getByRole('button', { name: 'Create a key' }).click();
    const key =
      (await page.getByRole('dialog', { name: 'Copy the key now' }).locator('pre').textContent()) ?? '';
    await visitor.press('I have copied it');
    const look = () => app.request('GET', '/partner/apiKey', { key: key.trim() });
    expect((await look()).body.map(({ label }: { label: string | null }) => label)).toContain('Nightly');
    await visitor.press('Revoke: Nightly');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await visitor.hears('“Nightly” is revoked.');
    expect((await look()).status).toBe(401);
    await visit.goTo('Companies');
    await page.getByRole('rowheader', { name: String(partner.companyId) }).waitFor();
  });

  it('pass axe in both themes at three widths with the emails sent, empty and full', async () => {
    const { app, partner } = visit;
    await visit.enter();
    const found: string[] = [];
    for (const address of ['#/sent', '#/assignments', '#/settings', '#/settings/appearance']) {
      found.push(...(await faultsOf(visit, address)));
    }
    const { id } = await visit.createTemplate({ name: 'Offer', type: 'html', data: '<p>Hello</p>' });
    const members = { key: partner.key, body: { templateId: id, companyId: partner.companyId } };
    await app.request('PUT', '/partner/emailTemplateAssignment/document', members);
    await app.request('POST', '/partner/contact', {
      key: partner.key,
      body: { email: 'ops@acme.example', language: 'en', notices: ['email.bounced'] },
    });
    await report(app, eventOf(partner, { emails: [emailTo('ada@client.example')] }));
    const email = await loggedTo(app, partner, 'ada@client.example');
    const full = [
      `#/sent?open=${email.id}`,
      `#/sent/${email.id}`,
      '#/assignments',
      `#/assignments?open=document.sv.${partner.companyId}`,
      '#/settings',
      '#/settings/access',
      '#/settings/companies',
      '#/settings/sending',
    ];
    for (const address of full) found.push(...(await faultsOf(visit, address)));
    expect(found).toEqual([]);
  });
});
