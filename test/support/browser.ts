import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const PATIENCE_MS = 60_000;

/** Where Chromium is, if it is anywhere that it usually is. */
const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path));

/** As `describe`; where there is no browser it says so, and its tests are counted as skipped. */
export const describeInBrowser = executablePath === undefined ? skipped : describe;

function skipped(title: string, tests: () => void): void {
  process.stderr.write(`Skipping "${title}": there is no Chromium.\n`);
  describe.skip(title, tests);
}

/** A browser that talks to nobody but the pages it is shown. */
export function startBrowser(): Promise<Browser> {
  const quiet = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  // Chromium refuses to sandbox itself for root.
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: executablePath ?? '',
    headless: true,
    chromiumSandbox: !isRoot,
    args: quiet,
    timeout: PATIENCE_MS,
  });
}

/** A visitor with a window of their own, and what went on in it behind their back. */
export class Visitor {
  /** Addresses of everything that was loaded or called. */
  readonly requests: string[] = [];
  /** Calls that were refused, as `404 http://…`. */
  readonly refusals: string[] = [];
  /** Errors of scripts, and whatever the policies of the pages have kept from happening. */
  readonly faults: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** Another window of the same visitor, next to this one. */
  async anotherTab(): Promise<Visitor> {
    return new Visitor(this.context, await this.context.newPage());
  }

  static async arrive(browser: Browser, width = 1280): Promise<Visitor> {
    const context = await browser.newContext({ viewport: { width, height: 800 }, timezoneId: 'UTC' });
    context.setDefaultTimeout(PATIENCE_MS);
    const visitor = new Visitor(context, await context.newPage());
    context.on('request', (request) => visitor.requests.push(request.url()));
    context.on('response', (answer) => {
      if (answer.status() >= 400) visitor.refusals.push(`${answer.status()} ${answer.url()}`);
    });
    context.on('weberror', (error) => visitor.faults.push(String(error.error())));
    context.on('console', (message) => {
      // The browser notes refusals of the service as well: those are no faults of the page.
      const isRefusal = message.text().startsWith('Failed to load resource: the server responded');
      if (message.type() === 'error' && !isRefusal) visitor.faults.push(message.text());
    });
    return visitor;
  }

  /** Shows an address, and waits until its heading is there. */
  async open(url: string, heading: string): Promise<void> {
    await this.page.goto(url);
    await this.sees(heading);
  }

  async sees(heading: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Waits for this to be said. */
  async hears(text: string): Promise<void> {
    await this.page.getByRole('status').getByText(text).waitFor();
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
