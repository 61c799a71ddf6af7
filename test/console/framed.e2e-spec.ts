import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { eventOf, report, subscribe } from '../delivery/deliveries.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { describeInBrowser, startBrowser, Visitor } from '../support/browser.js';
import { codeBlock } from '../support/document-code.js';
import { type Receiver, startReceiver } from '../support/receiver.js';

jest.setTimeout(180_000);

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>';

describeInBrowser('The console in a frame of a page elsewhere', () => {
  let app: TestApp;
  let host: Server;
  let receiver: Receiver;
  let browser: Browser;
  let partner: TestPartner;
  let visitor: Visitor;
  /** Makes the link that the server of the host page returns. */
  let linkOf: () => Promise<string>;
  /** Origins of the host page: one in CONSOLE_FRAME_ORIGINS, and one that is not. */
  let listed = '';
  let unlisted = '';

  beforeAll(async () => {
    host = createServer((request, response) => {
      if (request.url !== '/livery-link') {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        void hostPage().then((html) => response.end(html));
        return;
      }
      void linkOf().then((url) => response.end(JSON.stringify({ url })));
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const { port } = host.address() as AddressInfo;
    listed = `http://localhost:${port}`;
    unlisted = `http://127.0.0.1:${port}`;
    const logo = path.join(os.tmpdir(), `logo-${port}.svg`);
    await writeFile(logo, LOGO);
    receiver = await startReceiver();
    app = await startApp({
      ...receiver.environment,
      CONSOLE_FRAME_ORIGINS: `https://app.example,${listed}`,
      CONSOLE_NAME: 'Acme "& <Sons>',
      CONSOLE_COLOR: '#ffcc00',
      CONSOLE_LOGO: logo,
    });
    await rm(logo);
    browser = await startBrowser();
  });

  beforeEach(async () => {
    partner = await app.partner();
    linkOf = async () => (await app.internal('POST', `/internal/partner/${partner.id}/portalLink`)).body.url;
    visitor = await Visitor.arrive(browser);
  });

  afterEach(() => visitor.leave());

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
    await receiver?.stop();
    host?.close();
  });

  /** The page of docs/embedding.md, for this service. */
  async function hostPage(): Promise<string> {
    const page = await codeBlock('docs/embedding.md', 'livery:sign-in');
    return page.replaceAll('https://livery.example', app.url);
  }

  async function templateId(): Promise<number> {
    const body = { name: 'Offer', type: 'html', data: '<p>Hello from within</p>' };
    return (await app.request('POST', '/partner/emailTemplate', { key: partner.key, body })).body.id;
  }

  const framed = () => visitor.page.frameLocator('#livery');

  it('is signed in by a page whose origin is listed, with its name, logo and colour', async () => {
    await subscribe(app, partner, receiver);
    await report(app, eventOf(partner, { typeId: 'framed-1' }));
    await visitor.page.goto(`${listed}/#/deliveries`);
    await framed()
      .getByRole('table', { name: 'Deliveries' })
      .getByRole('link', { name: 'framed-1' })
      .waitFor();
    const logo = framed().getByRole('img', { name: 'Acme "& <Sons>' });
    // Rejects if the picture cannot be shown.
    await logo.evaluate((image: { decode(): Promise<void> }) => image.decode());
    const accent = () =>
      framed()
        .locator('html')
        .evaluate('getComputedStyle(document.documentElement).getPropertyValue("--accent")');
    const light = await accent();
    await visitor.page.emulateMedia({ colorScheme: 'dark' });
    await framed().locator('html[data-theme="dark"]').waitFor();
    expect([light, await accent()]).toEqual([expect.stringMatching(/^#[0-9a-f]{6}$/), '#ffcc00']);

    await visitor.page.goto(`${listed}/#/templates/${await templateId()}`);
    await visitor.page.reload();
    // A test render is two frames further inside. The last one, because the former stays until the new one has loaded.
    const email = framed()
      .frameLocator('iframe[title="The email"]')
      .frameLocator('iframe[title="The email"]')
      .last();
    await email.getByText('Hello from within').waitFor();
    const keys = visitor.requests.filter((url) => /lvk_|link=/.test(url));
    expect({ keys, faults: visitor.faults }).toEqual({ keys: [], faults: [] });
    expect(await framed().getByRole('button', { name: 'Sign out' }).count()).toBe(0);

    await framed().getByRole('link', { name: 'Settings', exact: true }).click();
    await visitor.page.waitForURL(`${listed}/#/settings`);
  });

  it('says why a credential is not valid, and accepts none in its address', async () => {
    const used = await linkOf();
    await app.request('POST', '/console/session', { body: { link: used.split('=').at(-1) } });
    linkOf = async () => used;
    const other = await app.internal('POST', `/internal/partner/${partner.id}/portalLink`);
    await visitor.page.goto(`${listed}/${new URL(other.body.url).hash}`);
    await framed().getByText('This link has been used or has expired.').waitFor();
    await framed().getByRole('heading', { name: 'Signing you in' }).waitFor();
  });

  it('is not shown in a page of any other origin', async () => {
    const blocked = visitor.page.waitForEvent('console', (message) =>
      message.text().includes('frame-ancestors'),
    );
    await visitor.page.goto(unlisted);
    await blocked;
    expect(await framed().getByRole('heading').count()).toBe(0);
    const { headers } = await app.request('GET', '/console');
    expect([headers.get('content-security-policy'), headers.get('x-frame-options')]).toEqual([
      expect.stringContaining(`frame-ancestors https://app.example ${listed};`),
      null,
    ]);
  });
});
