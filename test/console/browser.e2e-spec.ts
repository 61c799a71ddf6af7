import { eventOf, report, subscribe } from '../delivery/deliveries.js';
import { Visitor } from '../support/browser.js';
import { describeConsole, HOSTILE } from './console-visit.js';

/** Runs in the page: finds controls that the keyboard reaches, but that have no name for screen readers. */
const NAMELESS = `[...document.querySelectorAll('a, button, input, select, textarea, pre[tabindex], iframe')]
  .filter((one) => !(one.labels?.length > 0 || one.ariaLabel || one.title || one.textContent.trim() !== ''))
  .map((one) => one.outerHTML)`;

describeConsole(
  'The console in a browser',
  async () => ({}),
  (visit) => {
    it('is entered by a link, which disappears from the address at once and does not work again', async () => {
      const { app, partner, visitor, browser } = visit;
      await app.internal('PUT', `/internal/partner/${partner.id}`, { name: HOSTILE });
      const link = await visit.newLink();
      await visitor.open(link, 'Overview');
      const { page, context, requests } = visitor;
      expect(page.url()).toBe(`${app.url}/console`);
      await page.getByText(HOSTILE).waitFor();
      expect(await context.cookies()).toEqual([]);
      const token = link.split('=').at(-1) ?? '';
      expect(requests.filter((url) => url.includes(token) || url.includes('lvk_'))).toEqual([]);

      await page.reload();
      await visitor.sees('Overview');

      const second = await Visitor.arrive(browser);
      await second.open(link, 'Sign in to Livery');
      await second.hears('This link has been used or has expired.');
      await second.leave();
    });

    it('is entered with an API key as well, and left', async () => {
      const { app, partner, visitor } = visit;
      await visitor.open(`${app.url}/console`, 'Sign in to Livery');
      const { page } = visitor;
      await page.getByLabel('API key').fill('lvk_wrong');
      await visitor.press('Sign in');
      await page.getByText('This key is not valid').waitFor();
      expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
      await page.getByLabel('API key').fill(partner.key);
      await page.keyboard.press('Enter');
      await visitor.sees('Overview');
      await page.getByRole('link', { name: 'Create a subscription' }).waitFor();
      await visitor.press('Sign out');
      await visitor.sees('Sign in to Livery');
      expect(await page.evaluate('sessionStorage.length + localStorage.length')).toBe(0);
      await page.goto(`${app.url}/console#/deliveries`);
      await visitor.sees('Sign in to Livery');
      // A pasted link leads to the address that was opened.
      await page.getByLabel('Link or API key').fill(await visit.newLink());
      await page.keyboard.press('Enter');
      await visitor.sees('Deliveries');
      expect(new URL(page.url()).hash).toBe('#/deliveries');
    });

    it('is shared by all open tabs, and ends in all of them', async () => {
      await visit.enter();
      const { visitor, app } = visit;
      const second = await visitor.anotherTab();
      await second.open(`${app.url}/console#/deliveries`, 'Deliveries');
      await second.page.getByText('Test partner').waitFor();
      await second.press('Sign out');
      await second.sees('Sign in to Livery');
      await visitor.sees('Sign in to Livery');
      await visitor.hears('Your session has ended in another tab.');
      const third = await visitor.anotherTab();
      await third.open(`${app.url}/console#/deliveries`, 'Sign in to Livery');
    });

    it('shows that there is no page at an address named like an inherited member', async () => {
      await visit.enter();
      for (const view of ['__proto__', 'constructor', 'toString/1']) {
        await visit.goToAddress(`#/${view}`);
        await visit.visitor.sees('There is nothing here');
        await visit.goTo('Subscriptions');
        await visit.visitor.sees('Subscriptions');
      }
    });

    it('opens any page from the palette, and is available in Swedish', async () => {
      await visit.enter();
      const { page } = visit.visitor;
      await page.keyboard.press('Control+k');
      // Nothing is lost of what is typed before the palette is there.
      await page.keyboard.type('doc-1');
      await page.getByRole('option', { name: 'Deliveries of the document “doc-1”' }).click();
      await page.waitForURL('**#/deliveries?typeId=doc-1');
      await visit.visitor.sees('Deliveries');
      await page.getByText('No delivery matches this filter.').waitFor();

      await visit.visitor.press('Language');
      await page.getByRole('menuitem', { name: 'Svenska' }).click();
      await visit.visitor.sees('Leveranser');
      expect(await page.evaluate('document.documentElement.lang')).toBe('sv');
      await page.reload();
      await visit.visitor.sees('Leveranser');
    });

    it('works without a mouse, and on a narrow screen', async () => {
      const { app, partner, receiver, browser } = visit;
      await subscribe(app, partner, receiver, { url: `${receiver.url}/${'long'.repeat(100)}` });
      await visit.createTemplate({ type: 'html', data: '<p>Hello</p>', name: 'x'.repeat(255) });
      await report(app, eventOf(partner, { typeId: 'y'.repeat(255) }));
      await visit.visitor.leave();
      visit.visitor = await Visitor.arrive(browser, 375);
      await visit.enter();
      const { visitor } = visit;
      const { page } = visitor;
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.tagName')).toBe('MAIN');
      const nameless = () => page.evaluate(NAMELESS);
      const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
      // Each place differs from the one before, so its heading shows that the page has changed.
      for (const place of ['Deliveries', 'Subscriptions', 'Events', 'Overview']) {
        await page.getByRole('button', { name: 'Menu', exact: true }).focus();
        await page.keyboard.press('Enter');
        const navigation = page.getByRole('navigation', { name: 'Console' });
        // An opened menu takes the focus: a link can only be reached after that.
        await navigation.locator('a:focus').waitFor();
        await navigation.getByRole('link', { name: place }).focus();
        await page.keyboard.press('Enter');
        // The heading takes the focus a moment after it is shown.
        await page.locator('h1:focus', { hasText: place }).waitFor();
        expect([place, await overflow()]).toEqual([place, 0]);
        expect([place, await nameless()]).toEqual([place, []]);
      }
    });
  },
);
