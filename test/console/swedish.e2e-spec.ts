import { describeConsole } from './console-visit.js';

describeConsole(
  'The console in Swedish',
  async () => ({}),
  (visit) => {
    it('shows the sentences of the service in Swedish, at the fields of a form too', async () => {
      const { page } = visit.visitor;
      await visit.enter();
      await page.getByRole('button', { name: 'Language' }).click();
      await page.getByRole('menuitem', { name: 'Svenska' }).click();
      await visit.goToAddress('#/subscriptions/new?type=document.viewed');
      await page.getByRole('heading', { name: 'Ny prenumeration' }).waitFor();
      const event = page.getByLabel('Händelse', { exact: true });
      await event.locator('option', { hasText: 'Ett dokument visades.' }).waitFor({ state: 'attached' });
      await page.getByLabel('Autentisering', { exact: true }).selectOption('bearer');
      await page.getByText('Bokstäver, siffror och').waitFor();
      await page.getByLabel('Token', { exact: true }).fill('å');
      await page.getByLabel('Adress', { exact: true }).fill('https://user@hooks.partner.example/in');
      await page.getByRole('button', { name: 'Skapa' }).click();
      await page.getByText('Får inte innehålla användarnamn eller lösenord.').waitFor();
      await page.getByText('Måste vara bokstäver, siffror och').waitFor();
    });
  },
);
