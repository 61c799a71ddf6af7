import { jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type Json, startApp, type TestApp, type TestPartner } from '../support/app.js';
import { describeInBrowser, startBrowser, Visitor } from '../support/browser.js';
import { type Receiver, startReceiver } from '../support/receiver.js';

// Browsers are slow on a busy machine. Tests wait for states, so this limit only ends those that hang.
jest.setTimeout(180_000);

/** Runs a script if it is treated as markup. */
export const HOSTILE = `"><img src=x onerror="window.wasHacked=1"><script>window.wasHacked=1</script>{{x}}`;

/** A visitor of the console and their partner, new for each test. */
export class ConsoleVisit {
  app!: TestApp;
  receiver!: Receiver;
  browser!: Browser;
  partner!: TestPartner;
  visitor!: Visitor;

  async newLink(): Promise<string> {
    return (await this.app.internal('POST', `/internal/partner/${this.partner.id}/portalLink`)).body.url;
  }

  /** Opens the console, at its overview. */
  async enter(): Promise<void> {
    await this.visitor.open(await this.newLink(), 'Overview');
  }

  /** Follows the first link of exactly this name, such as one of the sidebar. */
  async goTo(link: string): Promise<void> {
    await this.visitor.page.getByRole('link', { name: link, exact: true }).first().click();
  }

  /** Goes to an address of the console, such as `#/emails?status=failed`. */
  async goToAddress(fragment: string): Promise<void> {
    await this.visitor.page.goto(`${this.app.url}/console${fragment}`);
  }

  /** Reads a list or an object from the API. */
  async listed(path: string): Promise<Json> {
    return (await this.app.request('GET', path, { key: this.partner.key })).body;
  }

  async createTemplate(members: object): Promise<Json> {
    return (
      await this.app.request('POST', '/partner/emailTemplate', { key: this.partner.key, body: members })
    ).body;
  }
}

/**
 * Tests of the console in a browser. Each one fails if anything was loaded from another origin, a script in a partner's
 * data has run, or the page has logged an error.
 */
export function describeConsole(
  title: string,
  settings: () => Promise<Readonly<Record<string, string>>>,
  tests: (visit: ConsoleVisit) => void,
): void {
  describeInBrowser(title, () => {
    const visit = new ConsoleVisit();

    beforeAll(async () => {
      visit.receiver = await startReceiver();
      visit.app = await startApp({ ...visit.receiver.environment, ...(await settings()) });
      visit.browser = await startBrowser();
    });

    beforeEach(async () => {
      visit.receiver.answer = () => 204;
      visit.partner = await visit.app.partner();
      visit.visitor = await Visitor.arrive(visit.browser);
    });

    afterEach(async () => {
      const { visitor, app } = visit;
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
      await visit.browser?.close();
      await visit.app?.stop();
      await visit.receiver?.stop();
    });

    tests(visit);
  });
}
