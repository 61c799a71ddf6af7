import { eventually } from '../delivery/deliveries.js';
import { describeConsole } from './console-visit.js';
import { paste } from './paste.js';

describeConsole(
  'A session of the console',
  async () => ({}),
  (visit) => {
    const keys = async () =>
      (await visit.app.internal('GET', `/internal/partner/${visit.partner.id}/apiKey`)).body.length;

    it('ends in the service too on sign-out', async () => {
      await visit.enter();
      const before = await keys();
      const { page } = visit.visitor;
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to Livery' }).waitFor();
      expect(await keys()).toBe(before - 1);
    });

    it('is replaced by a link only after confirmation', async () => {
      await visit.enter();
      const { page } = visit.visitor;
      const before = await keys();
      const link = await visit.newLink();
      await page.goto(link);
      await page.getByRole('heading', { name: 'Switch session?' }).waitFor();
      await page.getByText('You are signed in as Test partner.').waitFor();
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      expect(await keys()).toBe(before);
      await page.goto(link);
      await page.getByRole('button', { name: 'Switch' }).click();
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
      expect(await keys()).toBe(before);
      const { headers } = await visit.app.request('GET', '/console');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    });

    /** Ends the session by revoking its key, as operators do. */
    const revoke = async () => {
      const path = `/internal/partner/${visit.partner.id}/apiKey`;
      const { id } = (await visit.app.internal('GET', path)).body.at(-1);
      await visit.app.internal('DELETE', `${path}/${id}`);
    };
    const again = () => visit.visitor.page.getByRole('dialog', { name: 'Sign in again' });

    it('is gone on with in place: an unsaved text is saved once its writer has signed in again', async () => {
      const { page } = visit.visitor;
      const { id } = await visit.createTemplate({ type: 'html', data: '<p>Before</p>', name: 'Letter' });
      await visit.enter();
      await visit.goToAddress(`#/templates/${id}`);
      const source = page.getByRole('textbox', { name: 'Source' });
      await paste(source, 'Written');
      await revoke();
      await source.press('Control+s');

      const other = await visit.app.partner();
      const credential = again().getByLabel('Link or API key');
      await credential.fill('lvk_wrong');
      await credential.press('Enter');
      await again().getByText('This key is not valid').waitFor();
      await credential.fill(other.key);
      await credential.press('Enter');
      await again().getByText('This belongs to Test partner').waitFor();
      await credential.fill(await visit.newLink());
      await credential.press('Enter');

      await visit.visitor.hears('The draft is saved.');
      expect((await visit.listed(`/partner/emailTemplate/${id}/draft`)).data).toBe('Written');
      expect(page.url()).toBe(`${visit.app.url}/console#/templates/${id}`);
    });

    it('is taken over from another tab that signs in, by the pages that wait for one', async () => {
      await visit.enter();
      await visit.goToAddress('#/deliveries?status=failed');
      await visit.visitor.sees('Deliveries');
      await revoke();
      await visit.goTo('Templates');
      await again().waitFor();
      const second = await visit.visitor.anotherTab();
      await second.open(await visit.newLink(), 'Overview');
      await again().waitFor({ state: 'detached' });
      await visit.visitor.page.getByText('There are no templates yet').waitFor();
    });

    it('keeps what is not saved when the page is loaded again, until it is signed out of', async () => {
      const { page } = visit.visitor;
      const { id } = await visit.createTemplate({ type: 'html', data: '<p>Before</p>', name: 'Letter' });
      await visit.enter();
      await visit.goToAddress(`#/templates/${id}`);
      const source = page.getByRole('textbox', { name: 'Source' });
      await paste(source, 'Written');
      const isUnsaved = page.getByText('Unsaved changes', { exact: true });
      await isUnsaved.waitFor();
      page.on('dialog', (dialog) => void dialog.accept());
      await page.reload();
      await visit.visitor.hears('Your unsaved changes are back.');
      await source.getByText('Written').waitFor();
      await visit.visitor.press('Discard them');
      await source.getByText('Before').waitFor();

      await visit.goToAddress('#/subscriptions/new');
      const url = page.getByLabel('URL', { exact: true });
      await url.fill('https://kept.example/');
      await eventually(
        () => page.evaluate<string>('Object.values(sessionStorage).join()'),
        (kept) => kept.includes('kept.example'),
      );
      await page.reload();
      await visit.visitor.hears('Your unsaved changes are back.');
      expect(await url.inputValue()).toBe('https://kept.example/');
      await visit.visitor.press('Sign out');
      await visit.visitor.sees('Sign in to Livery');
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });
  },
);
