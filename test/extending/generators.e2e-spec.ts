import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { TestApp, type TestPartner } from '../support/app.js';
import { eventOf, eventually, report, subscribe } from '../delivery/deliveries.js';
import { describeInBrowser, startBrowser, Visitor } from '../support/browser.js';
import { Receiver, startReceiver } from '../support/receiver.js';
import { ServiceProcess, serviceProcess } from '../support/service-process.js';
import { databaseReader, testDatabase } from '../support/test-database.js';
import { codeBlock } from '../support/document-code.js';
import { GENERATED, ProjectCopy } from './project-copy.js';

// Copies, builds and checks the whole project, which takes minutes on a busy machine.
jest.setTimeout(600_000);

const HUB_SIGNATURE = 'src/webhook-subscription/domain/auth/hub-signature-auth.ts';
const HUB_SECRET = 'correct horse battery staple';

function hubSignatureOf(secret: string, body: Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

describe('A project to which each generator has added something', () => {
  let project: ProjectCopy;

  beforeAll(async () => {
    project = await ProjectCopy.make();
    expect(await project.generate(GENERATED)).toEqual(
      GENERATED.map(() => ({ status: 0, output: expect.stringContaining('Next: ') })),
    );
    // As docs/extending.md describes.
    const { output } = await project.run('npx', '@nestjs/cli', 'generate', 'auth-type', 'hub-signature');
    expect(output).toContain(`in ${HUB_SIGNATURE}, declare`);
    await project.write(HUB_SIGNATURE, await codeBlock('docs/extending.md', 'export const hubSignatureAuth'));
    // Before the check of types: those of the console come from the API document.
    expect(await project.npm('build')).toEqual({ status: 0, output: '' });
  });

  afterAll(() => project.remove());

  it('passes the checks of types, import rules, format and lint, and the specs of the registries', async () => {
    const ended = [
      await project.npm('typecheck'),
      await project.npm('imports'),
      await project.run('npx', 'oxfmt', '--check', 'src'),
      await project.run('npx', 'oxlint', '--type-aware', '--deny-warnings', 'src'),
      await project.npm(
        'jest',
        'src/event/domain',
        'src/webhook-subscription/domain/auth',
        'src/rendering/emails',
      ),
    ];
    expect(ended.filter(({ status }) => status !== 0)).toEqual([]);
  });

  describe('when it runs', () => {
    let service: ServiceProcess;
    let app: TestApp;
    let receiver: Receiver;
    let partner: TestPartner;

    beforeAll(async () => {
      receiver = await startReceiver();
      const database = await testDatabase();
      service = await serviceProcess(
        {
          ...receiver.environment,
          DATABASE_URL: database.url,
          SECRET_KEYS: `test:${randomBytes(32).toString('base64')}`,
        },
        path.join(project.root, 'dist/src/main.js'),
      );
      await service.start();
      const pool = databaseReader(database.url);
      app = new TestApp(service.url, pool, async () => {
        await service.end('SIGTERM');
        await pool.end();
        await database.drop();
      });
      partner = await app.partner();
    });

    afterAll(async () => {
      await app.stop();
      await receiver.stop();
    });

    it('signs deliveries as docs/extending.md shows, for the new type of event', async () => {
      const { authData } = await subscribe(app, partner, receiver, {
        type: 'document.archived',
        authType: 'hubSignature',
        authData: { secret: HUB_SECRET },
      });
      expect(authData).toEqual({ secret: HUB_SECRET });
      await report(app, eventOf(partner, { type: 'document.archived' }));
      const { headers, body, json } = await receiver.next();
      expect(headers['x-hub-signature-256']).toBe(hubSignatureOf(HUB_SECRET, body));
      expect(json.type).toBe('document.archived');
    });

    it('sends deliveries with a generated auth type that was not edited', async () => {
      await subscribe(app, partner, receiver, { authType: 'apiKey', authData: { secret: 'as-it-is' } });
      await report(app, eventOf(partner));
      expect((await receiver.next()).headers).toMatchObject({ 'x-api-key': 'as-it-is' });
    });

    it('masks the new secret, and applies its rule', async () => {
      const list = await app.request('GET', '/partner/webhookSubscription', { key: partner.key });
      expect(JSON.stringify(list.body)).not.toContain(HUB_SECRET);
      expect(list.body).toContainEqual(expect.objectContaining({ authData: { secret: '********' } }));
      const refused = await app.request('POST', '/partner/webhookSubscription', {
        key: partner.key,
        body: {
          type: 'document.archived',
          isActive: true,
          url: receiver.url,
          includePaths: [],
          authType: 'hubSignature',
          authData: { secret: 'too short' },
        },
      });
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/authData/secret', code: 'invalid_secret' }] },
      });
    });

    it('renders with the new template type and parser, and lets no script into an address', async () => {
      const render = async (type: string, data: string, variables: object) => {
        const created = await app.request('POST', '/partner/emailTemplate', {
          key: partner.key,
          body: { type, parser: 'percent', data },
        });
        const path = `/partner/emailTemplate/${created.body.id}/render`;
        return (await app.request('POST', path, { key: partner.key, body: { data: variables } })).text;
      };
      const name = '<b>Ada</b>';
      expect(await render('plainText', 'Hello %name%, 100 % <3', { name })).toBe(
        '<pre style="white-space: pre-wrap">Hello &lt;b&gt;Ada&lt;/b&gt;, 100 % &lt;3</pre>',
      );
      expect(
        await render('html', '<a href="%url%" title="%name%">x</a>', { url: 'javascript:x', name }),
      ).toBe('<a href="#" title="&lt;b&gt;Ada&lt;/b&gt;">x</a>');
    });

    it('documents the new kind of email, and accepts an event that requests it', async () => {
      const kinds = await app.request('GET', '/partner/emailKind', { key: partner.key });
      expect(kinds.body).toContainEqual(expect.objectContaining({ kind: 'reminder' }));
      const email = {
        kind: 'reminder',
        to: 'ada@client.example',
        language: 'sv',
        link: { href: 'https://view.example/1' },
      };
      const [accepted] = await report(app, eventOf(partner, { type: 'document.sent', emails: [email] }));
      expect(accepted).toMatchObject({ duplicate: false, emails: 1 });
    });

    describeInBrowser('the console', () => {
      let browser: Browser;
      let page: Page;

      beforeAll(async () => {
        const { url } = (await app.internal('POST', `/internal/partner/${partner.id}/portalLink`)).body;
        browser = await startBrowser();
        const visitor = await Visitor.arrive(browser);
        await visitor.open(url, 'Overview');
        page = visitor.page;
      });

      afterAll(() => browser.close());

      it('has the fields of the new auth types, with the problems beside them', async () => {
        await page.getByRole('link', { name: 'Create a subscription' }).click();
        await page.getByLabel('URL').fill(receiver.url);
        await page
          .getByLabel('Credentials')
          .selectOption('hubSignature: X-Hub-Signature-256, as GitHub sends it');
        await page.getByLabel('Shared secret').fill('too short');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByText('Must have at least 16 characters.').waitFor();
        await page.getByLabel('Shared secret').fill('typed in the console');
        await page.getByRole('button', { name: 'Create' }).click();
        await page.getByText('The subscription has been created.').waitFor();
        await page.getByRole('link', { name: 'Configure' }).click();
        expect(await page.getByLabel('Shared secret').getAttribute('placeholder')).toBe('unchanged');
        expect(await page.getByLabel('Shared secret').getAttribute('type')).toBe('password');
        await page.getByLabel('Credentials').selectOption('apiKey: a secret in the header x-api-key');
        expect(await page.getByLabel('Secret', { exact: true }).isVisible()).toBe(true);
        expect(await page.getByLabel('Shared secret').isHidden()).toBe(true);
        await report(app, eventOf(partner));
        const signature = (body: Buffer) => hubSignatureOf('typed in the console', body);
        await eventually(
          async () => receiver.requests,
          (seen) => seen.some(({ headers, body }) => headers['x-hub-signature-256'] === signature(body)),
        );
      });

      it('offers the new template type, parser and kind of email', async () => {
        // Forms ask before their changes are lost.
        page.on('dialog', (dialog) => void dialog.accept());
        await page.goto(`${service.url}/console#/templates/new?from=blank`);
        await page.getByRole('button', { name: 'reminder' }).click();
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('menuitem', { name: 'Settings' }).click();
        await page.getByLabel('Parser of variables').selectOption('percent');
        await page.getByLabel('Type', { exact: true }).selectOption('plainText');
        await page.goto(`${service.url}/console#/assignments/reminder.sv.all`);
        await page.getByRole('heading', { name: /^reminder: / }).waitFor();
      });
    });

    it('has all of it in the API document', async () => {
      const { text } = await app.request('GET', '/openapi.json');
      const { webhooks, components } = JSON.parse(text);
      expect(webhooks).toHaveProperty(['document.archived']);
      const { WebhookSubscription: subscription, EmailTemplate: template } = components.schemas;
      expect(subscription.properties.type.enum).toContain('document.archived');
      expect(subscription.properties.authType.enum).toEqual(
        expect.arrayContaining(['hubSignature', 'apiKey']),
      );
      expect(subscription.properties.authData.anyOf).toContainEqual({
        title: 'hubSignature',
        type: 'object',
        description: 'X-Hub-Signature-256, as GitHub sends it',
        additionalProperties: false,
        required: ['secret'],
        properties: { secret: expect.objectContaining({ title: 'Shared secret', format: 'password' }) },
      });
      expect(webhooks['document.archived'].post.description).toContain('`hubSignature`');
      expect(template.properties.type.enum).toContain('plainText');
      expect(template.properties.parser.enum).toContain('percent');
    });
  });
});
