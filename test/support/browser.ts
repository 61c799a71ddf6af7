import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const PATIENCE_MS = 60_000;

/** The path of Chromium, if it is in one of the usual places. */
const executablePath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
].find((path) => existsSync(path));

/** Like `describe`. Without a browser it prints a notice, and the tests count as skipped. */
export const describeInBrowser = executablePath === undefined ? skipped : describe;

function skipped(title: string, tests: () => void): void {
  process.stderr.write(`Skipping "${title}": there is no Chromium.\n`);
  describe.skip(title, tests);
}

/** A browser that makes no calls of its own. */
export function startBrowser(): Promise<Browser> {
  const withoutOwnCalls = [
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
    args: withoutOwnCalls,
    timeout: PATIENCE_MS,
  });
}

/** A visitor with a window of their own, which records requests, refusals and errors. */
export class Visitor {
  /** The addresses of all files loaded and calls made. */
  readonly requests: string[] = [];
  /** Refused calls, such as `404 http://…`. */
  readonly refusals: string[] = [];
  /** Errors of scripts, and violations of the policies of pages. */
  readonly faults: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
  ) {}

  /** Opens another window of the same visitor. */
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
      // The browser also logs refused calls, which are not faults of the page.
      const isRefusal = message.text().startsWith('Failed to load resource: the server responded');
      if (message.type() === 'error' && !isRefusal) visitor.faults.push(message.text());
    });
    return visitor;
  }

  /** Opens an address, and waits for its heading. */
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

  /** Waits for a message that begins with this text. */
  async hears(text: string): Promise<void> {
    // A text alone would match anywhere and in any case: "Activated" is also found in "Deactivated".
    const start = new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}`);
    await this.page.getByRole('status').getByText(start).waitFor();
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}
