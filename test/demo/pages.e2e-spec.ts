import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { axeFaultsInBothThemes } from '../support/axe.js';
import { describeInBrowser, startBrowser, Visitor } from '../support/browser.js';
import { until } from '../support/test-server.js';
import { DemoService } from './demo-service.js';

// Browsers are slow on a busy machine.
jest.setTimeout(300_000);

const TOKEN = 'a-token-for-the-pages-beside-the-console';
const WIDTHS = [1280, 390];

describeInBrowser('The pages beside the console', () => {
  let around: string;
  let service: DemoService;
  let url: string;
  let browser: Browser;
  let visitor: Visitor;

  beforeAll(async () => {
    around = await mkdtemp(path.join(os.tmpdir(), 'livery-pages-'));
    // As root, the database runs under another account, which has to reach its folder.
    await chmod(around, 0o755);
    service = DemoService.with({ DATA_DIR: path.join(around, 'data'), INTERNAL_TOKEN: TOKEN }, []);
    url = await service.printed(/API documentation +(.*)\/docs/);
    await service.printed(/(To paste into another terminal)/);
    browser = await startBrowser();
    visitor = await Visitor.arrive(browser);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end('SIGKILL');
    await rm(around, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  });

  /** The faults of the open page, in both themes, wide and narrow. */
  async function faults(page: Page): Promise<readonly string[]> {
    const found: string[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) found.push(`${page.url()} at ${width}: ${overflow} px too wide`);
      found.push(...(await axeFaultsInBothThemes(page, width)));
    }
    return [...new Set(found)];
  }

  /** Follows a link to another page, and waits until that has replaced the present one. */
  async function follow(link: Locator): Promise<void> {
    await Promise.all([link.page().waitForEvent('domcontentloaded'), link.click()]);
  }

  it('pass axe in both themes, wide and narrow: the start page and the mailbox', async () => {
    const { page } = visitor;
    await page.goto(url);
    const found = [...(await faults(page))];
    await page.goto(`${url}/mailbox?q=nobody`);
    found.push(...(await faults(page)));
    await page.goto(`${url}/mailbox`);
    found.push(...(await faults(page)));
    await follow(page.getByRole('link', { name: /Your accepted offer/ }).first());
    for (const view of ['HTML', 'Text', 'Source']) {
      await follow(page.getByRole('link', { name: view, exact: true }));
      await page.locator('a[aria-current]', { hasText: view }).waitFor();
      await page.getByText('Headers', { exact: true }).click();
      found.push(...(await faults(page)));
    }
    expect(found).toEqual([]);
  });

  it('pass axe: the API documentation with its guides, and that of the service routes', async () => {
    const { page } = visitor;
    await page.goto(`${url}/docs`);
    await page.getByText('Receive a POST on your server').waitFor();
    await page.locator('a[href="#operations-tag-Webhooks"]').click();
    const top = () =>
      page.evaluate<number>("document.querySelector('#operations-tag-Webhooks').getBoundingClientRect().top");
    await until(async () => (await top()) < 450, 'the link within a guide leads there in its own tab');
    const operation = (summary: string) => page.getByRole('button', { name: summary }).first();
    await operation('post /partner/webhookSubscription').click();
    await operation('get /partner/delivery').click();
    const found = [...(await faults(page))];
    await page.goto(`${url}/docs/internal`);
    found.push(...(await faults(page)));
    await page.getByLabel('Token').fill(TOKEN);
    await page.getByRole('button', { name: 'Show the routes' }).click();
    await page.getByText('The document service reports what happens').waitFor();
    found.push(...(await faults(page)));
    expect(found).toEqual([]);
    expect(visitor.faults).toEqual([]);
  });
});
