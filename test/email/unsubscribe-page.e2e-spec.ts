import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { eventOf, report } from '../delivery/deliveries.js';
import { startApp, type TestApp, type TestPartner } from '../support/app.js';
import { describeInBrowser, startBrowser, Visitor } from '../support/browser.js';
import { SmtpReceiver } from '../support/smtp.js';
import { emailTo, mailsTo } from './emails.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ORIGIN = 'https://livery.example';
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="280" height="80"><rect width="280" height="80"/></svg>';

describeInBrowser('The page to unsubscribe', () => {
  let relay: SmtpReceiver;
  let app: TestApp;
  let partner: TestPartner;
  let browser: Browser;
  beforeAll(async () => {
    relay = await SmtpReceiver.start();
    app = await startApp({ ...(await relay.environment()), PUBLIC_URL: ORIGIN });
    partner = await app.partner();
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await app.stop();
    await relay.stop();
  });

  it.each(['sv', 'en'])(
    'shows name and logo, and is accessible, in %s, light and dark',
    async (language) => {
      const to = `${language}@client.example`;
      const logoUrl = 'https://images.example/acme.svg';
      const event = { emails: [emailTo(to, { language, logoUrl })], company: { name: 'Åkes Bygg' } };
      await report(app, eventOf(partner, event));
      const [mail] = await mailsTo(relay, to);
      const offered = mail?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
      const path = offered.replaceAll(/[<>]/g, '').slice(ORIGIN.length);
      const visitor = await Visitor.arrive(browser, 390);
      const referrers: (string | undefined)[] = [];
      await visitor.context.route('https://images.example/**', async (route) => {
        referrers.push(route.request().headers()['referer']);
        await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
      });
      const { page } = visitor;
      const faults = async () => {
        // The page allows no scripts, including those of the test.
        const world = await visitor.context.newCDPSession(page);
        const { frameTree } = await world.send('Page.getFrameTree');
        const { executionContextId: contextId } = await world.send('Page.createIsolatedWorld', {
          frameId: frameTree.frame.id,
        });
        await world.send('Runtime.evaluate', { contextId, expression: AXE });
        const { result } = await world.send('Runtime.evaluate', {
          contextId,
          expression: `axe.run().then(({ violations }) => violations.map(({ id }) => id).join())`,
          awaitPromise: true,
          returnByValue: true,
        });
        return result.value;
      };
      await visitor.open(`${app.url}${path}`, 'Åkes Bygg');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await faults()).toBe('');
      }
      expect(await page.evaluate<number>(`document.querySelector('img.logo').naturalWidth`)).toBe(280);
      expect(referrers).toEqual([undefined]);
      await page.getByRole('button').click();
      await page.getByRole('status').waitFor();
      expect(await faults()).toBe('');
      await visitor.leave();
    },
    120_000,
  );
});
