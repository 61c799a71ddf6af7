import { readFileSync } from 'node:fs';
import { type ConsoleVisit, describeConsole } from './console-visit.js';
import { paste } from './paste.js';

const BROKEN = readFileSync(new URL('five-mistakes.mjml', import.meta.url), 'utf8');

async function enterInSwedish(visit: ConsoleVisit): Promise<void> {
  const { page } = visit.visitor;
  await visit.enter();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Svenska' }).click();
}

describeConsole(
  'The console in Swedish',
  async () => ({}),
  (visit) => {
    it('shows the sentences of the service in Swedish, at the fields of a form too', async () => {
      const { page } = visit.visitor;
      await enterInSwedish(visit);
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

    it('shows the problems of a template in Swedish, in the list and in the text', async () => {
      const { page } = visit.visitor;
      await enterInSwedish(visit);
      await visit.goToAddress('#/templates/new?from=blank');
      await paste(page.getByRole('textbox', { name: 'Källtext' }), BROKEN);
      const list = page.getByRole('region', { name: 'Problem' });
      await list.getByText('Det finns inget MJML-element <mj-colum>. Menade du <mj-column>?').waitFor();
      await list.getByRole('button', { name: 'Ändra till mj-column' }).first().waitFor();
      await page.locator('.cm-lintRange-error').first().hover();
      await page
        .locator('.cm-tooltip-lint')
        .getByText(/Menade du|stängs aldrig/)
        .first()
        .waitFor();
    });
  },
);
