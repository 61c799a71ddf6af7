import { describeConsole } from './console-visit.js';

describeConsole(
  'A session of the console',
  async () => ({}),
  (visit) => {
    const keys = async () =>
      (await visit.app.internal('GET', `/internal/partner/${visit.partner.id}/apiKey`)).body.length;

    it('ends in the service too when it is signed out of', async () => {
      await visit.enter();
      const before = await keys();
      const { page } = visit.visitor;
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in to Livery' }).waitFor();
      expect(await keys()).toBe(before - 1);
    });

    it('is replaced by a link only when that is wanted', async () => {
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
  },
);
